"""The table of a series agrees with a second, simple computation; its explanations add up to its numbers."""

from dataclasses import replace

from hypothesis import assume, given, settings

from tests.rules.series import oracle
from tests.rules.series.evenings import computed
from tests.rules.series.random_seasons import events_of, rules_of, seasons
from tournaments.rules.series.rows import explain_cell, explain_total
from tournaments.rules.series.scoring import sum_terms
from tournaments.rules.series.series_rules import number_text
from tournaments.rules.series.table import series_table

many = settings(max_examples=settings.default.max_examples * 12)


@many
@given(seasons())
def test_ranks_totals_scores_and_what_counts_are_those_of_a_second_computation(season):
    assert computed(events_of(season), rules_of(season)) == oracle.table(season)


@many
@given(seasons())
def test_the_terms_of_every_cell_and_of_every_total_add_up(season):
    rules = rules_of(season)
    for ranked in series_table(events_of(season), rules).rows:
        row = ranked.row
        assert sum(points for _reason, points in explain_total(row, rules.attendance)) == row.total
        for cell in row.cells:
            assert sum_terms(cell.terms, cell.weight) == cell.points
            assert all(str(term.reason) for term in cell.terms)
            assert str(explain_cell(row, cell, rules.counting))
        assert str(ranked.decided_by)


@many
@given(seasons())
def test_the_total_without_a_result_is_that_of_a_season_without_it(season):
    rules, events = rules_of(season), events_of(season)
    assume(rules.attendance is None)
    table = series_table(events, rules)
    for ranked in table.rows[:2]:
        row = ranked.row
        for cell in row.counted[:2]:
            absent = [without(event, row.person) if event.key == cell.event else event for event in events]
            again = series_table(absent, rules).find(row.person)
            total = again.row.total if again else 0
            assert explain_cell(row, cell, rules.counting).params["without"] == number_text(total)


def without(event, person):
    """Return the event without the result of a person, and with the same number of players."""
    return replace(event, results=tuple(one for one in event.results if one.person != person))
