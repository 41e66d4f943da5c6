"""Swiss rounds against a knockout, and groups with a knockout: how well each ranks 32 players.

The simulator has no groups, so the other systems are played here, with the same chances to win a game.
"""

import numpy as np

from tournaments.rules.simulation import batches, parse_plan
from tournaments.rules.simulation.matches import draw_luck
from tournaments.rules.simulation.swiss import play_swiss, rank_events

PLAYERS, SPREAD, BEST_OF, SEED = 32, 200, 1, 1
GROUP_SIZE = 4
# How seeds are known: the standard deviation of the error of an estimate of the strength.
SEEDINGS = {
    "drawn at random": None,
    "seeded by a rough estimate": 200.0,
    "seeded by the true strength": 0.0,
}
# Swiss rounds with about as many matches as a knockout (31), and as groups with a knockout (63).
SWISS_ROUNDS = (2, 4)


def rank_all(events: int) -> dict:
    """Return {system: {"matches", "mean", "error"}}: the share of pairs of players in the right order."""
    random = np.random.default_rng(SEED)
    systems = {
        f"{name}, {seeding}": (play, noise)
        for name, play in (("Knockout", knockout), ("Groups and knockout", groups))
        for seeding, noise in SEEDINGS.items()
    }
    answer = {}
    for name, (play, noise) in systems.items():
        played = [play(random, entrants(random, noise)) for _event in range(events)]
        answer[name] = summary([share for share, _matches in played], played[0][1])
    for rounds in SWISS_ROUNDS:
        answer[f"Swiss, {rounds} rounds"] = summary(play_swiss_rounds(rounds, events), PLAYERS // 2 * rounds)
    return answer


def summary(shares, matches: int) -> dict:
    shares = np.array(shares)
    error = 1.96 * shares.std(ddof=1) / np.sqrt(len(shares))
    return {"matches": matches, "mean": round(float(shares.mean()), 4), "error": round(float(error), 4)}


def play_swiss_rounds(rounds: int, events: int) -> list[float]:
    """Return the share of each event of so many Swiss rounds."""
    swiss = {"name": "Swiss", "rulebook": "fair-hearthstone", "best_of": BEST_OF, "rounds": rounds}
    plan = parse_plan({"players": PLAYERS, "ratings": {"spread": SPREAD}, "formats": [swiss]})
    shares = []
    for numbers in batches(plan, events):
        luck = draw_luck(plan, SEED, numbers)
        ranking = rank_events(plan.formats[0], play_swiss(plan.formats[0], luck), luck)
        shares += map(right_order, luck.ratings, -ranking.ranks)
    return shares


def entrants(random, noise: float | None):
    """Return the ratings of the players in seed order: by an estimate with this error; None: at random."""
    ratings = SPREAD * random.standard_normal(PLAYERS)
    return (
        ratings
        if noise is None
        else ratings[np.argsort(-(ratings + noise * random.standard_normal(PLAYERS)))]
    )


def wins(random, one, other):
    """Return whether each player `one` wins against `other`, best of one."""
    return random.random(np.shape(one)) < 1 / (1 + 10 ** ((other - one) / 400))


def bracket_order(size: int) -> list[int]:
    """Return the seeds, from 0, in the order of the bracket: the best two meet in the final."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def play_bracket(random, players, ratings):
    """Return how many matches each of these players, in bracket order, has won."""
    won = dict.fromkeys(players, 0)
    while len(players) > 1:
        one, other = np.array(players[::2]), np.array(players[1::2])
        players = np.where(wins(random, ratings[one], ratings[other]), one, other).tolist()
        for player in players:
            won[player] += 1
    return won


def knockout(random, ratings):
    """Return (share of pairs in the right order, matches) of one knockout.

    Players who lose in the same round share a rank.
    """
    won = play_bracket(random, bracket_order(PLAYERS), ratings)
    return right_order(ratings, np.array([won[player] for player in range(PLAYERS)])), PLAYERS - 1


def groups(random, ratings):
    """Return (share of pairs in the right order, matches) of groups of four and a knockout of 16.

    The first two of each group advance. Groups are ranked by wins, equal numbers by lot. Players who do not
    advance are ranked by their wins, below all others.
    """
    count = PLAYERS // GROUP_SIZE
    points = random.random(PLAYERS) / 2
    for one in range(GROUP_SIZE):
        for other in range(one):
            # Group g has the seeds g, 2·count − 1 − g, … as in a snake.
            a, b = (snake(count, place) for place in (one, other))
            is_won = wins(random, ratings[a], ratings[b])
            points[a] += is_won
            points[b] += ~is_won
    members = np.array([snake(count, place) for place in range(GROUP_SIZE)])
    ranked = np.take_along_axis(members, np.argsort(-points[members], axis=0), axis=0)
    firsts, seconds = ranked[0], ranked[1]
    entrants = np.concatenate([firsts, seconds[::-1]])
    won = play_bracket(random, entrants[bracket_order(2 * count)].tolist(), ratings)
    score = np.floor(points)
    for player, matches in won.items():
        score[player] = GROUP_SIZE + matches
    matches = count * GROUP_SIZE * (GROUP_SIZE - 1) // 2 + 2 * count - 1
    return right_order(ratings, score), matches


def snake(count: int, place: int):
    """Return the seeds, from 0, that are at this place of each group."""
    row = np.arange(place * count, (place + 1) * count)
    return row if place % 2 == 0 else row[::-1]


def right_order(strength, score) -> float:
    """Return the share of pairs whose order by score is that by strength; a tie counts half."""
    one, other = (np.sign(values[:, None] - values[None, :]) for values in (strength, score))
    return (1 + (one * other).sum() / (len(strength) * (len(strength) - 1))) / 2
