"""Who sits where in a round: its tables, and its players by name."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from ...rules.results import text
from ...rules.results.text import listed
from ..players.search import words_of
from .table_reasons import anchor_at


@dataclass(frozen=True)
class Side:
    """One player at a table. `before`: their record or seed until then; `outcome`: won, lost, drawn or "".

    `notice` tells them that their table was changed.
    """

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
class Table:
    """A table, or without a number a bye. `plates` are the games of both sides, () where words say it.

    `pod` is the number of the draft pod that plays here, 0 where the phase has not several; `more` says how
    much longer than the round it may play.
    """

    number: int | None
    sides: tuple[Side, ...]
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
    def sittings(self):
        """Each side's Sitting, in the order of the seats."""
        return tuple(sitting_at(self, place) for place in range(len(self.sides)))


@dataclass(frozen=True)
class Sitting:
    """Where one player sits; `result` is from their side, `words` are a bye's. `seat` (from 1) is said of
    pods alone; `opponents` are in the order of their seats; `more`: how much longer the table may play."""

    side: Side
    opponents: tuple[Side, ...]
    table: int | None
    seat: int | None
    anchor: str
    result: str
    words: str
    more: str = ""

    @property
    def against(self):
        """“Ben”, “Ben, Cleo and Dan”; empty for a bye."""
        return listed(tuple(side.name for side in self.opponents), gettext) if self.opponents else ""

    @property
    def described(self):
        """What the one opponent brought into the round; empty where there are more."""
        return self.opponents[0].described if len(self.opponents) == 1 else ""


def sitting_at(table: Table, place: int) -> Sitting:
    side = table.sides[place]
    opponents = (*table.sides[:place], *table.sides[place + 1 :])
    words = "" if opponents else gettext("{bye}, {points}").format(bye=table.score, points=table.words)
    seat = place + 1 if table.is_pod else None
    result = result_text(table, place)
    return Sitting(side, opponents, table.number, seat, table.anchor, result, words, table.more)


def sittings_of(tables) -> tuple[Sitting, ...]:
    """Everybody in the round, by name."""
    found = (sitting for table in tables for sitting in table.sittings)
    return tuple(sorted(found, key=lambda sitting: (words_of(sitting.side.name), sitting.side.player)))


def result_text(table: Table, place: int) -> str:
    """“won 2–1”, “lost 0–2” from the side of one player; "" while there is none, and for a bye."""
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
