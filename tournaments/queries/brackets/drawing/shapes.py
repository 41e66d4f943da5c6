"""What a drawing of a bracket holds: plain values that a template prints as they are."""

from dataclasses import dataclass

from .layout import ROW, box_height


@dataclass(frozen=True, slots=True)
class Head:
    """A column's head: its title, and a quieter line under it."""

    x: int
    title: str
    sub: str


@dataclass(frozen=True, slots=True)
class Row:
    """One side of a match. `kind`: `won`, `out` (lost it), `words` (not known yet) or nothing.

    `name` fits its place, `full` is whole; `odds` (to win it all, now) stands where the seed enters; `games`
    are those won, in a pod the place where it was told.
    """

    y: int
    seed: str
    player: str | None
    name: str
    full: str
    kind: str
    odds: str
    games: str
    picked: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A match: `y` is its top rule, `state` one of `over`, `live`, `waiting`, `state_text` its words."""

    slot: str
    x: int
    y: int
    width: int
    label: str
    state: str
    state_text: str
    table: int | None
    rows: tuple[Row, ...]

    @property
    def right(self):
        return self.x + self.width

    @property
    def height(self):
        return box_height(len(self.rows))

    @property
    def bottom(self):
        return self.y + self.height

    @property
    def hairs(self):
        """The y of the line under each row."""
        between = range(self.y + ROW + 1, self.bottom - ROW, ROW)
        return (*between, self.bottom)


@dataclass(frozen=True, slots=True)
class Rank:
    """A place among those who come out of a round; `goes_to` names the match, or is “out”."""

    y: int
    ordinal: str
    name: str
    full: str
    player: str | None
    goes_to: str
    out: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """Winners or losers of a round in the order of their seeds; `cut_y` is the line above those out."""

    x: int
    y: int
    width: int
    title: str
    long_title: str
    ranks: tuple[Rank, ...]
    cut_y: int | None

    @property
    def right(self):
        return self.x + self.width


@dataclass(frozen=True, slots=True)
class Way:
    """A line to draw, as an SVG path; `kind`: nothing (winners), `loser`, or `picked` (a player's own)."""

    path: str
    kind: str
    arrow: str


@dataclass(frozen=True, slots=True)
class Note:
    """Words beside a line."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round on a small screen: its name, a quieter line under it, its matches from top to bottom."""

    number: int
    title: str
    sub: str
    boxes: tuple[Box, ...]


# What a desktop of 1280 px has room for, and what is still legible when it is drawn in there.
A_DESKTOP, MOST_TO_SHRINK = 984, 1400


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole bracket: as a picture `width` by `height`, and as lists for where there is no room."""

    width: int
    height: int
    heads: tuple[Head, ...]
    boxes: tuple[Box, ...]
    rankings: tuple[Ranking, ...]
    ways: tuple[Way, ...]
    notes: tuple[Note, ...]
    rounds: tuple[RoundView, ...]
    losers_return: bool

    @property
    def is_wide(self):
        """Whether it is drawn smaller where a desktop has no room for it, rather than scrolled."""
        return A_DESKTOP < self.width <= MOST_TO_SHRINK
