"""Reasons as templates with parameters, and the formatting of points."""

import math
from dataclasses import dataclass, field

from ...errors import _


@dataclass(frozen=True)
class Reason:
    """A template with `{name}` placeholders and its parameters (text, numbers or other Reasons).

    The queries translate the template.
    """

    template: str
    params: dict = field(default_factory=dict)

    def __str__(self):
        return self.template.format(**self.params)


def with_note(why: Reason, note: Reason | None) -> Reason:
    """Append the note, if any, to a reason."""
    return Reason("{why}; {note}", {"why": why, "note": note}) if note else why


def group_text(field, place):
    """Format the points of a score group: 6, or 6–8 with a band."""
    points, band = field.entrants[place].points, field.constraints.band
    if band is None:
        return points_text(points)
    first = math.floor(round(points / band, 9)) * band
    return points_text(first) if band == 1 else f"{points_text(first)}–{points_text(first + band - 1)}"


def points_text(points):
    """Format points: 9, 4.5."""
    return f"{round(points, 9):.9f}".rstrip("0").rstrip(".")


def points_amount(points):
    """Return “9 points” or “1 point” for formatted points."""
    return Reason(_("1 point") if points == "1" else _("{points} points"), {"points": points})
