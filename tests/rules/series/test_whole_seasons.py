"""Series and ratings of whole events, from their files to the last number, computed a second time."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.series import file_oracle, oracle
from tests.rules.series.evenings import computed
from tests.rules.series.random_files import random_file
from tests.rules.series.random_seasons import rules_of, scorings
from tests.support.repetitions import count
from tournaments.rules import event_file
from tournaments.rules.history import BRACKET
from tournaments.rules.people.names import name_key
from tournaments.rules.ratings.elo import RatingSettings, rate_events, rated_event
from tournaments.rules.series.events import SeriesEvent, event_results
from tournaments.rules.standings.final import final_standings
from tournaments.rules.standings.player_results import player_results
from tournaments.rules.standings.standings import standings


@cache
def events():
    """Return (history, {player id: person}, event file) of events of every shape."""
    random, made = Random("seasons"), []
    for _event in range(count(40, 400)):
        file = random_file(random)
        history = event_file.read(file)
        made.append((history, {player.id: name_key(player.name) for player in history.players}, file))
    return made


picks = st.lists(st.integers(0, count(40, 400) - 1), unique=True, max_size=6)


def facts_of(history, file):
    def rows(standing):
        return [(row.rank, row.player, row.points) for row in standing]

    of_phases = [
        None if phase.kind == BRACKET else rows(standings(phase).rows) for phase in history.all_phases
    ]
    return file_oracle.facts_of(file, rows(final_standings(history)), of_phases)


@st.composite
def seasons(draw):
    """Generate (events, season): the season is plain data, as the oracle takes it."""
    chosen = [events()[n] for n in draw(picks)]
    weights, kinds = st.sampled_from([1, 1.5, 0.1]), st.sampled_from(["", "cup"])
    season = {
        "events": [
            {"people": facts_of(history, file), "weight": draw(weights), "kind": draw(kinds)}
            for history, _people, file in chosen
        ],
        "scoring": draw(scorings()),
        "count": draw(counts),
        "ties": draw(st.lists(st.sampled_from(["best_result", "countback", "wins", "events"]), unique=True)),
    }
    return chosen, season


counts = st.fixed_dictionaries(
    {"at_least": st.integers(0, 3)},
    optional={"best": st.integers(1, 4), "best_of_kind": st.just({"cup": 1})},
)


@settings(max_examples=settings.default.max_examples * 2)
@given(seasons())
def test_the_table_of_whole_events_is_that_of_a_second_computation_from_their_files(chosen_and_season):
    chosen, season = chosen_and_season
    played = []
    for number, ((history, people, _file), facts) in enumerate(zip(chosen, season["events"], strict=True)):
        named = {player: (person, person) for player, person in people.items()}
        results = event_results(player_results(history), named)
        weight = oracle.exact(facts["weight"])
        played.append(SeriesEvent(str(number), results, len(results), kind=facts["kind"], weight=weight))
    assert computed(played, rules_of(season)) == oracle.table(season)


@settings(max_examples=settings.default.max_examples * 2)
@given(picks, st.sampled_from([(1500, 32), (1000, 16.5)]))
def test_the_ratings_of_whole_events_are_those_of_the_formula_and_their_files(picked, start_and_k):
    chosen = [events()[n] for n in picked]
    rated = [rated_event(str(n), history, people) for n, (history, people, _file) in enumerate(chosen)]
    ratings = rate_events(rated, RatingSettings(*start_and_k)).ratings
    expected = file_oracle.elo([file for _history, _people, file in chosen], *start_and_k)
    assert {person: one.matches for person, one in ratings.items()} == {
        person: matches for person, (_rating, matches) in expected.items()
    }
    assert {person: one.rating for person, one in ratings.items()} == pytest.approx(
        {person: rating for person, (rating, _matches) in expected.items()}
    )
