"""What holds of the standings of any event, tried on generated ones."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.round_notation import swiss
from tournaments.rules.columns import tables_of
from tournaments.rules.rulebooks import settings_of
from tournaments.rules.standings import rank, standings
from tournaments.rules.tiebreakers import TIEBREAKERS

EVERY = ["mw", "gw", "omw", "ogw", "oomw", "win_loss_sum", "first_tiebreaker_sum", "timing"]
NAMES = "abcdefghi"


@st.composite
def histories(draw):
    """A Swiss event of up to nine players with byes, absences, double losses, drops and draws."""
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(NAMES))
        said = ["2-0", "2-1", "1-2", "1-1", "0-0", "0-0-3", "draw", "double-loss", "no_show", "conceded"]
        pairs = [
            f"{a} {b} {draw(st.sampled_from(said))}" for a, b in zip(order[:8:2], order[1:8:2], strict=True)
        ]
        alone = draw(st.sampled_from(["bye", "half-bye", "late", "absent"]))
        kept = pairs[: draw(st.integers(1, 4))]
        rounds.append(", ".join(kept if alone == "absent" else [*kept, f"{order[8]} {alone}"]))
    switches = {
        "count_rematches": draw(st.sampled_from(["each", "once"])),
        "frozen_after_drop": draw(st.booleans()),
        "bye_in_own_mw": draw(st.booleans()),
    }
    return swiss(*rounds, settings={"tiebreakers": EVERY, "percentages": switches})


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_never_matters(event, rng):
    def shuffled(values):
        return tuple(rng.sample(values, len(values)))

    rounds = tuple(
        replace(one, matches=shuffled([replace(match, seats=shuffled(match.seats)) for match in one.matches]))
        for one in event.phase(1).rounds
    )
    other = replace(event, players=shuffled(event.players)).with_phase(1, rounds=shuffled(rounds))
    assert standings(other, 1) == standings(event, 1)


@given(histories(), st.data())
def test_standings_after_a_round_are_those_of_the_event_cut_off_there(event, data):
    rounds = event.phase(1).rounds
    number = data.draw(st.integers(0, len(rounds)))
    cut_off = event.with_phase(1, rounds=rounds[:number])
    assert standings(event, 1, after_round=number) == standings(cut_off, 1)


@given(histories())
def test_a_bye_is_never_an_opponent(event):
    tables = tables_of(event, 1, settings_of("magic", {}), after_round=5)
    met = {
        (tables.players[a], tables.players[b], number)
        for a, b, number in zip(tables.met.player, tables.met.opponent, tables.met.round, strict=True)
    }
    sat_together = {
        (a.player, b.player, one.number)
        for one in event.phase(1).rounds
        for match in one.matches
        for a in match.seats
        for b in match.seats
        if a.player != b.player
    }
    assert met == sat_together


@given(histories())
def test_the_terms_of_a_column_fold_into_its_numbers(event):
    settings = settings_of("magic", event.phase(1).settings)
    tables = tables_of(event, 1, settings, after_round=5)
    for column in settings.columns:
        working = TIEBREAKERS[column.key].function(tables, column.options)
        if working.terms is None:
            continue
        players = getattr(tables, working.of).player
        counted = np.ones(len(players), bool) if working.counted is None else working.counted
        for player, value in enumerate(working.values):
            terms = working.terms[counted & (players == player)]
            folded = terms.sum() if working.fold == "sum" else terms.mean() if len(terms) else 0
            assert folded == pytest.approx(value)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.33, 1 / 3, 0.5])), min_size=1))
def test_ranks_say_how_many_stand_above(rows):
    assert rank(rows) == [1 + sum(other > row for other in rows) for row in rows]
