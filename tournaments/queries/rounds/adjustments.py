"""Adjusting a round at the desk: who sits where, and what an adjustment would cost before it is made."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BYE, DRAWN_KINDS, PODS, EventHistory, MatchRecord, RoundRecord
from ...rules.pairing.costs import Costs
from ...rules.results import text
from ...rules.rounds import adjustments, pairing_constraints, permissions_by_state, progress, seating
from ..desk.dashboard import round_at_desk
from ..events.status import round_name
from ..history.cache import history_of
from ..players.search import words_of
from ..wording.formats import in_words
from .desk_round import records_of

COSTS = (
    ("rematches", gettext_noop("Rematches")),
    ("gap", gettext_noop("Score gaps, squared")),
    ("same_club", gettext_noop("Tables of one club")),
    ("byes", gettext_noop("Earlier byes of who sits out")),
)
# So many lines are shown of what changes; the rest is counted.
MOST = 12


@dataclass(frozen=True)
class Chair:
    key: str
    name: str
    record: str


@dataclass(frozen=True)
class Row:
    """A table or (`number` None) a bye; `fixed` has its result."""

    number: int | None
    chairs: tuple[Chair, ...]
    fixed: bool


@dataclass(frozen=True)
class Adjusting:
    """The round to adjust. `warning` and `needs_reason` where it is published; `missing` could join it, byes
    that they asked for or not; `gone` have dropped and sit in the draft, or at a table that has no result
    yet. Of a round that is out, who joins or goes has a page of choices."""

    version: int
    phase: int
    number: int
    name: str
    is_draft: bool
    is_pods: bool
    warning: str
    rows: tuple[Row, ...]
    missing: tuple[Chair, ...]
    gone: tuple[Chair, ...]

    @property
    def needs_reason(self):
        return not self.is_draft

    @property
    def has_bye(self):
        return any(row.number is None for row in self.rows)

    def chair(self, key: str) -> Chair | None:
        chairs = [chair for row in self.rows for chair in row.chairs] + list(self.missing)
        return next((chair for chair in chairs if chair.key == key), None)

    def row(self, key: str) -> Row | None:
        return next((row for row in self.rows if any(chair.key == key for chair in row.chairs)), None)


@dataclass(frozen=True)
class Cost:
    """One kind of cost, before and after."""

    label: str
    before: int
    after: int

    @property
    def worse(self):
        return self.after > self.before


@dataclass(frozen=True)
class Line:
    """A table as it was and as it would be; either is empty where there is no such table."""

    label: str
    was: str
    now: str


@dataclass(frozen=True)
class Outcome:
    """What a change of the round would do; or, in `wrong`, why it cannot be (`same`: nothing differs;
    `exception`: a draw that may be agreed to).

    `shown` is its fingerprint. `tables` have a new pair, `players` lose an opponent; `fixed` tables have
    results and stay, `stay` others stay as well.
    """

    lines: tuple[Line, ...] = ()
    more: int = 0
    costs: tuple[Cost, ...] = ()
    players: int = 0
    tables: int = 0
    stay: int = 0
    fixed: int = 0
    shown: str = ""
    wrong: str = ""
    same: bool = False
    exception: bool = False


def adjusting_of(event: Event) -> tuple[Adjusting | None, EventHistory]:
    """The current drawn round as it can be adjusted, None where there is none; and the event's history."""
    history = history_of(event)
    version = history.version
    phase, round_ = round_at_desk(history)
    if round_ is None or round_.finished or history.phase(phase).kind not in DRAWN_KINDS:
        return None, history
    before = adjustments.history_before(history, phase, round_)
    records, names = records_of(before, phase), history.names
    excused = seating.asked_out(history, phase, round_)
    matches = [m for m in round_.matches if not (m.is_bye and m.seats[0].player in excused)]
    seated = {player for match in matches for player in match.players}
    event_round = history.rounds_before(phase) + round_.number
    entrants = set(progress.entrants_of(history, phase))
    out = excused - seated
    level, words = permissions_by_state.verdict("adjust_round", round_.state)
    # In a round that is out, a bye and a table with its result are nobody's trouble.
    settled = [m for m in round_.matches if level != permissions_by_state.FINE and m.reported]
    to_go = seated - {player for match in settled for player in match.players}

    def chair(key):
        return Chair(key, names[key], gettext("sits out") if key in out else records.get(key, ""))

    return Adjusting(
        version=version,
        phase=phase,
        number=round_.number,
        name=round_name(history, phase, round_.number),
        is_draft=level == permissions_by_state.FINE,
        is_pods=history.phase(phase).kind == PODS,
        warning=gettext(words).format(round=round_.number) if level == permissions_by_state.WARNED else "",
        rows=tuple(Row(match.table, tuple(map(chair, match.players)), match.played) for match in matches),
        missing=tuple(
            chair(p.id)
            for p in sorted(history.players, key=lambda p: words_of(p.name))
            if p.id in entrants - seated and not p.has_left
        ),
        gone=tuple(chair(p.id) for p in history.players if p.id in to_go and not p.plays_in(event_round)),
    ), history


def outcome_of(
    history: EventHistory, phase: int, number: int, kind: str, stood: RoundRecord | None = None, **said
) -> Outcome:
    """What one adjustment would do to the round; `stood` is the round as people know it, where `told` has
    somebody's bye taken out of it before."""
    before = seating.round_of(history, phase, number)
    try:
        after = adjustments.adjusted(history, phase, number, kind, **said)
    except RuleViolation as wrong:
        same = wrong.template == adjustments.NOTHING_CHANGES
        exception = kind == "draw" and pairing_constraints.names_exception(wrong)
        return Outcome(fixed=fixed_in(before), wrong=in_words(wrong), same=same, exception=exception)
    names = history.names
    lines = lines_of(stood or before, after, names)
    met, meets = seating.opponents(before), seating.opponents(after)
    new = sum(len(match.seats) > 1 and not plays_on(match, met) for match in after.matches)
    was, now = (adjustments.costs_of(history, phase, round_) for round_ in (before, after))
    return Outcome(
        lines=lines[:MOST],
        more=max(len(lines) - MOST, 0),
        costs=costs_between(was, now),
        players=sum(meets.get(player) != others for player, others in met.items() if others),
        tables=new,
        stay=sum(not match.is_bye for match in after.matches) - new - fixed_in(before),
        fixed=fixed_in(before),
        shown=seating.fingerprint(after),
    )


def plays_on(match: MatchRecord, met: dict) -> bool:
    """Whether those at the table met each other before the change, too."""
    players = match.players
    return met.get(players[0]) == frozenset(players[1:])


def fixed_in(round_: RoundRecord) -> int:
    return sum(match.played for match in round_.matches)


def costs_between(was: Costs, now: Costs) -> tuple[Cost, ...]:
    told = [Cost(gettext(label), getattr(was, key), getattr(now, key)) for key, label in COSTS]
    return (*told[:3], *(cost for cost in told[3:] if cost.before or cost.after))


def lines_of(before: RoundRecord, after: RoundRecord, names: dict) -> tuple[Line, ...]:
    """Each table that differs, by number; then the byes."""
    was, now = by_table(before, names), by_table(after, names)
    numbers = sorted({*was, *now}, key=lambda number: (number is None, number or 0))
    return tuple(
        Line(label_of(number), was.get(number, ""), now.get(number, ""))
        for number in numbers
        if was.get(number) != now.get(number)
    )


def by_table(round_: RoundRecord, names: dict) -> dict:
    told = {match.table: against(match, names) for match in round_.matches if not match.is_bye}
    byes = [sitting_out(match, names) for match in round_.matches if match.is_bye]
    return told | ({None: ", ".join(byes)} if byes else {})


def sitting_out(match: MatchRecord, names: dict) -> str:
    """“Bo”; of a bye that is worth less “Bo (half-point bye)”."""
    seat = match.seats[0]
    name = names[seat.player]
    return name if seat.result == BYE else f"{name} ({text.score(match, gettext)})"


def against(match: MatchRecord, names: dict) -> str:
    return gettext(" v ").join(names[player] for player in match.players)


def label_of(number: int | None) -> str:
    return gettext("Bye") if number is None else gettext("Table {table}").format(table=number)
