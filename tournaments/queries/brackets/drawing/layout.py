"""Layout of a finals table: columns, boxes, and the rows that lines connect."""

from dataclasses import dataclass, replace

from ....rules.finals.odds.possible_places import possible_sides
from ....rules.finals.system import Source
from ....rules.finals.systems.registry import Finals

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
    """A round's matches (slot ids), or the groups that rank who comes out of the rounds before."""

    round: int
    slots: tuple[str, ...] = ()
    groups: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """One way to go: from a match's winner or loser, or a rank, to a group's head or a match's side.

    `net` is shared by ways that run together. Ends are (slot or group, port); ports of a match are the
    numbers of its sides from 0 and `out` (its winner alone goes on), of a group `head` and the rank's number.
    """

    net: tuple
    start: tuple
    end: tuple
    loser: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns from the left, the top of each match and group, edges, and how they pass columns.

    `lanes`: {(edge, column): y} where an edge passes a column that it neither leaves nor enters; `sides`:
    {slot: how many it has}.
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


def layout_of(table: Finals) -> Layout:
    """Return the layout of a finals table; it does not depend on results, so nothing moves during play."""
    columns = columns_of(table)
    column_of = {key: n for n, column in enumerate(columns) for key in (*column.slots, *column.groups)}
    edges = edges_of(table)
    tops, lanes, wanted = {}, {}, trees(table) if not any(c.groups for c in columns) else {}
    sides = {slot.id: len(slot.sides) for slot in table.matches}
    layout = Layout(columns, column_of, tops, edges, lanes, sides, 0)
    gap = WIDE_GAP if any(column.groups for column in columns) else BOX_GAP
    lowest = 0
    for n, column in enumerate(columns):
        items = [
            (wanted.get(slot, wanted_top(layout, slot, n, place)), slot)
            for place, slot in enumerate(column.slots)
        ]
        items += [(TOP, group) for group in column.groups]
        passing = [e for e in edges if column_of[e.start[0]] < n < column_of[e.end[0]]]
        items += [(height_before(layout, edge, n), edge) for edge in passing]
        free = 0
        for top, item in sorted(items, key=lambda pair: pair[0]):
            above, below = extent(item, layout, gap)
            top = max(top, free + above)
            free = top + below
            if isinstance(item, Edge):
                lanes[item, n] = top
            else:
                tops[item] = top
        lowest = max(lowest, free)
    return replace(layout, height=round(lowest))


def extent(item, layout, gap):
    """Return the space that an item takes above and below its top line."""
    if isinstance(item, Edge):
        return LANE, LANE
    if isinstance(item, Source):
        return ABOVE_BOX, group_height(item, layout.edges) + GROUP_GAP
    return ABOVE_BOX, box_height(layout.sides[item]) + gap


def group_height(group, edges):
    """Return the height of a ranking from its head to below its last rank."""
    on = ranks_on(group, edges)
    out = len(group.of) - on
    return RANK_HEAD - RANK // 2 + RANK * on + (CUT + RANK_OUT * out if out else 0)


def ranks_on(group, edges):
    """Count the ranks of a group that go on; later ranks are out."""
    return max((edge.start[1] for edge in edges if edge.start[0] == group), default=0)


def columns_of(table):
    ranking_groups = [group_of(read) for read in reads_of(table) if read.kind not in ("S", "W", "L")]
    round_of = {slot.id: slot.round for slot in table.matches}
    best = {slot: min(map(min, sides)) for slot, sides in possible_sides(table, {}).items()}
    groups = sorted(
        dict.fromkeys(ranking_groups), key=lambda group: (group.kind == "RL", min(map(best.get, group.of)))
    )
    ranked = {slot for group in groups for slot in group.of}
    columns = []
    for number in range(1, table.rounds + 1):
        slots = [slot.id for slot in table.matches if slot.round == number]
        if ranked.intersection(slots):
            slots.sort(key=best.get)
        columns.append(Column(number, slots=tuple(slots)))
        here = tuple(g for g in groups if max(round_of[slot] for slot in g.of) == number)
        if here:
            columns.append(Column(number, groups=here))
    return tuple(columns)


def group_of(read):
    """Return the ranking that a rank comes from; a called opponent and the rest share one."""
    return Source("CALL" if read.kind == "REST" else read.kind, read.of, 0)


def reads_of(table):
    return [read for slot in table.matches for read in slot.reads]


def edges_of(table):
    reads = reads_of(table)
    goes_back = {slot for read in reads if not read.winners for slot in read.of}
    edges, groups = [], {}
    for slot in table.matches:
        for side, read in enumerate(slot.reads):
            if read.kind == "S":
                continue
            if read.kind in ("W", "L"):
                start = (read.of[0], leaving(read, goes_back))
            else:
                group = group_of(read)
                groups[group] = None
                start = (group, 3 - read.k if group.kind == "CALL" else read.k)
            edges.append(Edge((start, slot.id, side), start, (slot.id, side), not read.winners))
    for group in groups:
        for slot in group.of:
            start = (slot, leaving(group, goes_back))
            edges.append(Edge((group, "head"), start, (group, "head"), not group.winners))
    return tuple(edges)


def leaving(read, goes_back):
    """Return where a line leaves a match: the middle, or a side's own row if the loser returns too."""
    if not goes_back.intersection(read.of):
        return "out"
    return 0 if read.winners else 1


def trees(table):
    """Return the tops of the matches of a pure knockout: each parent is centred on its children."""
    tops, free = {}, TOP

    def place(slot_id):
        nonlocal free
        slot = table.slot(slot_id)
        children = [place(read.of[0]) for read in slot.reads if read.kind == "W"]
        height = box_height(len(slot.sides))
        if not children:
            children, free = [free + height / 2], free + ABOVE_BOX + height + BOX_GAP
        middle = sum(children) / len(children)
        tops[slot_id] = middle - height / 2
        return middle

    place(table.matches[-1].id)
    return tops


def wanted_top(layout, slot, column, place):
    """Return a match's preferred top: between its two feeding matches, or level with its feeder."""
    fed = {edge.end[1]: edge for edge in layout.edges if edge.end[0] == slot}
    if not fed:
        return TOP + place * (ABOVE_BOX + box_height(layout.sides[slot]) + WIDE_GAP)
    heights = {side: height_before(layout, edge, column) for side, edge in fed.items()}
    sides = layout.sides[slot]
    if len(fed) > 1 and all(edge.start[1] == "out" for edge in fed.values()):
        return sum(heights.values()) / len(fed) - box_height(sides) / 2
    return heights[min(fed)] - port_of_match(min(fed), sides)


def height_before(layout, edge, column):
    """Return the y at which an edge arrives at a column."""
    return layout.lanes.get((edge, column - 1)) or layout.y(edge.start)
