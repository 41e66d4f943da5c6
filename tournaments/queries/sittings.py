"""Who sits where in a round: its tables, and its players by name."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ..rules import result_words
from .drawn_tables import anchor_at


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
    """A table, or without a number a bye. `plates` are the games of each side, () where words say it."""

    number: int | None
    sides: tuple[Side, ...]
    state: str
    plates: tuple[str, ...]
    score: str
    words: str

    @property
    def anchor(self):
        return anchor_at(self.number, self.sides[0].player)

    @property
    def has_changed(self):
        return any(side.notice for side in self.sides)

    @property
    def result_a(self):
        return result_text(self, 0)

    @property
    def result_b(self):
        return result_text(self, 1)


@dataclass(frozen=True)
class Sitting:
    """Where one player sits, for a list by name; `result` is from their side, `words` are a bye's."""

    side: Side
    opponent: Side | None
    table: int | None
    result: str
    words: str

    @property
    def anchor(self):
        return anchor_at(self.table, self.side.player)


def sittings_of(tables) -> tuple[Sitting, ...]:
    """Everybody in the round, by name."""
    found = []
    for table in tables:
        for place, side in enumerate(table.sides):
            opponent = table.sides[1 - place] if len(table.sides) == 2 else None
            words = "" if opponent else gettext("{bye}, {points}").format(bye=table.score, points=table.words)
            found.append(Sitting(side, opponent, table.number, result_text(table, place), words))
    return tuple(sorted(found, key=lambda sitting: (sitting.side.name.casefold(), sitting.side.player)))


def result_text(table: Table, place: int) -> str:
    """“won 2–1”, “lost 0–2” from the side of one player; "" while there is none, and for a bye."""
    outcome = table.sides[place].outcome
    if not outcome or table.number is None:
        return ""
    plates = table.plates
    if place == 1 and plates:
        plates = (plates[1], plates[0], *plates[2:])
    return outcome_words(outcome, result_words.DASH.join(plates))


def outcome_words(outcome: str, score: str) -> str:
    words = {"won": gettext("won {score}"), "lost": gettext("lost {score}"), "drawn": gettext("drew {score}")}
    return words[outcome].format(score=score).strip()
