"""How a number was calculated."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop, ngettext

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event
from ...results.pages.cells import ResultCell, bet_text, result_cells
from ...rules.history import BRACKET, PODS, EventHistory, EventPhase
from ...rules.standings import working
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import POINTS, PlayerStanding, Standings, standings
from ...rules.standings.table_builder import counted_phases, source_round
from ...rules.standings.working import START, deciding_column
from ...rules.tiebreakers import MEAN, PERCENT, RATIO, TIEBREAKERS
from ...web.wording import number_text, record_text
from .standings import has_final_standings, phase_to_show, table_width, value_text


@dataclass(frozen=True)
class CalculationLine:
    """A round of a calculation: opponent, result, contribution; `counts` is false for one left out."""

    round: str
    opponent: str
    cell: ResultCell | None
    term: str
    note: str
    counts: bool


@dataclass(frozen=True)
class Calculation:
    """A calculation in words.

    `aggregate` names the operation on the lines and `aggregated` its result; `note` says how that became
    `value` if the two differ. A random tiebreaker has no lines.
    """

    lines: tuple[CalculationLine, ...]
    aggregate: str
    aggregated: str
    note: str
    value: str


def describe_calculation(history: EventHistory, explanation: working.ValueExplanation) -> Calculation:
    """Describe the calculation of a number of an event's first phase."""
    names, lines = history.names, []
    cells = result_cells(history.phase(1), explanation.player)
    for line in explanation.lines:
        cell = cells.get(line.round)
        lines.append(
            CalculationLine(
                str(line.round or ""),
                opponent_text(line, names, cell),
                cell,
                term_text(explanation, line),
                floor_note(explanation, line) or bet_text(line, names),
                line.counted,
            )
        )
    return Calculation(
        tuple(lines),
        aggregate_text(explanation),
        aggregated_text(explanation),
        note_text(explanation),
        value_text(explanation.key, explanation.value),
    )


def opponent_text(line, names, cell) -> str:
    """Name the opponent of a term, or say what the term is about."""
    if line.round == 0:
        return gettext("At the start") if line.note == START else gettext("The whole event")
    return names.get(line.opponent) or (cell.opponent if cell else gettext("Absent"))


def term_text(explanation, line) -> str:
    """Format a term in its column's unit; of a ratio, as “part / whole”."""
    if line.term is None:
        return "–"
    if explanation.aggregate == RATIO:
        return f"{number_text(line.term)} / {number_text(line.denominator)}"
    return value_text(explanation.key, line.term)


def floor_note(explanation, line) -> str:
    """“25.00, raised to the floor”."""
    note = gettext(line.note) if line.note else ""
    if not note or line.raw_term in (None, line.term):
        return note
    return f"{value_text(explanation.key, line.raw_term)}, {note}"


def aggregate_text(explanation) -> str:
    """“Mean of 3”, “Sum”, “7 / 12”."""
    counted = [line for line in explanation.lines if line.counted]
    if explanation.aggregate == RATIO:
        part, whole = sum(line.term for line in counted), sum(line.denominator for line in counted)
        return f"{number_text(part)} / {number_text(whole)}"
    if explanation.aggregate == MEAN:
        return ngettext("Average of {count}", "Average of {count}", len(counted)).format(count=len(counted))
    return gettext("Sum")


def aggregated_text(explanation) -> str:
    """Format the result of the lines, with extra decimals before the rule rounds it."""
    if explanation.decimals is None or explanation.aggregated == explanation.value:
        return value_text(explanation.key, explanation.aggregated)
    return f"{explanation.aggregated:z.4f}".rstrip("0").rstrip(".").replace("-", "−")


def note_text(explanation) -> str:
    """Say how the result of the lines became the value; empty if the two are equal."""
    if explanation.aggregated == explanation.value:
        return ""
    if explanation.decimals is None:
        return gettext(explanation.note)
    text = ngettext("rounded to {count} decimal", "rounded to {count} decimals", explanation.decimals)
    return text.format(count=explanation.decimals)


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
        note = floor_note_of_line(explanation, line) or bet_text(line, names)
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


def floor_note_of_line(explanation, line) -> str:
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


RANK = "rank"
# Ranks compare in steps of 1e-9.
MAX_DECIMALS = 9


@dataclass(frozen=True)
class RankExplanation:
    """A player's rank with a sentence about the player above and the player below."""

    player: str
    name: str
    value: str
    sentences: tuple[str, ...]
    key: str = RANK


def explain_rank(standings: Standings, place: int) -> RankExplanation:
    """Explain the rank of the row at this index."""
    row = standings.rows[place]
    sentences = []
    if place:
        sentences.append(compare_rows(standings, row, standings.rows[place - 1], gettext("Behind {name}")))
    if place + 1 < len(standings.rows):
        sentences.append(compare_rows(standings, row, standings.rows[place + 1], gettext("Ahead of {name}")))
    if not sentences:
        sentences.append(gettext("There are no other players to compare with."))
    return RankExplanation(row.player, row.name, str(row.place or row.rank), tuple(sentences))


def compare_rows(standings: Standings, row: PlayerStanding, other: PlayerStanding, lead: str) -> str:
    """“Ahead of Kofi_A: both on 12 points; OMW % 67.00 v 66.60.”"""
    key = deciding_column(standings.columns, row, other)
    if key is None:
        text = gettext(
            "Tied with {name} on every tiebreaker. They share rank {rank} and are listed alphabetically."
        )
        return text.format(name=other.name, rank=row.place or row.rank)
    if key == POINTS and key == standings.columns[0]:
        return points_gap_text(row, other)
    equal = [column_text(column, row) for column in standings.columns[: standings.columns.index(key)]]
    text = gettext("{lead}: both on {equal}; {difference}.") if equal else gettext("{lead}: {difference}.")
    return text.format(
        lead=lead.format(name=other.name),
        equal=", ".join(equal),
        difference=difference_text(key, row, other),
    )


def points_gap_text(row: PlayerStanding, other: PlayerStanding) -> str:
    """“2 points behind Kofi_A (10 v 12).”"""
    gap = abs(row.points - other.points)
    if row.points < other.points:
        text = ngettext(
            "{gap} point behind {name} ({a} v {b}).", "{gap} points behind {name} ({a} v {b}).", gap
        )
    else:
        text = ngettext(
            "{gap} point ahead of {name} ({a} v {b}).", "{gap} points ahead of {name} ({a} v {b}).", gap
        )
    return text.format(
        gap=number_text(gap), name=other.name, a=number_text(row.points), b=number_text(other.points)
    )


def column_text(key: str, row: PlayerStanding) -> str:
    """“12 points”, “OMW % 67.00”."""
    if key == POINTS:
        text = ngettext("{points} point", "{points} points", row.points)
        return text.format(points=number_text(row.points))
    return f"{gettext(TIEBREAKERS[key].label)} {value_text(key, row.values[key])}"


def difference_text(key: str, row: PlayerStanding, other: PlayerStanding) -> str:
    """Return “12 points v 9” or “OMW % 67.00 v 66.60”, with enough decimals to differ."""
    if key == POINTS:
        text = gettext("{points} v {others}")
        return text.format(points=column_text(key, row), others=number_text(other.points))
    entry = TIEBREAKERS[key]
    text = gettext("{column} {value} v {others}")
    if entry.lower_is_better:
        text = gettext("{column} {value} v {others} (less is better)")
    value, others = distinct_texts(key, row.values[key], other.values[key])
    return text.format(column=gettext(entry.label), value=value, others=others)


def distinct_texts(key: str, a: float, b: float) -> tuple[str, str]:
    """Format two numbers of a column with as many decimals as it takes to tell them apart."""
    texts = value_text(key, a), value_text(key, b)
    scale, decimals = (100 if TIEBREAKERS[key].unit == PERCENT else 1), 3
    while texts[0] == texts[1] and decimals <= MAX_DECIMALS:
        texts = tuple(f"{number * scale:z.{decimals}f}".replace("-", "−") for number in (a, b))
        decimals += 1
    return texts


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
