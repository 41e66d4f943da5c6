"""Chances to make the cut, compared with all endings of small events and with the real rules."""

from dataclasses import replace
from itertools import product
from math import prod, sqrt

import numpy as np
import pytest

from tests.rules.forecast.running_events import open_matches, running_event, with_endings
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.forecast.chances import (
    PLAYOUTS,
    as_chance,
    calculate_chances,
    chances_json,
    read_chances,
)
from tournaments.rules.forecast.phase_start import start_of
from tournaments.rules.forecast.playouts import count_playouts, play_open_tables, play_out, play_round
from tournaments.rules.forecast.stakes import CAN, IN, OUT
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import finish_current
from tournaments.rules.simulation.matches import game_scores
from tournaments.rules.simulation.swiss import NO_OPPONENT
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.tables import DREW, WON

# (notation, its share of the decided or drawn matches, for the first player).
ENDINGS = {"2-0": "win", "0-2": "loss", "1-1": "draw", "double-loss": None}
EVENTS = [(8, 3, {"top": 4}, 1), (8, 3, {"top": 3}, 6), (7, 3, {"top": 4}, 3), (8, 4, {"top": 4}, 4)]
FOUR_ERRORS = 4 * sqrt(0.25 / PLAYOUTS)


def points_by_ending(history):
    """Yield (notations, {player: points}) of every ending of the open round."""
    tables = len(open_matches(history))
    for notations in product(ENDINGS, repeat=tables):
        rows = standings(finish_current(with_endings(history, notations).phase(1))).rows
        yield notations, {row.player: row.points for row in rows}


def chance_of(notations, draw_share):
    """Return the chance of an ending if matches are even, and drawn with this chance."""
    shares = {"2-0": (1 - draw_share) / 2, "0-2": (1 - draw_share) / 2, "1-1": draw_share, "double-loss": 0}
    return prod(shares[notation] for notation in notations)


def bounds(endings, player, places, draw_share):
    """Return the chances that the player is inside by points alone, and inside if all ties are won.

    Also whether that is so in every ending, and whether it is in any.
    """
    inside = possible = total = 0
    always, ever = True, False
    for notations, points in endings:
        weight = chance_of(notations, draw_share)
        level = sum(other >= points[player] for other in points.values()) - 1
        ahead = sum(other > points[player] for other in points.values())
        inside += weight * (level < places)
        possible += weight * (ahead < places)
        total += weight
        always, ever = always and level < places, ever or ahead < places
    return inside / (total or 1), possible / (total or 1), always, ever


@every("players, rounds, rule, seed", EVENTS)
def test_all_endings_of_a_small_last_round_bound_the_chances(players, rounds, rule, seed):
    history = running_event(players, rounds, rounds - 1, cut=rule, seed=seed)
    endings, start = list(points_by_ending(history)), start_of(history.phase(1))
    chances = calculate_chances(history, seed).players
    certain = set()
    for player, chance in chances.items():
        low, high, always, ever = bounds(endings, player, rule["top"], start.draw_share)
        assert (chance.chance == 1, chance.chance == 0) == (always, not ever)
        assert low - FOUR_ERRORS <= chance.chance <= high + FOUR_ERRORS
        certain.add(chance.chance if always or not ever else "open")
    assert "open" in certain and len(certain) > 1


@every("players, rounds, rule, seed", EVENTS)
def test_what_a_result_makes_of_it_is_bounded_by_the_endings_with_it(players, rounds, rule, seed):
    history = running_event(players, rounds, rounds - 1, cut=rule, seed=seed)
    endings, start = list(points_by_ending(history)), start_of(history.phase(1))
    chances = calculate_chances(history, seed).players
    for table, match in enumerate(open_matches(history)):
        for player, names in zip(match.players, (("2-0", "0-2"), ("0-2", "2-0")), strict=True):
            chance = chances[player]
            known = {"win": names[0], "draw": "1-1", "loss": names[1]}
            for outcome, notation in known.items():
                same = [ending for ending in endings if ending[0][table] == notation]
                low, high, always, ever = bounds(same, player, rule["top"], start.draw_share)
                value = getattr(chance, outcome)
                assert (value == 1, value == 0) == (always, not ever)
                assert low - FOUR_ERRORS <= value <= high + FOUR_ERRORS
            assert chance.loss <= chance.draw + 0.2 and chance.draw <= chance.win + 0.2


def test_each_open_outcome_is_in_a_playout_however_rare_it_is_and_however_few_are_played():
    start = start_of(running_event(80, 4, 3, cut={"top": 8}).phase(1))
    tables = len(start.open_tables)
    is_open = np.zeros((tables, WON + 1), bool)
    is_open[:, DREW] = True
    # Just so frequent that free playouts are added in which few tables are drawn.
    start = replace(start, draw_share=1.1 / tables)
    counts = count_playouts(start, 1, is_open, playouts=2, extra=0)
    assert (counts.picked[DREW, start.open_tables] > 0).all()


def test_an_outcome_of_no_playout_has_no_chance():
    assert as_chance(0, 0, CAN) is None
    assert (as_chance(0, 0, IN), as_chance(0, 0, OUT)) == (1, 0)


def test_equal_players_share_the_places():
    for paired in (True, False):
        history = running_event(16, 4, 3, cut={"top": 5}, paired=paired)
        chances = calculate_chances(history, 1).players.values()
        assert sum(chance.chance for chance in chances) == pytest.approx(5, abs=0.02)


def test_players_whom_only_victory_points_separate_share_the_places_at_the_line():
    history = running_event(
        8,
        1,
        0,
        cut={"top": 2},
        rulebook="old-world",
        tiebreakers=["vp"],
        reported=3,
        results=("vp 75-75", "vp 60-60"),
    )
    # The last table is decided: its winner is first, and the six who drew share the second place.
    chances = calculate_chances(history, 1).players
    drew = [chance.chance for player, chance in chances.items() if chance.win is None]
    assert len(drew) == 6 and all(chance < 0.5 for chance in drew)
    assert max(drew) - min(drew) < 2 * FOUR_ERRORS
    assert sum(chance.chance for chance in chances.values()) == pytest.approx(2, abs=0.02)


def test_with_ratings_games_are_won_by_elos_chance():
    history = running_event(
        4, 1, 0, cut={"top": 2}, rulebook="flesh-and-blood", ratings={1: 1600, 2: 1600, 3: 1400, 4: 1400}
    )
    chances = calculate_chances(history, 1).players
    for match in open_matches(history):
        ratings = [int(player[1:]) <= 2 for player in match.players]
        for player, own, other in zip(match.players, ratings, ratings[::-1], strict=True):
            expected = 1 / (1 + 10 ** ((other - own) / 2))
            # Both winners are in: the match alone decides.
            assert chances[player].chance == pytest.approx(expected, abs=FOUR_ERRORS)
            assert chances[player].win == 1 and chances[player].loss < 0.01


def test_results_of_the_running_round_count():
    history = running_event(8, 3, 2, seed=5)
    before = calculate_chances(history, 1).players
    match = next(
        match for match in open_matches(history) if all(0 < before[p].chance < 1 for p in match.players)
    )
    winner, loser = match.players
    reported = history.phase(1).with_match(3, match.table, apply_result(match, "2-0")).history
    after = calculate_chances(reported, 1).players
    assert before[winner].win is not None and after[winner].win is None
    assert after[winner].chance > before[winner].chance
    assert after[loser].chance < before[loser].chance


def test_the_same_version_gives_the_same_numbers():
    history = running_event(9, 3, 2, paired=False)
    assert calculate_chances(history, 3) == calculate_chances(history, 3)
    assert calculate_chances(history, 3) != calculate_chances(history, 4)


def test_chances_survive_their_way_through_json():
    chances = calculate_chances(running_event(), 1)
    again = read_chances(chances_json(chances))
    assert (again.phase, again.round) == (1, 3) and again.players.keys() == chances.players.keys()
    for player, chance in chances.players.items():
        assert again.players[player].chance == pytest.approx(chance.chance, abs=0.001)
    assert read_chances(chances_json(None)) is None


WITHOUT_CHANCES = {
    "three rounds to come": {"rounds": 5, "played": 2},
    "switched off": {"chances": False},
    "hidden standings": {"hidden_standings": True},
    "chosen by hand": {"cut": {"by_hand": True}},
    "points by differences": {"rulebook": "wargame-wtc", "results": ("draw",)},
    "all results are in": {"reported": 9},
}


@every("options", WITHOUT_CHANCES.values())
def test_some_phases_have_no_chances(options):
    assert calculate_chances(running_event(**options), 1) is None


CUTS = [
    {"min_points": 6},
    {"percent": 50},
    {"top": 4, "ties": "in"},
    {"top": 4, "ties": "out"},
    {"losses": 1},
    {"min_points": 4, "at_most": 4, "at_least": 2},
]


@every("rule", CUTS)
def test_every_rule_of_a_cut_is_played_out(rule):
    history = running_event(8, 3, 2, cut=rule, seed=2)
    players = [match.players for match in open_matches(history)]
    chances = calculate_chances(history, 1).players
    assert any(0 < chance.chance < 1 for chance in chances.values())
    for one, other in players:
        assert chances[one].win >= chances[one].loss and chances[other].win >= chances[other].loss


@every("rule", CUTS)
def test_rivals_count_only_where_a_cut_is_a_number_of_places(rule):
    history = running_event(8, 3, 2, cut=rule, seed=2)
    chances = calculate_chances(history, 1).players
    rivals = [chances[player].rivals for match in open_matches(history) for player in match.players]
    has_places = not rule.keys() & {"min_points", "losses"}
    assert all((number is not None) == has_places for number in rivals)


def test_a_cut_of_each_division_takes_its_own_players():
    history = running_event(12, 3, 2, cut={"top": 2, "per": "division"}, seed=2)
    divisions = {player.id: "abc"[n % 3] for n, player in enumerate(history.players)}
    players = tuple(replace(player, division=divisions[player.id]) for player in history.players)
    chances = calculate_chances(replace(history, players=players), 1).players
    for name in "abc":
        own = [chance.chance for player, chance in chances.items() if divisions[player] == name]
        assert sum(own) == pytest.approx(2, abs=0.02)


RULEBOOKS = ("magic", "pokemon", "chess", "hct-2017", "flesh-and-blood", "two-one-zero", "yugioh")


@every("rulebook", RULEBOOKS)
def test_a_playout_is_ranked_like_the_same_results_in_a_real_event(rulebook):
    results = ("2-0", "0-2") if rulebook in ("hct-2017", "flesh-and-blood") else ("2-0", "0-2", "1-1")
    if rulebook in ("chess", "flesh-and-blood"):
        results = ("1-0", "0-1")
    history = running_event(9, 4, 3, rulebook=rulebook, results=results, reported=1)
    start = start_of(history.phase(1))
    ranking, endings = play_out(start, "s", np.random.default_rng(1), count(3, 20))
    scores = game_scores(start.settings.best_of)
    for ranks, ending in zip(ranking.ranks, endings, strict=True):
        notations = [
            "-".join(map(str, scores[result][:2])) if scores[result][2] == 0 else "draw" for result in ending
        ]
        event = finish_current(with_endings(history, notations).current_phase).history
        keys = [column.key for column in start.columns[1:]]
        real = {row.player: row.rank for row in standings(event.phase(1), tiebreakers=keys).rows}
        ids = [start.tables.players[n] for n in start.listed]
        assert dict(zip(ids, ranks.tolist(), strict=True)) == real


def test_rounds_of_playouts_are_paired_by_the_real_rules():
    history = running_event(9, 4, 2, paired=False)
    history = replace(history, forbidden=(("p01", "p02"),))
    start = start_of(history.phase(1))
    random = np.random.default_rng(1)
    played = [play_open_tables(start, random, 5)]
    for future in start.future:
        played.append(play_round(start, future, played, "s", random, 5))
    names = start.tables.players
    met = {frozenset(pair) for pair in start.met} | {frozenset(("p01", "p02"))}
    pairings = set()
    for playout in range(5):
        met_here, byes = set(met), []
        for round_ in played:
            for player, other in zip(round_.players[playout], round_.opponents[playout], strict=True):
                if other == NO_OPPONENT:
                    byes.append(player)
                elif player < other:
                    pair = frozenset((names[player], names[other]))
                    assert pair not in met_here
                    met_here.add(pair)
        assert len(set(byes)) == len(byes) == 2 and not start.byes[byes].any()
        pairings.add(frozenset(met_here))
    assert len(pairings) > 1


def test_a_requested_bye_is_played_out():
    history = running_event(9, 3, 2, paired=False)
    players = (*history.players[:-1], replace(history.players[-1], byes={3: "bye"}))
    start = start_of(replace(history, players=players).phase(1))
    random = np.random.default_rng(1)
    played = [play_open_tables(start, random, 2)]
    round_ = play_round(start, start.future[0], played, "s", random, 2)
    position = start.tables.players.index("p09")
    assert (round_.opponents[round_.players == position] == NO_OPPONENT).all()
    assert round_.players.shape == (2, 9)
