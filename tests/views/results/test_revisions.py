"""A table's page tells every version of its result, here and in a copy: what, who, from where."""

from django.urls import reverse

from tests.actions.desk_table import claim
from tests.views.desk_events import actor_of, form, fresh, friday, paired, played
from tournaments.actions.change import Actor
from tournaments.actions.events import events
from tournaments.actions.log import undo
from tournaments.actions.results import results
from tournaments.actions.rounds import rounds
from tournaments.models import Report
from tournaments.queries.history.cache import load_history, load_history_with_log
from tournaments.queries.results.revisions import versions_of
from tournaments.rules import event_file
from tournaments.rules.history import DESK, PHONE, SHELL, TIME


def told(event, table=2, number=2):
    """(what, who, from where) of each version, the oldest first."""
    found = versions_of(fresh(event), 1, number, table)
    return [(one.words, one.who, one.source) for one in reversed(found)]


def second_round(organiser):
    return paired(played(friday(organiser), organiser), organiser)


def sitting(event, table=2):
    names = load_history(fresh(event)).names
    (match,) = [m for m in load_history(fresh(event)).phase(1).rounds[1].matches if m.table == table]
    return [names[player] for player in match.players]


def a_long_way(organiser):
    """Table 2: claimed, agreed, corrected, cleared, that taken back, gone back over and back again."""
    event = second_round(organiser)
    a, b = sitting(event)
    desk = Actor("organiser", organiser, source=DESK)
    claim(event, Actor(a, source=PHONE), 2, 0, "2-1")
    claim(event, Actor(b, source=PHONE), 2, 1, "2-1")
    results.report_result(event, Actor("command line", source=SHELL), 1, 2, 2, "2-0")
    results.report_result(event, desk, 1, 2, 2, "clear")
    undo.undo(event, desk)
    undo.restore_to_before(event, desk, event.log.filter(action="pair_next_round").last().id)
    undo.undo(event, desk)
    return fresh(event), a, b


def test_every_way_by_which_a_result_comes_to_stand_leaves_a_version(organiser):
    event, a, b = a_long_way(organiser)
    assert told(event) == [
        (f"{a} says {a} 2–1 {b}", a, "phone"),
        (f"{a} 2–1 {b}", f"{a} and {b}", "phone"),
        (f"{a} 2–0 {b}", "command line", "command line"),
        ("cleared", "organiser", "desk"),
        (f"{a} 2–0 {b}", "organiser", "desk"),
        (f"{a} 2–0 {b}", "organiser", "desk"),
    ]


def test_a_copy_made_of_the_events_file_tells_the_same(organiser):
    event, _a, _b = a_long_way(organiser)
    copy = events.import_event(event_file.read_text(event_file.text(load_history_with_log(event))))
    assert told(copy) == told(event) and told(copy)


def test_what_time_decided_says_so(organiser):
    event = second_round(organiser)
    events.change_settings(event, actor_of(organiser), 1, report_minutes=5)
    (a, b), now = sitting(event), event.created_at
    claim(event, Actor(a, source=PHONE, now=now), 2, 0, "2-1")
    for table in (1, 3, 4):
        results.report_result(event, actor_of(organiser), 1, 2, table, "2-0")
    rounds.pair_next_round(event, Actor("organiser", source=DESK, now=now.replace(year=now.year + 1)))
    assert told(event)[-1] == (f"{a} 2–1 {b}", "organiser", "time")
    assert Report.objects.filter(source=TIME).count() == 1


def test_the_tables_page_lists_them_the_newest_first(desk, organiser):
    event, a, _b = a_long_way(organiser)
    page = reverse("desk_results", args=[event.slug])
    said = desk.get(page, {"phase": 1, "round": 2, "table": 2}).content.decode()
    assert said.index("Every version of this result") < said.index("command line") < said.index(f"{a} says")
    assert "Every version" not in desk.get(page, {"phase": 1, "round": 2, "table": 4}).content.decode()


def test_the_page_of_a_correction_lists_them_too(desk, organiser):
    event = second_round(organiser)
    where = {"what": "result", "phase": 1, "round": 1, "table": 1, "said": "0-2"}
    said = desk.get(reverse("correct", args=[event.slug]), where).content.decode()
    assert "Every version of this result" in said
    desk.post(reverse("correct", args=[event.slug]), form(event, **where, choice="leave"))
    assert len(told(event, 1, 1)) == 2
