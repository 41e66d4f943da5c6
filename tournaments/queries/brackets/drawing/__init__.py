"""Builds a bracket's drawing: positions and texts."""

from django.utils.translation import gettext

from ....rules.history import DRAW
from ....rules.results.scoring import outcomes
from . import labels
from .connectors import start_of, ways_of
from .layout import CUT, RANK, RANK_OUT, layout_of, port_of_group, port_of_match, ranks_on
from .routing import channels_of
from .shapes import Box, Drawing, DrawnRow, Head, Note, Rank, Ranking, RoundView

LEFT = 16
WHOLE = 984
ENTRY, RANKS, NARROWEST, WIDEST = 200, 144, 140, 216
LONGEST_LABEL = 20
ROOM_FOR_ODDS = 190

__all__ = ["Drawing", "drawing_of"]


def drawing_of(bracket, names, sub="", picked=None, chances=None):
    """Return the Drawing of a Bracket.

    `names` is {player id: name}; `sub` is the line under each round's name (“best of 3”), or a tuple by
    round; the lines of the player `picked` are drawn once more, to be highlighted; `chances`, {seed: to win
    the title}, appear where the seeds enter."""
    layout = layout_of(bracket.table)
    starts = {edge: start_of(layout, bracket, edge) for edge in layout.edges}
    channels = channels_of(layout, starts)
    xs = columns_x(bracket, layout, channels)
    boxes = tuple(
        box_of(bracket.meeting(slot), layout.tops[slot], xs[n], names, chances, picked)
        for n, column in enumerate(layout.columns)
        for slot in column.slots
    )
    return Drawing(
        width=round(xs[-1][1]),
        height=layout.height,
        heads=heads_of(bracket.table, layout, xs, sub),
        boxes=boxes,
        rankings=rankings_of(bracket, layout, xs, names),
        ways=ways_of(bracket, layout, channels, xs, starts, picked),
        notes=notes_of(layout, xs),
        rounds=tuple(
            RoundView(
                n,
                name.render(gettext),
                under(sub, n),
                tuple(b for b in boxes if bracket.table.slot(b.slot).round == n),
            )
            for n, name in enumerate(bracket.table.round_names, 1)
        ),
        losers_return=any(edge.loser for edge in layout.edges),
    )


def columns_x(bracket, layout, channels):
    """Return (left, right) of each column: as wide as its texts, with spare room shared among the matches."""
    needed = [
        max(width_needed(bracket, column, n), round(labels.HEAD_LETTER * len(title)))
        for n, (column, (title, _sub)) in enumerate(titled(bracket.table, layout))
    ]
    rounds = [n for n, column in enumerate(layout.columns) if column.slots]
    spare = WHOLE - sum(needed) - sum(channel.width for channel in channels)
    for n in rounds:
        needed[n] = max(needed[n], min(needed[n] + spare // len(rounds), WIDEST))
    xs, left = [], LEFT
    for width, channel in zip(needed, (*channels, None), strict=True):
        xs.append((left, left + width))
        left += width + (channel.width if channel else 0)
    return xs


def width_needed(bracket, column, place):
    """Return a column's minimum width: the first has room for odds, others for the texts that precede
    names."""
    if column.groups:
        return RANKS
    if place == 0:
        return ENTRY
    meetings = [bracket.meeting(slot) for slot in column.slots]
    texts = [side.words.render(gettext) for meeting in meetings for side in meeting.sides]
    return max(NARROWEST, 8 + round(labels.WORD_LETTER * max(map(len, texts))))


def titled(table, layout):
    """Return (column, (title, line under it)) of each column; the line is None if it depends on the event."""
    return [
        (
            column,
            labels.groups_head(column.groups)
            if column.groups
            else (table.round_names[column.round - 1].render(gettext), None),
        )
        for column in layout.columns
    ]


def heads_of(table, layout, xs, sub):
    return tuple(
        Head(left, title, under(sub, column.round) if subtitle is None else subtitle)
        for (column, (title, subtitle)), (left, _right) in zip(titled(table, layout), xs, strict=True)
    )


def under(sub, number):
    """Return the line under a round's name; `sub` is one text for all rounds or one for each."""
    return sub if isinstance(sub, str) else sub[number - 1]


def box_of(meeting, top, ends, names, chances, picked):
    left, right = ends
    state = "over" if meeting.decided else "live" if meeting.match else "waiting"
    label = labels.capital(named(meeting.slot))
    middles = [top + port_of_match(n, len(meeting.sides)) for n in range(len(meeting.sides))]
    rows = tuple(
        row_of(meeting, side, middle, right - left, names, chances, picked)
        for side, middle in zip(meeting.sides, middles, strict=True)
    )
    table = meeting.match.table if meeting.match else None
    state_text = labels.state_words("drawn" if is_drawn(meeting) else state)
    return Box(meeting.slot.id, left, round(top), right - left, label, state, state_text, table, rows)


def is_drawn(meeting):
    """Return whether players drew and the best seed advanced, as in a pod."""
    return meeting.decided and meeting.match is not None and DRAW in outcomes(meeting.match)


def named(slot):
    """Return a match's name, or its short name if the full one is too long for a box."""
    name = slot.name.render(gettext)
    return name if len(name) <= LONGEST_LABEL else slot.short.render(gettext)


def row_of(meeting, side, middle, width, names, chances, picked):
    y = round(middle) + 5
    if side.player is None:
        text = side.words.render(gettext)
        return DrawnRow(y, "", None, text, text, "words", "", "", False)
    seats = {seat.player: seat for seat in meeting.match.seats} if meeting.match else {side.player: None}
    is_out = meeting.decided or side.player not in seats
    kind = "won" if side.seed == meeting.winner else "out" if is_out else ""
    odds_text = ""
    if chances and side.source == f"S{side.seed}" and width >= ROOM_FOR_ODDS:
        odds_text = labels.chance(chances[side.seed])
    seat = seats.get(side.player)
    games_or_place = None if seat is None else seat.place if seat.games is None else seat.games
    full = names[side.player]
    name = labels.fitting(full, width - (64 + 8 * len(odds_text) if odds_text else 46))
    score_text = "" if games_or_place is None else str(games_or_place)
    return DrawnRow(
        y, str(side.seed), side.player, name, full, kind, odds_text, score_text, side.player == picked
    )


def rankings_of(bracket, layout, xs, names):
    ends = [(edge.start, edge.end[0]) for edge in layout.edges if edge.end[1] != "head"]
    goes_to = {start: labels.capital(named(bracket.table.slot(slot))) for start, slot in ends}
    rankings = []
    for n, column in enumerate(layout.columns):
        left, right = xs[n]
        for group in column.groups:
            top, on = layout.tops[group], ranks_on(group, layout.edges)
            ranks, sides = [], bracket.ranks(group)
            ordinals = labels.ranks_of(group, len(sides))
            for k, side in enumerate(sides, 1):
                end = goes_to.get((group, k))
                y = top + port_of_group(group, min(k, on)) + (cut_below(k - on) if k > on else 0)
                ranks.append(rank_of(ordinals[k - 1], side, round(y) + 5, end, right - left, names))
            line = round(top + port_of_group(group, on) + RANK / 2 + CUT / 2 - 4)
            cut_y = line if on < len(ranks) else None
            titles = labels.ranking_titles(group, on, kind_of(bracket.table, layout, group))
            rankings.append(Ranking(left, round(top), right - left, *titles, tuple(ranks), cut_y))
    return tuple(rankings)


def cut_below(place):
    """Return the distance of the `place`-th eliminated rank below the last advancing one."""
    return RANK / 2 + CUT + RANK_OUT * place - RANK_OUT / 2


def kind_of(table, layout, group):
    """Return the kind of a group's matches (“qualifying”) if several groups have winners."""
    winners = [one for column in layout.columns for one in column.groups if one.kind == group.kind]
    kind = table.slot(group.of[0]).short.params.get("match")
    return kind.render(gettext) if kind and len(winners) > 1 else ""


def rank_of(ordinal, side, y, end, width, names):
    full = names.get(side.player) or (labels.seeds(side.possible))
    name, goes = labels.fitting(full, width - 46), end or gettext("out")
    return Rank(y, ordinal, name, full, side.player, goes, end is None)


def notes_of(layout, xs):
    """Return the notes “a round off” under the first line that passes a column, where there is room."""
    notes = []
    for n, column in enumerate(layout.columns):
        lanes = [
            y for (edge, at), y in layout.lanes.items() if at == n and not isinstance(edge.start[0], str)
        ]
        if not lanes or not column.slots:
            continue
        taken = [layout.tops[slot] - 24 for slot in column.slots] + sorted(lanes)[1:]
        if all(y >= min(lanes) + 30 for y in taken):
            notes.append(Note(xs[n][0], round(min(lanes)) + 20, gettext("a round off: straight on")))
    return tuple(notes)
