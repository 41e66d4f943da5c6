"""The drawings of a result: all formats by two measures, and a line of dots for each measure."""

from collections.abc import Iterator, Sequence

from ...web.charts import (
    BASELINE,
    LETTER_WIDTH,
    SMALL_LETTER_WIDTH,
    Chart,
    Dot,
    Frame,
    Path,
    Place,
    Scale,
    Words,
    fit_text,
    grid_across,
    labels_below,
    round_ticks,
)
from .measures import PERCENT, TEXTS, TIME, estimate_text, short_text

PICTURE = Frame(372, 348, 56, 16, 16, 52)
MAX_TICKS, TICK_WIDTH = 6, 52
RADIUS, TEXT_HEIGHT = 7, 16
# A name beside a dot, in bold; one that fits nowhere else is cut to so much, and up to so many rows away.
NAME_LETTER_WIDTH, MIN_NAME_WIDTH, MAX_ROWS_AWAY = 8, 108, 8
DOTS = Frame(204, 48, 10, 10, 0, 0)
# The middle of the dots, and the baselines of the numbers above and below them.
DOTS_Y, ABOVE_Y, BELOW_Y = 24, 12, 45

# Left, top, right and bottom of what is drawn.
Box = tuple[float, float, float, float]


def draw_picture(
    formats: list[dict], names: list[str], keys: tuple[str, str], full: int, x_name: str
) -> Chart:
    """Draw the formats, one measure across and one up, whose keys these are; the dot of `full` is filled."""
    x_key, y_key = keys
    x_ticks, y_ticks = (ticks_of(formats, key) for key in keys)
    across, up = PICTURE.across(x_ticks[0], x_ticks[-1]), PICTURE.up(y_ticks[0], y_ticks[-1])
    estimates = [(entry["measures"][x_key], entry["measures"][y_key]) for entry in formats]
    places = [(across(x["mean"]), up(y["mean"])) for x, y in estimates]
    marks = [
        *grid_across(PICTURE, up, [(value, short_text(y_key, value)) for value in y_ticks]),
        Path(f"M{PICTURE.left} {PICTURE.bottom}H{PICTURE.right}", "axis"),
        *labels_below(PICTURE, [(across(value), short_text(x_key, value)) for value in x_ticks], TICK_WIDTH),
        Words(PICTURE.right, PICTURE.height - 6, x_name, "small", "end"),
    ]
    bars = []
    for (x, y), (middle, height) in zip(estimates, places, strict=True):
        left, right = (across(x["mean"] + side * (x["error"] or 0)) for side in (-1, 1))
        top, bottom = (up(y["mean"] + side * (y["error"] or 0)) for side in (1, -1))
        marks.append(Path(f"M{left} {height}H{right}M{middle} {top}V{bottom}", "error"))
        bars += [(left, height - 1, right, height + 1), (middle - 1, top, middle + 1, bottom)]
    marks += draw_dots(places, full, RADIUS)
    marks += place_names(places, names, bars)
    words = "; ".join(
        f"{name}: {estimate_text(x_key, x)}, {estimate_text(y_key, y)}"
        for name, (x, y) in zip(names, estimates, strict=True)
    )
    return Chart(PICTURE.width, PICTURE.height, tuple(marks), words)


def ticks_of(formats: list[dict], key: str) -> list[float]:
    """Return round values around all numbers with their intervals, not closer than can be seen."""
    estimates = [entry["measures"][key] for entry in formats]
    low = min(of["mean"] - (of["error"] or 0) for of in estimates)
    high = max(of["mean"] + (of["error"] or 0) for of in estimates)
    least = {PERCENT: 0.01, TIME: 0.5}.get(TEXTS[key].unit, max(abs(high), 1) / 100)
    return round_ticks(low, high, MAX_TICKS, least)


def draw_dots(places: Sequence[Place], full: int, radius: float) -> Iterator[Dot]:
    """Yield the dots, that of the format `full` in front."""
    yield from (Dot(x, y, radius, "hollow") for n, (x, y) in enumerate(places) if n != full)
    yield Dot(*places[full], radius + 1)


def place_names(places: Sequence[Place], names: list[str], bars: list[Box]) -> Iterator[Words]:
    """Yield the names beside their dots, where they cover no dot, no other name and, if they can, no bar."""
    taken = [(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in places]
    for place, name in zip(places, names, strict=True):
        words = find_room(place, name, taken, bars)
        taken.append(box_of(words))
        yield words


def find_room(place: Place, name: str, taken: list[Box], bars: list[Box]) -> Words:
    """Return the name at the first free position, shortened if there is none."""
    whole, cut = fit_text(name, PICTURE.width, NAME_LETTER_WIDTH), fit_text(name, MIN_NAME_WIDTH)
    for text, boxes in ((whole, [*taken, *bars]), (cut, [*taken, *bars]), (whole, taken), (cut, taken)):
        for words in positions(place, text):
            box = box_of(words)
            if box[0] >= 0 and box[2] <= PICTURE.width and not any(overlaps(box, one) for one in boxes):
                return words
    # There is room above or below every dot.
    return list(positions(place, cut))[-1]


def positions(place: Place, text: str) -> Iterator[Words]:
    """Yield a name right and left of a dot, then above and below it, nearer ones first."""
    x, y = place
    beside, half = RADIUS + 6, NAME_LETTER_WIDTH * len(text) / 2
    yield Words(x + beside, y + BASELINE, text, "name")
    yield Words(x - beside, y + BASELINE, text, "name", "end")
    middle = round(min(max(x, half), PICTURE.width - half), 1)
    for away in range(MAX_ROWS_AWAY):
        for height in (y - beside - 2 - away * TEXT_HEIGHT, y + beside + 12 + away * TEXT_HEIGHT):
            if TEXT_HEIGHT <= height <= PICTURE.bottom:
                yield Words(x + 5, height, text, "name")
                yield Words(x - 5, height, text, "name", "end")
                yield Words(middle, height, text, "name", "middle")


def box_of(words: Words) -> Box:
    width = NAME_LETTER_WIDTH * len(words.text)
    left = words.x - {"start": 0, "middle": width / 2, "end": width}[words.anchor]
    return left, words.y - TEXT_HEIGHT + BASELINE - 1, left + width, words.y + BASELINE - 1


def overlaps(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def draw_line(formats: list[dict], names: list[str], key: str, full: int, other: int) -> Chart:
    """Draw the formats on a line by a measure: two of them have their number, the full one above its dot."""
    known = {n: entry["measures"][key]["mean"] for n, entry in enumerate(formats) if entry["measures"][key]}
    across = Scale(min(known.values()), max(known.values()), DOTS.left, DOTS.right)
    order = [n for n in known if n != full]
    places = [(across(known[n]), DOTS_Y) for n in (*order, full)]
    marks = (
        Path(f"M0 {DOTS_Y}H{DOTS.width}", "hair"),
        *draw_dots(places, len(order), 5),
        number_at(across(known[full]), ABOVE_Y, short_text(key, known[full]), "number", LETTER_WIDTH),
        number_at(across(known[other]), BELOW_Y, short_text(key, known[other]), "small", SMALL_LETTER_WIDTH),
    )
    words = "; ".join(f"{names[n]} {short_text(key, mean)}" for n, mean in known.items())
    return Chart(DOTS.width, DOTS.height, marks, words)


def number_at(x: float, y: float, text: str, look: str, letter_width: float) -> Words:
    """Return a number in the middle of a place, or as near to it as the drawing allows."""
    half = letter_width * len(text) / 2
    return Words(round(min(max(x, half), DOTS.width - half), 1), y, text, look, "middle")
