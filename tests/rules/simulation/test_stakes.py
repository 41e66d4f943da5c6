"""Stakes of simulated events compared with every possible ending of their last rounds."""

from itertools import product

from tests.rules.simulation.plans import simulated_events
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.finals import build_table
from tournaments.rules.finals.odds.dead_rubbers import dead_rubbers
from tournaments.rules.simulation.played_format import dead_matches

THREE_POINTS = ((3, 0), (1, 1), (0, 3))
WIN_OR_LOSS = ((1, 0), (0, 1))
EVENTS = [
    (8, {"rulebook": "magic", "rounds": 3, "cut": 4}, THREE_POINTS),
    (9, {"rulebook": "magic", "rounds": 4, "cut": 2}, THREE_POINTS),
    (7, {"rulebook": "magic", "rounds": 4, "cut": 3}, THREE_POINTS),
    (8, {"rulebook": "magic", "rounds": 3}, THREE_POINTS),
    (5, {"rulebook": "magic", "rounds": 4}, THREE_POINTS),
    (6, {"rulebook": "chess", "rounds": 3, "cut": 4}, ((1, 0), (0.5, 0.5), (0, 1))),
    (10, {"rulebook": "hct-2017", "rounds": 4, "cut": 4}, WIN_OR_LOSS),
    (16, {"rulebook": "hct-2017", "rounds": 4, "cut": 8}, WIN_OR_LOSS),
    # Nobody can draw: one of the two unbeaten players gets the point that only they can reach.
    (8, {"rulebook": "hct-2017", "rounds": 3}, WIN_OR_LOSS),
    (8, {"rulebook": "two-one-zero", "rounds": 3, "cut": 2}, ((2, -1), (1, 0), (0, 0), (0, 1), (-1, 2))),
    (8, {"rulebook": "star-wars-unlimited", "rounds": 3, "cut": 2}, ((1, 0), (0, 0), (0, 1))),
]


def points_before(event, number):
    """Return each player's number in the first column before a round, and its tables; its bye counts."""
    settings = event.played.format.settings
    gains = (
        event.played.table.wins if settings.first_column == "wins" else event.played.table.columns["points"]
    )
    points = gains[event.played.rounds.results[event.index, :, : number - 1]].sum(axis=1).tolist()
    pairs, bye = event.tables(number)
    if bye is not None:
        points[bye] += gains[event.played.table.bye]
    return points, pairs


def endings(points, pairs, results):
    """Yield everyone's points after each combination of results."""
    for combination in product(results, repeat=len(pairs)):
        ended = list(points)
        for (one, other), (first, second) in zip(pairs, combination, strict=True):
            ended[one], ended[other] = ended[one] + first, ended[other] + second
        yield ended


def is_in(ended, player, places):
    return sum(other >= ended[player] for n, other in enumerate(ended) if n != player) < places


def is_out(ended, player, places):
    return sum(other > ended[player] for other in ended) >= places


def certain_players(ends, places):
    """Return the players who are in, or out, in all endings."""
    players = range(len(ends[0]))
    return {
        p
        for p in players
        if all(is_in(e, p, places) for e in ends) or all(is_out(e, p, places) for e in ends)
    }


@every("players, entry, results", EVENTS)
def test_live_matches_of_the_last_round_are_those_that_some_ending_decides(players, entry, results):
    for event in simulated_events(players, entry, count(6, 40), draws=0.2):
        points, pairs = points_before(event, event.rounds)
        certain = certain_players(list(endings(points, pairs, results)), entry.get("cut", 1))
        assert event.played.stakes.live[event.index, -1] == sum(
            not certain.issuperset(pair) for pair in pairs
        )
        assert event.played.stakes.matches[event.index, -1] == len(pairs)


@every("players, entry, results", [row for row in EVENTS if row[0] < 8])
def test_matches_of_the_round_before_are_live_if_any_last_round_can_decide_them(players, entry, results):
    for event in simulated_events(players, entry, count(2, 6), draws=0.2):
        points, pairs = points_before(event, event.rounds - 1)
        bye_points = float(event.played.table.columns["points"][event.played.table.bye])
        certain, places = set(range(players)), entry.get("cut", 1)
        for before in set(map(tuple, endings(points, pairs, results))):
            for tables, bye in all_pairings(list(range(players))):
                start = list(before)
                if bye is not None:
                    start[bye] += bye_points
                ends = list(endings(start, tables, results))
                certain_in = {p for p in range(players) if all(is_in(end, p, places) for end in ends)}
                certain_out = {p for p in range(players) if all(is_out(end, p, places) for end in ends)}
                certain -= set(range(players)) - certain_in - certain_out
        assert event.played.stakes.live[event.index, 0] >= sum(not certain.issuperset(pair) for pair in pairs)


def all_pairings(players):
    """Yield (tables, bye) of every possible round."""
    if len(players) % 2:
        for bye in players:
            yield from ((tables, bye) for tables, _bye in all_pairings([p for p in players if p != bye]))
        return
    if not players:
        yield [], None
        return
    first, *others = players
    for other in others:
        for tables, _bye in all_pairings([p for p in others if p != other]):
            yield [(first, other), *tables], None


@every("players, entry, results", [row for row in EVENTS if "cut" in row[1]])
def test_a_draw_is_safe_if_both_are_in_after_every_ending_of_the_other_tables(players, entry, results):
    for event in simulated_events(players, entry, count(6, 40), draws=0.2):
        points, pairs = points_before(event, event.rounds)
        safe, draw = 0, results[len(results) // 2]
        for pair in pairs if draw[0] == draw[1] else ():
            others = [other for other in pairs if other != pair]
            start = [own + draw[0] if player in pair else own for player, own in enumerate(points)]
            ends = list(endings(start, others, results))
            safe += all(is_in(end, player, entry["cut"]) for player in pair for end in ends)
        assert event.played.stakes.safe_draws[event.index] == safe


@every("players, entry, results", EVENTS)
def test_the_champion_is_certain_if_one_player_is_first_alone_in_every_ending(players, entry, results):
    for event in simulated_events(players, entry, count(6, 40), draws=0.2):
        ends = list(endings(*points_before(event, event.rounds), results))
        first = any(all(is_in(end, player, 1) for end in ends) for player in range(players))
        assert event.played.stakes.is_decided[event.index] == first


def test_some_events_have_safe_draws_and_certain_champions():
    many = simulated_events(9, {"rulebook": "magic", "rounds": 4, "cut": 2}, 40, draws=0.2)
    assert many[0].played.stakes.safe_draws.mean() > 0
    strong = {"list": [9000, *[0] * 9]}
    decided = simulated_events(10, {"rulebook": "magic", "rounds": 7}, 40, ratings=strong)
    assert 0 < decided[0].played.stakes.is_decided.mean() < 1


@every("key", ["mcintyre8", "mcintyre5", "nrl10", "afl8"])
def test_dead_rubbers_are_as_frequent_as_their_exact_chances(key):
    table = build_table(key, 10 if key == "nrl10" else 5 if key == "mcintyre5" else 8)
    chances = {rubber.slot: float(rubber.chance) for rubber in dead_rubbers(table)}
    events = count(400, 2_000)
    entry = {"rounds": 1, "finals": key}
    played = simulated_events(table.size, entry, events, ratings={"spread": 0})[0].played
    for slot, dead in zip(table.matches, dead_matches(played.format, played.finals), strict=True):
        chance = chances.get(slot.id, 0)
        assert abs(dead.mean() - chance) <= 4 * (chance * (1 - chance) / events) ** 0.5
