"""The lines from a match's result to the next match."""

from .routing import arrow, points_of, rounded
from .shapes import Connector


def start_of(layout, bracket, edge):
    """Return the y at which a line begins: the row of its player, once known."""
    slot, port = edge.start
    if isinstance(slot, str) and port != "out" and bracket.meeting(slot).decided:
        meeting = bracket.meeting(slot)
        port = meeting.seeds.index(meeting.losers[0] if edge.loser else meeting.winner)
    return layout.y((slot, port))


def ways_of(bracket, layout, channels, xs, starts, picked):
    """Return the winners' lines, then the losers' on top; a picked player's lines last."""
    ways, own = [], []
    nets = {}
    for edge in layout.edges:
        nets.setdefault(edge.net, []).append(edge)
    for edges in sorted(nets.values(), key=lambda edges: edges[0].loser):
        lines = [points_of(layout, edge, channels, xs, starts) for edge in edges]
        kind = "loser" if edges[0].loser else ""
        ways.append(Connector("".join(map(rounded, joined(lines))), kind, arrow(lines[0][-1])))
        own += [
            Connector(rounded(line), "picked", arrow(line[-1]))
            for edge, line in zip(edges, lines, strict=True)
            if picked and goer(bracket, edge) == picked
        ]
    return (*ways, *own)


def joined(lines):
    """Trim all lines of a net but the longest to where they meet it, so that dashes stay even."""
    if len(lines) == 1:
        return lines
    end = lines[0][-1][1]
    by_distance = sorted(lines, key=lambda line: -abs(line[0][1] - end))
    whole, *rest = by_distance
    shortened = [whole]
    for line in rest:
        start, corner, turned, *_more = line if len(line) > 3 else (line[0], *line[-2:], None)
        same_side = (start[1] - end) * (whole[0][1] - end) > 0
        stop = corner[1] + (8 if turned[1] > corner[1] else -8) if same_side else turned[1]
        shortened.append([start, corner, (corner[0], stop)])
    return shortened


def goer(bracket, edge):
    """Return the player who certainly follows this line; None while it is open."""
    key, port = edge.start
    if not isinstance(key, str):
        return bracket.ranks(key)[port - 1].player
    meeting = bracket.meeting(key)
    if not meeting.decided:
        return None
    return bracket.player(meeting.losers[0] if edge.loser else meeting.winner)
