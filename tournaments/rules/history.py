"""What happened at an event: frozen values, as the event file spells them."""

from dataclasses import dataclass, field, replace
from types import MappingProxyType

from .errors import RuleViolation, _

DRAFT, PUBLISHED, FINISHED = "draft", "published", "finished"
STATES = (DRAFT, PUBLISHED, FINISHED)

SWISS, ROUND_ROBIN, BRACKET, PODS, DRAFT_PODS = "swiss", "round_robin", "bracket", "pods", "draft"
KINDS = (SWISS, ROUND_ROBIN, BRACKET, PODS, DRAFT_PODS)
# Whose rounds are drawn from the standings, so that people may change them by hand and come into them late.
DRAWN_KINDS = (SWISS, PODS, DRAFT_PODS)

WIN, DRAW, LOSS = "win", "draw", "loss"
UNPLAYED = ("no_show", "forfeit")
LOSSES = (*UNPLAYED, "conceded", "disqualified")
RESULTS = (WIN, DRAW, LOSS, *LOSSES)
BYE = "bye"
BYES = (BYE, DRAW, LOSS)
ABSENT = "absent"
# Who sees an event: it is on the list of all, whoever has its address, who runs or plays it.
PUBLIC, UNLISTED, PRIVATE = "public", "unlisted", "private"
VISIBILITIES = (PUBLIC, UNLISTED, PRIVATE)
# From where something was done.
DESK, PHONE, SHELL, ADMIN, TIME = "desk", "phone", "shell", "admin", "time"
SOURCES = (DESK, PHONE, SHELL, ADMIN, TIME)
# So many sit at a table of a pods round (PlayAllTimes algorithms guide, multiplayer tournaments).
POD_SEATS = (3, 4, 5)

NOTHING = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the event; rounds are counted over the whole event, 0 = before the first.

    `table` is the one where they always sit, if any. `byes` are those asked for or given in advance: round →
    `bye`, `draw` (half a point) or `loss`. `order` is the place in the event's list of players.
    """

    id: str
    name: str
    club: str = ""
    rating: float | None = None
    seed: float | None = None
    joined_round: int = 1
    dropped_after: int | None = None
    disqualified: bool = False
    soft: float | None = None
    household: str = ""
    division: str = ""
    table: int | None = None
    byes: dict[int, str] = field(default_factory=dict)
    order: int = field(default=0, compare=False)

    @property
    def has_left(self):
        return self.disqualified or self.dropped_after is not None

    def plays_in(self, event_round):
        """Whether the player is there in that round, counted over the event: to be paired, or for a bye."""
        late = self.joined_round > event_round and event_round not in self.byes
        if self.disqualified or late:
            return False
        return self.dropped_after is None or self.dropped_after >= event_round


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player says their table's result is, as rules.spelling spells it, and when, an ISO time."""

    said: str
    at: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at a table and what was reported of them; all None = not reported.

    In a bye, `result` is `bye` (worth a bye), `draw` (a half-point bye) or `loss` (unpaired loss).
    `claim` is what its player has reported while nothing stands: no result yet.
    """

    player: str
    games: int | None = None
    result: str | None = None
    place: int | None = None
    score: int | None = None
    secondary: int | None = None
    bonus: int | None = None
    points: float | None = None
    claim: Claim | None = None

    @property
    def reported(self):
        return (self.games, self.result, self.place, self.score, self.points) != (None,) * 5


@dataclass(frozen=True, slots=True)
class Match:
    """The seats of one table. A bye is a match of one seat without a table.

    `extra_minutes`: how much longer than the round it may go on.
    """

    seats: tuple[Seat, ...]
    table: int | None = None
    drawn_games: int = 0
    slot: str = ""
    extra_minutes: int = 0

    @property
    def players(self):
        """Their ids, in the order of the seats."""
        return tuple(seat.player for seat in self.seats)

    @property
    def played(self):
        """Whether it has a result and is no bye."""
        return self.reported and not self.is_bye

    @property
    def is_bye(self):
        return len(self.seats) == 1

    @property
    def is_pod(self):
        """Whether more than two sit there."""
        return len(self.seats) > 2

    @property
    def reported(self):
        return any(seat.reported for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a round cost when it was drawn, and how one knows that no other costs less.

    `rematches`: pairs that meet again; `pair_downs`: tables of several score groups; `gap`: Σ (gap in score
    groups)² over the pairs of a table; `by`: a lower bound that is met, an exact search, or a search that
    `weighed` so many exchanges of two players and found nothing better. `ahead`: it costs more than the best,
    so that the rounds to come can be paired. `apart`: pairs who share a club or household; None where nobody
    was kept apart.
    """

    rematches: int
    pair_downs: int
    gap: int
    by: str
    ahead: bool = False
    apart: int | None = None
    weighed: int | None = None


BOUND, EXACT, SEARCH = "bound", "exact search", "search"
PROOFS = (BOUND, EXACT, SEARCH)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a round: running until `ends_at`, an ISO time, or paused with so many seconds `left`."""

    ends_at: str | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """Round `number` (1, 2, … in each phase): its tables in order, byes last.

    `sealed`: the SHA-256 of the seed that was public before the draw; empty for a seed typed by hand.
    `proof`: of the tables as they were drawn; None where nothing is proven, or people moved them since.
    `clock`: None until it is started.
    """

    number: int
    state: str = FINISHED
    seed: str = ""
    matches: tuple[Match, ...] = ()
    sealed: str = ""
    proof: Proof | None = None
    clock: Clock | None = None

    @property
    def finished(self):
        return self.state == FINISHED


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the event in which tables are formed in one way.

    `settings` holds only what differs from the rulebook, in the event file's words.
    `entrants` are player ids in seed order; None until the phase has begun.
    `pods` are those of a draft, once they are drawn: player ids in the order of the seats; `pods_seed` and
    `pods_sealed` are of that draw as a round's are of its own, empty for pods made by hand. `build_until` is
    when deck building ends, an ISO time, once it has been started.
    """

    kind: str = SWISS
    name: str = ""
    settings: dict = field(default_factory=dict)
    entrants: tuple[str, ...] | None = None
    rounds: tuple[Round, ...] = ()
    pods: tuple[tuple[str, ...], ...] = ()
    pods_seed: str = ""
    pods_sealed: str = ""
    build_until: str | None = None

    @property
    def begun(self):
        """Whether anything of it is drawn: a round, or the pods of a draft."""
        return bool(self.rounds or self.pods)

    @property
    def must_be_won(self):
        """Whether somebody has to go on from each match: in finals, and in the bracket of a draft's pod."""
        return BRACKET in (self.kind, self.settings.get("draft_inside"))


@dataclass(frozen=True, slots=True)
class LogLine:
    """One action: when, who, what, what it changed (path → [before, after]), and from where if known."""

    at: str
    who: str
    action: str
    changes: dict = field(default_factory=dict)
    undoes: int | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """The standings after a finished round as everybody saw them then, at an ISO time: keys of the columns;
    rows of (rank, player's id, record, a text for each column)."""

    phase: int
    round: int
    at: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple, ...] = ()


@dataclass(frozen=True, slots=True)
class Announcement:
    """Words of the organiser for everybody in the hall, and when they were said, an ISO time."""

    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Event:
    """A whole event: what the event file holds.

    `forbidden` are pairs of player ids that are never drawn against each other, `wished` those that are
    as soon as they can be, once. `pot`: what there is for prizes, in the event file's words.
    """

    name: str
    rulebook: str
    players: tuple[Player, ...] = ()
    phases: tuple[Phase, ...] = ()
    starts_at: str | None = None
    timezone: str = "UTC"
    place: str = ""
    log: tuple[LogLine, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    wished: tuple[tuple[str, str], ...] = ()
    pot: dict = field(default_factory=dict)
    announcement: Announcement | None = None
    visibility: str = PUBLIC
    published: tuple[Published, ...] = ()

    @property
    def names(self):
        """Player id → name."""
        return {player.id: player.name for player in self.players}

    @property
    def current(self):
        """Number of the current phase, from 1: the last one that has begun, else the first."""
        begun = [n for n, phase in enumerate(self.phases, 1) if phase.begun]
        return begun[-1] if begun else 1

    def phase(self, number):
        """The phase of this number, from 1; RuleViolation where there is none."""
        if not 1 <= number <= len(self.phases):
            raise RuleViolation(_("There is no phase {number}."), number=number)
        return self.phases[number - 1]

    def rounds_before(self, phase_number):
        """How many rounds the phases before this one had (players' rounds count over the event)."""
        return sum(len(phase.rounds) for phase in self.phases[: phase_number - 1])

    def with_phase(self, number, **changes):
        phases = list(self.phases)
        phases[number - 1] = replace(self.phase(number), **changes)
        return replace(self, phases=tuple(phases))
