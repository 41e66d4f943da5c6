"""Results: reported, corrected, refused."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.played_events import (
    ME,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    report,
    report_all,
)
from tournaments.changes.change import get_logged_request
from tournaments.events.actions.events import create_event
from tournaments.models import LogEntry, Match, ResultRevision, Round, Seat
from tournaments.players.actions.players import add_players
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import EventHistory, PhaseRecord


def test_every_revision_of_a_result_is_stored_with_its_sender(running):
    report(running, 2, "2-1")
    report(running, 2, "1-2")
    revisions = ResultRevision.objects.filter(match__round__number=2, match__table=2)
    assert [[seat["games"] for seat in revision.result["seats"]] for revision in revisions] == [
        [2, 1],
        [1, 2],
    ]
    assert {revision.who for revision in revisions} == {"organiser"}


def test_a_result_updates_the_rows_of_its_seats(running):
    seats = Seat.objects.filter(match__round__number=2, match__table=2).order_by("position")
    before = list(seats.values_list("pk", flat=True))
    report(running, 2, "2-1-1")
    assert list(seats.values_list("pk", "games")) == list(zip(before, (2, 1), strict=True))
    assert Match.objects.get(round__number=2, table=2).drawn_games == 1


def test_the_lookup_of_an_idempotency_key_uses_an_index(running):
    # PostgreSQL takes any index of a small table.
    entry = running.log.first()
    LogEntry.objects.bulk_create(
        LogEntry(event=running, version=1, at=entry.at, who="a", action="a", key=f"key {n}")
        for n in range(1000)
    )
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with CaptureQueriesContext(connection) as captured:
        get_logged_request(running, "a key")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_logentry")
        cursor.execute(f"{explain} {captured[0]['sql']}")
        assert "request_done_once" in str(cursor.fetchall())


def test_the_refusal_names_an_unknown_table(running):
    with pytest.raises(RuleViolation, match="no table 99 in round 2"):
        report(running, 99, "2-1")


def test_victory_points_can_be_reported_if_the_rulebook_counts_them(db):
    wargame = make(4, rulebook="old-world")
    pair(wargame)
    report(wargame, 1, "vp 75-40")
    report(wargame, 2, "60-60")
    assert [
        [seat.score for seat in match.seats] for match in reload_history(wargame).phase(1).rounds[0].matches
    ] == [[75, 40], [60, 60]]
    with pytest.raises(RuleViolation, match="This event reports victory points"):
        report(wargame, 1, "points 6-0")


def test_an_unpublished_round_takes_no_results(fresh):
    pair_next_round(fresh, ME)
    with pytest.raises(RuleViolation, match="still a draft"):
        report_result(reload_event(fresh), ME, 1, 1, 1, "2-1")


def test_a_correction_of_an_earlier_round_leaves_the_pairings(running):
    before = reload_history(running).phase(1).rounds[1]
    report_result(running, ME, 1, 1, 1, "0-2")
    after = reload_history(running)
    assert after.phase(1).rounds[0].matches[0].seats[1].games == 2
    assert after.phase(1).rounds[1] == before


def test_a_bracket_needs_a_winner(in_finals):
    for result_text in ("draw", "1-1", "double-loss"):
        with pytest.raises(RuleViolation, match="A bracket match needs a winner"):
            report(in_finals, 2, result_text)


def test_a_qualifying_final_with_paired_semi_finals_keeps_its_winner(in_finals):
    report_all(in_finals, "2-1")
    pair(in_finals)
    report_result(reload_event(in_finals), ME, 2, 1, 1, "2-0")
    with pytest.raises(RuleViolation, match="see what another winner undoes first"):
        report_result(reload_event(in_finals), ME, 2, 1, 1, "0-2")


def test_a_rulebook_without_draws_refuses_a_draw(db):
    event = create_event(ME, EventHistory("Hearth", "hct-2017", phases=(PhaseRecord(),)))
    add_players(event, ME, "Ada\nGrace")
    pair(event)
    with pytest.raises(RuleViolation, match="doesn’t allow draws"):
        report(event, 1, "draw")
    report(event, 1, "3-2")


def test_a_cleared_table_has_no_result(running):
    report(running, 1, "clear")
    assert not reload_history(running).phase(1).rounds[1].matches[0].reported


def test_results_of_a_finished_round_cannot_be_cleared(swiss_over):
    for number in (1, 3):
        with pytest.raises(RuleViolation, match=f"Round {number} is finished. Enter the correct result"):
            report_result(reload_event(swiss_over), ME, 1, number, 1, "clear")
    report_result(reload_event(swiss_over), ME, 1, 3, 1, "0-2")
    assert event_file.read(event_file.write(reload_history(swiss_over))) == reload_history(swiss_over)


def test_the_next_round_can_be_paired_after_the_last_result(db):
    event = make(8)
    play_round(event)
    play_round(event)
    assert [round_.state for round_ in reload_history(event).phase(1).rounds] == ["finished", "published"]


def test_a_match_created_during_a_read_is_not_read_in_part(running):
    row = Round.objects.get(phase__event=running, number=2)
    before = reload_history(running)
    Match.objects.create(round=row, table=99)
    assert reload_history(running) == before
