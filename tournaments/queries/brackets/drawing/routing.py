"""Lines of the drawing: each gap between columns is a channel in which each bend has its own track."""

from dataclasses import dataclass

from .layout import Layout

TRACK = 11
NARROWEST = 36
CLEAR = 8
ROUND = 6
ARROW = 8
LEAVE = 4


@dataclass(frozen=True, slots=True)
class Channel:
    """The gap right of a column: its width, and the track of each net from 0."""

    width: int
    tracks: dict
    count: int

    def x(self, left, net):
        """Return the x of a net's track; tracks are centred in the gap, which begins at `left`."""
        return left + self.width / 2 + TRACK * (self.tracks[net] - (self.count - 1) / 2)


def channels_of(layout: Layout, starts: dict) -> list[Channel]:
    """A Channel for every gap. `starts`: {edge: y at which it leaves its match or rank}."""
    channels = []
    for column in range(len(layout.columns) - 1):
        nets = {}
        for edge in layout.edges:
            if passes(layout, edge, column):
                first, last = heights(layout, edge, column, starts)
                sources, targets = nets.setdefault(edge.net, (set(), set()))
                sources.add(first)
                targets.add(last)
        tracks = tracks_of(nets)
        count = max(tracks.values(), default=0) + 1
        channels.append(Channel(NARROWEST + TRACK * (count - 1), tracks, count))
    return channels


def passes(layout, edge, column):
    """Return whether an edge runs through the gap right of a column."""
    return layout.column_of[edge.start[0]] <= column < layout.column_of[edge.end[0]]


def heights(layout, edge, column, starts):
    """Return the y at which an edge enters and leaves the gap right of a column."""
    first = layout.lanes.get((edge, column), starts[edge])
    last = layout.lanes.get((edge, column + 1), layout.y(edge.end))
    return first, last


def tracks_of(nets):
    """{net: track} for nets {net: (ys from the left, ys to the right)}.

    Nets whose bends overlap never share a track, and one that comes in where another goes out turns
    before it. Of those that fall the lowest turns first, of those that rise the highest, so that
    they do not cross each other.
    """
    bent = {net: ends for net, ends in nets.items() if len(ends[0] | ends[1]) > 1}
    before = {
        net: [
            other
            for other, (sources, _targets) in bent.items()
            if other != net and near(sources, bent[net][1])
        ]
        for net in bent
    }
    waiting = sorted(bent, key=lambda net: turn(*bent[net]))
    tracks, taken = {}, []
    while waiting:
        net = next((n for n in waiting if all(o in tracks for o in before[n])), waiting[0])
        waiting.remove(net)
        low, high = span(bent[net])
        track = max((tracks[other] + 1 for other in before[net] if other in tracks), default=0)
        while any(at == track and low < end + CLEAR and start < high + CLEAR for at, start, end in taken):
            track += 1
        tracks[net] = track
        taken.append((track, low, high))
    return tracks


def near(heights_a, heights_b):
    return any(abs(a - b) < CLEAR for a in heights_a for b in heights_b)


def span(ends):
    both = ends[0] | ends[1]
    return min(both), max(both)


def turn(sources, targets):
    falls = max(targets) > min(sources)
    return (falls, -max(sources) if falls else min(sources))


def rounded(points):
    """The SVG path through points with right angles, its corners rounded."""
    words = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        radius = min(ROUND, length(before, corner) / 2, length(corner, after) / 2)
        words.append("L" + pair(towards(corner, before, radius)))
        words.append(f"Q{pair(corner)} {pair(towards(corner, after, radius))}")
    words.append("L" + pair(points[-1]))
    return "".join(words)


def length(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def towards(point, other, distance):
    whole = length(point, other)
    return tuple(p + (o - p) * distance / whole for p, o in zip(point, other, strict=True))


def pair(point):
    return f"{number(point[0])} {number(point[1])}"


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def arrow(tip):
    """Return the SVG path of an arrow head that points right with its tip at (x, y)."""
    x, y = tip
    return f"M{pair((x, y))}l-{ARROW}-4.5v9z"


def points_of(layout, edge, channels, xs, starts):
    """Return the corners of an edge from its start's right side to its end's left side.

    `xs` are (left, right) of each column."""
    first = layout.column_of[edge.start[0]]
    last = layout.column_of[edge.end[0]]
    points = [(xs[first][1] + LEAVE, starts[edge])]
    for column in range(first, last):
        y, then = heights(layout, edge, column, starts)
        if y != then:
            x = channels[column].x(xs[column][1], edge.net)
            points += [(x, y), (x, then)]
    points.append((xs[last][0] - 3, layout.y(edge.end)))
    return points
