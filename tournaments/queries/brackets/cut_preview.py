"""Preview of a cut: who qualifies, who does not and why, with the deciding values."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.finals.labels import ordinal
from ...rules.history import BRACKET, DRAFT, DRAFT_PODS, EventHistory, PhaseRecord, PlayerRecord
from ...rules.rounds import phases, progress
from ...rules.standings import cut as cuts
from ...rules.standings.standings import standings
from ...rules.standings.working import deciding_column
from ..history.cache import load_history
from ..standings.columns import columns_of, row_text
from ..standings.rank_explanation import parted
from ..wording.cuts import cut_words
from ..wording.formats import gone_text, in_words, number_text, phase_name, record_text


@dataclass(frozen=True)
class CutRow:
    """A row of the preview.

    `values` are (text, whether this column separates the last qualifier from the first player out); `why`
    says what keeps the player out."""

    player: str
    rank: int
    name: str
    about: str
    record: str
    values: tuple[tuple[str, bool], ...]
    why: str
    is_in: bool
    has_dropped: bool


@dataclass(frozen=True)
class CutPreview:
    """The preview of a cut.

    `rule` is in words, `asks` as stored; `rows` are in the order of the standings, `inside` are the
    qualifiers by seed; `wrong` says why the cut cannot be made."""

    phase: int
    name: str
    rule: str
    asks: dict
    columns: tuple[str, ...]
    rows: tuple[CutRow, ...]
    inside: tuple[CutRow, ...]
    tied: bool
    by_hand: bool
    wrong: str

    @property
    def width(self):
        """Count the cells of a row."""
        return 3 + len(self.columns)

    @property
    def outside(self):
        return tuple(row for row in self.rows if not row.is_in)

    @property
    def first_out(self):
        return tuple(row for row in self.outside if not row.has_dropped)[:3]


@dataclass(frozen=True)
class AvailableCut:
    """A cut that can be made now into phase `number`.

    With `again` it is repeated because the players named in `dropped` have left."""

    number: int
    name: str
    again: bool
    dropped: tuple[str, ...]


def find_available_cut(history: EventHistory) -> AvailableCut | None:
    """Return the cut that is due; None while rounds or results before it are missing."""
    number = history.current
    phase = history.phase(number)
    # After a draft the drafted players play, so the cut is final.
    most = 0 if phase.kind == DRAFT_PODS else 1
    played = any(match.played for round_ in phase.rounds for match in round_.matches)
    if number > 1 and phase.begun and len(phase.rounds) <= most and not played:
        before = phases.without_cut(history, number)
        present, names = phases.playing_in(before, number), history.names
        dropped = tuple(names[player] for player in phase.entrants or () if player not in present)
        return AvailableCut(number, phase_name(history, number), True, dropped)
    open_ = progress.open_round(history, number)
    if number == len(history.phases) or not phase.rounds:
        return None
    if open_ and (open_.state == DRAFT or progress.unreported(open_)):
        return None
    if len(phase.rounds) < progress.round_count(history, number):
        return None
    return AvailableCut(number + 1, phase_name(history, number + 1), False, ())


def history_at_cut(event: Event) -> tuple[EventHistory, AvailableCut | None]:
    """Return the event's history before its next cut, and that cut."""
    history = load_history(event)
    available_cut = find_available_cut(history)
    if available_cut and available_cut.again:
        history = phases.without_cut(history, available_cut.number)
    return history, available_cut


def planned(history: EventHistory, finals_key: str, top: int) -> EventHistory:
    """Return the history with finals added after its phases."""
    bracket = PhaseRecord(BRACKET, settings={"finals": finals_key, "cut": {"top": top}})
    return replace(history, phases=(*history.phases, bracket))


def preview_cut(history: EventHistory, number: int, rule: dict | None = None) -> CutPreview:
    """Preview who would enter a phase if the one before it ended with the current results.

    `rule` replaces the phase's own cut."""
    rule = rule or phases.cut_rule(history, number)
    name, words = phase_name(history, number), cut_words(rule) if rule else gettext("everybody")
    table = standings(history, number - 1, live=True)
    by_hand = bool(rule and rule.get("by_hand"))
    try:
        cut = phases.cut_rows(history, number, table.rows, rule)
        if history.phase(number).kind == BRACKET:
            key = progress.settings_for(history, number).finals or finals.DEFAULT_FINALS
            finals.table(key, len(cut.entrants))
        wrong = ""
    except RuleViolation as violation:
        cut, wrong = cuts.Cut(()), "" if by_hand else in_words(violation)
    keys = shown_keys(table, cut.entrants)
    rows = rows_of(history, number, table, cut.entrants, rule or {}, keys)
    rows_by_player = {row.player: row for row in rows}
    labels = tuple(column.label for column in columns_of(keys))
    inside = tuple(rows_by_player[player] for player in cut.entrants)
    return CutPreview(number, name, words, rule or {}, labels, rows, inside, cut.tied_at_line, by_hand, wrong)


def shown_keys(table, entrants) -> tuple[str, ...]:
    """Return the columns down to the one that decides the cut; all of them for a tie."""
    ends = ends_of(table.rows, entrants)
    key = deciding_column(table.columns, *ends) if ends else table.columns[0]
    return table.columns[: table.columns.index(key) + 1] if key else table.columns


def ends_of(rows, entrants):
    """Return (last qualifier, first player out) as rows; empty if nobody or everybody qualifies."""
    last = max((place for place, row in enumerate(rows) if row.player in entrants), default=len(rows))
    return (rows[last], rows[last + 1]) if last + 1 < len(rows) else ()


def rows_of(history, number, table, entrants, rule, keys) -> tuple[CutRow, ...]:
    present, players = phases.playing_in(history, number), {player.id: player for player in history.players}
    groups = phases.groups_of(history, table.rows, rule)
    last = {}
    for row in table.rows:
        if row.player in entrants:
            last[groups.get(row.player, "")] = row
    rows = []
    for row in table.rows:
        is_in, group = row.player in entrants, groups.get(row.player, "")
        why = ""
        if row.player not in present:
            why = gone_text(history, players[row.player])
        elif entrants and not is_in:
            why = why_out(table.columns, row, last.get(group), rule)
        values = tuple((row_text(row, key), key == keys[-1]) for key in keys)
        about = about_of(row, players[row.player])
        has_dropped = row.player not in present
        facts = row.place or row.rank, row.name, about, record_text(row)
        rows.append(CutRow(row.player, *facts, values, why, is_in, has_dropped))
    return tuple(rows)


def about_of(row, player: PlayerRecord) -> str:
    """Return the player's pool or division, if any."""
    return gettext("pool {pool}").format(pool=row.pool) if row.pool else player.division


def why_out(columns, row, last, rule) -> str:
    """Return “2 losses, 1 allowed” or “OMW % 67.00 against 66.60”: what keeps this player out."""
    if "losses" in rule and row.losses > rule["losses"]:
        return gettext("{n} losses, {most} allowed").format(n=row.losses, most=rule["losses"])
    if row.points < rule.get("min_points", row.points):
        return gettext("{points} points needed").format(points=number_text(rule["min_points"]))
    if last is None:
        return ""
    if last.place is not None and last.place != row.place:
        return gettext("{ordinal} in the pool").format(ordinal=ordinal(row.place).render(gettext))
    key = deciding_column(columns, last, row)
    if key is None:
        return gettext("level in every column: only the order of the list parts them")
    return parted(key, row, last)
