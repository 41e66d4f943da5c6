"""A reason as words with places for names and numbers, and points as people write them."""

import math
from dataclasses import dataclass, field

from ...errors import _


@dataclass(frozen=True)
class Reason:
    """Words with `{name}` places and what fills them (text, numbers or other Reasons); an outer room may
    translate the words."""

    template: str
    params: dict = field(default_factory=dict)

    def __str__(self):
        return self.template.format(**self.params)


def noted(why: Reason, note: Reason | None) -> Reason:
    """A reason and, if there is one, what is to be added to it."""
    return Reason("{why}; {note}", {"why": why, "note": note}) if note else why


def group_text(field, place):
    """The points of a score group: 6, or 6–8 where a band makes it."""
    points, band = field.entrants[place].points, field.constraints.band
    if band is None:
        return points_text(points)
    first = math.floor(round(points / band, 9)) * band
    return points_text(first) if band == 1 else f"{points_text(first)}–{points_text(first + band - 1)}"


def points_text(points):
    """Points as people write them: 9, 4.5."""
    return f"{round(points, 9):.9f}".rstrip("0").rstrip(".")


def amount(points):
    """“9 points”, “1 point” of such a text."""
    return Reason(_("1 point") if points == "1" else _("{points} points"), {"points": points})
