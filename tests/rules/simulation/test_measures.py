"""The measures against their definitions, computed player by player and match by match."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from tests.rules.simulation.plans import make_plan, simulated_events
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.simulation import MEASURES, simulate
from tournaments.rules.simulation.played_format import PlayedFormat, SwissStakes, dead_matches
from tournaments.rules.simulation.swiss import SwissRanking, SwissRounds

WON, DREW, LOST = 2, 1, 0
LISTED = {"list": [1800, 1700, 1700, 1700, 1600, 1600, *[1500] * 5]}
EVENTS = [
    (11, {"rulebook": "magic", "rounds": 3, "cut": 4}, {"draws": 0.3}),
    (11, {"rulebook": "magic", "rounds": 4, "cut": 5, "finals": "double"}, {"ratings": LISTED}),
    (12, {"rulebook": "hct-2017", "rounds": 3, "cut": 8, "finals": "mcintyre8"}, {}),
    (10, {"rulebook": "two-one-zero", "rounds": 3}, {"draws": 0.2}),
    (9, {"rulebook": "chess", "rounds": 2, "tiebreakers": [], "minutes": 90}, {"draws": 0.5}),
]


class PlainEvent:
    """One simulated event as lists; a match is (winner, loser, True if it was drawn)."""

    def __init__(self, event):
        played, index = event.played, event.index
        self.format, self.ratings = played.format, played.ratings[index].tolist()
        self.players = range(len(self.ratings))
        self.ranks, self.order = played.ranking.ranks[index].tolist(), played.ranking.order[index].tolist()
        self.points = self.column(played, index)
        outcomes = played.outcomes[index].tolist()
        self.unbeaten = [player for player in self.players if set(outcomes[player]) == {WON}]
        self.swiss = []
        for number in range(1, event.rounds + 1):
            for one, other in event.tables(number)[0]:
                outcome = outcomes[one][number - 1]
                pair = (other, one) if outcome == LOST else (one, other)
                self.swiss.append((*pair, outcome == DREW))
        self.finals, self.finals_rounds = [], 0
        first = [player for player in self.players if self.ranks[player] == 1]
        self.title = {player: 1 / len(first) for player in first}
        if finals := played.finals:
            seeds = [None, *finals.entrants[index].tolist()]
            columns = (column[:, index] for column in (finals.played, finals.winner, finals.loser))
            for slot, is_played, winner, loser in zip(finals.table.matches, *columns, strict=True):
                if is_played:
                    self.finals.append((seeds[winner], seeds[loser], False))
                    self.finals_rounds = max(self.finals_rounds, slot.round)
            self.title = {self.finals[-1][0]: 1}

    @property
    def played(self):
        return self.swiss + self.finals

    @staticmethod
    def column(played, index):
        return played.table.columns["points"][played.rounds.results[index]].sum(axis=1).tolist()

    def strength_rank(self, player):
        order = sorted(self.ratings, reverse=True)
        places = [place for place, rating in enumerate(order, 1) if rating == self.ratings[player]]
        return sum(places) / len(places)

    def by_title(self, number):
        return sum(part * number(player) for player, part in self.title.items())

    def best_wins(self):
        return self.by_title(lambda player: self.ratings[player] == max(self.ratings))

    def champion_rank(self):
        return self.by_title(self.strength_rank)

    def cut_accuracy(self):
        """Return the average over all ways to break ties in rating across the line."""
        cut = self.format.cut
        if cut is None:
            return None
        line = sorted(self.ratings, reverse=True)[cut - 1]
        better = [player for player in self.players if self.ratings[player] > line]
        level = [player for player in self.players if self.ratings[player] == line]
        inside = set(self.order[:cut])
        ways = list(combinations(level, cut - len(better)))
        return sum(len(inside & {*better, *way}) for way in ways) / len(ways) / cut

    def rank_correlation(self):
        pairs = list(combinations(self.players, 2))
        strength = [np.sign(self.ratings[one] - self.ratings[other]) for one, other in pairs]
        standing = [np.sign(self.ranks[other] - self.ranks[one]) for one, other in pairs]
        untied = sum(map(abs, strength)) * sum(map(abs, standing))
        return sum(a * b for a, b in zip(strength, standing, strict=True)) / sqrt(untied)

    def missed_on_tiebreaks(self):
        cut = self.format.cut
        if cut is None:
            return None
        return sum(self.points[player] == self.points[self.order[cut - 1]] for player in self.order[cut:])

    def unbeaten_out(self):
        if len(self.unbeaten) != 1:
            return float("nan")
        return 1 - self.title.get(self.unbeaten[0], 0)

    def upsets(self):
        rated = [(self.ratings[one], self.ratings[other], is_draw) for one, other, is_draw in self.played]
        unequal = [match for match in rated if match[0] != match[1]]
        return sum(winner < loser and not is_draw for winner, loser, is_draw in unequal) / len(unequal)

    def comebacks(self):
        losers = {loser for _winner, loser, is_draw in self.played if not is_draw}
        return self.by_title(lambda player: player in losers)

    def rounds(self):
        return self.format.rounds + self.finals_rounds

    def matches(self):
        return len(self.played)

    def hours(self):
        minutes = self.format.settings.minutes
        return self.rounds() * minutes / 60 if minutes else None


BY_HAND = [name for name in MEASURES if name in vars(PlainEvent)]


@every("players, entry, keys", EVENTS)
def test_measures_equal_their_definitions_worked_out_for_single_events(players, entry, keys):
    assert len(BY_HAND) == 11
    events = simulated_events(players, entry, count(30, 200), **keys)
    for name in BY_HAND:
        values = MEASURES[name].function(events[0].played)
        for event in events:
            expected = getattr(PlainEvent(event), name)()
            value = None if values is None else values[event.index]
            assert value == pytest.approx(expected, nan_ok=True), name


def test_double_eliminations_last_longer_if_the_deciding_match_is_needed():
    events = simulated_events(8, {"rounds": 1, "cut": 4, "finals": "double"}, 60)
    played = events[0].played
    assert set(MEASURES["rounds"].function(played).tolist()) == {1 + 4, 1 + 5}
    assert set(MEASURES["matches"].function(played).tolist()) == {4 + 6, 4 + 7}


def test_live_matches_are_those_of_the_last_two_rounds_and_the_finals():
    events = simulated_events(12, {"rounds": 4, "cut": 8, "finals": "mcintyre8"}, 30)
    played = events[0].played
    dead = dead_matches(played.format, played.finals).sum(axis=0)
    assert 0 < dead.mean() < 2
    expected = (played.stakes.live.sum(axis=1) + 9 - dead) / (6 + 6 + 9)
    assert MEASURES["live_matches"].function(played) == pytest.approx(expected)


def test_an_event_is_decided_early_only_without_finals():
    strong = {"list": [9000, *[0] * 9]}
    swiss, finals = (
        simulated_events(10, {"rounds": 7, **extra}, 40, ratings=strong)[0].played
        for extra in ({}, {"cut": 2})
    )
    decided = MEASURES["decided_early"].function(swiss)
    assert (decided == swiss.stakes.is_decided).all() and 0 < decided.mean() < 1
    assert not MEASURES["decided_early"].function(finals).any()


def test_measures_that_do_not_apply_are_null():
    plan = make_plan(8, {}, {"cut": 4}, {"rulebook": "dreamhack"}, ratings={"spread": 0}, draws=0.1)
    alone, top4, without_minutes = (format_["measures"] for format_ in simulate(plan, 10, 1)["formats"])
    of_strength = {"best_wins", "champion_rank", "cut_accuracy", "rank_correlation", "upsets"}
    of_the_cut = {"missed_on_tiebreaks", "first_seed_misses_top4", "safe_draws"}
    assert null_measures(alone) == of_strength | of_the_cut
    assert null_measures(top4) == of_strength | {"first_seed_misses_top4"}
    assert null_measures(without_minutes) == of_strength | of_the_cut | {"hours"}


def null_measures(measures):
    return {key for key, value in measures.items() if value is None}


def played_by_hand(results, opponents, cut=None, **ranking):
    """Return a PlayedFormat of one event of four players and two rounds of best of 1."""
    entry = {"rulebook": "chess", "rounds": 2, **({"cut": cut} if cut else {})}
    plan = make_plan(4, entry, ratings={"list": [4, 3, 2, 1]})
    rounds = SwissRounds(np.array([opponents]), np.array([results]))
    ranks = SwissRanking(*(np.array([ranking[name]]) for name in ("ranks", "order", "steps")))
    stakes = SwissStakes(*[np.zeros((1, 2), int)] * 2, np.zeros(1, int), np.zeros(1, bool))

    class Luck:
        ratings = np.array([[4.0, 3, 2, 1]])

    return PlayedFormat(plan, plan.formats[0], Luck, rounds, ranks, stakes, None)


def test_players_who_share_the_first_rank_share_the_title():
    # 1 beats 2 and draws with 3; 3 beats 4 and draws with 1; 2 beats 4.
    results, opponents = [[0, 1], [2, 0], [0, 1], [2, 2]], [[1, 2], [0, 3], [3, 0], [2, 1]]
    ranking = {"ranks": [1, 3, 1, 4], "order": [0, 2, 1, 3], "steps": [3, 2, 3, 0]}
    played = played_by_hand(results, opponents, **ranking)
    assert MEASURES["best_wins"].function(played) == [0.5]
    assert MEASURES["champion_rank"].function(played) == [2]
    assert MEASURES["comebacks"].function(played) == [0]
    assert np.isnan(MEASURES["unbeaten_out"].function(played)).all()
    # Right order: 1-2, 1-4, 2-4, 3-4; wrong: 2-3; tied in rank: 1-3.
    assert MEASURES["rank_correlation"].function(played) == pytest.approx([(4 - 1) / sqrt(6 * 5)])
    # No match was won by the weaker one: of four, one was drawn.
    assert MEASURES["upsets"].function(played) == [0]
