"""The lines between matches."""

from dataclasses import dataclass

from .positions import Connector, Layout

TRACK = 8
MIN_CHANNEL_WIDTH = 30
CLEARANCE = 8
START_GAP = 4


@dataclass(frozen=True, slots=True)
class Channel:
    """The gap right of a column: its width, and the track of each net from 0."""

    width: int
    tracks: dict
    count: int

    def x(self, left, net):
        """Return the x of a net's track; tracks are centred in the gap, which begins at `left`."""
        return left + self.width / 2 + TRACK * (self.tracks[net] - (self.count - 1) / 2)


def build_channels(layout: Layout, starts: dict) -> list[Channel]:
    """Return a Channel for every gap. `starts`: {edge: y at which it leaves its match or rank}."""
    channels = []
    for column in range(len(layout.columns) - 1):
        nets = {}
        for edge in layout.edges:
            if layout.column_of[edge.start[0]] <= column < layout.column_of[edge.end[0]]:
                start_y, end_y = gap_heights(layout, edge, column, starts)
                sources, targets = nets.setdefault(edge.net, (set(), set()))
                sources.add(start_y)
                targets.add(end_y)
        tracks = assign_tracks(nets)
        count = max(tracks.values(), default=0) + 1
        channels.append(Channel(MIN_CHANNEL_WIDTH + TRACK * (count - 1), tracks, count))
    return channels


def gap_heights(layout, edge, column, starts):
    """Return the y at which an edge enters and leaves the gap right of a column."""
    start_y = layout.lanes.get((edge, column), starts[edge])
    end_y = layout.lanes.get((edge, column + 1), layout.y(edge.end))
    return start_y, end_y


def assign_tracks(nets):
    """Return {net: track} for nets {net: (ys from the left, ys to the right)}.

    Nets whose bends overlap never share a track. A net that comes from the left at the height at which
    another goes right turns before it. Of the falling nets the lowest turns first, of the rising nets the
    highest, so that they do not cross each other.
    """
    bent = {net: (sources, targets) for net, (sources, targets) in nets.items() if len(sources | targets) > 1}
    earlier = {
        net: [other for other in bent if other != net and are_near(bent[other][0], targets)]
        for net, (_sources, targets) in bent.items()
    }
    waiting = sorted(bent, key=lambda net: turning_order(*bent[net]))
    tracks, spans = {}, []
    while waiting:
        net = next((net for net in waiting if tracks.keys() >= {*earlier[net]}), waiting[0])
        waiting.remove(net)
        ys = bent[net][0] | bent[net][1]
        top, bottom = min(ys), max(ys)
        overlapping = {
            track
            for track, other_top, other_bottom in spans
            if top < other_bottom + CLEARANCE and other_top < bottom + CLEARANCE
        }
        track = max((tracks[other] + 1 for other in earlier[net] if other in tracks), default=0)
        while track in overlapping:
            track += 1
        tracks[net] = track
        spans.append((track, top, bottom))
    return tracks


def are_near(ys, other_ys):
    return any(abs(y - other_y) < CLEARANCE for y in ys for other_y in other_ys)


def turning_order(sources, targets):
    """Return a sort key: rising nets from the top, then falling nets from the bottom."""
    falls = max(targets) > min(sources)
    return falls, -max(sources) if falls else min(sources)


def edge_corners(layout, edge, channels, column_bounds, starts):
    """Return the corners of an edge from its start's right side to its end's left side.

    `column_bounds` are (left, right) of each column.
    """
    first, last = layout.column_of[edge.start[0]], layout.column_of[edge.end[0]]
    corners = [(column_bounds[first][1] + START_GAP, starts[edge])]
    for column in range(first, last):
        start_y, end_y = gap_heights(layout, edge, column, starts)
        if start_y != end_y:
            x = channels[column].x(column_bounds[column][1], edge.net)
            corners += [(x, start_y), (x, end_y)]
    return [*corners, (column_bounds[last][0] - 3, layout.y(edge.end))]


CORNER_RADIUS = 6
ARROW_LENGTH = 8


def line_start_y(layout, bracket, edge):
    """Return the y at which a line begins: the row of its player, once known."""
    slot, port = edge.start
    if isinstance(slot, str) and port != "out" and bracket.meeting(slot).is_decided:
        meeting = bracket.meeting(slot)
        port = meeting.seeds.index(meeting.losers[0] if edge.loser else meeting.winner)
    return layout.y((slot, port))


def build_connectors(bracket, layout, channels, column_bounds, starts):
    """Return the winners' lines, then the losers' on top."""
    connectors, nets = [], {}
    for edge in layout.edges:
        nets.setdefault(edge.net, []).append(edge)
    for edges in sorted(nets.values(), key=lambda edges: edges[0].loser):
        lines = [edge_corners(layout, edge, channels, column_bounds, starts) for edge in edges]
        path = "".join(map(rounded_path, trim_to_longest(lines)))
        connectors.append(Connector(path, "loser" if edges[0].loser else "", arrow_path(*lines[0][-1])))
    return tuple(connectors)


def build_ways(bracket, layout, channels, column_bounds, starts):
    """Return the lines that players have gone, each for one player."""
    ways = []
    for edge in layout.edges:
        if player := player_on_edge(bracket, edge):
            line = edge_corners(layout, edge, channels, column_bounds, starts)
            kind = "loser" if edge.loser else ""
            ways.append(Connector(rounded_path(line), kind, arrow_path(*line[-1]), player))
    return tuple(ways)


def trim_to_longest(lines):
    """Trim all lines of a net but the longest to where they meet it, so that dashes stay even."""
    if len(lines) == 1:
        return lines
    end_y = lines[0][-1][1]
    longest, *others = sorted(lines, key=lambda line: -abs(line[0][1] - end_y))
    trimmed = [longest]
    for line in others:
        start, corner, turn = line[:3] if len(line) > 3 else (line[0], *line[-2:])
        is_same_side = (start[1] - end_y) * (longest[0][1] - end_y) > 0
        stop_y = corner[1] + (8 if turn[1] > corner[1] else -8) if is_same_side else turn[1]
        trimmed.append([start, corner, (corner[0], stop_y)])
    return trimmed


def player_on_edge(bracket, edge):
    """Return the player who certainly follows this edge; None while it is open."""
    key, port = edge.start
    if not isinstance(key, str):
        return bracket.rank_sides(key)[port - 1].player
    meeting = bracket.meeting(key)
    if not meeting.is_decided:
        return None
    return bracket.player(meeting.losers[0] if edge.loser else meeting.winner)


def rounded_path(points):
    """Return the SVG path through points with right angles, its corners rounded."""
    path = [f"M{point_text(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        radius = min(CORNER_RADIUS, distance(before, corner) / 2, distance(corner, after) / 2)
        path.append(f"L{point_text(point_towards(corner, before, radius))}")
        path.append(f"Q{point_text(corner)} {point_text(point_towards(corner, after, radius))}")
    path.append(f"L{point_text(points[-1])}")
    return "".join(path)


def distance(point, other):
    """Return the distance of two points on a horizontal or vertical line."""
    return abs(point[0] - other[0]) + abs(point[1] - other[1])


def point_towards(point, other, length):
    """Return the point `length` away from `point` towards the other."""
    whole = distance(point, other)
    return tuple(p + (o - p) * length / whole for p, o in zip(point, other, strict=True))


def point_text(point):
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in point)


def arrow_path(x, y):
    """Return the SVG path of an arrow head that points right with its tip at (x, y)."""
    return f"M{point_text((x, y))}l-{ARROW_LENGTH}-4.5v9z"
