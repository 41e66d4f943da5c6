"""Chances in the last round, compared with the exact ones: all endings, weighted and ranked by definition."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, prod, sqrt
from random import Random

import pytest

from tests.rules.forecast.running_events import open_matches, running_event, with_endings
from tests.rules.oracle.standings import standings
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.forecast.chances import calculate_chances

PLAYOUTS = 4000
# {best of: {notation: the first player's outcome}}; a best of 3 is drawn before its last game.
NOTATIONS = {
    1: {"1-0": "win", "0-0-1": "draw", "0-1": "loss"},
    3: {"2-0": "win", "2-1": "win", "1-1": "draw", "1-2": "loss", "0-2": "loss"},
}
OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}
MOST_OPEN = {1: 5, 3: 3}
CUTS = (
    {"top": 2},
    {"top": 3},
    {"top": 4},
    {"percent": 40},
    {"top": 4, "ties": "in"},
    {"top": 3, "ties": "out"},
    {"min_points": 4},
    {"min_points": 4, "top": 4},
    {"losses": 1},
)
RULEBOOKS = (("magic", 3), ("magic", 1), ("pokemon", 1), ("chess", 1), ("yugioh", 3), ("flesh-and-blood", 1))
# Events that were drawn often, seldom and never.
DRAWS = (0.3, 0.1, 0.0)


@dataclass
class Value:
    """A calculated chance, the exact one, and the number of playouts that it rests on."""

    name: str
    calculated: float
    exact: float
    playouts: int

    @property
    def is_certain(self):
        return min(self.exact, 1 - self.exact) < 1e-12

    @property
    def errors(self):
        """The distance from the exact value in standard errors, or in playouts where these are larger."""
        variance = max(self.exact * (1 - self.exact) / self.playouts, 1 / self.playouts**2)
        return (self.calculated - self.exact) / sqrt(variance)


def random_event(seed):
    """Return a small event in its last round, with some open tables, and its rule of the cut."""
    random = Random(seed)
    rulebook, best_of = random.choice(RULEBOOKS)
    draw_rate, players, rule = random.choice(DRAWS), random.randint(6, 9), random.choice(CUTS)
    if rulebook == "flesh-and-blood":
        draw_rate = 0
    names = list(NOTATIONS[best_of])
    draws = [name for name in names if NOTATIONS[best_of][name] == "draw"]
    decided = [name for name in names if name not in draws]
    many = round(100 * draw_rate)
    results = draws * many * len(decided) + decided * (100 - many)
    rated = random.random() < 0.3
    ratings = {n: 1500 + random.randint(-150, 150) for n in range(1, players + 1)} if rated else {}
    return running_event(
        players,
        rounds := random.choice((3, 4)),
        rounds - 1,
        cut=rule,
        seed=seed,
        rulebook=rulebook,
        results=results,
        best_of=best_of,
        ratings=ratings,
        reported=max(random.randint(0, 1), players // 2 - MOST_OPEN[best_of]),
    ), rule


def draw_rate_of(history):
    """Return the share of drawn matches; a bye is none."""
    matches = [match for round_ in history.phase(1).rounds for match in round_.matches if not match.is_bye]
    outcomes = Counter(
        "draw" if match.seats[0].result == "draw" or match.seats[0].games == match.seats[1].games else "won"
        for match in matches
        if match.reported
    )
    return outcomes["draw"] / outcomes.total()


def chances_of_results(history, match, best_of, draw_rate):
    """Return {notation: its chance} of a match: Elo's for each game if both are rated, else even."""
    ratings = [player.rating for player in history.players if player.id in match.players]
    game = 0.5
    if None not in ratings:
        own, other = (history.player(player).rating for player in match.players)
        game = 1 / (1 + 10 ** ((other - own) / 400))
    other = 1 - game
    decided = {1: {"1-0": game, "0-1": other}}.get(
        best_of,
        {
            "2-0": game**2,
            "2-1": 2 * game**2 * other,
            "1-2": 2 * other**2 * game,
            "0-2": other**2,
        },
    )
    return {name: decided.get(name, 0) * (1 - draw_rate) or draw_rate for name in NOTATIONS[best_of]}


def shares_of_places(history, rule):
    """Return {player: chance to be in} after all results, where lots are drawn among equal players."""
    keys = [column.key for column in history.phase(1).settings.columns]
    rows = standings(history, 1, live=True, tiebreakers=[key for key in keys if key != "random"])
    places = rule.get("top", len(rows))
    if "percent" in rule:
        places = min(places, ceil(Fraction(rule["percent"] * len(rows), 100)))
    points = {player: worth for _rank, player, _record, worth, _values in rows}
    field = {
        player: rank
        for rank, player, record, worth, _values in rows
        if worth >= rule.get("min_points", 0) and record[1] <= rule.get("losses", 99)
    }
    if rule.get("ties") and places < len(rows):
        line = sorted(points.values(), reverse=True)[places - 1 : places + 1]
        if line[0] == line[1]:
            moved = {player for player in field if points[player] > line[0] - (rule["ties"] == "in") / 4}
            return dict.fromkeys(moved, 1) if len(moved) > 1 else {}
    if sum(rank <= places for rank in field.values()) < 2:
        return {}
    level = Counter(rank for rank, *_others in rows)
    return {
        player: min(1, (places + 1 - rank) / level[rank]) for player, rank in field.items() if rank <= places
    }


def values_of(seed):
    """Yield the Values of a random event."""
    history, rule = random_event(seed)
    best_of = history.phase(1).overrides["best_of"]
    matches, draw_rate = open_matches(history), draw_rate_of(history)
    results = [chances_of_results(history, match, best_of, draw_rate) for match in matches]
    outcome_of = NOTATIONS[best_of]
    inside, total = Counter(), Counter()
    for notations in product(outcome_of, repeat=len(matches)):
        shares = shares_of_places(with_endings(history, notations), rule)
        chances = [chance[name] for chance, name in zip(results, notations, strict=True)]
        ways = [("chance", None, prod(chances))]
        for table, name in enumerate(notations):
            others = prod(chances[:table] + chances[table + 1 :])
            ways.append((outcome_of[name], table, others * (chances[table] or 1)))
        for outcome, table, weight in ways:
            total[outcome, table] += weight
            for player, share in shares.items():
                inside[player, outcome, table] += share * weight
    chances = calculate_chances(history, seed, PLAYOUTS)
    assert bool(chances) == bool(inside), "without chances no cut is possible"
    for player, chance in chances.players.items() if chances else ():
        name = f"event {seed}, {player}"
        exact = inside[player, "chance", None] / total["chance", None]
        yield Value(name, chance.chance, exact, PLAYOUTS)
        for table, match in enumerate(matches):
            if player not in match.players:
                continue
            for outcome, many in zip(("win", "draw", "loss"), chance.playouts, strict=True):
                calculated = getattr(chance, outcome)
                if calculated is None:
                    continue
                first = OPPOSITE[outcome] if match.players.index(player) else outcome
                exact = inside[player, first, table] / total[first, table]
                yield Value(f"{name}, {outcome}", calculated, exact, many)


@pytest.mark.slow
def test_chances_are_right_in_random_last_rounds():
    """Two hundred rounds with `make prove`."""
    values = [value for seed in range(count(20, 200)) for value in values_of(seed)]
    assert_are_right(values)
    # Where a few playouts are expected on either side, the errors are nearly normal.
    squares = [
        value.errors**2
        for value in values
        if not value.is_certain and value.playouts * value.exact * (1 - value.exact) >= 5
    ]
    assert abs(sum(squares) / len(squares) - 1) < count(0.3, 0.1)


@every("seed", (3, 8, 15, 40))
def test_chances_are_right_in_a_last_round(seed):
    values = list(values_of(seed))
    assert_are_right(values)
    assert any(value.name.endswith("draw") and not value.is_certain for value in values)


def assert_are_right(values):
    for value in values:
        if value.is_certain or value.calculated in (0, 1):
            assert value.calculated == pytest.approx(value.exact, abs=2e-6), value
    errors = [abs(value.errors) for value in values if not value.is_certain]
    assert max(errors) < 6
    assert sum(error > 4 for error in errors) <= len(errors) / 1000
