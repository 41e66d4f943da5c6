"""Hypothesis strategy for rounds of pods with every possible result."""

from hypothesis import strategies as st

from tournaments.rules.history import FINISHED, POD_SEATS, MatchRecord, RoundRecord, SeatRecord

BYES = ("bye", "bye", "draw", "loss")
FAULTS = ("loss", "no_show", "forfeit", "conceded", "disqualified")


@st.composite
def pod_round(draw, number, present):
    """Tables of three to five, byes of each kind, and an absent player."""
    order, matches = list(draw(st.permutations(present))), []
    while len(order) >= min(POD_SEATS) and draw(st.integers(0, 9)):
        size = min(draw(st.sampled_from((4, 4, *POD_SEATS))), len(order))
        seats = draw(st.sampled_from((won, won, placed, draw_seats, lost, at_fault)))(draw, order[:size])
        matches.append(MatchRecord(tuple(seats), len(matches) + 1))
        order = order[size:]
    for name in sorted(order):
        kind = draw(st.sampled_from((*BYES, "absent")))
        if kind != "absent":
            matches.append(MatchRecord((SeatRecord(name, result=kind),)))
    return RoundRecord(number, FINISHED, "", tuple(matches))


def won(draw, here):
    """One seat has won; the others have lost, or say nothing."""
    first, rest = draw(st.sampled_from(here)), draw(st.sampled_from(("loss", None)))
    return [SeatRecord(name, result="win" if name == first else rest) for name in here]


def placed(draw, here):
    """Places; equal places are a draw."""
    return [SeatRecord(name, place=draw(st.integers(1, len(here)))) for name in here]


def draw_seats(draw, here):
    """All seats draw, or those not out before."""
    out = draw(st.integers(0, len(here) - 2))
    return [SeatRecord(name, result="loss" if n < out else "draw") for n, name in enumerate(here)]


def lost(draw, here):
    return [SeatRecord(name, result=draw(st.sampled_from(FAULTS))) for name in here]


def at_fault(draw, here):
    """A seat loses by a penalty; the others have places, or one of them has won."""
    losing, *rest = draw(st.permutations(here))
    others = {seat.player: seat for seat in draw(st.sampled_from((won, placed)))(draw, rest)}
    others[losing] = SeatRecord(losing, result=draw(st.sampled_from(FAULTS)))
    return [others[name] for name in here]
