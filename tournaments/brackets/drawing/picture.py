"""The picture of a bracket, as SVG."""

from dataclasses import dataclass, replace

from django.utils.text import capfirst
from django.utils.translation import gettext

from ...rules.finals_systems.system import ordinal
from ...rules.history import DRAW
from ...rules.results.scoring import outcomes
from .lines import build_channels, build_connectors, build_ways, line_start_y
from .names import has_known_width, seeds_text, shorten_names, width_of
from .positions import (
    CUT,
    PAGE_TYPE,
    RANK,
    RANK_OUT,
    Box,
    ColumnHead,
    Drawing,
    DrawnRow,
    Note,
    Rank,
    Ranking,
    RoundView,
    TypeSize,
    build_layout,
    count_advancing,
    port_of_group,
    port_of_match,
)

# Average widths of a letter in a wide font: in lighter text, and in a column's head.
TEXT_LETTER_PX, HEAD_LETTER_PX = 7.2, 8.4

# The largest denominator that is easy to read.
MAX_DENOMINATOR = 1024


def chance_text(fraction):
    """Format a chance: “3/16”, “3.1 %” if that is long, “out”, “won”, or an estimate as “≈ 3.1 %”."""
    if isinstance(fraction, float):
        return gettext("≈ {percent} %").format(percent=f"{fraction * 100:.1f}")
    if fraction == 0:
        return gettext("out")
    if fraction == 1:
        return gettext("won")
    return str(fraction) if fraction.denominator <= MAX_DENOMINATOR else f"{float(fraction) * 100:.1f} %"


def ranking_titles(group, advancing, matches=""):
    """Return (title, long title) of a ranking by seed in which the best `advancing` go on.

    `matches` names the winners' matches if another group has winners too.
    """
    if group.kind == "CALL":
        return gettext("Called?"), gettext("Opponent called by the highest-seeded winner")
    if not group.winners:
        several = gettext("Losers by seed: {number} get a second chance").format(number=advancing)
        return gettext("Losers"), several
    if matches:
        title, long_title = gettext("Winners ({of})"), gettext("Winners ({of}) by seed")
        return title.format(of=matches), long_title.format(of=matches)
    return gettext("Winners"), gettext("Winners by seed")


def ranking_head(groups):
    """Return the head of a column of rankings, and the line under it."""
    if groups[0].kind == "CALL":
        return gettext("The call"), gettext("by the highest seed")
    return gettext("Ranked by seed"), gettext("next matches")


def rank_labels(group, count):
    """Return “1st”, “2nd” …; for a choice of opponent “yes” and “no”."""
    if group.kind == "CALL":
        return gettext("yes"), gettext("no")
    return tuple(ordinal(k).render(gettext) for k in range(1, count + 1))


def state_text(state):
    """Return “over”, “drawn”, “live”, or an empty string for a waiting match."""
    texts = {"waiting": "", "drawn": gettext("drawn"), "over": gettext("over"), "live": gettext("live")}
    return texts[state]


LEFT_MARGIN = 16
PAGE_WIDTH = 984
MIN_RANKING_WIDTH, MIN_WIDTH, MAX_WIDTH = 144, 140, 216
MAX_LABEL_LENGTH = 20
# The room for odds beside a name.
MAX_ODDS = 66


@dataclass(frozen=True)
class Names:
    """The names of a drawing by player id, as they are drawn and in full, and their type."""

    drawn: dict[str, str]
    full: dict[str, str]
    type: TypeSize

    @property
    def width(self) -> int:
        """Return the width of the longest name."""
        return max((width_of(name, self.type.name) for name in self.drawn.values()), default=0)

    def length(self, player: str) -> int | None:
        """Return the length at which any font draws the name, so that it fits; None for unusual letters."""
        name = self.drawn[player]
        return width_of(name, self.type.name) if has_known_width(name) else None


def choose_names(bracket, names, layout, channels, is_full, type_size) -> Names:
    """Return the entrants' names in full if they must be or if the drawing then fits a page, else short."""
    full = {player: names[player] for player in bracket.entrants}
    shown = Names(full, names, type_size)
    room = PAGE_WIDTH - sum(channel.width for channel in channels)
    if is_full or sum(min_column_widths(bracket, layout, shown)) <= room:
        return shown
    return replace(shown, drawn=shorten_names(full))


def draw_bracket(bracket, names, subtitles="", picked=None, chances=None, is_full=False, type_size=PAGE_TYPE):
    """Return the Drawing of a Bracket.

    `names` is {player id: name}, in full if `is_full` or if there is room; `subtitles` are the lines under
    the rounds' names (“best of 3”), one text or one for each round; `picked` is the player whose way through
    the bracket is highlighted; `chances` to win the title, by seed, appear where the seeds enter.
    """
    layout = build_layout(bracket.table)
    starts = {edge: line_start_y(layout, bracket, edge) for edge in layout.edges}
    channels = build_channels(layout, starts)
    shown = choose_names(bracket, names, layout, channels, is_full, type_size)
    column_bounds = place_columns(bracket, layout, channels, shown, bool(chances))
    columns = list(zip(column_bounds, layout.columns, strict=True))
    placed = [(bracket.meeting(slot), bounds) for bounds, column in columns for slot in column.slots]
    if chances and not all(fits_odds(*place, shown, chances) for place in placed):
        chances = None
    boxes = tuple(
        box_of(meeting, layout.tops[meeting.slot.id], bounds, shown, chances, picked)
        for meeting, bounds in placed
    )
    return Drawing(
        width=round(column_bounds[-1][1]),
        height=layout.height,
        heads=heads_of(bracket.table, layout, column_bounds, subtitles),
        boxes=boxes,
        rankings=rankings_of(bracket, layout, column_bounds, shown),
        connectors=build_connectors(bracket, layout, channels, column_bounds, starts),
        ways=build_ways(bracket, layout, channels, column_bounds, starts),
        notes=find_notes(layout, column_bounds),
        rounds=tuple(
            RoundView(
                number,
                name.render(gettext),
                subtitle_of(subtitles, number),
                tuple(box for box in boxes if bracket.table.slot(box.slot).round == number),
            )
            for number, name in enumerate(bracket.table.round_names, 1)
        ),
        losers_return=any(edge.loser for edge in layout.edges),
        picked=picked,
        has_short_names=shown.drawn != {player: names[player] for player in shown.drawn},
        is_full=is_full,
        type=type_size,
    )


def place_columns(bracket, layout, channels, names, has_odds):
    """Return (left, right) of each column: as wide as its texts, with spare room shared among the matches.

    The first column has room for odds, if there is any.
    """
    widths = min_column_widths(bracket, layout, names)
    match_columns = [n for n, column in enumerate(layout.columns) if column.slots]
    spare = PAGE_WIDTH - sum(widths) - sum(channel.width for channel in channels)
    if has_odds and spare > 0:
        extra = min(spare, max(0, match_width(names) + MAX_ODDS - widths[0]))
        widths[0], spare = widths[0] + extra, spare - extra
    for n in match_columns:
        widths[n] = max(widths[n], min(widths[n] + spare // len(match_columns), MAX_WIDTH))
    bounds, left = [], LEFT_MARGIN
    for width, gap in zip(widths, [*(channel.width for channel in channels), 0], strict=True):
        bounds.append((left, left + width))
        left += width + gap
    return bounds


def min_column_widths(bracket, layout, names: Names) -> list[int]:
    """Return the width that each column needs: for any name, for texts in place of names, for its head."""
    return [
        max(
            min_ranking_width(names) if column.groups else min_match_width(bracket, column, names),
            round(HEAD_LETTER_PX * len(title)),
        )
        for column, (title, _subtitle) in column_titles(bracket.table, layout)
    ]


def min_ranking_width(names):
    return max(MIN_RANKING_WIDTH, names.type.rank + names.width)


def min_match_width(bracket, column, names):
    meetings = [bracket.meeting(slot) for slot in column.slots]
    texts = [side.label.render(gettext) for meeting in meetings for side in meeting.sides]
    words = 8 + round(TEXT_LETTER_PX * max(map(len, texts)) * names.type.words / PAGE_TYPE.words)
    return max(MIN_WIDTH, words, match_width(names))


def match_width(names):
    """Return the width that a match needs for the longest name, with its seed and games."""
    return names.type.seed + names.width + names.type.games


def fits_odds(meeting, bounds, names, chances) -> bool:
    """Return whether the odds of the seeds that enter here fit beside their names."""
    left, right = bounds
    room = right - left - names.type.seed - names.type.games
    return all(
        odds_width(meeting, side, chances) + width_of(names.drawn[side.player], names.type.name) <= room
        for side in meeting.sides
        if side.player
    )


def odds_width(meeting, side, chances) -> int:
    odds = odds_text(meeting, side, chances)
    return 18 + 8 * len(odds) if odds else 0


def odds_text(meeting, side, chances) -> str:
    """Return the chance to win the title of a seed that enters here; else empty.

    A winner of this match who lost a later one must not be labelled “out” here.
    """
    enters = side.source == f"S{side.seed}"
    can_win = side.seed != meeting.winner or chances[side.seed] != 0
    return chance_text(chances[side.seed]) if enters and can_win else ""


def column_titles(table, layout):
    """Return (column, (title, subtitle)) of each column; the subtitle is None if it depends on the event."""
    return [
        (
            column,
            ranking_head(column.groups)
            if column.groups
            else (table.round_names[column.round - 1].render(gettext), None),
        )
        for column in layout.columns
    ]


def heads_of(table, layout, column_bounds, subtitles):
    titles = column_titles(table, layout)
    return tuple(
        ColumnHead(left, title, subtitle_of(subtitles, column.round) if subtitle is None else subtitle)
        for (column, (title, subtitle)), (left, _right) in zip(titles, column_bounds, strict=True)
    )


def subtitle_of(subtitles, number):
    return subtitles if isinstance(subtitles, str) else subtitles[number - 1]


def box_of(meeting, top, bounds, names, chances, picked):
    left, right = bounds
    width = right - left
    state = "over" if meeting.is_decided else "live" if meeting.match else "waiting"
    rows = tuple(
        row_of(meeting, side, top + port_of_match(n, len(meeting.sides)), names, chances, picked)
        for n, side in enumerate(meeting.sides)
    )
    return Box(
        slot=meeting.slot.id,
        x=left,
        y=round(top),
        width=width,
        label=capfirst(box_label(meeting.slot)),
        state=state,
        state_text=state_text("drawn" if is_drawn(meeting) else state),
        table=meeting.match.table if meeting.match else None,
        rows=rows,
    )


def is_drawn(meeting):
    """Return whether players drew and the best seed advanced, as in a pod."""
    return meeting.is_decided and meeting.match is not None and DRAW in outcomes(meeting.match)


def box_label(slot):
    """Return a match's name, or its short name if the full one does not fit on a box."""
    name = slot.name.render(gettext)
    return name if len(name) <= MAX_LABEL_LENGTH else slot.short.render(gettext)


def row_of(meeting, side, middle, names, chances, picked):
    y = round(middle) + 5
    if side.player is None:
        text = side.label.render(gettext)
        return DrawnRow(y, "", None, text, text, None, "words", "", "", False)
    seats = {seat.player: seat for seat in meeting.match.seats} if meeting.match else {side.player: None}
    if side.seed == meeting.winner:
        kind = "won"
    else:
        kind = "out" if meeting.is_decided or side.player not in seats else ""
    seat = seats.get(side.player)
    games = None if seat is None else seat.place if seat.games is None else seat.games
    return DrawnRow(
        y=y,
        seed=str(side.seed),
        player=side.player,
        name=names.drawn[side.player],
        full=names.full[side.player],
        length=names.length(side.player),
        kind=kind,
        odds=odds_text(meeting, side, chances) if chances else "",
        games="" if games is None else str(games),
        picked=side.player == picked,
    )


def rankings_of(bracket, layout, column_bounds, names):
    ends = [(edge.start, edge.end[0]) for edge in layout.edges if edge.end[1] != "head"]
    goes_to = {start: capfirst(box_label(bracket.table.slot(slot))) for start, slot in ends}
    return tuple(
        ranking_of(bracket, layout, group, bounds, goes_to, names)
        for column, bounds in zip(layout.columns, column_bounds, strict=True)
        for group in column.groups
    )


def ranking_of(bracket, layout, group, bounds, goes_to, names):
    left, right = bounds
    width, top, advancing = right - left, layout.tops[group], count_advancing(group, layout.edges)
    sides = bracket.rank_sides(group)
    ranks = []
    for k, (side, label) in enumerate(zip(sides, rank_labels(group, len(sides)), strict=True), 1):
        y = top + port_of_group(group, min(k, advancing))
        if k > advancing:
            y += RANK / 2 + CUT + RANK_OUT * (k - advancing) - RANK_OUT / 2
        next_match = goes_to.get((group, k))
        name = names.drawn.get(side.player)
        text = name or seeds_text(side.possible, width - names.type.rank)
        ranks.append(
            Rank(
                y=round(y) + 5,
                ordinal=label,
                name=text,
                full=names.full[side.player] if name else text,
                length=names.length(side.player) if name else None,
                player=side.player,
                goes_to=next_match or gettext("out"),
                out=next_match is None,
            )
        )
    cut_y = round(top + port_of_group(group, advancing) + RANK / 2 + CUT / 2 - 4)
    titles = ranking_titles(group, advancing, winners_match_kind(bracket.table, layout, group))
    return Ranking(left, round(top), width, *titles, tuple(ranks), cut_y if advancing < len(ranks) else None)


def winners_match_kind(table, layout, group):
    """Return the kind of a group's matches (“qualifying”) if several groups have winners."""
    groups = [other for column in layout.columns for other in column.groups if other.kind == group.kind]
    kind = table.slot(group.of[0]).short.params.get("match")
    return kind.render(gettext) if kind and len(groups) > 1 else ""


def find_notes(layout, column_bounds):
    """Return the notes “a round off” under the first line that passes a column, where there is room."""
    notes = []
    for n, column in enumerate(layout.columns):
        lanes = sorted(
            y
            for (edge, lane_column), y in layout.lanes.items()
            if lane_column == n and not isinstance(edge.start[0], str)
        )
        if not lanes or not column.slots:
            continue
        below = [*(layout.tops[slot] - 24 for slot in column.slots), *lanes[1:]]
        if all(y >= lanes[0] + 30 for y in below):
            notes.append(Note(column_bounds[n][0], round(lanes[0]) + 20, gettext("bye this round")))
    return tuple(notes)
