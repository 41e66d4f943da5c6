"""Manual changes of rounds, and repairs after a correction."""

import pytest

from tests.actions.conftest import ME, make, pair, play_round, reload_event, reload_history, report
from tournaments.actions.change import Actor
from tournaments.actions.log import undo
from tournaments.actions.players import players
from tournaments.actions.results import results
from tournaments.actions.rounds import adjustments as adjustment_actions
from tournaments.actions.rounds import corrections, rounds
from tournaments.queries.history.cache import load_history_with_log
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds import adjustments, draw_verification, seating


def sits(event, number=2):
    """{table, None for the bye: players} of a round of the first phase."""
    matches = reload_history(event).phase(1).rounds[number - 1].matches
    return {match.table: match.players for match in matches}


def swap(event, a, b, **said):
    adjustment_actions.adjust_round(reload_event(event), ME, 1, 2, "swap", a=a, b=b, **said)


def test_a_published_round_changes_only_with_a_reason(running):
    a, b = sits(running)[2][0], sits(running)[3][0]
    for reason in ("", "  "):
        with pytest.raises(RuleViolation, match="Say in a few words why"):
            swap(running, a, b, reason=reason)
    swap(running, a, b, reason=" Ada \n came  late ")
    assert reload_event(running).log.last().action == "adjust_round: Ada came late"
    assert sits(running)[3][0] == a


def test_a_reason_is_kept_short(running):
    with pytest.raises(RuleViolation, match="140 characters at most"):
        swap(running, sits(running)[2][0], sits(running)[3][0], reason="x" * 161)


def test_a_draft_needs_no_reason(fresh):
    play_round(fresh)
    rounds.pair_next_round(reload_event(fresh), ME, seed="s")
    a, b = sits(fresh)[1][0], sits(fresh)[2][0]
    swap(fresh, a, b)
    assert sits(fresh)[2][0] == a
    assert reload_event(fresh).log.last().action == "adjust_round"


def test_a_finished_round_stays(running):
    with pytest.raises(RuleViolation, match="Round 1 is finished"):
        adjustment_actions.adjust_round(running, ME, 1, 1, "swap", a="p1", b="p2", reason="why not")


def test_finals_are_not_adjusted(in_finals):
    with pytest.raises(RuleViolation, match="it is laid down who meets"):
        adjustment_actions.adjust_round(in_finals, ME, 2, 1, "swap", a="p1", b="p2", reason="why not")


def test_what_would_come_out_otherwise_than_shown_is_refused(running):
    whole = reload_history(running)
    fingerprint = seating.fingerprint(adjustments.apply_adjustment(whole, 1, 2, "draw", seed="t"))
    options = {"seed": "t", "shown": fingerprint, "reason": "a wrong draw"}
    report(running, 4, "2-0")
    with pytest.raises(RuleViolation, match="has changed since this was shown"):
        adjustment_actions.adjust_round(reload_event(running), ME, 1, 2, "draw", **options)
    undo.undo(running, ME)
    adjustment_actions.adjust_round(reload_event(running), ME, 1, 2, "draw", **options)


def test_what_the_hand_draws_stands_beside_the_sealed_draw(fresh):
    play_round(fresh)
    rounds.pair_next_round(reload_event(fresh), ME)
    swap(fresh, sits(fresh)[1][0], sits(fresh)[4][0])
    swapped = len(reload_event(fresh).log.all())
    replay = draw_verification.verify_draw(load_history_with_log(reload_event(fresh)), 1, 2)
    assert replay.seal == draw_verification.HOLDS
    assert [(changed.now.table, changed.line) for changed in replay.changed] == [(1, swapped), (4, swapped)]
    adjustment_actions.adjust_round(reload_event(fresh), ME, 1, 2, "draw", seed="byhand")
    replay = draw_verification.verify_draw(load_history_with_log(reload_event(fresh)), 1, 2)
    assert replay.seal == draw_verification.HOLDS
    assert {changed.line for changed in replay.changed} <= {swapped + 1}


def test_a_newcomer_who_is_let_in_plays_from_this_round_on(running):
    players.add_players(running, ME, "Ada")
    adjustment_actions.adjust_round(reload_event(running), ME, 1, 2, "seat", a="p10", reason="was forgotten")
    ada = next(player for player in reload_history(running).players if player.id == "p10")
    assert ada.joined_round == 2
    assert any("p10" in sitting for sitting in sits(running).values())


def test_a_draft_with_somebody_who_dropped_is_published_once_they_are_out(fresh):
    play_round(fresh)
    rounds.pair_next_round(reload_event(fresh), ME, seed="s")
    players.drop_player(reload_event(fresh), ME, "p1")
    adjustment_actions.adjust_round(reload_event(fresh), ME, 1, 2, "fewest")
    rounds.publish_round(reload_event(fresh), ME, 1, 2)
    assert not any("p1" in sitting for sitting in sits(fresh).values())


@pytest.fixture
def corrected_late(db):
    """Eight players in round 2 of 3, no result in; the correction of round 1 is still to come."""
    event = make(8)
    play_round(event)
    pair(event)
    return reload_event(event)


def outcome(event):
    seats = reload_history(event).phase(1).rounds[0].matches[0].seats
    return [seat.games for seat in seats]


def test_a_corrected_result_may_leave_the_pairings(corrected_late):
    before = sits(corrected_late)
    corrections.correct_result(corrected_late, ME, 1, 1, 1, "0-2")
    assert outcome(corrected_late) == [0, 2]
    assert sits(corrected_late) == before


def test_or_change_the_fewest_tables_and_both_are_one_action(corrected_late):
    before, lines = reload_history(corrected_late), corrected_late.log.count()
    corrections.correct_result(corrected_late, ME, 1, 1, 1, "0-2", "fewest")
    assert outcome(corrected_late) == [0, 2]
    changed = [
        table
        for table, who in sits(corrected_late).items()
        if who != before.phase(1).rounds[1].matches[table - 1].players
    ]
    assert len(changed) == 2
    event = reload_history(corrected_late)
    assert adjustments.costs_of(event, 1, event.phase(1).rounds[1]).gap == 0
    assert reload_event(corrected_late).log.count() == lines + 1
    undo.undo(corrected_late, ME)
    assert reload_history(corrected_late) == before


def test_or_be_followed_by_a_new_draw_whose_seed_is_kept(corrected_late):
    corrections.correct_result(corrected_late, ME, 1, 1, 1, "0-2", "draw", seed="anew")
    assert reload_event(corrected_late).log.last().action == "correct_result seed anew: draw"
    assert reload_history(corrected_late).phase(1).rounds[1].seed == "seed"
    assert outcome(corrected_late) == [0, 2]


def test_nothing_is_stored_where_the_round_cannot_be_made_again(corrected_late):
    for table in range(1, 5):
        report(corrected_late, table, "2-0")
    before = reload_history(corrected_late)
    with pytest.raises(RuleViolation, match="nobody is left to draw"):
        corrections.correct_result(reload_event(corrected_late), ME, 1, 1, 1, "0-2", "draw", seed="t")
    assert reload_history(corrected_late) == before


def test_a_result_under_way_is_kept_by_every_choice(corrected_late):
    report(corrected_late, 2, "2-0")
    before = reload_history(corrected_late).phase(1).rounds[1].matches[1]
    corrections.correct_result(reload_event(corrected_late), ME, 1, 1, 1, "0-2", "draw", seed="t")
    assert reload_history(corrected_late).phase(1).rounds[1].matches[1] == before


def test_a_result_that_nothing_follows_is_entered_as_usual(fresh):
    play_round(fresh)
    with pytest.raises(RuleViolation, match="enter the result as usual"):
        corrections.correct_result(reload_event(fresh), ME, 1, 1, 1, "0-2", "fewest")


def test_a_stale_swap_is_refused_where_the_table_was_changed_meanwhile(running):
    version = running.version
    a, b = sits(running)[2][0], sits(running)[3][0]
    results.report_result(running, Actor("judge"), 1, 2, 2, "2-0")
    results.report_result(reload_event(running), Actor("judge"), 1, 2, 2, "clear")
    with pytest.raises(RuleViolation, match=r"judge .*changed this"):
        adjustment_actions.adjust_round(
            reload_event(running),
            Actor("organiser", seen_version=version),
            1,
            2,
            "swap",
            a=a,
            b=b,
            reason="late",
        )
