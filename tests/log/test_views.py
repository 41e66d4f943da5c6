"""The log at the desk: in words, newest first, taken back, and the files to go back to."""

import json
import re

import pytest
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, form, friday, paired, played, reported
from tests.support.pages import source_of
from tests.support.played_events import pairings_of
from tournaments.events.actions.events import change_event, change_settings, create_event, set_finals
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import undo
from tournaments.models import LogEntry
from tournaments.players.actions.players import (
    add_players,
    bring_back_player,
    change_player,
    drop_player,
    remove_player,
)
from tournaments.rounds.actions.adjustments import adjust_round, correct_result, correct_seats
from tournaments.rounds.actions.rounds import (
    cut_to_finals,
    finish_round,
    pair_next_round,
    publish_round,
    redraw_round,
)
from tournaments.rules import event_file
from tournaments.rules.history import SWISS, EventHistory, PhaseRecord


def page(event):
    return reverse("desk_log", args=[event.slug])


def log_text(desk, event) -> str:
    return source_of(desk.get(page(event)))


def test_each_action_is_described(desk, organiser):
    who = actor_of(organiser)
    event = friday(organiser, rounds=1)
    add_players(event, who, "Zoe")
    change_player(event, who, "p1", name="Anna-Sofia")
    change_player(event, who, "p2", club="Pier")
    change_player(event, who, "p3", byes={2: "bye"})
    remove_player(event, who, "p9")
    drop_player(event, who, "p8")
    bring_back_player(event, who, "p8")
    change_event(event, who, place="Lantern Hall")
    change_settings(event, who, 1, best_of=1)
    set_finals(event, who, "single", 4)
    set_finals(event, who, None, None)
    pair_next_round(event, who, seed="one")
    redraw_round(event, who, 1, 1, seed="two")
    publish_round(event, who, 1, 1)
    reported(event, organiser)
    finish_round(event, who)
    cut_to_finals(event, who, "single", 4)
    text = log_text(desk, event)
    for line in (
        "Event created",
        "8 players added",
        "Zoe added",
        "Anna renamed to Anna-Sofia",
        "Ben edited",
        "club: Pier",
        "byes: bye in round 2",
        "Zoe removed",
        "Hana dropped",
        "Hana brought back",
        "place: Lantern Hall",
        "best of: 1",
        "Top cut: Single elimination, top 4",
        "No top cut",
        "Round 1 paired",
        "4 tables",
        "Round 1 paired again",
        "Round 1 published",
        "Table 1: ",
        "Round 1 finished",
        "Cut to the top 4",
    ):
        assert line in text
    assert "seed" not in text
    assert text.index("Cut to the top 4") < text.index("Event created")


@pytest.mark.parametrize("finished_rounds", [0, 1, 2])
def test_the_log_and_the_player_list_name_the_same_round_for_a_drop(desk, organiser, finished_rounds):
    event = played(friday(organiser, names=[*NAMES, "Ivo"]), organiser, rounds=finished_rounds)
    drop_player(event, actor_of(organiser), "Ben")
    event = paired(event, organiser)
    drop_player(event, actor_of(organiser), "Cleo")
    roster_text = source_of(desk.get(reverse("desk_players", args=[event.slug])))
    text = log_text(desk, event)
    for name in ("Ben", "Cleo"):
        (listed,) = re.findall(rf'data-name="{name}".*?dropped (.*?)</small>', roster_text, re.S)
        (logged,) = re.findall(rf"<b>{name} dropped</b><small>organiser; (.*?)</small>", text)
        assert listed == logged


def test_rounds_of_several_phases_are_named_with_their_phase(desk, organiser):
    swiss = SWISS
    phases = (PhaseRecord(swiss, "Morning", {"rounds": 1}), PhaseRecord(swiss, "", {"rounds": 1}))
    event = create_event(actor_of(organiser), EventHistory("Two", "magic", phases=phases))
    add_players(event, actor_of(organiser), "\n".join(NAMES[:4]))
    event = reported(paired(played(event, organiser), organiser), organiser, count=1)
    seats = pairings_of(event, 1)
    correct_result(event, actor_of(organiser), 1, 1, 1, "0-2")
    correct_seats(event, actor_of(organiser), 1, 1, seats[1][0], seats[2][0])
    open_ = load_history(event).phase(2).rounds[0].matches[1].players[0]
    adjust_round(event, actor_of(organiser), 2, 1, "table", a=open_, table=9, reason="a step")
    text = log_text(desk, event)
    for line in (
        "Round 1 of Morning paired",
        "Round 1 of Swiss rounds paired",
        "Round 1 of Morning<",
        "Table 1 of round 1 of Morning corrected",
        "Seating of round 1 of Morning corrected",
        "Round 1 of Swiss rounds changed by hand: a step",
    ):
        assert line in text


def test_rounds_of_finals_are_named_with_them(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    text = log_text(desk, event)
    assert "Round 1 paired and published" in text
    assert "Semi-finals paired and published" in text and "Semi-finals<" in text


def test_an_undone_action_is_marked_with_its_undoer(desk, organiser):
    event = paired(friday(organiser), organiser)
    undo(event, actor_of(organiser))
    text = log_text(desk, event)
    assert "Undone: Round 1 paired and published" in text
    assert 'class="row undone"' in text
    assert "undone by organiser at" in text


def test_only_the_last_action_has_an_undo_button(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=2)
    last = LogEntry.objects.filter(event=event).last()
    text = log_text(desk, event)
    assert text.count('class="link action" form="undo-form"') == 1
    desk.post(reverse("undo", args=[event.slug]), form(event, entry=last.id))
    assert LogEntry.objects.get(pk=last.pk).undone_by.who == "organiser"


def test_times_are_in_the_events_time_zone(desk, organiser):
    event = friday(organiser)
    change_event(event, actor_of(organiser), timezone="Pacific/Kiritimati")
    LogEntry.objects.filter(event=event).update(at="2026-11-14T20:30:00Z")
    text = log_text(desk, event)
    assert "Sunday 15 November" in text and "10:30" in text


def test_malformed_entries_of_imported_logs_are_shown(desk, organiser):
    event = friday(organiser)
    malformed = [
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
    fields = {"event": event, "version": 0, "at": "2017-02-25T09:05:00Z", "who": "<b>someone</b>"}
    lines = [LogEntry(**fields, action=action, changes=changes) for action, changes in malformed]
    LogEntry.objects.bulk_create(lines)
    LogEntry.objects.create(**fields, action="undo", changes={}, undoes=lines[1])
    text = log_text(desk, event)
    assert "Report result" in text and "Some dance" in text and "Redone: an action" in text
    assert "<b>someone</b>" not in text
    assert desk.get(reverse("desk", args=[event.slug])).status_code == 200
    for line in lines:
        response = desk.post(reverse("undo", args=[event.slug]), form(event, entry=line.pk))
        assert response.status_code in (302, 422), line.changes


def test_the_log_is_paginated(desk, organiser):
    event = friday(organiser)
    line = {"event": event, "version": 1, "at": "2026-11-14T20:30:00Z", "who": "x", "action": "some_dance"}
    LogEntry.objects.bulk_create([LogEntry(**line) for _ in range(120)])
    first = log_text(desk, event)
    assert first.count("Some dance") == 50
    assert "page 1 of 3" in first
    last = desk.get(page(event), {"page": 3}).content.decode()
    assert "Event created" in last
    for odd in ("0", "x", "99", "-1", "²"):
        assert desk.get(page(event), {"page": odd}).status_code == 200


def test_log_queries_do_not_grow_with_the_log(desk, organiser, django_assert_max_num_queries):
    desk.get(reverse("account"))  # a session is written the first time that it is seen
    event = played(friday(organiser, rounds=3), organiser, rounds=3)
    with django_assert_max_num_queries(18):
        desk.get(page(event))


def test_downloaded_event_files_are_valid(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    response = desk.get(reverse("event_file", args=[event.slug]))
    assert response["Content-Disposition"] == 'attachment; filename="friday-night.event.json"'
    assert event_file.read(json.loads(response.content)).name == "Friday night"
    point = event.restore_points.last()
    response = desk.get(reverse("restore_point_file", args=[event.slug, point.pk]))
    assert len(event_file.read(json.loads(response.content)).phases[0].rounds) == 1
    assert "before round 2" in desk.get(reverse("desk_points", args=[event.slug])).content.decode()


def test_another_events_restore_point_is_not_found(desk, organiser):
    event, other = played(friday(organiser), organiser), friday(organiser)
    point = event.restore_points.last()
    assert desk.get(reverse("restore_point_file", args=[other.slug, point.pk])).status_code == 404


def test_undo_redirects_only_to_pages_of_the_desk(desk, organiser):
    event = friday(organiser)
    response = desk.post(reverse("undo", args=[event.slug]), form(event, back="https://example.org/"))
    assert response.url == page(event)
