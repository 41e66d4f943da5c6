"""Rounds of pods made again: the rest drawn anew, mended with few tables touched, after a correction."""

from dataclasses import replace

import pytest

from tests.rules.played_pod_events import adjust, changed, in_second, newcomer, second, sits, with_result
from tournaments.rules.errors import RuleViolation
from tournaments.rules.results import corrections, parsing
from tournaments.rules.rounds import adjustments

TWELVE = in_second(12)


def test_the_rest_is_drawn_again_and_pinned_tables_stay():
    after = adjust(TWELVE, "draw", pins=(2,), seed="fresh")
    assert sits(after)[2] == sits(second(TWELVE))[2]
    assert sits(after) != sits(second(TWELVE))
    assert sorted(p for players in sits(after).values() for p in players) == sorted(
        f"p{n}" for n in range(12)
    )


def test_whom_the_pinned_tables_leave_too_few_to_play_has_a_bye():
    event = with_result(with_result(newcomer(TWELVE), 1), 2)
    event = with_result(event, 3)
    event = changed(event, "new", joined_round=2)
    assert sits(adjust(event, "draw", seed="s"))[None] == ("new",)


def test_mending_takes_out_who_dropped_and_keeps_the_other_tables():
    dropped = sits(second(TWELVE))[3][0]
    event = changed(TWELVE, dropped, dropped_after=1)
    after = sits(adjust(event, "fewest"))
    assert sorted(map(len, after.values())) == [3, 4, 4]
    assert dropped not in {player for players in after.values() for player in players}
    assert adjustments.costs_of(event, 1, adjust(event, "fewest")).rematches <= 3


def test_a_round_that_is_as_good_as_can_be_is_left_as_it_is():
    event = in_second(32)
    with pytest.raises(RuleViolation, match="Nothing would change"):
        adjust(event, "fewest")


def test_mending_parts_two_who_are_kept_apart_by_now():
    a, b = sits(second(TWELVE))[1][:2]
    event = replace(TWELVE, forbidden=((a, b),))
    after = adjust(event, "fewest")
    assert not any({a, b} <= set(players) for players in sits(after).values())


def test_a_correction_makes_the_open_round_again():
    before = TWELVE.phase(1).rounds[0].matches[0]
    right = corrections.correct_result(TWELVE, 1, 1, before, parsing.apply_result(before, "draw"))
    again = corrections.remake_round(right, 1, "draw", "another")
    assert again.matches != second(TWELVE).matches
    assert sorted(player for match in again.matches for player in match.players) == sorted(
        f"p{n}" for n in range(12)
    )
