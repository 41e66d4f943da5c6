"""The explanation of one cell of the standings: a number or a rank."""

from dataclasses import dataclass, replace

from ...models import Event
from ...rules.history import BRACKET
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import POINTS, standings
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from .columns import phase_to_show
from .rank_explanation import RANK, RankExplanation, explain_rank
from .standings_page import has_final_standings, table_width
from .working import ColumnExplanation, explain_column


@dataclass(frozen=True)
class OpenedCell:
    """The explanation of a cell; its row in the table has a cell as wide as `width` others."""

    explanation: ColumnExplanation | RankExplanation
    width: int


def explain_cell(
    event: Event,
    player: str,
    key: str,
    phase: int | None = None,
    after: int | None = None,
    hidden_columns: tuple[str, ...] = (),
    runs: bool = False,
) -> OpenedCell | None:
    """Return the explanation of a player's number or rank; None if it is not in these standings.

    `key` is a column or `rank`; the other arguments are those of `get_standings_page`. Raises RuleViolation
    for an unknown phase or round.
    """
    history = without_draft_rounds(load_history(event))
    if phase is None and after is None and has_final_standings(history):
        return None
    shown = history.phase(phase) if phase else phase_to_show(history)
    if shown.kind == BRACKET or (is_hidden(shown) and not runs):
        return None
    table = standings(shown, after_round=after, live=after is None)
    columns = [column for column in table.columns if column not in (POINTS, *hidden_columns)]
    row = next((row for row in table.rows if row.player == player), None)
    if row is None or key not in (POINTS, RANK, *columns):
        return None
    if key == RANK:
        pool = tuple(other for other in table.rows if other.pool == row.pool)
        explanation = explain_rank(replace(table, rows=pool), pool.index(row))
    else:
        explanation = explain_column(shown, table, row, key, after)
    return OpenedCell(explanation, table_width(len(columns), len(shown.rounds[:after])))
