"""The history of an event, with its log, announcements and published standings."""

from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ..errors import RuleViolation, _
from .phases import PhaseRecord
from .players import PlayerRecord

# Visibility: listed for everyone, anyone with the address, or only staff and players.
PUBLIC, UNLISTED, PRIVATE = "public", "unlisted", "private"
VISIBILITIES = (PUBLIC, UNLISTED, PRIVATE)
# Where an action was done.
DESK, PHONE, SHELL, ADMIN, TIME = "desk", "phone", "shell", "admin", "time"
SOURCES = (DESK, PHONE, SHELL, ADMIN, TIME)

NOTHING = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LogRecord:
    """One action: when, who, what, what it changed (path → [before, after]), and from where if known."""

    at: str
    who: str
    action: str
    changes: dict = field(default_factory=dict)
    undoes: int | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class StandingsRecord:
    """The published standings after a finished round, at an ISO time: keys of the columns;
    rows of (rank, player's id, record, a text for each column)."""

    phase: int
    round: int
    at: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple, ...] = ()


@dataclass(frozen=True, slots=True)
class Announcement:
    """A message of the organiser to everyone, with its ISO time."""

    text: str
    at: str


@dataclass(frozen=True, slots=True)
class EventHistory:
    """A whole event: what the event file holds.

    `forbidden` are pairs of player ids that are never paired, `wished` pairs to be paired once as soon as
    possible. `pot`: what there is for prizes, in the event file's words. `version`
    and `frame_version` are those of the rows it was read from, 0 for a file's.
    """

    name: str
    rulebook: str
    players: tuple[PlayerRecord, ...] = ()
    phases: tuple[PhaseRecord, ...] = ()
    starts_at: str | None = None
    timezone: str = "UTC"
    place: str = ""
    log: tuple[LogRecord, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    wished: tuple[tuple[str, str], ...] = ()
    pot: dict = field(default_factory=dict)
    announcement: Announcement | None = None
    visibility: str = PUBLIC
    published: tuple[StandingsRecord, ...] = ()
    version: int = field(default=0, compare=False)
    frame_version: int = field(default=0, compare=False)

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
