"""Redrawing and repairing a round of pods."""

from dataclasses import replace

import pytest

from tests.rules.played_pod_events import changed, in_second, newcomer, second, sits, with_result
from tests.support.histories import adjust
from tournaments.rules.errors import RuleViolation
from tournaments.rules.results.corrections import correct_result, remake_round
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.adjustments import costs_of

TWELVE = in_second(12)


def test_pinned_pods_stay_in_a_redraw():
    after = adjust(TWELVE, "draw", pins=(2,), seed="fresh")
    assert sits(after)[2] == sits(second(TWELVE))[2]
    assert sits(after) != sits(second(TWELVE))
    assert sorted(p for players in sits(after).values() for p in players) == sorted(
        f"p{n}" for n in range(12)
    )


def test_too_few_remaining_players_have_byes():
    event = with_result(with_result(newcomer(TWELVE), 1), 2)
    event = with_result(event, 3)
    event = changed(event, "new", joined_round=2)
    assert sits(adjust(event, "draw", seed="s"))[None] == ("new",)


def test_a_repair_removes_a_dropped_player_and_keeps_other_pods():
    dropped = sits(second(TWELVE))[3][0]
    event = changed(TWELVE, dropped, dropped_after=1)
    after = sits(adjust(event, "fewest"))
    assert sorted(map(len, after.values())) == [3, 4, 4]
    assert dropped not in {player for players in after.values() for player in players}
    assert costs_of(event.phase(1), adjust(event, "fewest")).rematches <= 3


def test_the_best_pods_are_not_changed_by_a_repair():
    event = in_second(32)
    with pytest.raises(RuleViolation, match="Nothing would change"):
        adjust(event, "fewest")


def test_a_repair_separates_a_newly_forbidden_pair():
    a, b = sits(second(TWELVE))[1][:2]
    event = replace(TWELVE, forbidden=((a, b),))
    after = adjust(event, "fewest")
    assert not any({a, b} <= set(players) for players in sits(after).values())


def test_a_correction_redraws_the_open_round():
    before = TWELVE.phase(1).rounds[0].matches[0]
    right = correct_result(TWELVE.phase(1), 1, before, apply_result(before, "draw"))
    again = remake_round(right, "draw", "another")
    assert again.matches != second(TWELVE).matches
    assert sorted(player for match in again.matches for player in match.players) == sorted(
        f"p{n}" for n in range(12)
    )
