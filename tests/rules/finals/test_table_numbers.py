"""Table numbers of finals follow the best seed in each match; the matches keep the order of their slots."""

from dataclasses import replace
from random import Random

import pytest

from tests.support.commands import BRACKET_SIZES
from tests.support.finals import LETTERS, made, start_finals, win_all
from tournaments.rules.finals import FINALS, early_matches
from tournaments.rules.history import EventHistory, MatchRecord, PhaseRecord, PlayerRecord
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import next_round


def tables_by_best_seed(matches):
    """Return the table numbers, the match with the best seed first; letters are seeds."""
    seats = sorted(matches, key=lambda match: min(map(LETTERS.index, match.players)))
    return [match.table for match in seats]


def winner_of(match: MatchRecord, chance: Random) -> str:
    seat = chance.randint(1, len(match.seats))
    return str(seat) if match.is_pod else ("2-0", "0-2")[seat - 1]


@pytest.mark.parametrize("key", FINALS)
def test_in_every_round_of_every_finals_system_the_best_seed_has_table_1(key):
    size, chance = BRACKET_SIZES[key], Random(key)
    players = tuple(PlayerRecord(letter, letter.upper()) for letter in LETTERS[:size])
    phase = PhaseRecord("bracket", "Finals", {"finals": key}, tuple(LETTERS[:size]))
    event = EventHistory("Cup", "magic", players, (phase,))
    while True:
        answer = next_round(event, "s")
        if answer.round is None:
            break
        round_ = answer.round
        assert tables_by_best_seed(round_.matches) == list(range(1, len(round_.matches) + 1))
        slots = [slot.id for slot in early_matches.finals.bracket_of(answer.event.phase(1)).table.matches]
        order = [slots.index(match.slot) for match in round_.matches]
        assert order == sorted(order)
        reported = [apply_result(match, winner_of(match, chance)) for match in round_.matches]
        event = answer.event.phase(1).with_round(replace(round_, matches=tuple(reported))).history


def test_seed_1_plays_at_table_1_of_mcintyres_final_eight():
    tables = {match.slot: match.table for match in start_finals("mcintyre8").phase(1).round(1).matches}
    assert tables == {"QF1": 4, "QF2": 3, "QF3": 2, "QF4": 1}


def test_a_player_with_a_fixed_table_keeps_it_and_the_others_follow_their_seeds():
    event = start_finals("mcintyre8")
    fixed = event.with_player(replace(event.player("g"), table=9)).phase(1).replace(rounds=()).history
    matches = next_round(fixed, "s").round.matches
    # Seed 7 plays seed 2, whose number goes to the next match.
    assert {match.slot: match.table for match in matches} == {"QF1": 3, "QF2": 2, "QF3": 9, "QF4": 1}


def test_matches_that_open_early_take_the_next_free_numbers_and_the_others_follow_their_seeds():
    event = win_all(start_finals("double"), ["W1-1", "W1-2", "W1-3", "W1-4"])
    event = early_matches.open_ready_matches(event.phase(1)).history
    early = {match.slot: match for match in event.phase(1).round(2).matches}
    assert made(event)["W2-1"] == ("a", "d") and early["W2-1"].table < early["W2-2"].table
    event = win_all(start_finals("single"), ["R1-3", "R1-4"])
    event = early_matches.open_ready_matches(event.phase(1)).history
    assert [match.table for match in event.phase(1).round(2).matches] == [5]
    event = win_all(event, ["R1-1", "R1-2"])
    matches = next_round(event, "s").round.matches
    assert {match.slot: match.table for match in matches} == {"R2-2": 5, "R2-1": 1}
