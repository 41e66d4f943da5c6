"""Drafts: pods, manual changes, timer, rounds, late players."""

from datetime import UTC, datetime

import pytest

from tests.support.played_events import (
    ME,
    pair,
    play_three_rounds,
    reload_event,
    reload_history,
    report,
    report_all,
)
from tournaments.changes.change import Actor
from tournaments.drafts.actions import adjust_pods, draw_pods, start_building
from tournaments.events.actions import phases
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.models import NextSeed
from tournaments.players.actions.players import (
    add_players,
    bring_back_player,
    drop_player,
    merge_players,
    remove_player,
)
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import DRAFT_PODS
from tournaments.rules.rounds.draw_verification import HOLDS, seed_hash, verify_draw, verify_pods


def pods(event, phase=1):
    return reload_history(event).phase(phase).pods


def replayed(event, phase=1):
    return verify_pods(load_history_with_log(reload_event(event)).phase(phase))


def test_pods_are_drawn_from_the_sealed_seed_and_the_next_one_is_sealed(draft_night):
    seed = NextSeed.objects.get(event=draft_night).seed
    draw_pods(draft_night, ME)
    phase = reload_history(draft_night).phase(1)
    assert (phase.pods_seed, phase.pods_sealed) == (seed, seed_hash(seed))
    assert [len(pod) for pod in phase.pods] == [7, 6]
    assert NextSeed.objects.get(event=draft_night).seed != seed
    assert replayed(draft_night).is_proven and replayed(draft_night).seed_check == HOLDS


def test_round_1_is_paired_within_the_pods(with_pods):
    before = pods(with_pods)
    pair(with_pods)
    round_ = reload_history(with_pods).phase(1).rounds[0]
    assert pods(with_pods) == before
    pairs = [match.players for match in round_.matches if not match.is_bye]
    assert all(any(set(pair) <= set(pod) for pod in before) for pair in pairs)
    assert verify_draw(load_history_with_log(reload_event(with_pods)).phase(1), 1).same


def test_pairing_draws_missing_pods_from_the_same_seed(draft_night):
    pair(draft_night, seed="x")
    phase = reload_history(draft_night).phase(1)
    assert phase.pods_seed == phase.rounds[0].seed == "x"
    assert replayed(draft_night).is_proven
    assert verify_draw(load_history_with_log(reload_event(draft_night)).phase(1), 1).same


def test_swapped_seats_are_named_by_the_draw_verification(with_pods):
    (first, *_rest), (other, *_others) = pods(with_pods)
    adjust_pods(with_pods, ME, "swap", a=first, b=other)
    assert (pods(with_pods)[0][0], pods(with_pods)[1][0]) == (other, first)
    assert set(replayed(with_pods).moved_players) == {first, other}
    assert not replayed(with_pods).is_proven


def test_a_late_player_needs_a_seat_in_a_pod_before_round_1(with_pods):
    add_players(with_pods, ME, "Ada")
    with pytest.raises(RuleViolation, match="Ada has no pod"):
        pair(with_pods)
    adjust_pods(reload_event(with_pods), ME, "seat", a="p14", pod=2)
    assert pods(with_pods)[1][-1] == "p14"
    pair(with_pods)
    assert len(reload_history(with_pods).phase(1).rounds[0].matches) == 8


def test_late_players_and_pod_changes_are_refused_after_round_1(with_pods):
    pair(with_pods)
    with pytest.raises(RuleViolation, match="The draft has started"):
        add_players(reload_event(with_pods), ME, "Ada")
    with pytest.raises(RuleViolation, match="No pods are waiting"):
        adjust_pods(reload_event(with_pods), ME, "leave", a="p1")
    report_all(with_pods)
    with pytest.raises(RuleViolation, match="Draw the pods before the first round"):
        draw_pods(reload_event(with_pods), ME)


def test_only_players_who_drafted_can_return_to_a_draft(draft_night):
    drop_player(draft_night, ME, "p1")
    draw_pods(reload_event(draft_night), ME)
    pair(draft_night)
    drop_player(reload_event(draft_night), ME, "p2")
    bring_back_player(reload_event(draft_night), ME, "p2")
    with pytest.raises(RuleViolation, match="The draft has started"):
        bring_back_player(reload_event(draft_night), ME, "p1")


def test_a_pod_of_eleven_is_split_into_six_and_five_in_the_order_of_the_seats(with_one_pod):
    (pod,) = pods(with_one_pod)
    adjust_pods(with_one_pod, ME, "split", pod=1)
    assert pods(with_one_pod) == (pod[:6], pod[6:])
    pair(with_one_pod)
    for match in reload_history(with_one_pod).phase(1).rounds[0].matches:
        assert set(match.players) <= set(pod[:6]) or set(match.players) <= set(pod[6:])


def test_a_split_pod_is_named_by_the_draw_verification_and_still_verifies(with_one_pod):
    adjust_pods(with_one_pod, ME, "split", pod=1)
    verification = replayed(with_one_pod)
    assert verification.is_proven and verification.split_pods == (1,) and not verification.moved_players
    (first, *_rest), (other, *_others) = pods(with_one_pod)
    adjust_pods(reload_event(with_one_pod), ME, "swap", a=first, b=other)
    verification = replayed(with_one_pod)
    assert not verification.is_proven and set(verification.moved_players) == {first, other}


def test_undo_joins_a_split_pod_again(with_one_pod):
    before = pods(with_one_pod)
    adjust_pods(with_one_pod, ME, "split", pod=1)
    undo(reload_event(with_one_pod), ME)
    assert pods(with_one_pod) == before and replayed(with_one_pod).split_pods == ()


def test_a_split_renumbers_later_pods(draft_night):
    add_players(draft_night, ME, "Ada\nBo\nCy")
    draw_pods(reload_event(draft_night), ME, seed="x")
    first, second = pods(draft_night)
    adjust_pods(reload_event(draft_night), ME, "split", pod=1)
    assert pods(draft_night) == (first[:4], first[4:], second)
    assert replayed(draft_night).is_proven


def test_a_pod_is_split_before_round_1_only(with_one_pod):
    pair(with_one_pod)
    with pytest.raises(RuleViolation, match="No pods are waiting for their first round"):
        adjust_pods(reload_event(with_one_pod), ME, "split", pod=1)


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("swap", {"a": "p1", "b": "p1"}, "two different players"),
        ("swap", {"a": "p1", "b": "p99"}, "Choose a player"),
        ("seat", {"a": "p1", "pod": 1}, "is already in a pod"),
        ("split", {"pod": 1}, "Pod 1 has 7 seats and can’t be split: each half needs at least 4 players"),
        ("split", {"pod": 3}, "Pod 3 does not exist"),
        ("turn", {"a": "p1"}, "Unknown change “turn”"),
    ],
)
def test_impossible_pod_changes_are_refused(with_pods, kind, options, message):
    with pytest.raises(RuleViolation, match=message):
        adjust_pods(with_pods, ME, kind, **options)


def test_an_empty_pod_is_removed(with_pods):
    for player in pods(with_pods)[1]:
        drop_player(reload_event(with_pods), ME, player)
        adjust_pods(reload_event(with_pods), ME, "leave", a=player)
    assert [len(pod) for pod in pods(with_pods)] == [7]


def test_deck_building_ends_after_the_set_minutes(with_pods):
    change_settings(with_pods, ME, 1, draft_minutes=30)
    now = datetime(2026, 3, 1, 18, 0, 12, 345, tzinfo=UTC)
    start_building(reload_event(with_pods), Actor("organiser", now=now))
    assert reload_history(with_pods).phase(1).build_until == "2026-03-01T18:30:12Z"


def test_a_draft_needs_four_players(draft_night):
    for number in range(1, 11):
        drop_player(reload_event(draft_night), ME, f"p{number}")
    with pytest.raises(RuleViolation, match="A draft needs at least 4 players; there are 3"):
        draw_pods(reload_event(draft_night), ME)


def test_draws_are_refused_if_each_pod_plays_a_bracket(draft_night):
    change_settings(draft_night, ME, 1, draft_inside="bracket")
    pair(draft_night)
    with pytest.raises(RuleViolation, match="win"):
        report(draft_night, 1, "draw")
    report_all(draft_night)
    with pytest.raises(RuleViolation, match="how its pods play can’t be changed"):
        change_settings(reload_event(draft_night), ME, 1, draft_inside="swiss")


def test_a_draft_of_13_ends_after_three_rounds(with_pods):
    play_three_rounds(with_pods)
    assert pair_next_round(reload_event(with_pods), ME, publish=True).round is None
    assert all(
        verify_draw(load_history_with_log(reload_event(with_pods)).phase(1), number).same
        for number in (1, 2, 3)
    )


def test_pods_of_a_second_phase_have_the_players_of_the_cut(draft_ahead):
    draw_pods(draft_ahead, ME)
    assert sorted(pods(draft_ahead, 2)[0]) == sorted(reload_history(draft_ahead).phase(2).entrants)
    assert reload_history(draft_ahead).current_phase.number == 2
    assert replayed(draft_ahead, 2).is_proven
    with pytest.raises(RuleViolation, match="has started"):
        phases.remove_phase(reload_event(draft_ahead), ME, 2)


def test_a_repeated_cut_replaces_dropped_players_in_pods(draft_ahead_with_pods):
    leaver = next(p.id for p in reload_history(draft_ahead_with_pods).players if p.has_left)
    phases.make_cut(draft_ahead_with_pods, ME, 2)
    (pod,) = pods(draft_ahead_with_pods, 2)
    assert len(pod) == 8 and leaver not in pod


def test_merged_players_have_one_seat_in_a_pod(with_pods):
    size = len(pods(with_pods)[0]) + len(pods(with_pods)[1])
    merge_players(with_pods, ME, "p3", "p4")
    seated = [player for pod in pods(with_pods) for player in pod]
    assert len(seated) == size - 1 and "p4" not in seated and "p3" in seated


def test_a_draft_planned_after_a_phase_keeps_its_settings(draft_ahead):
    assert reload_history(draft_ahead).phase(2).kind == DRAFT_PODS


def test_a_cut_into_a_draft_cannot_be_repeated_after_round_1(draft_ahead_with_pods):
    pair(draft_ahead_with_pods)
    with pytest.raises(RuleViolation, match="Round 1 of the draft is already paired"):
        phases.make_cut(reload_event(draft_ahead_with_pods), ME, 2)


def test_a_pod_without_players_after_removals_is_removed(with_pods):
    for player in pods(with_pods)[1]:
        remove_player(reload_event(with_pods), ME, player)
    assert [len(pod) for pod in pods(with_pods)] == [7]
