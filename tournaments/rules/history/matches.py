"""Matches of a round: their seats and reported results."""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class SeatReport:
    """A player's report of their table's result, in result notation, with its ISO time.

    `is_picked`: it comes from a phone that picked the name, not from the player's personal link.
    """

    result_text: str
    at: str
    is_picked: bool = False

    @classmethod
    def from_json(cls, value):
        return cls(value["said"], value["at"], value.get("picked", False))

    def as_json(self):
        values = {"said": self.result_text, "at": self.at}
        return values | {"picked": True} if self.is_picked else values


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One player at a table and their reported result; all None = not reported.

    In a bye, `result` is `bye` (worth a bye), `draw` (a half-point bye) or `loss` (unpaired loss).
    `player_report` is the player's own report, which is not a result yet.
    """

    player: str
    games: int | None = None
    result: str | None = None
    place: int | None = None
    score: int | None = None
    secondary: int | None = None
    bonus: int | None = None
    points: float | None = None
    player_report: SeatReport | None = None

    @property
    def reported(self):
        return (self.games, self.result, self.place, self.score, self.points) != (None,) * 5


@dataclass(frozen=True)
class MatchRecord:
    """The seats of one table. A bye is a match of one seat without a table.

    `extra_minutes` is its time extension.
    """

    seats: tuple[SeatRecord, ...]
    table: int | None = None
    drawn_games: int = 0
    slot: str = ""
    extra_minutes: int = 0

    @cached_property
    def players(self):
        """The players' ids in seat order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def played(self):
        """True if it has a result and is not a bye."""
        return self.reported and not self.is_bye

    @property
    def is_bye(self):
        return len(self.seats) == 1

    @property
    def is_pod(self):
        """True if it has more than two seats."""
        return len(self.seats) > 2

    @cached_property
    def reported(self):
        return any(seat.reported for seat in self.seats)
