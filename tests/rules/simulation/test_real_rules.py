"""Simulated events are those of the real rules: the same pairings, standings, cuts, finals and places."""

from dataclasses import replace

import pytest

from tests.rules.simulation.plans import simulated_events
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.history import FINISHED
from tournaments.rules.rounds.progress import has_ended, next_round
from tournaments.rules.simulation.measures import first_seed_misses_top4
from tournaments.rules.simulation.plan import COLUMNS_WITHOUT_DATA
from tournaments.rules.standings.final import final_standings
from tournaments.rules.standings.standings import standings
from tournaments.rules.tiebreakers import TIEBREAKERS

SCORED = [key for key in TIEBREAKERS if key not in (*COLUMNS_WITHOUT_DATA, "points", "wins")]
FOLD_ALWAYS = dict.fromkeys(("pairing", "first_round_pairing", "last_round_pairing"), "fold")
FORMATS = [
    (16, {"rulebook": "hct-2017"}, 0),
    (11, {"rulebook": "magic"}, 0.2),
    (13, {"rulebook": "pokemon", "rounds": 4}, 0.3),
    (14, {"rulebook": "star-wars-unlimited", "rounds": 4}, 0.4),
    (12, {"rulebook": "flesh-and-blood", "rounds": 4}, 0),
    (12, {"rulebook": "two-one-zero", "rounds": 4}, 0.2),
    (11, {"rulebook": "netrunner"}, 0),
    (16, {"rulebook": "chess", **FOLD_ALWAYS}, 0.4),
    (15, {"rulebook": "chess", "pairing": "by_standing"}, 0.4),
    (20, {"rulebook": "fair-hearthstone", "pairing": "fold"}, 0),
    (6, {"rulebook": "dreamhack", "rounds": 5}, 0),
    (5, {"rulebook": "yugioh", "rounds": 5}, 0.1),
    (2, {"rulebook": "magic"}, 0),
]


def sets_of(round_):
    return {frozenset(match.players) for match in round_.matches}


def pairing_of(event, number):
    """Return the tables of a simulated round and its bye as sets of ids."""
    pairs, bye = event.tables(number)
    tables = {frozenset((event.ids[one], event.ids[other])) for one, other in pairs}
    return tables | ({frozenset((event.ids[bye],))} if bye is not None else set())


@every("players, entry, draws", FORMATS)
def test_every_round_is_the_one_that_the_real_rules_pair(players, entry, draws):
    for event in simulated_events(players, entry, count(2, 6), draws=draws):
        for number in range(1, event.rounds + 1):
            seed = event.luck.round_seed(event.index, number)
            paired = next_round(event.history(number - 1), seed, exceptions=True)
            assert sets_of(paired.round) == pairing_of(event, number)


@every("players, entry, draws", FORMATS)
def test_the_standings_are_those_of_the_real_rules(players, entry, draws):
    check_standings(simulated_events(players, entry, count(2, 6), draws=draws))


@pytest.mark.parametrize("players", [9, 12])
def test_every_column_ranks_as_in_the_real_standings(players):
    for key in SCORED:
        check_standings(simulated_events(players, {"rounds": 5, "tiebreakers": [key]}, draws=0.2))


def check_standings(events):
    for event in events:
        rows = standings(event.history(event.rounds).phase(1)).rows
        ranking, ids = event.played.ranking, event.ids
        order = ranking.order[event.index].tolist()
        assert [row.player for row in rows] == [ids[player] for player in order]
        assert [row.rank for row in rows] == ranking.ranks[event.index][order].tolist()


FINALS = [
    (8, {"finals": "mcintyre8"}),
    (9, {"finals": "double", "cut": 6}),
    (11, {"finals": "super_league8"}),
    (10, {"finals": "nrl10"}),
    (7, {"cut": 5}),
    (8, {"finals": {"matches": [[1, "A", "S2", "S3"], [2, "B", "S1", "W:A"]]}, "cut": 3}),
]


@every("players, entry", FINALS)
def test_the_finals_are_those_of_the_real_rules(players, entry):
    for event in simulated_events(players, entry, count(4, 20)):
        finals = event.played.finals
        history = event.history(event.rounds)
        while not has_ended(history):
            step = next_round(history, "")
            history = step.event.phase(2).with_round(play_round(event, finals, step.round)).history
        places = {row.player: row.rank for row in final_standings(history)}
        champion = event.ids[finals.entrants[event.index, finals.champions[event.index] - 1]]
        assert places[champion] == 1
        assert (
            sum(len(round_.matches) for round_ in history.phases[1].rounds)
            == finals.played[:, event.index].sum()
        )
        if (misses := first_seed_misses_top4(event.played)) is not None:
            first_seed = event.ids[finals.entrants[event.index, 0]]
            assert misses[event.index] == (places[first_seed] > 4)


def play_round(event, finals, round_):
    """Give the matches of a round of finals their simulated winners; their players must be the same."""
    slots = {slot.id: n for n, slot in enumerate(finals.table.matches)}
    entrants, matches = finals.entrants[event.index], []
    for match in round_.matches:
        n = slots[match.slot]
        seeds = finals.first[n, event.index], finals.second[n, event.index]
        assert set(match.players) == {event.ids[entrants[seed - 1]] for seed in seeds}
        winner = event.ids[entrants[finals.winner[n, event.index] - 1]]
        seats = tuple(replace(s, result="win" if s.player == winner else "loss") for s in match.seats)
        matches.append(replace(match, seats=seats))
    return replace(round_, matches=tuple(matches), state=FINISHED)
