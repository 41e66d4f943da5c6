"""An event and its phases."""

import re
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType

from .. import rulebooks
from ..errors import RuleViolation, _
from ..people.public_names import NO_PUBLIC_NAMES, PublicNames
from ..terms import BRACKET, SWISS
from .players import (
    NO_CHECK_IN,
    NO_LISTS,
    NO_REGISTRATION,
    CheckInSettings,
    ListSettings,
    PersonReference,
    PlayerRecord,
    RegistrationRecord,
    RegistrationSettings,
)
from .rounds import MatchRecord, RoundRecord


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """A phase of the event.

    `overrides` are the settings that differ from the rulebook's, in the event file's format.
    `entrants` are player ids in seed order; None until the phase has begun.
    `pods` are the drawn pods of a draft: player ids in seat order. `pods_seed` and `pods_sealed` belong to
    that draw, like `seed` and `sealed` of a round; empty for pods made by hand. `build_until` is the ISO time
    when deck building ends, once it has been started.
    """

    kind: str = SWISS
    name: str = ""
    overrides: dict = field(default_factory=dict)
    entrants: tuple[str, ...] | None = None
    rounds: tuple[RoundRecord, ...] = ()
    pods: tuple[tuple[str, ...], ...] = ()
    pods_seed: str = ""
    pods_sealed: str = ""
    build_until: str | None = None

    @property
    def begun(self):
        """True once a round or the pods of a draft are drawn."""
        return bool(self.rounds or self.pods)

    @property
    def must_be_won(self):
        """True if each match needs a winner: in finals, and in brackets of a draft's pods."""
        return BRACKET in (self.kind, self.overrides.get("draft_inside"))

    @property
    def open_round(self) -> RoundRecord | None:
        """The first unfinished round; in finals, later ones may be open too."""
        return next((round_ for round_ in self.rounds if not round_.finished), None)

    @property
    def current_round(self) -> RoundRecord | None:
        """The open round, else the last one; None before the first."""
        return self.open_round or (self.rounds[-1] if self.rounds else None)

    def find_round(self, number) -> RoundRecord | None:
        return next((round_ for round_ in self.rounds if round_.number == number), None)


# Visibility: listed for everyone, anyone with the address, or only staff and players.
PUBLIC, UNLISTED, PRIVATE = "public", "unlisted", "private"
VISIBILITIES = (PUBLIC, UNLISTED, PRIVATE)
# Of a game and of its format.
MAX_GAME_LENGTH = 60
# Where an action was done.
DESK, PHONE, PICK, SHELL, ADMIN, TIME = "desk", "phone", "pick", "shell", "admin", "time"
SOURCES = (DESK, PHONE, PICK, SHELL, ADMIN, TIME)

EMPTY_MAPPING = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LogRecord:
    """One action: when, who, what, what it changed (path → [before, after]), and from where if known.

    `sentence` and `values` describe it, see changes.registry; both are empty if unknown.
    """

    at: str
    who: str
    action: str
    changes: dict = field(default_factory=dict)
    undoes: int | None = None
    source: str = ""
    sentence: str = ""
    values: dict = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StandingsRecord:
    """The published standings after a finished round, at an ISO time.

    `columns` are keys; `rows` are (rank, player's id, record, a text for each column).
    """

    phase: int
    round: int
    at: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple, ...] = ()


@dataclass(frozen=True, slots=True)
class Announcement:
    """A message of the organiser to everyone, with its ISO time.

    It ends at the ISO time `ends_at`, with the `round` of `phase`, or when it is removed.
    """

    text: str
    at: str
    ends_at: str | None = None
    phase: int | None = None
    round: int | None = None


@dataclass(frozen=True)
class EventHistory:
    """A whole event, with everything that the event file holds.

    `forbidden` are pairs of player ids that are never paired, `wished` pairs to pair once, as soon as can be.
    `game` is its name, “Magic”, and `game_format` the players' own, “Modern”; both are free text.
    `cancelled` is the sentence with which the event was cancelled, empty unless it was.
    `pot` describes the prize money in the event file's format. `registrations` hold contact data, `people`
    say who the players are, by their id: only files that were asked for them have them. `version` and
    `layout_version` are those of the database rows it was read from; 0 for a file.

    `public_names` are the names of those who count for people of a club, which the rows of the database alone
    know.
    """

    name: str
    rulebook: str
    players: tuple[PlayerRecord, ...] = ()
    phases: tuple[PhaseRecord, ...] = ()
    starts_at: str | None = None
    timezone: str = "UTC"
    place: str = ""
    game: str = ""
    game_format: str = ""
    cancelled: str = ""
    log: tuple[LogRecord, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    wished: tuple[tuple[str, str], ...] = ()
    pot: dict = field(default_factory=dict)
    announcement: Announcement | None = None
    visibility: str = PUBLIC
    registration: RegistrationSettings = NO_REGISTRATION
    check_in: CheckInSettings = NO_CHECK_IN
    lists: ListSettings = NO_LISTS
    published: tuple[StandingsRecord, ...] = ()
    registrations: tuple[RegistrationRecord, ...] = ()
    people: dict[str, PersonReference] = field(default_factory=dict)
    version: int = field(default=0, compare=False)
    layout_version: int = field(default=0, compare=False)
    public_names: PublicNames = field(default=NO_PUBLIC_NAMES, compare=False)

    @cached_property
    def with_public_names(self) -> "EventHistory":
        """The event as all pages show it, players under their public names; itself if none differs."""
        announcement = self.announcement
        if announcement:
            announcement = replace(announcement, text=self.with_public_names_in(announcement.text))
        is_same = all(self.names.get(key, name) == name for key, name in self.public_names.public.items())
        if is_same and announcement == self.announcement:
            return self
        shown = replace(self.with_names(self.public_names.public), announcement=announcement)
        shown.settings_by_phase.update(self.settings_by_phase)
        return shown

    def with_names(self, names: dict[str, str]) -> "EventHistory":
        """Return the event with other names of some players, by their ids."""
        players = (replace(one, name=names[one.id]) if one.id in names else one for one in self.players)
        return replace(self, players=tuple(players))

    def with_public_names_in(self, text: str) -> str:
        """Return free text in which people are called by their public names."""
        if not self.public_names.others:
            return text
        return self.pattern_of_other_names.sub(self.public_names.replace_match, text)

    @cached_property
    def pattern_of_other_names(self) -> re.Pattern:
        return self.public_names.pattern((self.names | self.public_names.public).values())

    @cached_property
    def names(self) -> dict[str, str]:
        """Player id → name."""
        return {player.id: player.name for player in self.players}

    @cached_property
    def players_by_id(self) -> dict[str, PlayerRecord]:
        return {player.id: player for player in self.players}

    @cached_property
    def calculated(self) -> dict:
        """Results of slow functions of this history, by function; each keeps few of them."""
        return {}

    @cached_property
    def settings_by_phase(self) -> dict[int, rulebooks.Settings]:
        """Settings of phases by number, filled by `EventPhase.settings`."""
        return {}

    @property
    def current_phase(self) -> "EventPhase":
        """The last phase that has begun, else the first."""
        return self.phase(max((n for n, phase in enumerate(self.phases, 1) if phase.begun), default=1))

    @property
    def all_phases(self) -> list["EventPhase"]:
        """The phases in order, each with its settings and this history."""
        return [self.phase(number) for number in range(1, len(self.phases) + 1)]

    def find_phase(self, number) -> "EventPhase | None":
        """Return a phase by its number, from 1; None if it does not exist."""
        if number not in range(1, len(self.phases) + 1):
            return None
        return EventPhase(*RECORD_VALUES(self.phases[number - 1]), history=self, number=number)

    def phase(self, number) -> "EventPhase":
        """Return a phase by its number, from 1. RuleViolation if it does not exist."""
        phase = self.find_phase(number)
        if phase is None:
            words = _("There is no phase {number}; the event has {count}.")
            raise RuleViolation(words, number=number, count=len(self.phases))
        return phase

    def find_round(self, phase_number, number) -> RoundRecord | None:
        """Return a round of a phase; None if the phase or the round does not exist."""
        phase = self.find_phase(phase_number)
        return phase and phase.find_round(number)

    def round(self, phase_number, number) -> RoundRecord:
        """Return a round of a phase. RuleViolation if the phase or the round does not exist."""
        round_ = self.find_round(phase_number, number)
        if round_ is None:
            raise RuleViolation(_("There is no round {round}."), round=number)
        return round_

    def find_match(self, phase_number, number, table) -> MatchRecord | None:
        """Return the match at a table of a round; None if it does not exist."""
        round_ = self.find_round(phase_number, number)
        return round_ and round_.find_match(table)

    def find_player(self, player_id) -> PlayerRecord | None:
        return self.players_by_id.get(player_id)

    def player(self, player_id) -> PlayerRecord:
        """Return a player by id. RuleViolation if the event does not have the player."""
        player = self.find_player(player_id)
        if player is None:
            raise RuleViolation(_("Choose a player of this event."))
        return player

    def matches_of(self, player_id) -> dict[tuple[int, int], MatchRecord]:
        """Return the player's matches and byes by (phase, round)."""
        return {
            (number, round_.number): match
            for number, phase in enumerate(self.phases, 1)
            for round_ in phase.rounds
            if (match := round_.find_match_of(player_id))
        }

    def with_player(self, player: PlayerRecord):
        """Return the history with the player of this id replaced."""
        return replace(self, players=tuple(player if p.id == player.id else p for p in self.players))


RECORD_VALUES = attrgetter(*(one.name for one in fields(PhaseRecord)))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPhase(PhaseRecord):
    """A phase with its event, its number from 1 and its complete settings.

    A changed phase belongs to a changed history: its method `replace` returns both.
    """

    history: EventHistory = field(repr=False)
    number: int

    @property
    def record(self) -> PhaseRecord:
        return self.history.phases[self.number - 1]

    @property
    def settings(self) -> rulebooks.Settings:
        """The rulebook's settings with the phase's changes. RuleViolation for an unknown key or value."""
        known = self.history.settings_by_phase
        if self.number not in known:
            path = f"phases[{self.number - 1}].settings"
            known[self.number] = rulebooks.settings_of(self.history.rulebook, self.overrides, path)
        return known[self.number]

    @property
    def previous(self) -> "EventPhase | None":
        return self.history.find_phase(self.number - 1)

    @property
    def next(self) -> "EventPhase | None":
        return self.history.find_phase(self.number + 1)

    @property
    def is_current(self):
        return self.number == self.history.current_phase.number

    @property
    def rounds_before(self):
        """How many rounds the earlier phases had (players' rounds count over the event)."""
        return sum(len(phase.rounds) for phase in self.history.phases[: self.number - 1])

    def round(self, number) -> RoundRecord:
        """Return a round by its number. RuleViolation if it does not exist."""
        return self.history.round(self.number, number)

    def replace(self, **changes) -> "EventPhase":
        """Return the phase with other values in these fields of its record."""
        phases = list(self.history.phases)
        phases[self.number - 1] = replace(self.record, **changes)
        history = replace(self.history, phases=tuple(phases))
        if "overrides" not in changes:
            # The settings of all phases stay the same, so that they are not read again.
            history.settings_by_phase.update(self.history.settings_by_phase | {self.number: self.settings})
        return history.phase(self.number)

    def with_round(self, round_: RoundRecord) -> "EventPhase":
        """Return the phase with the round of this number replaced, or added."""
        others = (other for other in self.rounds if other.number != round_.number)
        return self.replace(rounds=tuple(sorted((*others, round_), key=lambda r: r.number)))

    def with_player(self, player: PlayerRecord) -> "EventPhase":
        """Return the phase of the history with the player of this id replaced."""
        return self.history.with_player(player).phase(self.number)

    def with_match(self, number, table, match: MatchRecord | None) -> "EventPhase":
        """Return the phase with the match at a table of a round replaced, or removed (None)."""
        round_ = self.round(number)
        matches = (match if old.table == table else old for old in round_.matches)
        return self.with_round(replace(round_, matches=tuple(filter(None, matches))))
