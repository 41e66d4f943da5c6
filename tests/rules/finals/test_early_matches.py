"""Early matches of finals and choices of opponents."""

from dataclasses import replace

import pytest

from tests.support.finals import made, match_in, play_to_the_call, round_states, start_finals, win_all
from tournaments.rules import finals
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import early_matches
from tournaments.rules.rounds import progress


def test_a_match_opens_as_soon_as_both_its_sides_are_known():
    event = win_all(start_finals("single"), ["R1-1", "R1-2"])
    event = early_matches.open_ready_matches(event.phase(1)).history
    assert made(event)["R2-1"] == ("a", "d")
    assert round_states(event) == [(1, "published", 4), (2, "published", 1)]
    busy = [m.table for r in event.phase(1).rounds for m in r.matches if not m.reported]
    assert len(set(busy)) == 3, "no table of an open match is given twice"


def test_complete_round_finishes_itself_if_a_later_one_is_open():
    event = early_matches.open_ready_matches(
        win_all(start_finals("single"), ["R1-1", "R1-2"]).phase(1)
    ).history
    event = early_matches.open_ready_matches(win_all(event, ["R1-3", "R1-4"]).phase(1)).history
    assert round_states(event) == [(1, "finished", 4), (2, "published", 2)]


def test_pairing_fills_a_round_that_opened_early():
    event = early_matches.open_ready_matches(
        win_all(start_finals("single"), ["R1-1", "R1-2"]).phase(1)
    ).history
    event = win_all(event, ["R1-3", "R1-4"])
    next_round = progress.next_round(event, "s")
    assert [match.slot for match in next_round.round.matches] == ["R2-1", "R2-2"]
    assert round_states(next_round.event) == [(1, "finished", 4), (2, "published", 2)]


def test_double_elimination_opens_matches_of_two_rounds():
    event = win_all(start_finals("double"), ["W1-1", "W1-2", "W1-3", "W1-4"])
    event = early_matches.open_ready_matches(event.phase(1)).history
    event = early_matches.open_ready_matches(win_all(event, ["W2-1", "W2-2"]).phase(1)).history
    assert made(event)["W3-1"] == ("a", "b")
    assert [number for number, _state, matches in round_states(event) if matches] == [1, 2, 4]
    event = win_all(event, ["L1-1", "L1-2", "W3-1"])
    event = progress.next_round(event, "s").event
    assert {slot for slot in made(event) if slot[0] == "L"} == {"L1-1", "L1-2", "L2-1", "L2-2"}


def test_no_match_opens_before_the_first_round_is_published_nor_twice():
    event = start_finals("top6", 6)
    event = early_matches.open_ready_matches(event.phase(1)).history
    assert made(event)["QM"] == ("a", "b"), "seeds 1 and 2 need not wait for the others"
    with pytest.raises(RuleViolation, match="No match can start early"):
        early_matches.open_ready_matches(event.phase(1))
    draft = event.phase(1).replace(rounds=(replace(event.phase(1).rounds[0], state="draft"),)).history
    with pytest.raises(RuleViolation, match="No match can start early"):
        early_matches.open_ready_matches(draft.phase(1))


def test_the_best_seeded_winner_chooses_the_opponent():
    event = play_to_the_call()
    (call,) = early_matches.opponent_choices(event.phase(1))
    assert (call.slot, call.caller, call.choices) == ("QSF1", "a", ("c", "d"))
    for player, other in (("c", "d"), ("d", "c")):
        after = early_matches.choose_opponent(event.phase(1), player).history
        assert made(after)["QSF1"] == ("a", player)
        assert made(after)["QSF2"] == ("b", other)
        assert round_states(after)[1:] == [(2, "finished", 2), (3, "published", 2)]
    assert made(progress.next_round(event, "s").event)["QSF1"] == ("a", "d"), "nobody called: the worse seed"


def test_opponent_cannot_be_chosen_twice_nor_too_early():
    event = play_to_the_call()
    with pytest.raises(RuleViolation, match="Nobody can be called now"):
        early_matches.choose_opponent(early_matches.choose_opponent(event.phase(1), "c"), "d")
    with pytest.raises(RuleViolation, match="Nobody can be called now"):
        early_matches.choose_opponent(start_finals("super_league8").phase(1), "a")
    with pytest.raises(RuleViolation, match="Nobody can be called now"):
        early_matches.choose_opponent(event.phase(1), "b")


def test_players_who_left_lose_at_once_and_of_two_the_better_seed_advances():
    event = win_all(start_finals("single"), ["R1-1", "R1-2", "R1-3", "R1-4"])
    dropped = tuple(replace(p, dropped_after=1) if p.id in "bcd" else p for p in event.players)
    event = progress.next_round(replace(event, players=dropped), "s").event
    assert [seat.result for seat in match_in(event, "R2-1")[1].seats] == ["win", "no_show"]
    assert [seat.result for seat in match_in(event, "R2-2")[1].seats] == ["no_show", "no_show"]
    now = finals.bracket_of(event.phase(1))
    assert now.meeting("R3-1").sides[1].player == "b"
    event = progress.next_round(event, "s").event
    assert finals.bracket_of(event.phase(1)).champion == "a"
