"""The lines from a match's result to the next match."""

from .routing import edge_corners
from .shapes import Connector

CORNER_RADIUS = 6
ARROW_LENGTH = 8


def line_start_y(layout, bracket, edge):
    """Return the y at which a line begins: the row of its player, once known."""
    slot, port = edge.start
    if isinstance(slot, str) and port != "out" and bracket.meeting(slot).is_decided:
        meeting = bracket.meeting(slot)
        port = meeting.seeds.index(meeting.losers[0] if edge.loser else meeting.winner)
    return layout.y((slot, port))


def build_connectors(bracket, layout, channels, column_bounds, starts, picked):
    """Return the winners' lines, then the losers' on top; the picked player's lines last."""
    connectors, picked_lines, nets = [], [], {}
    for edge in layout.edges:
        nets.setdefault(edge.net, []).append(edge)
    for edges in sorted(nets.values(), key=lambda edges: edges[0].loser):
        lines = [edge_corners(layout, edge, channels, column_bounds, starts) for edge in edges]
        path = "".join(map(rounded_path, trim_to_longest(lines)))
        kind = "loser" if edges[0].loser else ""
        connectors.append(Connector(path, kind, arrow_path(*lines[0][-1])))
        for edge, line in zip(edges, lines, strict=True):
            if picked and player_on_edge(bracket, edge) == picked:
                picked_lines.append(Connector(rounded_path(line), "picked", arrow_path(*line[-1])))
    return (*connectors, *picked_lines)


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
