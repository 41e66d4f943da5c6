"""Tables of a round and its players' seats."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from ...rules.results import text
from ...rules.results.text import join_names
from ..players.search import name_words
from .table_reasons import anchor_at


@dataclass(frozen=True)
class PlayerSide:
    """A player at a table: record or seed before the round, and `outcome` (won, lost, drawn or empty).

    `notice` says that their table was changed.
    """

    player: str
    name: str
    record: str
    points: str
    outcome: str
    notice: str = ""

    @property
    def record_and_points(self):
        return f"{self.record}, {self.points}" if self.points else self.record


@dataclass(frozen=True)
class RoundTable:
    """A table, or without a number a bye.

    `games` are those of both sides, empty if `status_text` describes the result; `pod` is the draft pod's
    number, 0 for a single pod; `extension` is its time extension.
    """

    number: int | None
    sides: tuple[PlayerSide, ...]
    state: str
    games: tuple[str, ...]
    score: str
    status_text: str
    pod: int = 0
    extension: str = ""

    @property
    def anchor(self):
        return anchor_at(self.number, self.sides[0].player)

    @property
    def has_changed(self):
        return any(side.notice for side in self.sides)

    @property
    def is_pod(self):
        return len(self.sides) > 2

    @cached_property
    def seatings(self):
        """Return each side's PlayerSeating in order of the seats."""
        return tuple(seating_at(self, place) for place in range(len(self.sides)))


@dataclass(frozen=True)
class PlayerSeating:
    """A player's seat.

    `result` is from their side; `seat` (from 1) is set in pods only; `opponents` are in order of their seats;
    `extension` is the time extension.
    """

    side: PlayerSide
    opponents: tuple[PlayerSide, ...]
    table: int | None
    seat: int | None
    anchor: str
    result: str
    bye_text: str
    extension: str = ""

    @property
    def opponents_text(self):
        """Return “Ben” or “Ben, Cleo and Dan”; empty for a bye."""
        return join_names(tuple(side.name for side in self.opponents), gettext) if self.opponents else ""

    @property
    def opponent_record(self):
        """Return the record of the only opponent; empty in pods."""
        return self.opponents[0].record_and_points if len(self.opponents) == 1 else ""


def seating_at(table: RoundTable, place: int) -> PlayerSeating:
    side = table.sides[place]
    opponents = (*table.sides[:place], *table.sides[place + 1 :])
    bye_text = (
        "" if opponents else gettext("{bye}, {points}").format(bye=table.score, points=table.status_text)
    )
    seat = place + 1 if table.is_pod else None
    result = result_text(table, place)
    return PlayerSeating(side, opponents, table.number, seat, table.anchor, result, bye_text, table.extension)


def seatings_by_name(tables) -> tuple[PlayerSeating, ...]:
    """Return all players of the round by name."""
    seatings = (seating for table in tables for seating in table.seatings)
    return tuple(sorted(seatings, key=lambda seating: (name_words(seating.side.name), seating.side.player)))


def result_text(table: RoundTable, place: int) -> str:
    """Return “won 2–1” or “lost 0–2” from one player's side; empty without a result and for a bye."""
    outcome = table.sides[place].outcome
    if not outcome or table.number is None:
        return ""
    games = table.games
    if place == 1 and games:
        games = (games[1], games[0], *games[2:])
    texts = {"won": gettext("won {score}"), "lost": gettext("lost {score}"), "drawn": gettext("drew {score}")}
    return texts[outcome].format(score=text.DASH.join(games)).strip()
