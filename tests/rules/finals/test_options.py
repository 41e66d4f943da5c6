"""Options of finals: third place, shared places, games by round, replacements."""

from dataclasses import replace

import pytest

from tests.support.case_tables import every
from tests.support.finals import made, start_finals, win, win_all
from tournaments.rules import rulebooks
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import FINALS, bracket_of, build_table, estimate_odds, placings
from tournaments.rules.finals.odds.exact import exact_odds
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.players.departures import move_up_next_player
from tournaments.rules.rounds.progress import has_ended, next_round

NINE = "abcdefghi"
THIRD = {"single", "mcintyre8", "afl8", "super_league8", "stepladder8", "draft8", "arl7", "nrl10"}


def played(event):
    """Play all rounds; the better seed always wins."""
    while not has_ended(event):
        open_ = event.phase(1).open_round
        event = win_all(event, [match.slot for match in open_.matches])
        event = next_round(event, "s").event
    return event


@every("key", FINALS)
def test_match_for_third_place_needs_losers_who_are_out(key):
    size = 8 if key in ("single", "double") else FINALS[key].sizes[0]
    if key not in THIRD:
        with pytest.raises(RuleViolation, match="can’t have a third-place match"):
            build_table(key, size, True)
        return
    made_ = build_table(key, size, True)
    third = made_.slot("3P")
    assert third.round == made_.final.round and made_.matches.index(third) < made_.matches.index(made_.final)
    assert exact_odds(made_).win == exact_odds(build_table(key, size)).win


def test_finals_too_small_for_third_place_are_refused():
    with pytest.raises(RuleViolation, match="Single elimination for 3 can’t have a third-place match"):
        build_table("single", 3, True)


def test_match_for_third_place_decides_places_three_and_four():
    event = start_finals("single", third_place=True)
    for slots in (["R1-1", "R1-2", "R1-3", "R1-4"], ["R2-1", "R2-2"]):
        event = next_round(win_all(event, slots), "s").event
    assert made(event)["3P"] == ("c", "d")
    assert placings(event.phase(1)) == ((5, "e"), (6, "f"), (7, "g"), (8, "h"))
    event = win(event, "3P", "d")
    assert placings(event.phase(1)) == ((3, "d"), (4, "c"), (5, "e"), (6, "f"), (7, "g"), (8, "h"))
    event = win(event, "R3-1", "a")
    assert placings(event.phase(1))[:4] == ((1, "a"), (2, "b"), (3, "d"), (4, "c"))


@every("key", sorted(THIRD))
def test_match_for_third_place_does_not_change_title_odds(key):
    event = played(start_finals(key, FINALS[key].sizes[0] if key != "single" else 8, third_place=True))
    now = bracket_of(event.phase(1))
    assert "3P" in now.results
    assert exact_odds(now.table, results=now.results, seated=now.seated).win[1] == 1
    assert estimate_odds(now.table, results=now.results, seated=now.seated, runs=10).win[1] == 1


def test_the_event_does_not_end_before_third_place_is_played():
    event = start_finals("single", 4, third_place=True)
    event = next_round(win_all(event, ["R1-1", "R1-2"]), "s").event
    event = win(event, "R2-1", "a")
    assert bracket_of(event.phase(1)).champion == "a"
    with pytest.raises(RuleViolation, match="Waiting for the result of table"):
        next_round(event, "s")
    assert has_ended(next_round(win(event, "3P", "c"), "s").event)


def test_losers_of_a_round_can_share_a_place():
    ranks = [rank for rank, _player in placings(played(start_finals("single", places="shared")).phase(1))]
    assert ranks == [1, 2, 3, 3, 5, 5, 5, 5]


@every(
    ("settings", "words"),
    [
        ({"third_place": 1}, "settings.third_place: must be true or false"),
        ({"best_of_rounds": {"final": 5}}, "settings.best_of_rounds.final: must be the number of a round"),
        ({"best_of_rounds": {"4": 4}}, "settings.best_of_rounds.4: must be an odd number"),
        ({"best_of_rounds": [5]}, "settings.best_of_rounds: must be an object"),
        ({"best_of_rounds": {"²": 5}}, "must be the number of a round"),
        ({"places": "lots"}, "settings.places: must be one of seed, shared"),
        ({"after_cut": "party"}, "settings.after_cut: must be one of bye, next"),
    ],
)
def test_invalid_setting_is_refused_with_its_path(settings, words):
    with pytest.raises(RuleViolation) as refusal:
        rulebooks.settings_of("magic", settings)
    assert words in str(refusal.value)


def test_rounds_can_have_more_games():
    settings = rulebooks.settings_of("magic", {"best_of": 3, "best_of_rounds": {"4": 5}})
    assert [settings.best_of_in(n) for n in (1, 4)] == [3, 5]


def after_a_cut(**settings):
    """Return nine players ranked a to i, cut to the AFL's eight, with the first week paired."""
    sides = [
        (SeatRecord(p, points=9 - n, result="win"), SeatRecord(f"x{n}", points=0)) for n, p in enumerate(NINE)
    ]
    matches = [MatchRecord(pair, table) for table, pair in enumerate(sides, 1)]
    players = [PlayerRecord(p, p.upper()) for p in NINE] + [PlayerRecord(f"x{n}", f"X{n}") for n in range(9)]
    swiss = PhaseRecord(
        overrides={"rounds": 1, "tiebreakers": []}, rounds=(RoundRecord(1, matches=tuple(matches)),)
    )
    finals = PhaseRecord("bracket", "Finals", {"finals": "afl8", "cut": {"top": 8}, **settings})
    return next_round(EventHistory("League", "magic", tuple(players), (swiss, finals)), "s").event


def without(event, player, **how):
    changes = how or {"disqualified": True}
    players = tuple(replace(p, **changes) if p.id == player else p for p in event.players)
    return replace(event, players=players)


def test_replacement_from_the_standings_before_the_first_match():
    event = after_a_cut(after_cut="next")
    after = move_up_next_player(without(event, "g"), "g")
    assert after.entrants == tuple("abcdefhi")
    assert {m.slot: m.players for m in after.rounds[0].matches} == {
        "QF1": ("a", "d"),
        "QF2": ("b", "c"),
        "EF1": ("e", "i"),
        "EF2": ("f", "h"),
    }


def test_no_replacement_by_default_nor_after_a_match():
    event = after_a_cut()
    assert move_up_next_player(without(event, "g"), "g") is None
    event = after_a_cut(after_cut="next")
    first = event.phase(2).rounds[0]
    seats = (SeatRecord("a", result="win"), SeatRecord("d", result="loss"))
    done = replace(first.matches[0], seats=seats)
    event = event.phase(2).replace(rounds=(replace(first, matches=(done, *first.matches[1:])),)).history
    assert move_up_next_player(without(event, "g"), "g") is None
    assert move_up_next_player(without(after_a_cut(after_cut="next"), "x1"), "x1") is None
