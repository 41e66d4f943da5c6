"""Who of finals of pods is placed where: by the places that pods told, else by seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.finals.oracle import MIXED
from tournaments.rules.finals import bracket, placed, table
from tournaments.rules.history import MatchRecord, SeatRecord

TEN_IN_PODS = table("pods10", 10)
TEN = "abcdefghij"


def pod(players, slot, *places):
    result_places = places or (1, *[None] * (len(players) - 1))
    return MatchRecord(
        tuple(
            SeatRecord(player, place=place, result=None if places else "win" if place else "loss")
            for player, place in zip(players, result_places, strict=True)
        ),
        1,
        slot=slot,
    )


def test_losers_of_pods_are_placed_by_their_places_where_all_told_them():
    matches = {
        "A": pod("cfgj", "A", 4, 1, 3, 2),
        "B": pod("dehi", "B", 2, 3, 4, 1),
        "FP": pod("abfi", "FP", 2, 4, 3, 1),
    }
    results = {"A": tuple("fcgj"), "B": tuple("idhe"), "FP": tuple("iabf")}
    over = bracket(TEN_IN_PODS, TEN, results, matches)
    assert "".join(player for _rank, player in placed(over)) == "iafbdjegch"
    matches["B"] = pod("idhe", "B")
    plain = bracket(TEN_IN_PODS, TEN, results, matches)
    assert "".join(player for _rank, player in placed(plain)) == "iafbcdeghj"


def test_of_two_who_were_left_of_a_pod_the_loser_is_second_and_who_had_left_is_last():
    two = MatchRecord((SeatRecord("c", 0), SeatRecord("j", 1)), 1, slot="A")
    matches = {"A": two, "B": pod("dehi", "B", 2, 3, 4, 1)}
    now = bracket(TEN_IN_PODS, TEN, {"A": tuple("jc"), "B": tuple("idhe")}, matches)
    assert "".join(player for _rank, player in placed(now)) == "cdehfg"


def test_while_a_pod_may_still_tell_places_nobody_of_its_round_is_placed():
    matches = {"A": pod("cfgj", "A", 4, 1, 3, 2)}
    assert placed(bracket(TEN_IN_PODS, TEN, {"A": tuple("fcgj")}, matches)) == ()
    plain = bracket(TEN_IN_PODS, TEN, {"A": tuple("fcgj")}, {"A": pod("fcgj", "A")})
    assert placed(plain) == ((5, "c"), (10, "j"))


@st.composite
def matches_told(draw, finals):
    """[(slot id, its Match)] of a table played out in its rounds, pods with places or without."""
    names = tuple(f"p{seed}" for seed in range(1, finals.size + 1))
    results, matches = {}, {}
    while ready := bracket(finals, names, results, matches).ready:
        meeting = draw(st.sampled_from(ready))
        order = draw(st.permutations([side.player for side in meeting.sides]))
        places = range(1, len(order) + 1) if meeting.slot.is_pod and draw(st.booleans()) else ()
        matches[meeting.slot.id] = pod(order, meeting.slot.id, *places)
        results[meeting.slot.id] = tuple(order)
    return matches


# A match whose loser is out beside pods whose losers are.
BESIDE = table(
    {
        "matches": [
            [1, "M", "S8", "S9"],
            [1, "A", "S1", "S2", "S3"],
            [1, "B", "S4", "S5", "S6", "S7"],
            [2, "FP", "W:A", "W:B", "W:M"],
        ]
    },
    9,
)


@pytest.mark.parametrize("finals", [TEN_IN_PODS, MIXED, BESIDE], ids=["ten", "mixed", "beside"])
@given(data=st.data())
def test_a_place_once_given_never_changes_whatever_pods_tell(finals, data):
    names = tuple(f"p{seed}" for seed in range(1, finals.size + 1))
    matches, before = data.draw(matches_told(finals)), ()
    for count in range(len(matches) + 1):
        made = dict([*matches.items()][:count])
        results = {slot: tuple(seat.player for seat in match.seats) for slot, match in made.items()}
        now = placed(bracket(finals, names, results, made))
        assert set(before) <= set(now)
        before = now
    assert [rank for rank, _player in before] == list(range(1, finals.size + 1))
    assert len({player for _rank, player in before}) == finals.size
