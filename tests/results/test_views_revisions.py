"""The revisions of a result on its table's page, here and in a copy: result, author, source."""

from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played
from tests.support.desk_table import submit_report
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_settings, import_event
from tournaments.history.cache import load_history, load_history_with_log
from tournaments.log.actions.undo import restore_to_before, undo
from tournaments.models import ResultRevision
from tournaments.results.actions.results import report_result
from tournaments.results.pages.entry import get_revisions
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules import event_file
from tournaments.rules.history import DESK, PHONE, SHELL, TIME


def revisions_of(event, table=2, number=2):
    """(what, who, from where) of each version, the oldest first."""
    revisions = get_revisions(fresh(event), 1, number, table)
    return [(revision.text, revision.author, revision.source) for revision in reversed(revisions)]


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
    submit_report(event, Actor(a, source=PHONE), 2, 0, "2-1")
    submit_report(event, Actor(b, source=PHONE), 2, 1, "2-1")
    report_result(event, Actor("command line", source=SHELL), 1, 2, 2, "2-0")
    report_result(event, desk, 1, 2, 2, "clear")
    undo(event, desk)
    restore_to_before(event, desk, event.log.filter(action="pair_next_round").last().id)
    undo(event, desk)
    return fresh(event), a, b


def test_every_change_of_a_result_is_a_revision(organiser):
    event, a, b = a_long_way(organiser)
    assert revisions_of(event) == [
        (f"{a} reported {a} 2–1 {b}", a, "phone"),
        (f"{a} 2–1 {b}", f"{a} and {b}", "phone"),
        (f"{a} 2–0 {b}", "command line", "command line"),
        ("cleared", "organiser", "desk"),
        (f"{a} 2–0 {b}", "organiser", "desk"),
        (f"{a} 2–0 {b}", "organiser", "desk"),
    ]


def test_a_copy_has_the_same_revisions(organiser):
    event, _a, _b = a_long_way(organiser)
    copy = import_event(event_file.read_text(event_file.text(load_history_with_log(event))))
    assert revisions_of(copy) == revisions_of(event) and revisions_of(copy)


def test_an_automatic_confirmation_has_the_source_time(organiser):
    event = second_round(organiser)
    change_settings(event, actor_of(organiser), 1, report_minutes=5)
    (a, b), now = sitting(event), event.created_at
    submit_report(event, Actor(a, source=PHONE, now=now), 2, 0, "2-1")
    for table in (1, 3, 4):
        report_result(event, actor_of(organiser), 1, 2, table, "2-0")
    pair_next_round(event, Actor("organiser", source=DESK, now=now.replace(year=now.year + 1)))
    assert revisions_of(event)[-1] == (f"{a} 2–1 {b}", "organiser", "time")
    assert ResultRevision.objects.filter(source=TIME).count() == 1


def test_the_table_page_lists_revisions_newest_first(desk, organiser):
    event, a, _b = a_long_way(organiser)
    page = reverse("desk", args=[event.slug])
    body = desk.get(page, {"phase": 1, "round": 2, "table": 2}).content.decode()
    assert body.index("Result history") < body.index("command line") < body.index(f"{a} reported")
    assert "Result history" not in desk.get(page, {"phase": 1, "round": 2, "table": 4}).content.decode()


def test_the_correction_page_lists_revisions(desk, organiser):
    event = second_round(organiser)
    where = {"what": "result", "phase": 1, "round": 1, "table": 1, "result_text": "0-2"}
    body = desk.get(reverse("correct", args=[event.slug]), where).content.decode()
    assert "Result history" in body
    desk.post(reverse("correct", args=[event.slug]), form(event, **where, choice="leave"))
    assert len(revisions_of(event, 1, 1)) == 2
