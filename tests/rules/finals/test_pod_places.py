"""Final places in finals of pods: by places in the pods, otherwise by seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.finals.oracle import MIXED
from tournaments.rules.finals import build_bracket, build_table
from tournaments.rules.finals.bracket import final_places
from tournaments.rules.history import MatchRecord, SeatRecord

TEN_IN_PODS = build_table("pods10", 10)
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


def test_losers_of_pods_rank_by_place_if_all_pods_reported_places():
    matches = {
        "A": pod("cfgj", "A", 4, 1, 3, 2),
        "B": pod("dehi", "B", 2, 3, 4, 1),
        "FP": pod("abfi", "FP", 2, 4, 3, 1),
    }
    results = {"A": tuple("fcgj"), "B": tuple("idhe"), "FP": tuple("iabf")}
    over = build_bracket(TEN_IN_PODS, TEN, results, matches)
    assert "".join(player for _rank, player in final_places(over)) == "iafbdjegch"
    matches["B"] = pod("idhe", "B")
    plain = build_bracket(TEN_IN_PODS, TEN, results, matches)
    assert "".join(player for _rank, player in final_places(plain)) == "iafbcdeghj"


def test_players_who_left_a_pod_are_last():
    two = MatchRecord((SeatRecord("c", 0), SeatRecord("j", 1)), 1, slot="A")
    matches = {"A": two, "B": pod("dehi", "B", 2, 3, 4, 1)}
    now = build_bracket(TEN_IN_PODS, TEN, {"A": tuple("jc"), "B": tuple("idhe")}, matches)
    assert "".join(player for _rank, player in final_places(now)) == "cdehfg"


def test_open_pod_leaves_the_places_of_its_round_open():
    matches = {"A": pod("cfgj", "A", 4, 1, 3, 2)}
    assert final_places(build_bracket(TEN_IN_PODS, TEN, {"A": tuple("fcgj")}, matches)) == ()
    plain = build_bracket(TEN_IN_PODS, TEN, {"A": tuple("fcgj")}, {"A": pod("fcgj", "A")})
    assert final_places(plain) == ((5, "c"), (10, "j"))


@st.composite
def reported_matches(draw, finals):
    """Return [(slot id, MatchRecord)] of a table played by rounds, pods with or without places."""
    names = tuple(f"p{seed}" for seed in range(1, finals.size + 1))
    results, matches = {}, {}
    while ready := build_bracket(finals, names, results, matches).ready_meetings:
        meeting = draw(st.sampled_from(ready))
        order = draw(st.permutations([side.player for side in meeting.sides]))
        places = range(1, len(order) + 1) if meeting.slot.is_pod and draw(st.booleans()) else ()
        matches[meeting.slot.id] = pod(order, meeting.slot.id, *places)
        results[meeting.slot.id] = tuple(order)
    return matches


# A match whose loser is out beside pods whose losers are.
BESIDE = build_table(
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
def test_certain_places_never_change(finals, data):
    names = tuple(f"p{seed}" for seed in range(1, finals.size + 1))
    matches, before = data.draw(reported_matches(finals)), ()
    for count in range(len(matches) + 1):
        made = dict([*matches.items()][:count])
        results = {slot: tuple(seat.player for seat in match.seats) for slot, match in made.items()}
        now = final_places(build_bracket(finals, names, results, made))
        assert set(before) <= set(now)
        before = now
    assert [rank for rank, _player in before] == list(range(1, finals.size + 1))
    assert len({player for _rank, player in before}) == finals.size
