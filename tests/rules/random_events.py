"""Hypothesis strategies for whole legal Swiss events of any rulebook."""

from hypothesis import strategies as st

from tests.rules.random_pod_rounds import pod_round
from tournaments.rules.history import (
    DRAFT,
    FINISHED,
    PODS,
    PUBLISHED,
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.results.betting import DRAWS, ROUNDINGS, SHORT_PODS
from tournaments.rules.rulebooks import RULEBOOKS

GAMES = ((2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0), (1, 1, 0), (1, 1, 1), (0, 0, 0), (0, 0, 3), (1, 0, 1))
RESULTS = (("win", None), (None, "win"), ("win", "loss"), ("draw", None), ("draw", "draw"))
LOST = ("loss", "no_show", "forfeit", "conceded", "disqualified")
BOTH_LOST = (("loss", "loss"), ("no_show", "no_show"), ("disqualified", "loss"))
BYES = ("bye", "bye", "draw", "loss")
SCORES = (0, 5, 42, 60, 61, 62, 75, 100, 200)
PAIRS_OF_POINTS = ((6, 0), (3, 3), (0, 6), (5, 0), (3, 1), (0, 0), (2.5, 0.5), (14, 6))


def by_games(draw):
    won, lost, drawn_games = draw(st.sampled_from(GAMES))
    return {"games": won}, {"games": lost}, drawn_games


def by_result(draw):
    first, second = draw(st.sampled_from(RESULTS))
    return {"result": first}, {"result": second}, 0


def by_fault(draw):
    """One side loses by a penalty, perhaps after games; the other has no result."""
    lost = {"result": draw(st.sampled_from(LOST))}
    sides = [lost, {}]
    if draw(st.booleans()):
        sides = [side | {"games": draw(st.integers(0, 2))} for side in sides]
    return *(sides if draw(st.booleans()) else sides[::-1]), 0


def by_double_loss(draw):
    first, second = draw(st.sampled_from(BOTH_LOST))
    return {"result": first}, {"result": second}, 0


def by_scores(draw):
    """Victory points, sometimes with secondaries, a battle bonus, and the result."""
    first, second = (
        {
            "score": draw(st.sampled_from(SCORES)),
            "secondary": draw(st.none() | st.integers(0, 40)),
            "bonus": draw(st.none() | st.integers(0, 3)),
        }
        for _ in range(2)
    )
    if first["score"] > second["score"] and draw(st.booleans()):
        first["result"] = "win"
    return first, second, 0


def by_points(draw):
    """Points by the game's own table, with or without the result."""
    first, second = draw(st.sampled_from(PAIRS_OF_POINTS))
    sides = {"points": first}, {"points": second}
    if draw(st.booleans()):
        result = "win" if first > second else "loss" if first < second else "draw"
        sides[0]["result"] = result
    return *sides, 0


USUAL = (by_games, by_games, by_games, by_result, by_fault, by_double_loss)
# How a game's own sheets are filled in; the rest report games.
REPORTED = {
    "old-world": (by_scores, by_scores, by_scores, by_result, by_fault, by_double_loss),
    "wargame-wtc": (by_scores, by_scores, by_scores, by_points, by_fault, by_double_loss),
    "x-wing": (by_scores, by_scores, by_scores, by_result, by_fault, by_double_loss),
    "netrunner": (by_points, by_points, by_points, by_fault, by_double_loss),
}


@st.composite
def events(draw, rulebook, settings):
    """Generate an event of 2 to 12 players and 1 to 6 rounds, of pods if the rulebook has them.

    `settings` is a strategy for the settings of its last phase. Some events have an earlier phase, whose
    rounds count in the rounds at which players join and drop.
    """
    assert rulebook in RULEBOOKS
    names = [f"p{n:02}" for n in range(draw(st.integers(2, 12)))]
    before = draw(st.sampled_from((0, 0, 0, 2)))
    count = draw(st.integers(1, 6))
    presences = {name: draw(presence(before, count)) for name in names}
    kind, reports = RULEBOOKS[rulebook].kind, REPORTED.get(rulebook, USUAL)

    def draw_round(number, event_round):
        present = present_players(names, presences, event_round)
        return draw(pod_round(number, present) if kind == PODS else swiss_round(number, present, reports))

    rounds = [draw_round(number, before + number) for number in range(1, count + 1)]
    if draw(st.integers(0, 3)) == 0:
        rounds[-1] = running(draw, rounds[-1])
    players = tuple(
        PlayerRecord(name, draw(full_names(name)), **draw(facts()), **presences[name]) for name in names
    )
    earlier = [draw_round(n, n) for n in range(1, before + 1)]
    entrants = tuple(draw(st.permutations(names))) if before else None
    phase = PhaseRecord(kind, overrides=draw(settings), entrants=entrants, rounds=tuple(rounds))
    phases = (PhaseRecord(kind, rounds=tuple(earlier)), phase) if before else (phase,)
    return EventHistory("Friday", rulebook, players, phases)


@st.composite
def presence(draw, before, count):
    """Generate the rounds when a player joins and drops; most play from the start to the end."""
    late, has_dropped = draw(st.sampled_from(((0, 0), (0, 0), (0, 0), (1, 0), (0, 1), (1, 1))))
    joined = draw(st.integers(0, before + count)) if late else 1
    dropped = draw(st.integers(0, before + count)) if has_dropped else None
    return {"joined_round": joined, "dropped_after": dropped}


def present_players(names, presences, number):
    return [
        name
        for name in names
        if presences[name]["joined_round"] <= number
        and (presences[name]["dropped_after"] is None or presences[name]["dropped_after"] >= number)
    ]


def full_names(name):
    # Some share a name, some differ in capitals alone: the order of true ties.
    return st.sampled_from((name.title(), name.upper(), "Ann", "ann", "Émile", "Zoe"))


def facts():
    return st.fixed_dictionaries(
        {
            "disqualified": st.sampled_from((False,) * 15 + (True,)),
            "soft_score": st.sampled_from((None, None, 7, 12.5)),
        }
    )


@st.composite
def swiss_round(draw, number, present, reports):
    """Tables of two, byes of each kind, and an absent player."""
    order = draw(st.permutations(present))
    tables = draw(st.integers(len(order) // 4, len(order) // 2))
    matches = []
    for n in range(tables):
        first, second, drawn_games = draw(st.sampled_from(reports))(draw)
        seats = (SeatRecord(order[2 * n], **first), SeatRecord(order[2 * n + 1], **second))
        matches.append(MatchRecord(seats, n + 1, drawn_games))
    for name in sorted(order[2 * tables :]):
        kind = draw(st.sampled_from((*BYES, "absent")))
        if kind != "absent":
            matches.append(MatchRecord((SeatRecord(name, result=kind),)))
    return RoundRecord(number, FINISHED, "", tuple(matches))


def running(draw, last):
    """Return the round before it is finished, with some tables without a result."""
    matches = tuple(
        match
        if match.is_bye or draw(st.booleans())
        else MatchRecord(tuple(SeatRecord(seat.player) for seat in match.seats), match.table)
        for match in last.matches
    )
    return RoundRecord(last.number, draw(st.sampled_from((PUBLISHED, PUBLISHED, DRAFT))), "", matches)


def percentages():
    """Generate settings of percentages."""
    return st.fixed_dictionaries(
        {},
        optional={
            "floor": st.sampled_from((0, 0.2, 0.25, 0.33, "1/3", 0.4)),
            "own_gw_floored": st.booleans(),
            "count_rematches": st.sampled_from(("each", "once")),
            "frozen_after_drop": st.booleans(),
            "bye_in_own_mw": st.booleans(),
            "bye_games": st.integers(0, 3),
            "bye_in_matches": st.booleans(),
            "bye_opponents": st.sampled_from((0, 0, 3)),
            "bye_opponent_rate": st.sampled_from((0, 0.2, "1/3")),
            "no_opponent": st.sampled_from((0, "floor")),
            "cap": st.sampled_from((0.7, 0.9, 1)),
            "cap_dropped": st.sampled_from((0.4, 0.5, 0.75, 1)),
        },
    )


def points_settings():
    """Return strategies for settings of points."""
    return {
        "points": st.sampled_from(
            (
                {"win": 2, "draw": 0.5},
                {"loss": -1, "bye": 1},
                {"2-0": 4, "2-1": 3, "1-2": 1, "0-2": 0, "bye": 2},
            )
        ),
        "soft_in_tp": st.booleans(),
        "eliminated_draws": st.booleans(),
        "betting": betting_settings(),
        "vp_table": st.sampled_from(("A", "B", [[0, 10], [20, 12.5], [75, 17]])),
    }


def betting_settings():
    """Generate betting settings, mostly None."""
    settings = st.fixed_dictionaries(
        {},
        optional={
            "start": st.sampled_from((1000, 500, 12.34)),
            "percent": st.sampled_from((7, 10, 7.25)),
            "rounding": st.sampled_from(ROUNDINGS),
            "draws": st.sampled_from(DRAWS),
            "short_pods": st.sampled_from(SHORT_PODS),
        },
    )
    return st.none() | settings
