"""Tables of a round and its players' seats."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from ...rules.results import text
from ...rules.results.text import listed
from ..players.search import words_of
from .table_reasons import anchor_at


@dataclass(frozen=True)
class PlayerSide:
    """A player at a table: record or seed before the round, and `outcome` (won, lost, drawn or empty).

    `notice` says that their table was changed."""

    player: str
    name: str
    before: str
    points: str
    outcome: str
    notice: str = ""

    @property
    def described(self):
        return f"{self.before}, {self.points}" if self.points else self.before


@dataclass(frozen=True)
class RoundTable:
    """A table, or without a number a bye.

    `plates` are the games of both sides, empty if `words` describe the result; `pod` is the draft pod's
    number, 0 for a single pod; `more` is its time extension."""

    number: int | None
    sides: tuple[PlayerSide, ...]
    state: str
    plates: tuple[str, ...]
    score: str
    words: str
    pod: int = 0
    more: str = ""

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

    `result` is from their side, `words` are a bye's; `seat` (from 1) is set in pods only; `opponents` are in
    order of their seats; `more` is the time extension."""

    side: PlayerSide
    opponents: tuple[PlayerSide, ...]
    table: int | None
    seat: int | None
    anchor: str
    result: str
    words: str
    more: str = ""

    @property
    def against(self):
        """Return “Ben” or “Ben, Cleo and Dan”; empty for a bye."""
        return listed(tuple(side.name for side in self.opponents), gettext) if self.opponents else ""

    @property
    def described(self):
        """Return the record of the only opponent; empty in pods."""
        return self.opponents[0].described if len(self.opponents) == 1 else ""


def seating_at(table: RoundTable, place: int) -> PlayerSeating:
    side = table.sides[place]
    opponents = (*table.sides[:place], *table.sides[place + 1 :])
    words = "" if opponents else gettext("{bye}, {points}").format(bye=table.score, points=table.words)
    seat = place + 1 if table.is_pod else None
    result = result_text(table, place)
    return PlayerSeating(side, opponents, table.number, seat, table.anchor, result, words, table.more)


def seatings_by_name(tables) -> tuple[PlayerSeating, ...]:
    """Return all players of the round by name."""
    seatings = (sitting for table in tables for sitting in table.seatings)
    return tuple(sorted(seatings, key=lambda sitting: (words_of(sitting.side.name), sitting.side.player)))


def result_text(table: RoundTable, place: int) -> str:
    """Return “won 2–1” or “lost 0–2” from one player's side; empty without a result and for a bye."""
    outcome = table.sides[place].outcome
    if not outcome or table.number is None:
        return ""
    plates = table.plates
    if place == 1 and plates:
        plates = (plates[1], plates[0], *plates[2:])
    return outcome_words(outcome, text.DASH.join(plates))


def outcome_words(outcome: str, score: str) -> str:
    words = {"won": gettext("won {score}"), "lost": gettext("lost {score}"), "drawn": gettext("drew {score}")}
    return words[outcome].format(score=score).strip()
