"""Where the matches of a bracket stand."""

from dataclasses import dataclass, replace

from ...rules.finals.odds.places import possible_sides
from ...rules.finals_systems.registry import Finals
from ...rules.finals_systems.system import Source

TOP = 84
# A box has a row per side plus top and bottom rules.
ROW, RULES = 32, 2
ABOVE_BOX = 22
# Gap between boxes of a column; wider next to a ranking, which is taller than the matches after it.
BOX_GAP, WIDE_GAP = 16, 40
LANE = 6
RANK = 48
RANK_OUT = 36
RANK_HEAD = 38
GROUP_GAP = 40
CUT = 28


@dataclass(frozen=True, slots=True)
class Column:
    """A round's matches (slot ids), or the groups that rank the winners or losers of earlier rounds."""

    round: int
    slots: tuple[str, ...] = ()
    groups: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A connection from a match's winner or loser, or a rank, to a group's head or a match's side.

    Edges that run together share a `net`. Ends are (slot or group, port); ports of a match are the numbers of
    its sides from 0 and `out` (only its winner goes on), of a group `head` and the number of the rank.
    """

    net: tuple
    start: tuple
    end: tuple
    loser: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns from the left, the top of each match and group, edges, and how they pass columns.

    `lanes` are {(edge, column): y} of the edges that pass a column without leaving or entering it, `sides`
    {slot: number of sides}.
    """

    columns: tuple[Column, ...]
    column_of: dict
    tops: dict
    edges: tuple[Edge, ...]
    lanes: dict
    sides: dict
    height: int

    def y(self, end):
        key, port = end
        if isinstance(key, str):
            return self.tops[key] + port_of_match(port, self.sides[key])
        return self.tops[key] + port_of_group(key, port)


def box_height(sides):
    return ROW * sides + RULES


def port_of_match(port, sides):
    """Return the height of a line in a match from its top: the middle, or a side's row."""
    return box_height(sides) / 2 if port == "out" else ROW * port + (ROW + RULES) // 2


def port_of_group(group, port):
    """Return the height of a line in a ranking from its top: its head, or a rank's row."""
    return 0 if port == "head" else RANK_HEAD + RANK * (port - 1)


def build_layout(table: Finals) -> Layout:
    """Return the layout of a finals table; it does not depend on results, so nothing moves during play."""
    columns = columns_of(table)
    column_of = {key: n for n, column in enumerate(columns) for key in (*column.slots, *column.groups)}
    sides = {slot.id: len(slot.sides) for slot in table.matches}
    layout = Layout(columns, column_of, {}, edges_of(table), {}, sides, 0)
    has_rankings = any(column.groups for column in columns)
    gap, match_tops = (WIDE_GAP, {}) if has_rankings else (BOX_GAP, knockout_tops(table))
    bottoms = [place_column(layout, n, match_tops, gap) for n in range(len(columns))]
    return replace(layout, height=round(max(bottoms)))


def place_column(layout, n, match_tops, gap):
    """Place a column's items from top to bottom, each at its preferred top or below; return the bottom."""
    column, column_of = layout.columns[n], layout.column_of
    items = [
        (match_tops[slot] if slot in match_tops else preferred_top(layout, slot, n, index), slot)
        for index, slot in enumerate(column.slots)
    ]
    items += [(TOP, group) for group in column.groups]
    items += [
        (y_before(layout, edge, n), edge)
        for edge in layout.edges
        if column_of[edge.start[0]] < n < column_of[edge.end[0]]
    ]
    bottom = 0
    for top, item in sorted(items, key=lambda pair: pair[0]):
        above, below = space_around(item, layout, gap)
        top = max(top, bottom + above)
        bottom = top + below
        if isinstance(item, Edge):
            layout.lanes[item, n] = top
        else:
            layout.tops[item] = top
    return bottom


def space_around(item, layout, gap):
    """Return the space that an item takes above and below its top line."""
    if isinstance(item, Edge):
        return LANE, LANE
    if isinstance(item, Source):
        return ABOVE_BOX, group_height(item, layout.edges) + GROUP_GAP
    return ABOVE_BOX, box_height(layout.sides[item]) + gap


def group_height(group, edges):
    """Return the height of a ranking from its head to below its last rank."""
    advancing = count_advancing(group, edges)
    eliminated = len(group.of) - advancing
    return RANK_HEAD - RANK // 2 + RANK * advancing + (CUT + RANK_OUT * eliminated if eliminated else 0)


def count_advancing(group, edges):
    """Count the ranks of a group that go on; later ranks are out."""
    return max((edge.start[1] for edge in edges if edge.start[0] == group), default=0)


def columns_of(table):
    """Return the rounds as columns, each followed by the rankings that it completes."""
    round_of = {slot.id: slot.round for slot in table.matches}
    best_seed = {slot: min(map(min, sides)) for slot, sides in possible_sides(table, {}).items()}
    rankings = {
        ranking_of(source): None
        for slot in table.matches
        for source in slot.reads
        if source.kind not in ("S", "W", "L")
    }
    rankings = sorted(rankings, key=lambda group: (group.kind == "RL", min(map(best_seed.get, group.of))))
    ranked_slots = {slot for group in rankings for slot in group.of}
    columns = []
    for number in range(1, table.rounds + 1):
        slots = [slot.id for slot in table.matches if slot.round == number]
        if ranked_slots.intersection(slots):
            slots.sort(key=best_seed.get)
        columns.append(Column(number, slots=tuple(slots)))
        completed = tuple(group for group in rankings if max(map(round_of.get, group.of)) == number)
        if completed:
            columns.append(Column(number, groups=completed))
    return tuple(columns)


def ranking_of(source):
    """Return the ranking that a rank comes from; a called opponent and the rest share one."""
    return Source("CALL" if source.kind == "REST" else source.kind, source.of, 0)


def edges_of(table):
    """Return the edges into the sides of matches, then those into the heads of rankings."""
    sources = [
        (source, slot.id, side)
        for slot in table.matches
        for side, source in enumerate(slot.reads)
        if source.kind != "S"
    ]
    losers_return_from = {slot for source, *_end in sources if not source.winners for slot in source.of}
    edges, rankings = [], {}
    for source, slot, side in sources:
        if source.kind in ("W", "L"):
            start = (source.of[0], leaving_port(source, losers_return_from))
        else:
            ranking = ranking_of(source)
            rankings[ranking] = None
            start = (ranking, 3 - source.k if ranking.kind == "CALL" else source.k)
        edges.append(Edge((start, slot, side), start, (slot, side), not source.winners))
    for ranking in rankings:
        for slot in ranking.of:
            start = (slot, leaving_port(ranking, losers_return_from))
            edges.append(Edge((ranking, "head"), start, (ranking, "head"), not ranking.winners))
    return tuple(edges)


def leaving_port(source, losers_return_from):
    """Return where a line leaves a match: the middle, or a side's own row if the loser returns too."""
    if not losers_return_from.intersection(source.of):
        return "out"
    return 0 if source.winners else 1


def knockout_tops(table):
    """Return the tops of the matches of a pure knockout: each match is centred on those before it."""
    tops, next_free = {}, TOP

    def place(slot_id):
        nonlocal next_free
        slot = table.slot(slot_id)
        height = box_height(len(slot.sides))
        middles = [place(source.of[0]) for source in slot.reads if source.kind == "W"]
        if not middles:
            middles = [next_free + height / 2]
            next_free += ABOVE_BOX + height + BOX_GAP
        middle = sum(middles) / len(middles)
        tops[slot_id] = middle - height / 2
        return middle

    place(table.matches[-1].id)
    return tops


def preferred_top(layout, slot, n, index):
    """Return the top that a match should have: between the two matches before it, or level with the one."""
    incoming = {edge.end[1]: edge for edge in layout.edges if edge.end[0] == slot}
    sides = layout.sides[slot]
    if not incoming:
        return TOP + index * (ABOVE_BOX + box_height(sides) + WIDE_GAP)
    ys = {side: y_before(layout, edge, n) for side, edge in incoming.items()}
    if len(incoming) > 1 and all(edge.start[1] == "out" for edge in incoming.values()):
        return sum(ys.values()) / len(ys) - box_height(sides) / 2
    first_side = min(incoming)
    return ys[first_side] - port_of_match(first_side, sides)


def y_before(layout, edge, n):
    """Return the y at which an edge arrives at column `n`."""
    return layout.lanes.get((edge, n - 1)) or layout.y(edge.start)


@dataclass(frozen=True, slots=True)
class TypeSize:
    """The type of a drawing in pixels, and the room beside a name for its seed, games or rank."""

    name: int = 14
    words: int = 14
    seed: int = 24
    games: int = 20
    rank: int = 36

    @property
    def shift(self) -> int:
        """Return how much lower larger names stand in the same row."""
        return (self.name - PAGE_TYPE.name) // 4


# That of a page and paper, and those of a hall's screen, which shows the drawing larger.
PAGE_TYPE = TypeSize()
HALL_TYPES = tuple(TypeSize(px, 18, 32, 28, 44) for px in (20, 22, 24, 26))


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column's title and the line under it."""

    x: int
    title: str
    subtitle: str


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """One side of a match; `kind` is `won`, `out` (lost), `words` (player not known yet) or empty.

    `name` may have an initial, `full` has none; `length` is that of the name in any font; `odds` (to win the
    title) appear where the seed enters; `games` are games won, or the place in a pod.
    """

    y: int
    seed: str
    player: str | None
    name: str
    full: str
    length: int | None
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
    def players(self):
        return [row.player for row in self.rows if row.player]

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
    """A rank of a round; names as in DrawnRow; `goes_to` names the next match, or is “out”."""

    y: int
    ordinal: str
    name: str
    full: str
    length: int | None
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
    """A line as an SVG path; `kind` is empty (winners) or `loser`; `player` has gone this way, if anybody."""

    path: str
    kind: str
    arrow: str
    player: str = ""


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
    """A whole bracket as a picture of `width` by `height`, and as lists for small screens.

    `connectors` are the lines between matches, `ways` the parts of them that players have gone; that of the
    player `picked` is highlighted. `is_full`: it is as wide as names in full need.
    """

    width: int
    height: int
    heads: tuple[ColumnHead, ...]
    boxes: tuple[Box, ...]
    rankings: tuple[Ranking, ...]
    connectors: tuple[Connector, ...]
    notes: tuple[Note, ...]
    rounds: tuple[RoundView, ...]
    losers_return: bool
    ways: tuple[Connector, ...]
    picked: str | None
    has_short_names: bool
    is_full: bool
    type: TypeSize

    @property
    def is_wide(self):
        """Return whether the drawing is shrunk to fit a desktop instead of scrolled."""
        return not self.is_full and DESKTOP_WIDTH < self.width <= MAX_SHRINKABLE_WIDTH
