"""Lines of the drawing: each gap between columns is a channel in which each bend has its own track."""

from dataclasses import dataclass

from .layout import Layout

TRACK = 11
MIN_CHANNEL_WIDTH = 36
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
