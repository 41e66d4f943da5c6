"""Properties of the standings of generated events."""

from dataclasses import replace
from itertools import pairwise
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.round_notation import swiss
from tests.support.repetitions import count
from tournaments.rules.standings.standings import rank, standings
from tournaments.rules.standings.table_builder import build_tables
from tournaments.rules.standings.working import deciding_column, explain_value
from tournaments.rules.tiebreakers import TIEBREAKERS

# One example shows every player of an event.
few = settings(max_examples=max(2, settings.default.max_examples // 20))
EVERY = [key for key in TIEBREAKERS if key != "points"]
NAMES = "abcdefghi"


@st.composite
def histories(draw):
    """A Swiss event of up to nine players with byes, absences, double losses, drops and draws."""
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(NAMES))
        results = ["2-0", "2-1", "1-2", "1-1", "0-0", "0-0-3", "draw", "double-loss", "no_show", "conceded"]
        pairs = [
            f"{a} {b} {draw(st.sampled_from(results))}"
            for a, b in zip(order[:8:2], order[1:8:2], strict=True)
        ]
        alone = draw(st.sampled_from(["bye", "half-bye", "late", "absent"]))
        chosen_pairs = pairs[: draw(st.integers(1, 4))]
        rounds.append(
            ", ".join(chosen_pairs if alone == "absent" else [*chosen_pairs, f"{order[8]} {alone}"])
        )
    switches = {
        "count_rematches": draw(st.sampled_from(["each", "once"])),
        "frozen_after_drop": draw(st.booleans()),
        "bye_in_own_mw": draw(st.booleans()),
        "floor": draw(st.sampled_from([0, 0.33])),
        "cap": draw(st.sampled_from([0.75, 1])),
    }
    return swiss(*rounds, settings={"tiebreakers": EVERY, "percentages": switches})


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_never_matters(event, rng):
    # But for the one column that is about the order of the seats.
    keys = [key for key in EVERY if key != "average_seat"]
    event = event.phase(1).replace(overrides=event.phase(1).overrides | {"tiebreakers": keys}).history

    def shuffled(values):
        return tuple(rng.sample(values, len(values)))

    rounds = tuple(
        replace(one, matches=shuffled([replace(match, seats=shuffled(match.seats)) for match in one.matches]))
        for one in event.phase(1).rounds
    )
    other = replace(event, players=shuffled(event.players)).phase(1).replace(rounds=shuffled(rounds)).history
    assert standings(other.phase(1)) == standings(event.phase(1))


@given(histories(), st.data())
def test_standings_after_a_round_equal_those_of_the_truncated_event(event, data):
    rounds = event.phase(1).rounds
    number = data.draw(st.integers(0, len(rounds)))
    cut_off = event.phase(1).replace(rounds=rounds[:number]).history
    assert standings(event.phase(1), after_round=number) == standings(cut_off.phase(1))


@given(histories())
def test_a_bye_is_never_an_opponent(event):
    tables = build_tables(event.phase(1), after_round=5)
    rows = tables.meetings
    met = {
        (tables.players[a], tables.players[b], number)
        for a, b, number in zip(rows.player, rows.opponent, rows.round, strict=True)
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


FOLDS = {"sum": sum, "mean": lambda terms: fmean(terms) if terms else 0}


@pytest.mark.parametrize("key", [*TIEBREAKERS][:: count(3, 1)])
@few
@given(histories())
def test_the_lines_of_an_explanation_add_up_to_its_number(key, event):
    for row in standings(event.phase(1)).rows:
        explanation = explain_value(event.phase(1), row.player, key)
        assert explanation.value == (row.points if key == "points" else row.values[key])
        counted = [line for line in explanation.lines if line.counted]
        if explanation.aggregate == "ratio":
            whole = sum(line.denominator for line in counted)
            aggregated = sum(line.term for line in counted) / whole if whole else 0
        elif explanation.aggregate:
            aggregated = FOLDS[explanation.aggregate]([line.term for line in counted])
        else:
            aggregated = explanation.value
        assert aggregated == pytest.approx(explanation.aggregated)
        bounded = explanation.value != explanation.aggregated
        assert bounded == bool(explanation.note) or explanation.decimals is not None


@given(histories())
def test_ranks_are_a_total_preorder_explained_by_the_deciding_column(event):
    computed = standings(event.phase(1))
    ranks = [row.rank for row in computed.rows]
    assert ranks == [1 + sum(other < own for other in ranks) for own in ranks]
    for one, other in pairwise(computed.rows):
        assert (deciding_column(computed.columns, one, other) is None) == (one.rank == other.rank)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.33, 1 / 3, 0.5])), min_size=1))
def test_ranks_count_the_rows_above(rows):
    assert rank(rows) == [1 + sum(other > row for other in rows) for row in rows]
