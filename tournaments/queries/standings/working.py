"""The working behind a number of the standings: what each round gave, and the sum as on paper."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules.history import PODS, EventHistory
from ...rules.rounds import progress
from ...rules.standings import working
from ...rules.standings.carry_over import counted, where
from ...rules.standings.standings import POINTS, Row, Standings
from ...rules.tiebreakers import MEAN, PERCENT, RATIO, TIEBREAKERS
from ..help.example_event import cells_of
from ..results.bets import bet_text
from ..wording.formats import number_text, record_text
from .columns import value_text
from .working_terms import folded_text, note_text, opponent_text, term_text

BETS = gettext_noop("What everybody begins with, and what each round's bet changed.")
MINUS, NO_BREAK = "−", "\u00a0"


@dataclass(frozen=True)
class Bar:
    """Hundredths, written for a drawing: the opponent's share, what a floor adds, the mean of all."""

    was: str
    more: str
    mean: str


@dataclass(frozen=True)
class LineShown:
    """A round. `about` is the opponent's record, or what happened there; `part` what their share is of;
    `counts` not where the round is left out."""

    round: str
    opponent: str
    about: str
    part: str
    bar: Bar | None
    term: str
    note: str
    counts: bool


@dataclass(frozen=True)
class WorkingShown:
    """A number of a row with its lines, the sum on paper, and what that comes to.

    `folded` is what the lines give; `note` says what made it `value` where the two differ. A lot has
    no lines and no `sum`.
    """

    player: str
    name: str
    key: str
    label: str
    explanation: str
    source: str
    value: str
    lines: tuple[LineShown, ...]
    by_opponent: bool
    of_pods: bool
    sum: str
    folded: str
    note: str

    @property
    def has_parts(self):
        return any(line.part for line in self.lines)

    @property
    def has_bars(self):
        return any(line.bar for line in self.lines)

    @property
    def span(self):
        """Cells from the opponent to what counts."""
        return 2 + self.has_parts


def working_shown(
    history: EventHistory, phase: int, found: Standings, row: Row, key: str, after: int | None
) -> WorkingShown:
    """The working of a number that stands in this row; `after` None: of the live standings."""
    shown = working.working_of(
        history,
        phase,
        row.player,
        key,
        after_round=after,
        live=after is None,
        **named(history, phase, found, key),
    )
    entry, settings = TIEBREAKERS[key], progress.settings_for(history, phase)
    bets = key == POINTS and settings.betting
    return WorkingShown(
        player=row.player,
        name=row.name,
        key=key,
        label=gettext(entry.label),
        explanation=gettext(BETS if bets else entry.explanation),
        source=settings.rulebook.source if bets else entry.source,
        value=value_text(key, shown.value),
        lines=lines_shown(history, phase, found, shown),
        by_opponent=shown.by_opponent,
        of_pods=history.phase(phase).kind == PODS and not shown.by_opponent,
        sum=sum_text(shown) if shown.fold else "",
        folded=folded_text(shown),
        note=note_text(shown),
    )


def named(told, phase, found, key) -> dict:
    """The points of a rulebook that ranks by something else first, as one more column."""
    if key in found.columns:
        return {}
    columns = progress.settings_for(told, phase).columns
    return {"tiebreakers": [*({"key": one.key, **one.options} for one in columns), key]}


def lines_shown(told, phase, found, shown) -> tuple[LineShown, ...]:
    rows = {row.player: row for row in found.rows}
    names = told.names
    cells = {number: cells_of(told, number) for number in counted(told, phase)}
    lines, met = [], set()
    for line in shown.lines:
        is_again = shown.by_opponent and line.counted and line.opponent in met
        again = gettext("met again: counts again") if is_again else ""
        met |= {line.opponent} - {None}
        number, round_ = where(told, phase, line.round)
        cell = cells[number].get((shown.player, round_))
        about = f"{cell.word} {cell.games}".strip() if cell and cell.symbol != "bye" else ""
        if shown.by_opponent:
            about = record_of(told, rows.get(line.opponent))
        lines.append(
            LineShown(
                round=f"{number}·{round_}" if number != phase and round_ else str(round_ or ""),
                opponent=opponent_text(line, names, cell),
                about=about,
                part=f"{number_text(line.part)} / {number_text(line.out_of)}" if line.out_of else "",
                bar=bar_of(shown, line),
                term=term_text(shown, line),
                note=note_of(shown, line) or bet_text(line, names) or again,
                counts=line.counted,
            )
        )
    return tuple(lines)


def record_of(told, row: Row | None) -> str:
    """“1–3”, “1–3, dropped”; nothing of who does not stand here."""
    if row is None:
        return ""
    gone = any(player.id == row.player and player.dropped_after is not None for player in told.players)
    return gettext("{record}, dropped").format(record=record_text(row)) if gone else record_text(row)


def bar_of(shown, line) -> Bar | None:
    """A share of an opponent drawn, no wider than from 0 to 1; nothing for other numbers."""
    if TIEBREAKERS[shown.key].unit != PERCENT or shown.fold != MEAN or line.term is None:
        return None
    was = line.term if line.unbound is None else min(line.unbound, line.term)
    was, term, mean = (100 * min(max(share, 0), 1) for share in (was, line.term, shown.folded))
    return Bar(f"{was:.2f}", f"{term - was:.2f}", f"{mean:.2f}")


def note_of(shown, line) -> str:
    """“25.00 raised to the floor, 33.00”, or why the round does not count."""
    note = gettext(line.note) if line.note else ""
    if not note or line.unbound in (None, line.term) or not line.counted:
        return note
    before, after = value_text(shown.key, line.unbound), value_text(shown.key, line.term)
    return gettext("{before} {note}, {after}").format(before=before, note=note, after=after)


def sum_text(shown) -> str:
    """“(33.00 + 75.00) / 2”, “3 + 5 − 2”, “(3 + 0) / 6”."""
    counted = [line for line in shown.lines if line.counted]
    if not counted:
        return gettext("Nothing counts yet")
    # A ratio's terms are no shares: its part and its whole are added up.
    terms = [number_text(line.term) if shown.fold == RATIO else term_text(shown, line) for line in counted]
    added = terms[0] + "".join(
        f" {MINUS} {term[1:]}" if term.startswith(MINUS) else f" + {term}" for term in terms[1:]
    )
    if shown.fold not in (MEAN, RATIO):
        return added
    whole = len(counted) if shown.fold == MEAN else sum(line.whole for line in counted)
    if not whole:
        return gettext("0 of 0 counts as 0")
    return f"({added}) /{NO_BREAK}{number_text(whole)}"
