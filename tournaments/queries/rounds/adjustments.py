"""Adjusting a round at the desk: its seats, and the cost of a change before it is made."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BYE, DRAWN_KINDS, PODS, EventHistory, MatchRecord, RoundRecord
from ...rules.pairing.costs import RoundCosts
from ...rules.results import text
from ...rules.rounds import adjustments, pairing_constraints, permissions_by_state, progress, seating
from ..desk.dashboard import round_at_desk
from ..events.status import round_name
from ..history.cache import load_history
from ..players.search import words_of
from ..wording.formats import in_words
from .desk_round import records_of

COSTS = (
    ("rematches", gettext_noop("Rematches")),
    ("gap", gettext_noop("Score gaps, squared")),
    ("same_club", gettext_noop("Tables of one club")),
    ("byes", gettext_noop("Earlier byes of who sits out")),
)
# Changed tables listed in a preview; the rest is counted.
MAX_LINES = 12


@dataclass(frozen=True)
class AdjustableSeat:
    key: str
    name: str
    record: str


@dataclass(frozen=True)
class AdjustableTable:
    """A table, or a bye (`number` None); `fixed` tables have their result."""

    number: int | None
    seats: tuple[AdjustableSeat, ...]
    fixed: bool


@dataclass(frozen=True)
class AdjustableRound:
    """The round to adjust.

    A published round has a `warning` and needs a reason. `missing` players could join, including those with a
    requested bye; `dropped` players still have a seat in the draft or at an unreported table. In a published
    round, additions and removals have their own page."""

    version: int
    phase: int
    number: int
    name: str
    is_draft: bool
    is_pods: bool
    warning: str
    rows: tuple[AdjustableTable, ...]
    missing: tuple[AdjustableSeat, ...]
    dropped: tuple[AdjustableSeat, ...]

    @property
    def needs_reason(self):
        return not self.is_draft

    @property
    def has_bye(self):
        return any(row.number is None for row in self.rows)

    def seat(self, key: str) -> AdjustableSeat | None:
        seats = [seat for row in self.rows for seat in row.seats] + list(self.missing)
        return next((seat for seat in seats if seat.key == key), None)

    def row(self, key: str) -> AdjustableTable | None:
        return next((row for row in self.rows if any(seat.key == key for seat in row.seats)), None)


@dataclass(frozen=True)
class CostChange:
    """One kind of cost, before and after."""

    label: str
    before: int
    after: int

    @property
    def worse(self):
        return self.after > self.before


@dataclass(frozen=True)
class TableChange:
    """A table before and after; empty where it does not exist."""

    label: str
    was: str
    now: str


@dataclass(frozen=True)
class Outcome:
    """The preview of a change, or in `wrong` the reason why it is impossible.

    `same`: nothing would change; `exception`: a pairing that may be accepted as an exception. `fingerprint`
    identifies the preview. `tables` get a new pair, `players` lose an opponent; `fixed` tables have results,
    `unchanged` others remain."""

    lines: tuple[TableChange, ...] = ()
    more: int = 0
    costs: tuple[CostChange, ...] = ()
    players: int = 0
    tables: int = 0
    unchanged: int = 0
    fixed: int = 0
    fingerprint: str = ""
    wrong: str = ""
    same: bool = False
    exception: bool = False


def get_adjustable_round(event: Event) -> tuple[AdjustableRound | None, EventHistory]:
    """Return (the current round if it can be adjusted, else None; the event's history)."""
    history = load_history(event)
    version = history.version
    phase, round_ = round_at_desk(history)
    if round_ is None or round_.finished or history.phase(phase).kind not in DRAWN_KINDS:
        return None, history
    before = adjustments.history_before(history, phase, round_)
    records, names = records_of(before, phase), history.names
    excused = seating.excused_players(history, phase, round_)
    matches = [m for m in round_.matches if not (m.is_bye and m.seats[0].player in excused)]
    seated = {player for match in matches for player in match.players}
    event_round = history.rounds_before(phase) + round_.number
    entrants = set(progress.entrants_of(history, phase))
    out = excused - seated
    level, words = permissions_by_state.verdict("adjust_round", round_.state)
    # In a published round, players with a bye or a result need no action.
    settled = [m for m in round_.matches if level != permissions_by_state.FINE and m.reported]
    to_go = seated - {player for match in settled for player in match.players}

    def seat(key):
        return AdjustableSeat(key, names[key], gettext("sits out") if key in out else records.get(key, ""))

    return AdjustableRound(
        version=version,
        phase=phase,
        number=round_.number,
        name=round_name(history, phase, round_.number),
        is_draft=level == permissions_by_state.FINE,
        is_pods=history.phase(phase).kind == PODS,
        warning=gettext(words).format(round=round_.number) if level == permissions_by_state.WARNED else "",
        rows=tuple(
            AdjustableTable(match.table, tuple(map(seat, match.players)), match.played) for match in matches
        ),
        missing=tuple(
            seat(p.id)
            for p in sorted(history.players, key=lambda p: words_of(p.name))
            if p.id in entrants - seated and not p.has_left
        ),
        dropped=tuple(seat(p.id) for p in history.players if p.id in to_go and not p.plays_in(event_round)),
    ), history


def preview_adjustment(
    history: EventHistory,
    phase: int,
    number: int,
    kind: str,
    published_round: RoundRecord | None = None,
    **arguments,
) -> Outcome:
    """Preview one adjustment of a round.

    `published_round` is the round as players know it, if `history` already differs from it by a removed
    bye."""
    before = seating.round_of(history, phase, number)
    try:
        after = adjustments.apply_adjustment(history, phase, number, kind, **arguments)
    except RuleViolation as wrong:
        same = wrong.template == adjustments.NOTHING_CHANGES
        exception = kind == "draw" and pairing_constraints.names_exception(wrong)
        return Outcome(fixed=fixed_in(before), wrong=in_words(wrong), same=same, exception=exception)
    names = history.names
    lines = lines_of(published_round or before, after, names)
    met, meets = seating.opponents(before), seating.opponents(after)
    new = sum(len(match.seats) > 1 and not plays_on(match, met) for match in after.matches)
    was, now = (adjustments.costs_of(history, phase, round_) for round_ in (before, after))
    return Outcome(
        lines=lines[:MAX_LINES],
        more=max(len(lines) - MAX_LINES, 0),
        costs=costs_between(was, now),
        players=sum(meets.get(player) != others for player, others in met.items() if others),
        tables=new,
        unchanged=sum(not match.is_bye for match in after.matches) - new - fixed_in(before),
        fixed=fixed_in(before),
        fingerprint=seating.fingerprint(after),
    )


def plays_on(match: MatchRecord, met: dict) -> bool:
    """Return whether the table's players also met before the change."""
    players = match.players
    return met.get(players[0]) == frozenset(players[1:])


def fixed_in(round_: RoundRecord) -> int:
    return sum(match.played for match in round_.matches)


def costs_between(was: RoundCosts, now: RoundCosts) -> tuple[CostChange, ...]:
    changes = [CostChange(gettext(label), getattr(was, key), getattr(now, key)) for key, label in COSTS]
    return (*changes[:3], *(cost for cost in changes[3:] if cost.before or cost.after))


def lines_of(before: RoundRecord, after: RoundRecord, names: dict) -> tuple[TableChange, ...]:
    """Return the tables that differ, by number, then the byes."""
    was, now = by_table(before, names), by_table(after, names)
    numbers = sorted({*was, *now}, key=lambda number: (number is None, number or 0))
    return tuple(
        TableChange(label_of(number), was.get(number, ""), now.get(number, ""))
        for number in numbers
        if was.get(number) != now.get(number)
    )


def by_table(round_: RoundRecord, names: dict) -> dict:
    tables = {match.table: against(match, names) for match in round_.matches if not match.is_bye}
    byes = [sitting_out(match, names) for match in round_.matches if match.is_bye]
    return tables | ({None: ", ".join(byes)} if byes else {})


def sitting_out(match: MatchRecord, names: dict) -> str:
    """Return “Bo”, or for a partial bye “Bo (half-point bye)”."""
    seat = match.seats[0]
    name = names[seat.player]
    return name if seat.result == BYE else f"{name} ({text.score(match, gettext)})"


def against(match: MatchRecord, names: dict) -> str:
    return gettext(" v ").join(names[player] for player in match.players)


def label_of(number: int | None) -> str:
    return gettext("Bye") if number is None else gettext("Table {table}").format(table=number)
