"""A bracket's drawing on paper: on one sheet if it is legible there, else on overlapping sheets."""

from dataclasses import dataclass
from math import ceil

# Space below a sheet's head in CSS pixels, for both A4 and Letter: portrait, landscape.
PORTRAIT, LANDSCAPE = (700, 760), (960, 490)
# At this scale 14 px text is 6 pt high, which is still legible.
MIN_SCALE = 0.57
# Height of the round names at the top of the drawing; each sheet repeats them.
HEADER_HEIGHT = 56
# Enough overlap that every match with its name is complete on one of two adjacent sheets.
OVERLAP = 110


@dataclass(frozen=True)
class Tiles:
    """The sheets of a drawing.

    Each view is (viewBox of the round names above, empty if included; viewBox of the part).
    """

    is_landscape: bool
    views: tuple[tuple[str, str], ...]


def tiles_of(width: float, height: float) -> Tiles:
    """Return the sheets for a drawing of this size; landscape if that allows a larger scale."""
    scales = {room: min(room[0] / width, room[1] / height, 1) for room in (LANDSCAPE, PORTRAIT)}
    best = max(scales, key=scales.get)
    if scales[best] >= MIN_SCALE:
        return Tiles(best == LANDSCAPE, (("", f"0 0 {width:g} {height:g}"),))
    views = {room: split(width, height, room) for room in (LANDSCAPE, PORTRAIT)}
    best = min(views, key=lambda room: len(views[room]))
    return Tiles(best == LANDSCAPE, views[best])


def split(width: float, height: float, room: tuple[int, int]) -> tuple[tuple[str, str], ...]:
    """Split the drawing into parts row by row, scaled to the sheet's width if legible."""
    scale = max(MIN_SCALE, min(room[0] / width, 1))
    across, down = room[0] / scale, room[1] / scale
    return tuple(
        (f"{x} 0 {across:g} {HEADER_HEIGHT}" if y else "", f"{x} {y} {across:g} {min(down, height):g}")
        for y in starts(height, down)
        for x in starts(width, across)
    )


def starts(whole: float, part: float) -> list[int]:
    """Return the starts of overlapping parts that cover the whole length."""
    count = max(1, ceil((whole - OVERLAP) / (part - OVERLAP)))
    step = (whole - part) / (count - 1) if count > 1 else 0
    return [round(step * n) for n in range(count)]
