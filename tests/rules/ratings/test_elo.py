"""Elo ratings against published examples, a second computation, and corrections of earlier events."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.played_pod_events import event_of as pods_of
from tests.rules.played_pod_events import play as play_pods
from tests.rules.round_notation import swiss
from tests.support.case_tables import every
from tests.support.histories import event_of, play_out, with_finals
from tournaments.rules.errors import RuleViolation
from tournaments.rules.ratings.elo import (
    RatedEvent,
    RatedMatch,
    Rating,
    RatingSettings,
    expected_score,
    explain_change,
    k_of,
    rank_ratings,
    rate_events,
    rated_event,
)
from tournaments.rules.ratings.settings import PRESETS, RatingFile, read_ratings

FIDE = PRESETS["fide"].settings
# A player of 1613 loses to 1609, draws with 1477, beats 1388 and 1586, and loses to 1720, with K 32
# (Wikipedia, "Elo rating system", mathematical details).
FIVE_ROUNDS = {"b": (1609, 0), "c": (1477, 0.5), "d": (1388, 1), "e": (1586, 1), "f": (1720, 0)}


def rate_five_rounds():
    known = {name: Rating(rating) for name, (rating, _score) in FIVE_ROUNDS.items()} | {"a": Rating(1613)}
    matches = tuple(RatedMatch("a", name, score) for name, (_rating, score) in FIVE_ROUNDS.items())
    return rate_events([RatedEvent("open", tuple(known), matches)], RatingSettings(), known)


def changes_of(person, history):
    return [change for change in history.changes if change.person == person]


def test_the_published_example_of_five_rounds():
    (change,) = changes_of("a", rate_five_rounds())
    expected = [term.expected for term in change.terms]
    assert expected == pytest.approx([0.506, 0.686, 0.785, 0.539, 0.351], abs=0.0006)
    assert (change.score, round(change.expected, 2), round(change.after)) == (2.5, 2.87, 1601)
    assert str(explain_change(change)) == "1613.0 + 32 × (2.5 − 2.87 expected) = 1601.3"


def test_the_published_expectation_of_portisch_against_hort():
    """2635 against 2600 expects 0.55 of a point (Elo 1978, page 37, from his table)."""
    assert expected_score(2635, 2600) == pytest.approx(0.55, abs=0.005)
    assert expected_score(2600, 2635) == pytest.approx(0.45, abs=0.005)


def test_four_hundred_points_more_are_ten_to_one():
    assert expected_score(1900, 1500) == pytest.approx(10 / 11)
    assert expected_score(1500, 1500) == 0.5
    assert expected_score(-10_000, 10_000) == pytest.approx(0) == expected_score(0, 10**9)


def test_by_fides_rule_a_difference_of_more_than_400_counts_as_400():
    assert expected_score(2000, 1500, FIDE.max_difference) == pytest.approx(10 / 11)
    assert expected_score(1500, 2000, FIDE.max_difference) == pytest.approx(1 / 11)


@every(
    "rating, k",
    [
        (Rating(1500, 0, 1500), 40),
        (Rating(2500, 29, 2500), 40),
        (Rating(1500, 30, 1500), 20),
        (Rating(2399, 30, 2399), 20),
        (Rating(2400, 30, 2400), 10),
        (Rating(2350, 99, 2401), 10),
    ],
)
def test_fides_k_is_40_for_30_matches_then_20_and_10_for_good_from_2400(rating, k):
    assert k_of(rating, FIDE) == k


def test_presets_have_a_source_and_the_shops_ratings_begin_at_1600():
    assert {"shop", "fide"} <= set(PRESETS)
    for key, preset in PRESETS.items():
        assert preset.key == key and preset.name and preset.summary and preset.source
    shop = PRESETS["shop"].settings
    rated = rate_events([RatedEvent("1", ("a", "b"), (RatedMatch("a", "b", 1),))], shop)
    assert {name: one.rating for name, one in rated.ratings.items()} == {"a": 1616, "b": 1584}


def test_ratings_are_provisional_until_enough_matches_have_been_rated():
    event = RatedEvent("1", ("a", "b"), (RatedMatch("a", "b", 1),) * 6)
    two = rate_events([event, replace(event, key="2")], PRESETS["shop"].settings)
    assert [change.is_provisional for change in changes_of("a", two)] == [True, True]
    assert not two.ratings["a"].is_provisional(PRESETS["shop"].settings)


PEOPLE = ("a", "b", "c", "d")
matches = st.lists(
    st.tuples(st.permutations(PEOPLE), st.sampled_from([0.0, 0.5, 1.0])).map(
        lambda both: RatedMatch(*both[0][:2], both[1])
    ),
    max_size=6,
)
seasons = st.lists(matches, max_size=5).map(
    lambda played: [RatedEvent(str(n), PEOPLE, tuple(of_event)) for n, of_event in enumerate(played)]
)


def plainly(events, start, k):
    """Return the ratings by the formula alone: all of an event from those before it."""
    ratings = dict.fromkeys(PEOPLE, start)
    for event in events:
        after = dict(ratings)
        for match in event.matches:
            for own, other, score in (
                (match.first, match.second, match.score),
                (match.second, match.first, 1 - match.score),
            ):
                after[own] += k * (score - 1 / (1 + 10 ** ((ratings[other] - ratings[own]) / 400)))
        ratings = after
    return ratings


@settings(max_examples=settings.default.max_examples * 6)
@given(seasons, st.sampled_from([1000, 1500.5]), st.sampled_from([0, 16, 32.5]))
def test_ratings_are_those_of_the_formula_and_the_points_of_two_players_stay_the_same(events, start, k):
    rated = rate_events(events, RatingSettings(start, k))
    ratings = {name: one.rating for name, one in rated.ratings.items()}
    if events:
        assert ratings == pytest.approx(plainly(events, start, k))
        assert sum(ratings.values()) == pytest.approx(4 * start)
    for change in rated.changes:
        assert change.after == pytest.approx(change.before + change.k * (change.score - change.expected))


@settings(max_examples=settings.default.max_examples * 6)
@given(seasons, st.integers(0, 4))
def test_events_rated_in_two_parts_give_the_ratings_of_all_at_once(events, position):
    whole = rate_events(events, FIDE)
    first = rate_events(events[:position], FIDE)
    second = rate_events(events[position:], FIDE, first.ratings)
    assert (second.ratings, first.changes + second.changes) == (whole.ratings, whole.changes)


# By result in the notation of rounds: the first player's score, None if the match is not rated.
RESULTS = {
    "2-0": 1,
    "1-2": 0,
    "1-1": 0.5,
    "draw": 0.5,
    "conceded": 0,
    "no_show": None,
    "forfeit": None,
    "disqualified": None,
    "double-loss": None,
}


@every(("result", "score"), RESULTS.items())
def test_played_and_conceded_matches_are_rated_and_others_are_not(result, score):
    history = swiss(f"a b {result}, c bye", settings={"rounds": 1})
    rated = rated_event("1", history, {"a": "ann", "b": "bob", "c": "cat"})
    assert rated.people == ("ann", "bob", "cat")
    assert rated.matches == (() if score is None else (RatedMatch("ann", "bob", score),))


def test_finals_are_rated_and_tables_of_more_than_two_are_not():
    history = play_out(with_finals(event_of(8, rounds=3), 4, "single"))
    people = {player.id: player.id for player in history.players}
    assert len(rated_event("1", history, people).matches) == 3 * 4 + 3
    pods = play_pods(pods_of(8), 1)
    assert rated_event("1", pods, {player.id: player.id for player in pods.players}).matches == ()


def test_matches_against_players_without_a_person_are_left_out():
    history = swiss("a b 2-0, c d 2-0", settings={"rounds": 1})
    rated = rated_event("1", history, {"a": "ann", "c": "cat", "d": "dan"})
    assert rated.people == ("ann", "cat", "dan") and rated.matches == (RatedMatch("cat", "dan", 1),)


def test_the_list_is_in_the_order_of_the_ratings_and_equal_ones_share_a_rank():
    ratings = {"z": Rating(1500), "b": Rating(1500), "a": Rating(1400), "c": Rating(1600)}
    listed = rank_ratings(ratings, {"z": "zed", "b": "Bob", "a": "Ann", "c": "Cat"})
    assert [(rank, person) for rank, person, _rating in listed] == [(1, "c"), (2, "b"), (2, "z"), (4, "a")]


def test_the_file_names_events_in_order_with_1500_and_32_if_nothing_else_is_said():
    assert read_ratings({"events": ["x", "y"]}) == RatingFile(("x", "y"), RatingSettings(1500, 32))
    read = read_ratings({"events": [], "start": 1200.5, "k": 16})
    assert read == RatingFile((), RatingSettings(1200.5, 16))


@every(
    "value, message",
    [
        ([], "file: must be an object, not a list"),
        ({}, "events: is missing"),
        ({"events": "x"}, "events: must be a list, not 'x'"),
        ({"events": [{"event": "x"}]}, "events[0]: must be text, not an object"),
        ({"events": ["x", "y", "x"]}, "events[2]: x is already in the list"),
        ({"events": [], "start": "1500"}, "start: must be a number from -10000 to 10000"),
        ({"events": [], "k": -1}, "k: must be a number from 0 to 1000"),
        ({"events": [], "kk": 1}, "kk: unknown key. Known keys are events, start, k"),
    ],
)
def test_a_mistake_in_the_file_is_refused_with_its_path(value, message):
    with pytest.raises(RuleViolation) as refusal:
        read_ratings(value)
    assert message in str(refusal.value)
