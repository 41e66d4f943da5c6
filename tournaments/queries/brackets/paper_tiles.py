"""A bracket's drawing on paper: on one sheet if it is legible there, else on overlapping sheets."""

from dataclasses import dataclass
from math import ceil

# Space below a sheet's head in CSS pixels, for both A4 and Letter: portrait, landscape.
UPRIGHT, ASIDE = (700, 760), (960, 490)
# At this scale 14 px text is 6 pt high, which is still legible.
SMALLEST = 0.57
# Height of the round names at the top of the drawing; each sheet repeats them.
HEADS = 56
# Enough overlap that every match with its name is complete on one of two adjacent sheets.
OVERLAP = 110


@dataclass(frozen=True)
class Tiles:
    """The sheets of a drawing, landscape if `aside`.

    Each view is (viewBox of the heads above, empty if included; viewBox of the part)."""

    aside: bool
    views: tuple[tuple[str, str], ...]


def tiles_of(width: float, height: float) -> Tiles:
    """Return the sheets for a drawing of this size; landscape if that allows a larger scale."""
    scales = {room: min(room[0] / width, room[1] / height, 1) for room in (ASIDE, UPRIGHT)}
    best = max(scales, key=scales.get)
    if scales[best] >= SMALLEST:
        return Tiles(best == ASIDE, (("", f"0 0 {width:g} {height:g}"),))
    made = {room: cut(width, height, room) for room in (ASIDE, UPRIGHT)}
    best = min(made, key=lambda room: len(made[room]))
    return Tiles(best == ASIDE, made[best])


def cut(width: float, height: float, room: tuple[int, int]) -> tuple[tuple[str, str], ...]:
    """Split the drawing into parts row by row, scaled to the sheet's width if legible."""
    scale = max(SMALLEST, min(room[0] / width, 1))
    across, down = room[0] / scale, room[1] / scale
    return tuple(
        (f"{x} 0 {across:g} {HEADS}" if y else "", f"{x} {y} {across:g} {min(down, height):g}")
        for y in starts(height, down)
        for x in starts(width, across)
    )


def starts(whole: float, part: float) -> list[int]:
    """Return where overlapping parts begin so that they cover the whole length."""
    count = max(1, ceil((whole - OVERLAP) / (part - OVERLAP)))
    step = (whole - part) / (count - 1) if count > 1 else 0
    return [round(step * n) for n in range(count)]
