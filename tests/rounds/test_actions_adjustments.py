"""Manual changes of rounds, and repairs after a correction."""

import pytest

from tests.support.played_events import ME, pairings_of, play_round, reload_event, reload_history, report
from tournaments.changes.change import Actor
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.players.actions.players import add_players, drop_player
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.adjustments import adjust_round, correct_result
from tournaments.rounds.actions.rounds import pair_next_round, publish_round
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds import seating
from tournaments.rules.rounds.adjustments import apply_adjustment, costs_of
from tournaments.rules.rounds.draw_verification import HOLDS, verify_draw


def swap(event, a, b, **options):
    adjust_round(reload_event(event), ME, 1, 2, "swap", a=a, b=b, **options)


def test_a_published_round_changes_only_with_a_reason(running):
    a, b = pairings_of(running)[2][0], pairings_of(running)[3][0]
    for reason in ("", "  "):
        with pytest.raises(RuleViolation, match="Give a short reason"):
            swap(running, a, b, reason=reason)
    swap(running, a, b, reason=" Ada \n came  late ")
    assert reload_event(running).log.last().action == "adjust_round: Ada came late"
    assert pairings_of(running)[3][0] == a


def test_a_long_reason_is_refused(running):
    with pytest.raises(RuleViolation, match="at most 140 characters"):
        swap(running, pairings_of(running)[2][0], pairings_of(running)[3][0], reason="x" * 161)


def test_an_unpublished_round_needs_no_reason(fresh):
    play_round(fresh)
    pair_next_round(reload_event(fresh), ME, seed="s")
    a, b = pairings_of(fresh)[1][0], pairings_of(fresh)[2][0]
    swap(fresh, a, b)
    assert pairings_of(fresh)[2][0] == a
    assert reload_event(fresh).log.last().action == "adjust_round"


def test_a_finished_round_cannot_be_adjusted(running):
    with pytest.raises(RuleViolation, match="Round 1 is finished"):
        adjust_round(running, ME, 1, 1, "swap", a="p1", b="p2", reason="why not")


def test_finals_cannot_be_adjusted(in_finals):
    with pytest.raises(RuleViolation, match="the bracket or schedule sets the matches"):
        adjust_round(in_finals, ME, 2, 1, "swap", a="p1", b="p2", reason="why not")


def test_a_change_that_differs_from_the_preview_is_refused(running):
    history = reload_history(running)
    fingerprint = seating.fingerprint(apply_adjustment(history.phase(1), 2, "draw", seed="t"))
    options = {"seed": "t", "fingerprint": fingerprint, "reason": "a wrong draw"}
    report(running, 4, "2-0")
    with pytest.raises(RuleViolation, match="has changed since you opened this preview"):
        adjust_round(reload_event(running), ME, 1, 2, "draw", **options)
    undo(running, ME)
    adjust_round(reload_event(running), ME, 1, 2, "draw", **options)


def test_a_manual_draw_leaves_the_sealed_seed(fresh):
    play_round(fresh)
    pair_next_round(reload_event(fresh), ME)
    swap(fresh, pairings_of(fresh)[1][0], pairings_of(fresh)[4][0])
    swapped = len(reload_event(fresh).log.all())
    replay = verify_draw(load_history_with_log(reload_event(fresh)).phase(1), 2)
    assert replay.seed_check == HOLDS
    assert [(changed.now.table, changed.line) for changed in replay.changed] == [(1, swapped), (4, swapped)]
    adjust_round(reload_event(fresh), ME, 1, 2, "draw", seed="byhand")
    replay = verify_draw(load_history_with_log(reload_event(fresh)).phase(1), 2)
    assert replay.seed_check == HOLDS
    assert {changed.line for changed in replay.changed} <= {swapped + 1}


def test_an_admitted_player_plays_from_this_round_on(running):
    add_players(running, ME, "Ada")
    adjust_round(reload_event(running), ME, 1, 2, "seat", a="p10", reason="was forgotten")
    ada = next(player for player in reload_history(running).players if player.id == "p10")
    assert ada.joined_round == 2
    assert any("p10" in table for table in pairings_of(running).values())


def test_an_unpublished_round_can_be_published_after_a_dropped_player_is_removed(fresh):
    play_round(fresh)
    pair_next_round(reload_event(fresh), ME, seed="s")
    drop_player(reload_event(fresh), ME, "p1")
    adjust_round(reload_event(fresh), ME, 1, 2, "fewest")
    publish_round(reload_event(fresh), ME, 1, 2)
    assert not any("p1" in table for table in pairings_of(fresh).values())


def outcome(event):
    seats = reload_history(event).phase(1).rounds[0].matches[0].seats
    return [seat.games for seat in seats]


def test_a_correction_can_leave_the_pairings(before_correction):
    before = pairings_of(before_correction)
    correct_result(before_correction, ME, 1, 1, 1, "0-2")
    assert outcome(before_correction) == [0, 2]
    assert pairings_of(before_correction) == before


def test_a_correction_that_changes_the_fewest_tables_is_one_action(before_correction):
    before, lines = reload_history(before_correction), before_correction.log.count()
    correct_result(before_correction, ME, 1, 1, 1, "0-2", "fewest")
    assert outcome(before_correction) == [0, 2]
    changed = [
        table
        for table, who in pairings_of(before_correction).items()
        if who != before.phase(1).rounds[1].matches[table - 1].players
    ]
    assert len(changed) == 2
    event = reload_history(before_correction)
    assert costs_of(event.phase(1), event.phase(1).rounds[1]).gap == 0
    assert reload_event(before_correction).log.count() == lines + 1
    undo(before_correction, ME)
    assert reload_history(before_correction) == before


def test_a_correction_with_a_new_draw_stores_its_seed(before_correction):
    correct_result(before_correction, ME, 1, 1, 1, "0-2", "draw", seed="anew")
    assert reload_event(before_correction).log.last().action == "correct_result seed anew: draw"
    assert reload_history(before_correction).phase(1).rounds[1].seed == "seed"
    assert outcome(before_correction) == [0, 2]


def test_nothing_is_stored_if_the_round_cannot_be_paired_again(before_correction):
    for table in range(1, 5):
        report(before_correction, table, "2-0")
    before = reload_history(before_correction)
    with pytest.raises(RuleViolation, match="no one left to pair"):
        correct_result(reload_event(before_correction), ME, 1, 1, 1, "0-2", "draw", seed="t")
    assert reload_history(before_correction) == before


def test_every_choice_keeps_reported_results(before_correction):
    report(before_correction, 2, "2-0")
    before = reload_history(before_correction).phase(1).rounds[1].matches[1]
    correct_result(reload_event(before_correction), ME, 1, 1, 1, "0-2", "draw", seed="t")
    assert reload_history(before_correction).phase(1).rounds[1].matches[1] == before


def test_a_result_without_a_later_round_is_corrected_as_usual(fresh):
    play_round(fresh)
    with pytest.raises(RuleViolation, match="Enter the result as usual"):
        correct_result(reload_event(fresh), ME, 1, 1, 1, "0-2", "fewest")


def test_a_swap_of_a_changed_table_is_an_edit_conflict(running):
    version = running.version
    a, b = pairings_of(running)[2][0], pairings_of(running)[3][0]
    report_result(running, Actor("judge"), 1, 2, 2, "2-0")
    report_result(reload_event(running), Actor("judge"), 1, 2, 2, "clear")
    with pytest.raises(RuleViolation, match=r"judge .*changed this"):
        adjust_round(
            reload_event(running),
            Actor("organiser", seen_version=version),
            1,
            2,
            "swap",
            a=a,
            b=b,
            reason="late",
        )
