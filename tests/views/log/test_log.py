"""The log at the desk: in words, newest first, taken back, and the files to go back to."""

import json

from django.urls import reverse

from tests.views.desk_events import NAMES, actor_of, form, friday, paired, played, reported, sits
from tournaments.actions.events import events
from tournaments.actions.log import undo
from tournaments.actions.players import players, roster
from tournaments.actions.rounds import adjustments, corrections, rounds
from tournaments.models import LogEntry
from tournaments.queries.history.cache import load_history
from tournaments.rules import event_file
from tournaments.rules.history import SWISS, EventHistory, PhaseRecord


def page(event):
    return reverse("desk_log", args=[event.slug])


def words(desk, event) -> str:
    return desk.get(page(event)).content.decode()


def test_each_action_is_said_in_words(desk, organiser):
    who = actor_of(organiser)
    event = friday(organiser, rounds=1)
    players.add_players(event, who, "Zoe")
    players.change_player(event, who, "p1", name="Anna-Sofia")
    players.change_player(event, who, "p2", club="Pier")
    players.change_player(event, who, "p3", byes={2: "bye"})
    roster.remove_player(event, who, "p9")
    players.drop_player(event, who, "p8")
    players.take_back_drop(event, who, "p8")
    events.change_event(event, who, place="Lantern Hall")
    events.change_settings(event, who, 1, best_of=1)
    events.set_finals(event, who, "single", 4)
    events.set_finals(event, who, None, None)
    rounds.pair_next_round(event, who, seed="one")
    rounds.redraw_round(event, who, 1, 1, seed="two")
    rounds.publish_round(event, who, 1, 1)
    reported(event, organiser)
    rounds.finish_round(event, who)
    rounds.cut_to_finals(event, who, "single", 4)
    said = words(desk, event)
    for line in (
        "Event made",
        "8 players added",
        "Zoe added",
        "Anna is now Anna-Sofia",
        "Ben changed",
        "club: Pier",
        "byes: bye in round 2",
        "Zoe removed",
        "Hana drops before round 1 is over",
        "Hana plays on",
        "place: Lantern Hall",
        "best of: 1",
        "Finals: Single elimination, top 4",
        "No finals",
        "Round 1 paired",
        "4 tables, seed one",
        "Round 1 drawn again",
        "Round 1 published",
        "Table 1: ",
        "Round 1 finished",
        "Cut to the top 4",
    ):
        assert line in said
    assert said.index("Cut to the top 4") < said.index("Event made")


def test_rounds_of_several_phases_are_named_with_their_phase(desk, organiser):
    swiss = SWISS
    phases = (PhaseRecord(swiss, "Morning", {"rounds": 1}), PhaseRecord(swiss, "", {"rounds": 1}))
    event = events.create_event(actor_of(organiser), EventHistory("Two", "magic", phases=phases))
    players.add_players(event, actor_of(organiser), "\n".join(NAMES[:4]))
    event = reported(paired(played(event, organiser), organiser), organiser, count=1)
    seats = sits(event, 1)
    corrections.correct_result(event, actor_of(organiser), 1, 1, 1, "0-2")
    corrections.correct_seats(event, actor_of(organiser), 1, 1, seats[1][0], seats[2][0])
    open_ = load_history(event).phase(2).rounds[0].matches[1].players[0]
    adjustments.adjust_round(event, actor_of(organiser), 2, 1, "table", a=open_, table=9, reason="a step")
    said = words(desk, event)
    for line in (
        "Round 1 of Morning paired",
        "Round 1 of Swiss rounds paired",
        "round 1 of Morning<",
        "Table 1 of round 1 of Morning corrected",
        "Who sat where in round 1 of Morning corrected",
        "Round 1 of Swiss rounds changed by hand: a step",
    ):
        assert line in said


def test_rounds_of_finals_are_named_with_them(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    said = words(desk, event)
    assert "Round 1 paired and published" in said
    assert "Round 1 of Finals paired and published" in said and "round 1 of Finals<" in said


def test_what_was_taken_back_is_struck_and_says_by_whom(desk, organiser):
    event = paired(friday(organiser), organiser)
    undo.undo(event, actor_of(organiser))
    said = words(desk, event)
    assert "Taken back: Round 1 paired and published" in said
    assert 'class="row undone"' in said
    assert "taken back by organiser at" in said


def test_the_last_action_alone_offers_to_be_taken_back(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=2)
    last = LogEntry.objects.filter(event=event).last()
    said = words(desk, event)
    assert said.count('class="link act" form="undo-form"') == 1
    desk.post(reverse("undo", args=[event.slug]), form(event, entry=last.id))
    assert LogEntry.objects.get(pk=last.pk).undone_by.who == "organiser"


def test_times_are_the_events_own(desk, organiser):
    event = friday(organiser)
    events.change_event(event, actor_of(organiser), timezone="Pacific/Kiritimati")
    LogEntry.objects.filter(event=event).update(at="2026-11-14T20:30:00Z")
    said = words(desk, event)
    assert "Sunday 15 November" in said and "10:30" in said


def test_a_log_that_an_older_release_imported_may_say_anything(desk, organiser):
    event = friday(organiser)
    told = [
        ("report_result", {"x": 1}),
        ("drop_player", {"player:p1": [None, None]}),
        ("cut_to_finals", {}),
        ("some_dance", {}),
        ("redo", {}),
        ("report_result", {"match:1:1:1": [None, {"seats": "many"}]}),
        ("report_result", {"match:1:1:1": ["x", None]}),
        ("report_result", {"match:1:1:1": [{"bye": []}, None]}),
        ("report_result", {"match:1:1:1": 3}),
    ]
    said = {"event": event, "version": 0, "at": "2017-02-25T09:05:00Z", "who": "<b>someone</b>"}
    lines = [LogEntry(**said, action=action, changes=changes) for action, changes in told]
    LogEntry.objects.bulk_create(lines)
    LogEntry.objects.create(**said, action="undo", changes={}, undoes=lines[1])
    said = words(desk, event)
    assert "Report result" in said and "Some dance" in said and "Done again: something" in said
    assert "<b>someone</b>" not in said
    assert desk.get(reverse("desk", args=[event.slug])).status_code == 200
    for line in lines:
        answer = desk.post(reverse("undo", args=[event.slug]), form(event, entry=line.pk))
        assert answer.status_code in (302, 422), line.changes


def test_the_log_is_read_by_pages(desk, organiser):
    event = friday(organiser)
    line = {"event": event, "version": 1, "at": "2026-11-14T20:30:00Z", "who": "x", "action": "some_dance"}
    LogEntry.objects.bulk_create([LogEntry(**line) for _ in range(120)])
    first = words(desk, event)
    assert first.count("Some dance") == 50
    assert "page 1 of 3" in first
    last = desk.get(page(event), {"page": 3}).content.decode()
    assert "Event made" in last
    for odd in ("0", "x", "99", "-1", "²"):
        assert desk.get(page(event), {"page": odd}).status_code == 200


def test_a_long_log_asks_the_database_as_often_as_a_short_one(desk, organiser, django_assert_max_num_queries):
    desk.get(reverse("account"))  # a session is written the first time that it is seen
    event = played(friday(organiser, rounds=3), organiser, rounds=3)
    with django_assert_max_num_queries(18):
        desk.get(page(event))


def test_the_event_file_and_its_restore_points_read_again(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    answer = desk.get(reverse("event_file", args=[event.slug]))
    assert answer["Content-Disposition"] == 'attachment; filename="friday-night.event.json"'
    assert event_file.read(json.loads(answer.content)).name == "Friday night"
    point = event.snapshots.last()
    kept = desk.get(reverse("snapshot", args=[event.slug, point.pk]))
    assert len(event_file.read(json.loads(kept.content)).phases[0].rounds) == 1
    assert "before round 2" in desk.get(reverse("desk_points", args=[event.slug])).content.decode()


def test_another_events_restore_point_is_not_found(desk, organiser):
    event, other = played(friday(organiser), organiser), friday(organiser)
    point = event.snapshots.last()
    assert desk.get(reverse("snapshot", args=[other.slug, point.pk])).status_code == 404


def test_undo_comes_back_only_to_pages_of_the_desk(desk, organiser):
    event = friday(organiser)
    answer = desk.post(reverse("undo", args=[event.slug]), form(event, back="https://example.org/"))
    assert answer.url == page(event)
