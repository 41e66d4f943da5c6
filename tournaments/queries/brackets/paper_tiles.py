"""A bracket's drawing on paper: on one sheet where it can be read so, else on several that overlap."""

from dataclasses import dataclass
from math import ceil

# What a sheet has room for under its head, in CSS pixels, whether A4 or Letter: upright, on its side.
UPRIGHT, ASIDE = (700, 760), (960, 490)
# Words of 14 px are 6 points high then: they can still be read.
SMALLEST = 0.57
# The names of the rounds stand so far down in the drawing; each sheet has them.
HEADS = 56
# A match, its name above it included, is whole on one of two sheets that meet there.
OVERLAP = 110


@dataclass(frozen=True)
class Tiles:
    """`views` are the parts of the drawing, a sheet each: SVG's viewBox of the heads that go above it, empty
    where it has them, and its own. `aside`: sheets on their side."""

    aside: bool
    views: tuple[tuple[str, str], ...]


def tiles_of(width: float, height: float) -> Tiles:
    """The sheets that a drawing of this size takes; those on their side where it is larger there."""
    scales = {room: min(room[0] / width, room[1] / height, 1) for room in (ASIDE, UPRIGHT)}
    best = max(scales, key=scales.get)
    if scales[best] >= SMALLEST:
        return Tiles(best == ASIDE, (("", f"0 0 {width:g} {height:g}"),))
    made = {room: cut(width, height, room) for room in (ASIDE, UPRIGHT)}
    best = min(made, key=lambda room: len(made[room]))
    return Tiles(best == ASIDE, made[best])


def cut(width: float, height: float, room: tuple[int, int]) -> tuple[tuple[str, str], ...]:
    """The drawing in parts, from the top and from the left, as large as fits the sheet's width if it can."""
    scale = max(SMALLEST, min(room[0] / width, 1))
    across, down = room[0] / scale, room[1] / scale
    return tuple(
        (f"{x} 0 {across:g} {HEADS}" if y else "", f"{x} {y} {across:g} {min(down, height):g}")
        for y in starts(height, down)
        for x in starts(width, across)
    )


def starts(whole: float, part: float) -> list[int]:
    """Where so many parts begin that they cover the whole and overlap."""
    count = max(1, ceil((whole - OVERLAP) / (part - OVERLAP)))
    step = (whole - part) / (count - 1) if count > 1 else 0
    return [round(step * n) for n in range(count)]
