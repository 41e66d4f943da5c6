"""A cut before it is made: who is in, who is out and by what, values beside each other."""

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
from ...rules.standings.working import parting
from ..history.cache import history_of
from ..standings.columns import columns_of, row_text
from ..standings.rank_explanation import parted
from ..wording.cuts import cut_words
from ..wording.formats import gone_text, in_words, number_text, phase_name, record_text


@dataclass(frozen=True)
class CutRow:
    """A line of the cut. `values` are (text, whether this column parts the last in from the first out);
    `why` says what keeps somebody out."""

    player: str
    rank: int
    name: str
    about: str
    record: str
    values: tuple[tuple[str, bool], ...]
    why: str
    is_in: bool
    is_gone: bool


@dataclass(frozen=True)
class CutShown:
    """`rule` in words and, as the phase has it, in `asks`; `rows` as they stand, those who go on in `inside`
    by seed; `wrong` says what stands in the way."""

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
        """Cells of a row."""
        return 3 + len(self.columns)

    @property
    def outside(self):
        return tuple(row for row in self.rows if not row.is_in)

    @property
    def first_out(self):
        return tuple(row for row in self.outside if not row.is_gone)[:3]


@dataclass(frozen=True)
class CutDoor:
    """The cut that can be made now, into phase `number`, or made once more as `gone` (names) have left."""

    number: int
    name: str
    again: bool
    gone: tuple[str, ...]


def cut_door(history: EventHistory) -> CutDoor | None:
    """The cut that the event is at; None while rounds or results are missing before it."""
    number = history.current
    phase = history.phase(number)
    # Who has drafted plays: then the cut stays.
    most = 0 if phase.kind == DRAFT_PODS else 1
    played = any(match.played for round_ in phase.rounds for match in round_.matches)
    if number > 1 and phase.begun and len(phase.rounds) <= most and not played:
        before = phases.uncut(history, number)
        there, names = phases.playing_in(before, number), history.names
        gone = tuple(names[player] for player in phase.entrants or () if player not in there)
        return CutDoor(number, phase_name(history, number), True, gone)
    open_ = progress.open_round(history, number)
    if number == len(history.phases) or not phase.rounds:
        return None
    if open_ and (open_.state == DRAFT or progress.unreported(open_)):
        return None
    if len(phase.rounds) < progress.round_count(history, number):
        return None
    return CutDoor(number + 1, phase_name(history, number + 1), False, ())


def cut_at(event: Event) -> tuple[EventHistory, CutDoor | None]:
    """The event's history as it was before its next cut, and that cut."""
    history = history_of(event)
    door = cut_door(history)
    if door and door.again:
        history = phases.uncut(history, door.number)
    return history, door


def planned(history: EventHistory, finals_key: str, top: int) -> EventHistory:
    """The event with finals after its phases."""
    bracket = PhaseRecord(BRACKET, settings={"finals": finals_key, "cut": {"top": top}})
    return replace(history, phases=(*history.phases, bracket))


def cut_shown(history: EventHistory, number: int, rule: dict | None = None) -> CutShown:
    """Who would enter a phase if the one before it ended with the results that are in now; `rule` in place
    of the phase's own cut."""
    rule = rule or phases.cut_rule(history, number)
    name, words = phase_name(history, number), cut_words(rule) if rule else gettext("everybody")
    found = standings(history, number - 1, live=True)
    by_hand = bool(rule and rule.get("by_hand"))
    try:
        cut = phases.cut_rows(history, number, found.rows, rule)
        if history.phase(number).kind == BRACKET:
            key = progress.settings_for(history, number).finals or finals.DEFAULT_FINALS
            finals.table(key, len(cut.entrants))
        wrong = ""
    except RuleViolation as violation:
        cut, wrong = cuts.Cut(()), "" if by_hand else in_words(violation)
    keys = shown_keys(found, cut.entrants)
    rows = rows_of(history, number, found, cut.entrants, rule or {}, keys)
    there = {row.player: row for row in rows}
    labels = tuple(column.label for column in columns_of(keys))
    inside = tuple(there[player] for player in cut.entrants)
    return CutShown(number, name, words, rule or {}, labels, rows, inside, cut.tied_at_line, by_hand, wrong)


def shown_keys(found, entrants) -> tuple[str, ...]:
    """The columns as far as they part the last one in from the first one out; all where they are tied."""
    ends = ends_of(found.rows, entrants)
    key = parting(found.columns, *ends) if ends else found.columns[0]
    return found.columns[: found.columns.index(key) + 1] if key else found.columns


def ends_of(rows, entrants):
    """(the last one in, the first one after who is not); () where nobody or everybody is in."""
    last = max((place for place, row in enumerate(rows) if row.player in entrants), default=len(rows))
    return (rows[last], rows[last + 1]) if last + 1 < len(rows) else ()


def rows_of(told, number, found, entrants, rule, keys) -> tuple[CutRow, ...]:
    there, players = phases.playing_in(told, number), {player.id: player for player in told.players}
    groups = phases.groups_of(told, found.rows, rule)
    last = {}
    for row in found.rows:
        if row.player in entrants:
            last[groups.get(row.player, "")] = row
    rows = []
    for row in found.rows:
        is_in, group = row.player in entrants, groups.get(row.player, "")
        why = ""
        if row.player not in there:
            why = gone_text(told, players[row.player])
        elif entrants and not is_in:
            why = why_out(found.columns, row, last.get(group), rule)
        values = tuple((row_text(row, key), key == keys[-1]) for key in keys)
        about = about_of(row, players[row.player])
        gone = row.player not in there
        facts = row.place or row.rank, row.name, about, record_text(row)
        rows.append(CutRow(row.player, *facts, values, why, is_in, gone))
    return tuple(rows)


def about_of(row, player: PlayerRecord) -> str:
    """The player's pool or division, where there are some."""
    return gettext("pool {pool}").format(pool=row.pool) if row.pool else player.division


def why_out(columns, row, last, rule) -> str:
    """“2 losses, 1 allowed”, “OMW % 67.00 against 66.60”: what keeps this row out."""
    if "losses" in rule and row.losses > rule["losses"]:
        return gettext("{n} losses, {most} allowed").format(n=row.losses, most=rule["losses"])
    if row.points < rule.get("min_points", row.points):
        return gettext("{points} points needed").format(points=number_text(rule["min_points"]))
    if last is None:
        return ""
    if last.place is not None and last.place != row.place:
        return gettext("{ordinal} in the pool").format(ordinal=ordinal(row.place).said(gettext))
    key = parting(columns, last, row)
    if key is None:
        return gettext("level in every column: only the order of the list parts them")
    return parted(key, row, last)
