"""The standings after a round as they were published, and what has moved since."""

from ..models import Event
from ..rules.standings import POINTS
from .standings import standings_shown


def as_published(event: Event, phase: int, number: int) -> tuple[list[str], list[list]]:
    """(keys of the columns, rows of [rank, player's id, record, a text for each column]) of the standings
    after a finished round, as who runs the event sees them now."""
    shown = standings_shown(event, phase, number, runs=True)
    if shown.is_bracket:
        return [], [[row.rank, row.player, row.record] for row in shown.rows]
    columns = [POINTS, *(column.key for column in shown.columns)]
    texts = ((row, (text for _key, text in row.values)) for row in shown.rows)
    return columns, [[row.rank, row.player, row.record, row.points, *values] for row, values in texts]
