"""The calculation behind a number of the standings: the contribution of each round, and the sum."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules.history import PODS, EventHistory, EventPhase
from ...rules.standings import working
from ...rules.standings.carry_over import counted_phases, source_round
from ...rules.standings.standings import POINTS, PlayerStanding, Standings
from ...rules.tiebreakers import MEAN, PERCENT, RATIO, TIEBREAKERS
from ..results.bets import bet_text
from ..results.result_cells import result_cells
from ..wording.formats import number_text, record_text
from .columns import value_text
from .working_terms import aggregated_text, note_text, opponent_text, term_text

BETTING_EXPLANATION = gettext_noop("The starting points, and the change from each round’s bet.")
MINUS, NO_BREAK = "−", "\u00a0"


@dataclass(frozen=True)
class ShareBar:
    """Percentages of a bar: the opponent's share, the addition by a floor, and the mean of all opponents."""

    share: str
    raised: str
    mean: str


@dataclass(frozen=True)
class ExplanationLine:
    """A round of the calculation.

    `about` is the opponent's record or the player's own result; `fraction` the opponent's share as “3 / 4”;
    `counts` is false for a round that is left out.
    """

    round: str
    opponent: str
    about: str
    fraction: str
    bar: ShareBar | None
    term: str
    note: str
    counts: bool


@dataclass(frozen=True)
class ColumnExplanation:
    """The calculation of a number: its lines, the sum, and the result.

    `aggregated` is the result of the lines; `note` says how it became `value` if the two differ. A random
    tiebreaker has no lines and no `sum`.
    """

    player: str
    name: str
    key: str
    label: str
    explanation: str
    source: str
    value: str
    lines: tuple[ExplanationLine, ...]
    by_opponent: bool
    is_pods: bool
    sum: str
    aggregated: str
    note: str

    @property
    def has_fractions(self):
        return any(line.fraction for line in self.lines)

    @property
    def has_bars(self):
        return any(line.bar for line in self.lines)

    @property
    def span(self):
        """Count the cells from the opponent to the contribution."""
        return 2 + self.has_fractions


def explain_column(
    phase: EventPhase, standings: Standings, row: PlayerStanding, key: str, after: int | None
) -> ColumnExplanation:
    """Explain a number in this row; with `after` None, of the live standings."""
    entry, settings = TIEBREAKERS[key], phase.settings
    # A column that the rulebook does not rank by is calculated in addition to its columns.
    options = {}
    if key not in standings.columns:
        columns = [{"key": column.key, **column.options} for column in settings.columns]
        options = {"tiebreakers": [*columns, key]}
    explanation = working.explain_value(
        phase, row.player, key, after_round=after, live=after is None, **options
    )
    is_bet = key == POINTS and settings.betting
    return ColumnExplanation(
        player=row.player,
        name=row.name,
        key=key,
        label=gettext(entry.label),
        explanation=gettext(BETTING_EXPLANATION if is_bet else entry.explanation),
        source=settings.rulebook.source if is_bet else entry.source,
        value=value_text(key, explanation.value),
        lines=explanation_lines(phase, standings, explanation),
        by_opponent=explanation.by_opponent,
        is_pods=phase.kind == PODS and not explanation.by_opponent,
        sum=sum_text(explanation) if explanation.aggregate else "",
        aggregated=aggregated_text(explanation),
        note=note_text(explanation),
    )


def explanation_lines(
    phase: EventPhase, standings: Standings, explanation: working.ValueExplanation
) -> tuple[ExplanationLine, ...]:
    """Return one line for each term of the calculation."""
    history = phase.history
    names, rows = history.names, {row.player: row for row in standings.rows}
    player = explanation.player
    cells = {counted.number: result_cells(counted, player) for counted in counted_phases(phase)}
    lines, met = [], set()
    for line in explanation.lines:
        source, round_ = source_round(phase, line.round)
        cell = cells[source.number].get(round_)
        if explanation.by_opponent:
            about = record_of(history, rows.get(line.opponent))
        else:
            about = f"{cell.word} {cell.games}".strip() if cell and cell.symbol != "bye" else ""
        note = floor_note(explanation, line) or bet_text(line, names)
        if not note and explanation.by_opponent and line.counted and line.opponent in met:
            note = gettext("rematch, counts again")
        met |= {line.opponent} - {None}
        lines.append(
            ExplanationLine(
                round=f"{source.number}·{round_}" if source != phase and round_ else str(round_ or ""),
                opponent=opponent_text(line, names, cell),
                about=about,
                fraction=f"{number_text(line.part)} / {number_text(line.out_of)}" if line.out_of else "",
                bar=share_bar(explanation, line),
                term=term_text(explanation, line),
                note=note,
                counts=line.counted,
            )
        )
    return tuple(lines)


def record_of(history: EventHistory, row: PlayerStanding | None) -> str:
    """Return “1–3” or “1–3, dropped”; empty for a player without a row."""
    if row is None:
        return ""
    has_dropped = history.player(row.player).dropped_after is not None
    return gettext("{record}, dropped").format(record=record_text(row)) if has_dropped else record_text(row)


def share_bar(explanation, line) -> ShareBar | None:
    """Return the bar of an opponent's share, clamped to 0–1; None for other numbers."""
    if TIEBREAKERS[explanation.key].unit != PERCENT or explanation.aggregate != MEAN or line.term is None:
        return None
    share = line.term if line.raw_term is None else min(line.raw_term, line.term)
    share, term, mean = (100 * min(max(part, 0), 1) for part in (share, line.term, explanation.aggregated))
    return ShareBar(f"{share:.2f}", f"{term - share:.2f}", f"{mean:.2f}")


def floor_note(explanation, line) -> str:
    """Return “25.00 raised to the floor, 33.00”, or why the round does not count."""
    note = gettext(line.note) if line.note else ""
    if not note or line.raw_term in (None, line.term) or not line.counted:
        return note
    before, after = value_text(explanation.key, line.raw_term), value_text(explanation.key, line.term)
    return gettext("{before} {note}, {after}").format(before=before, note=note, after=after)


def sum_text(explanation) -> str:
    """“(33.00 + 75.00) / 2”, “3 + 5 − 2”, “(3 + 0) / 6”."""
    counted = [line for line in explanation.lines if line.counted]
    if not counted:
        return gettext("No rounds count yet")
    # A ratio adds up its numerators and denominators separately.
    terms = [
        number_text(line.term) if explanation.aggregate == RATIO else term_text(explanation, line)
        for line in counted
    ]
    added = terms[0] + "".join(
        f" {MINUS} {term[1:]}" if term.startswith(MINUS) else f" + {term}" for term in terms[1:]
    )
    if explanation.aggregate not in (MEAN, RATIO):
        return added
    divisor = len(counted) if explanation.aggregate == MEAN else sum(line.denominator for line in counted)
    if not divisor:
        return gettext("0 of 0 counts as 0")
    return f"({added}) /{NO_BREAK}{number_text(divisor)}"
