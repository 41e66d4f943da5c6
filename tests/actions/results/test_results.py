"""Results: reported, corrected, refused."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.actions.conftest import (
    ME,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    report,
    report_all,
)
from tournaments.actions.events import events
from tournaments.actions.players import players
from tournaments.actions.results import results
from tournaments.actions.rounds import rounds
from tournaments.models import Match, Report, Round, Seat
from tournaments.queries.log import log_page
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import EventHistory, PhaseRecord


def test_every_version_of_a_result_is_kept_with_who_sent_it(running):
    report(running, 2, "2-1")
    report(running, 2, "1-2")
    revisions = Report.objects.filter(match__round__number=2, match__table=2)
    assert [[seat["games"] for seat in one.result["seats"]] for one in revisions] == [[2, 1], [1, 2]]
    assert {one.who for one in revisions} == {"organiser"}


def test_a_result_is_put_on_the_rows_of_its_seats(running):
    seats = Seat.objects.filter(match__round__number=2, match__table=2).order_by("position")
    before = list(seats.values_list("pk", flat=True))
    report(running, 2, "2-1-1")
    assert list(seats.values_list("pk", "games")) == list(zip(before, (2, 1), strict=True))
    assert Match.objects.get(round__number=2, table=2).drawn_games == 1


def test_whether_a_request_was_carried_out_is_found_by_an_index(running):
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with CaptureQueriesContext(connection) as captured:
        log_page.get_logged_request(running, "a key")
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {captured[0]['sql']}")
        assert "request_done_once" in str(cursor.fetchall())


def test_a_table_that_is_not_there_is_named(running):
    with pytest.raises(RuleViolation, match="no table 99 in round 2"):
        report(running, 99, "2-1")


def test_victory_points_are_reported_where_the_rulebook_counts_them(db):
    wargame = make(4, rulebook="old-world")
    pair(wargame)
    report(wargame, 1, "vp 75-40")
    report(wargame, 2, "60-60")
    assert [
        [seat.score for seat in match.seats] for match in reload_history(wargame).phase(1).rounds[0].matches
    ] == [
        [75, 40],
        [60, 60],
    ]
    with pytest.raises(RuleViolation, match="told in victory points here"):
        report(wargame, 1, "points 6-0")


def test_a_draft_takes_no_results(fresh):
    rounds.pair_next_round(fresh, ME)
    with pytest.raises(RuleViolation, match="still a draft"):
        results.report_result(reload_event(fresh), ME, 1, 1, 1, "2-1")


def test_an_earlier_round_can_be_corrected_and_the_next_pairings_stay(running):
    before = reload_history(running).phase(1).rounds[1]
    results.report_result(running, ME, 1, 1, 1, "0-2")
    after = reload_history(running)
    assert after.phase(1).rounds[0].matches[0].seats[1].games == 2
    assert after.phase(1).rounds[1] == before


def test_a_bracket_needs_a_winner(in_finals):
    for said in ("draw", "1-1", "double-loss"):
        with pytest.raises(RuleViolation, match="somebody must win"):
            report(in_finals, 2, said)


def test_a_qualifying_final_can_change_its_score_but_not_its_winner_once_the_semi_finals_are_made(in_finals):
    report_all(in_finals, "2-1")
    pair(in_finals)
    results.report_result(reload_event(in_finals), ME, 2, 1, 1, "2-0")
    with pytest.raises(RuleViolation, match="see first what another winner undoes"):
        results.report_result(reload_event(in_finals), ME, 2, 1, 1, "0-2")


def test_a_rulebook_without_draws_refuses_one(db):
    event = events.create_event(ME, EventHistory("Hearth", "hct-2017", phases=(PhaseRecord(),)))
    players.add_players(event, ME, "Ada\nGrace")
    pair(event)
    with pytest.raises(RuleViolation, match="has no draws"):
        report(event, 1, "draw")
    report(event, 1, "3-2")


def test_clearing_a_result_makes_the_table_wait_again(running):
    report(running, 1, "clear")
    assert not reload_history(running).phase(1).rounds[1].matches[0].reported


def test_a_finished_round_keeps_a_result_at_every_table(swiss_over):
    for number in (1, 3):
        with pytest.raises(RuleViolation, match=f"Round {number} is finished: give the right result"):
            results.report_result(reload_event(swiss_over), ME, 1, number, 1, "clear")
    results.report_result(reload_event(swiss_over), ME, 1, 3, 1, "0-2")
    assert event_file.read(event_file.write(reload_history(swiss_over))) == reload_history(swiss_over)


def test_a_round_with_every_result_can_be_played_on(db):
    event = make(8)
    play_round(event)
    play_round(event)
    assert [round_.state for round_ in reload_history(event).phase(1).rounds] == ["finished", "published"]


def test_a_match_made_while_a_page_is_read_is_not_read_half(running):
    row = Round.objects.get(phase__event=running, number=2)
    before = reload_history(running)
    Match.objects.create(round=row, table=99)
    assert reload_history(running) == before
