"""Races before the last round, and all that can happen in it."""

from itertools import chain, combinations, product

from hypothesis import strategies as st

from tournaments.rules.forecast.race import Race

RESULTS = {
    "three points": (((3, 0), (0, 3), (1, 1), (0, 0)), 3, (3, 0, 1)),
    "wins alone": (((1, 0), (0, 1), (0, 0)), 1, (1, 0, 0)),
    "halves": (((1, 0), (0, 1), (0.5, 0.5), (0, 0)), 1, (1, 0, 0.5)),
    "by games": (((2, -1), (-1, 2), (1, 0), (0, 1), (0, 0), (-1, -1)), 2, None),
}


def pod_results(seats):
    """Return all points of a pod: one wins, some draw, or all lose."""
    ends = product((False, True), repeat=seats)
    return {tuple((1 if sum(end) > 1 else 5) if one else 0 for one in end) for end in ends}


PODS = (tuple(sorted(pod_results(3) | pod_results(4) | pod_results(5))), 5, (5, 0, 1))


@st.composite
def races(draw, rounds=None):
    """Draw a small event with running tables and unpaired rounds."""
    in_pods = draw(st.booleans())
    results, bye, worth = PODS if in_pods else draw(st.sampled_from(list(RESULTS.values())))
    size = draw(st.integers(3 if in_pods else 2, 5))
    each = sorted({0, *chain.from_iterable(results)})
    players = [f"p{number}" for number in range(size)]
    has = {player: sum(draw(st.lists(st.sampled_from(each), max_size=3))) for player in players}
    seated = [tuple(players)] if in_pods else list(zip(players[::2], players[1::2], strict=False))
    tables = tuple(table for table in seated if draw(st.booleans()))
    dropped = {player for player in players if draw(st.integers(0, 9)) == 0}
    has = {player: points for player, points in has.items() if player not in dropped}
    rounds = draw(st.integers(0, 1)) if rounds is None else rounds
    most_tables = 2 if in_pods else -(-len(has) // 2)
    return Race(has, tables, rounds, results, bye, 0, most_tables, worth, size, 4 if in_pods else 2)


def seatings(race):
    """Yield every (tables, players with byes) of a round."""
    players = sorted(race.points)
    if race.seats == 2:
        yield from pairings(players)
    for alone in combinations(players, 1) if race.seats > 2 and len(players) > 3 else ():
        yield [tuple(player for player in players if player not in alone)], alone
    if race.seats > 2:
        yield ([tuple(players)], ()) if len(players) > 2 else ([], players)


def pairings(players):
    """Yield every (pairs, player left over if the number is odd)."""
    if len(players) < 2:
        yield [], players
        return
    first, *others = players
    for place, other in enumerate(others):
        for pairs, alone in pairings(others[:place] + others[place + 1 :]):
            yield [(first, other), *pairs], alone
    if len(players) % 2:
        for pairs, _none in pairings(others):
            yield pairs, [first]


def race(has, tables=(), rounds=0, bye=3):
    results, _bye, worth = RESULTS["three points"]
    return Race(has, tables, rounds, results, bye, 0, -(-len(has) // 2), worth, len(has))
