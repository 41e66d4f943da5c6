"""The shapes of a bracket's drawing, as plain values for the template."""

from dataclasses import dataclass

from .layout import ROW, box_height


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column's title and the line under it."""

    x: int
    title: str
    subtitle: str


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """One side of a match; `kind` is `won`, `out` (lost), `words` (player not known yet) or empty.

    `name` is shortened to fit, `full` is not; `odds` (to win the title) appear where the seed enters; `games`
    are games won, or the place in a pod.
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
    """A match: `y` is its top rule, `state` is `over`, `live` or `waiting`, `state_text` its label."""

    slot: str
    x: int
    y: int
    width: int
    label: str
    state: str
    state_text: str
    table: int | None
    rows: tuple[DrawnRow, ...]

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
    def row_lines(self):
        """Return the y of the line under each row."""
        return (*range(self.y + ROW + 1, self.bottom - ROW, ROW), self.bottom)


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank of a round; `goes_to` names the next match, or is “out”."""

    y: int
    ordinal: str
    name: str
    full: str
    player: str | None
    goes_to: str
    out: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """Winners or losers of a round by seed; `cut_y` is the line above the eliminated ones."""

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
class Connector:
    """A line as an SVG path; `kind` is empty (winners), `loser`, or `picked` (a player's own)."""

    path: str
    kind: str
    arrow: str


@dataclass(frozen=True, slots=True)
class Note:
    """A text next to a line."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round on a small screen: its name, the line under it, and its matches from top to bottom."""

    number: int
    title: str
    subtitle: str
    boxes: tuple[Box, ...]


# Width available on a 1280 px desktop, and the widest drawing that is still legible when shrunk to it.
DESKTOP_WIDTH, MAX_SHRINKABLE_WIDTH = 984, 1400


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole bracket as a picture of `width` by `height`, and as lists for small screens."""

    width: int
    height: int
    heads: tuple[ColumnHead, ...]
    boxes: tuple[Box, ...]
    rankings: tuple[Ranking, ...]
    connectors: tuple[Connector, ...]
    notes: tuple[Note, ...]
    rounds: tuple[RoundView, ...]
    losers_return: bool

    @property
    def is_wide(self):
        """Return whether the drawing is shrunk to fit a desktop instead of scrolled."""
        return DESKTOP_WIDTH < self.width <= MAX_SHRINKABLE_WIDTH
