"""What each person of a series needs: the distance to first place, and what the events to come can bring."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext, ngettext

from ...history.cache import load_history
from ...rules.finals_systems.system import ordinal
from ...rules.history import SWISS
from ...rules.series.outlook import ComingEvent, SeriesOutlook, best_season, season_outlook
from ...rules.series.rows import SeriesRow
from ...rules.series.series_rules import BY_RECORD, Number, SeriesScoring, number_text
from ...rules.series.table import SeriesTable
from .loading import COMING, LIVE, SeriesColumn, SeriesFacts, exact_decimal, hides_points

# Begins the keys of events that are planned, but have no date yet.
PLANNED = "?"


def season_needs(facts: SeriesFacts, table: SeriesTable) -> dict[str, SeriesOutlook]:
    """Return what each person of the table can still reach; empty if there is nothing to say.

    An event that hides points would be told by it, and at the end of the season there is nothing to reach.
    Nobody can say what an event that is played can still bring to those who have points from it already.
    """
    counted = {event.key for event in facts.table.events}
    columns = facts.with_state(COMING, LIVE)
    is_counted = any(column.key in counted for column in columns)
    if is_counted or facts.series.ended_at or hides_points(columns):
        return {}
    coming = list_coming(facts)
    return season_outlook(table, facts.rules, coming) if coming else {}


def list_coming(facts: SeriesFacts) -> list[ComingEvent]:
    """Return the events to come, the live ones included; those without a date are like the last one."""
    columns, shown = facts.with_state(COMING, LIVE), facts.shown_columns
    coming = [coming_event(column, facts.rules.scoring) for column in columns]
    missing = (facts.rules.planned_events or 0) - len(shown)
    played_here = [column for column in shown if column.event]
    last = coming_event(played_here[-1], facts.rules.scoring) if played_here else ComingEvent("")
    return coming + [replace(last, key=f"{PLANNED}{n}") for n in range(missing)]


def coming_event(column: SeriesColumn, scoring: SeriesScoring) -> ComingEvent:
    """Return an event to come, with its number of rounds if its settings say it and the scoring needs it."""
    rounds = None
    if scoring.by == BY_RECORD:
        phases = load_history(column.event).all_phases
        if all(phase.kind == SWISS and phase.settings.rounds for phase in phases):
            rounds = sum(phase.settings.rounds for phase in phases)
    entry = column.entry
    return ComingEvent(column.key, entry.kind, exact_decimal(entry.weight), rounds)


def need_text(outlook: SeriesOutlook) -> str:
    """Return “4 ahead, at most +8”, “7 behind, at most +12”, “at best 2nd, with +18”, or who has won."""
    if outlook.has_won:
        return gettext("has won, can’t be caught")
    most = number_text(outlook.most) if outlook.most else ""
    if outlook.best_rank not in (None, 1):
        place = ordinal(outlook.best_rank).render(gettext)
        if not most:
            return gettext("at best {place}").format(place=place)
        return gettext("at best {place}, with +{most}").format(place=place, most=most)
    at_most = gettext("at most +{most}").format(most=most) if most else ""
    return ", ".join(filter(None, (distance_text(outlook.to_first), at_most)))


def distance_text(to_first: Number | None) -> str:
    """Return how far somebody is from first place; empty if there is nobody to compare with."""
    if to_first is None:
        return ""
    if to_first == 0:
        return gettext("level with the first")
    text = gettext("{points} behind") if to_first > 0 else gettext("{points} ahead")
    return text.format(points=number_text(abs(to_first)))


def need_reason(outlook: SeriesOutlook) -> str:
    """Return what the outlook of a person means, in whole sentences."""
    if outlook.has_won:
        return gettext("Nobody else can reach first place any more.")
    if outlook.most is None:
        return gettext("The rules set no limit to what the events to come can bring.")
    if outlook.best_rank is None:
        return gettext("Even with all events to come there are too few events to be ranked.")
    return gettext("With the best results, and if nobody else scores, the rank is {place}.").format(
        place=ordinal(outlook.best_rank).render(gettext)
    )


def need_terms(facts: SeriesFacts, table: SeriesTable, row: SeriesRow) -> tuple[list, Number]:
    """Return [(why, points)] of the most that a person can reach, and their sum.

    Without a limit these are the total as it is.
    """
    hopeful = best_season(row, table, facts.rules, list_coming(facts)) or row
    return [(gettext("Total now"), row.total), *added_terms(facts, row, hopeful)], hopeful.total


def added_terms(facts: SeriesFacts, row: SeriesRow, hopeful: SeriesRow) -> Iterator[tuple[str, Number]]:
    """Yield (why, points) of what the best results in the events to come add to a row."""
    played = {cell.event for cell in row.cells}
    added = [cell for cell in hopeful.counted if cell.event not in played]
    planned = [cell for cell in added if cell.event.startswith(PLANNED)]
    for cell in added:
        if cell not in planned:
            column = facts.column(cell.event)
            text = gettext("Best result in {event}, {date}")
            yield text.format(event=column.name, date=column.date()), cell.points
    if planned:
        text = ngettext(
            "Best result in {count} event without a date",
            "Best results in {count} events without a date",
            len(planned),
        )
        yield text.format(count=len(planned)), sum(cell.points for cell in planned)
    kept = sum(cell.points for cell in hopeful.counted if cell.event in played)
    if lost := kept - sum(cell.points for cell in row.counted):
        yield gettext("Results that no longer count then"), lost
    if more := hopeful.attendance - row.attendance:
        yield gettext("Attendance"), more
