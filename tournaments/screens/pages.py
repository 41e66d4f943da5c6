"""The page of a venue screen: its current lists, long ones in pages."""

from dataclasses import dataclass, replace
from itertools import chain

from django.utils.translation import gettext, gettext_lazy

from ..brackets.drawing.positions import HALL_TYPES, Drawing, RoundView
from ..brackets.pages.bracket import NONE, bracket_page, find_bracket
from ..events.pages.overview import starts_text
from ..rounds.pages.pairings import PlayerSeating, RoundPage, build_round_page
from ..rules.history import BRACKET, EventHistory, EventPhase
from ..rules.rounds.draw_verification import seats_of
from ..rules.standings.final import is_hidden
from ..rules.standings.standings import standings
from ..standings.pages.standings import cut_lines, phase_to_show
from ..web.status import find_winner, state_of
from ..web.wording import number_text, record_text

# Lines of a page in two columns at the usual type size.
LINES_PER_PAGE = 22


@dataclass(frozen=True)
class PanelLine:
    """A line of a list.

    `lead` is a number or empty, `note` is smaller, `range_key` names it in page ranges; `cut` labels the
    cut line below; `keeps_note` keeps the note even next to a long name.
    """

    lead: str
    name: str
    note: str
    end: str
    range_key: str
    cut: str = ""
    keeps_note: bool = False


@dataclass(frozen=True)
class Panel:
    """A list or a drawing; `columns` names its columns; `is_wide` lines need the full width."""

    key: str
    title: str
    columns: str
    lines: tuple[PanelLine, ...] = ()
    drawing: Drawing | None = None
    is_wide: bool = False


@dataclass(frozen=True)
class Screen:
    """The content of a screen; `stamp` changes with the round, `text` replaces missing lists."""

    heading: str
    stamp: str
    text: str
    panels: tuple[Panel, ...]


def names_panel(history: EventHistory, round_page: RoundPage | None) -> Panel | None:
    """Return the seats by name while the round is open; before a draft's first round the pods."""
    if round_page is None or not round_page.is_open:
        return pods_panel(history)
    lines = tuple(
        PanelLine(
            "",
            seating.side.name,
            seating_note(seating),
            str(seating.table or gettext("Bye")),
            seating.side.name[:1].upper(),
            keeps_note=bool(seating.seat),
        )
        for seating in round_page.seatings
    )
    columns = gettext("Name, seat, table") if round_page.has_pods else gettext("Name, opponent, table")
    return Panel("names", gettext("Pairings by name"), columns, lines)


def seating_note(seating: PlayerSeating) -> str:
    """Return the opponent; the own seat in a pod, or the worth of a bye."""
    if seating.seat:
        return seat_text(seating.seat)
    if not seating.opponents:
        return seating.bye_text
    return gettext("v {name}").format(name=seating.opponents_text)


def seat_text(seat: int) -> str:
    return gettext("seat {seat}").format(seat=seat)


def pods_panel(history: EventHistory) -> Panel | None:
    phase, names = history.current_phase, history.names
    if not phase.pods or phase.rounds:
        return None
    seats = sorted(seats_of(phase.pods).items(), key=lambda item: names[item[0]].casefold())
    lines = tuple(
        PanelLine("", names[player], seat_text(seat), str(pod), names[player][:1].upper(), keeps_note=True)
        for player, (pod, seat) in seats
    )
    return Panel("names", gettext("Pods by name"), gettext("Name, seat, pod"), lines)


def tables_panel(history: EventHistory, round_page: RoundPage | None) -> Panel | None:
    """Return the tables of the open round with their results."""
    if round_page is None or not round_page.is_open:
        return None
    lines = (
        PanelLine(
            str(table.number or "–"),
            gettext(" v ").join(side.name for side in table.sides),
            table.extension,
            table.score if table.state != "waiting" else "",
            str(table.number or ""),
        )
        for table in round_page.tables
    )
    title, columns = gettext("Pairings by table"), gettext("Table, players, result")
    return Panel("tables", title, columns, tuple(lines), is_wide=round_page.has_pods)


def standings_panel(history: EventHistory, round_page: RoundPage | None) -> Panel | None:
    """Return the live standings, unless they are hidden from players."""
    phase = phase_to_show(history)
    if is_hidden(phase) or not phase.rounds:
        return None
    rows = standings(phase, live=True).rows
    cuts = cut_lines(phase, rows)
    lines = (
        PanelLine(
            str(row.place or row.rank),
            row.name,
            record_text(row),
            number_text(row.points),
            str(row.place or row.rank),
            cuts[row.player].label if row.player in cuts else "",
            keeps_note=True,
        )
        for row in rows
    )
    return Panel("standings", gettext("Standings"), gettext("Rank, name, record, points"), tuple(lines))


# The room of a drawing on a screen of 1920 × 1080, and the type that one reads from ten metres.
DRAWING_WIDTH, DRAWING_HEIGHT, MIN_TYPE = 1812, 755, 32
MAX_DRAWN_PLAYERS = 8


def bracket_panels(history: EventHistory, round_page: RoundPage | None) -> tuple[Panel, ...]:
    """Return the drawing, or of finals too large for it the current round and the next one, in turn."""
    phase = find_bracket(history)
    page = bracket_page(phase, odds_mode=NONE) if phase else None
    if page is None:
        return ()
    drawing = find_legible_drawing(phase, len(page.ways))
    if drawing:
        return (Panel("bracket", page.title, page.progress, drawing=drawing),)
    rounds = page.drawing.rounds[page.current - 1 : page.current + 1]
    return tuple(bracket_round_panel(f"bracket-{view.number}", view) for view in rounds)


def find_legible_drawing(phase: EventPhase, players: int) -> Drawing | None:
    """Return the drawing in the first type that is large enough on a screen; None if no drawing is."""
    if players > MAX_DRAWN_PLAYERS:
        return None
    for type_size in HALL_TYPES:
        drawing = bracket_page(phase, odds_mode=NONE, type_size=type_size).drawing
        scale = min(DRAWING_WIDTH / drawing.width, DRAWING_HEIGHT / drawing.height)
        if type_size.name * scale >= MIN_TYPE:
            return drawing
    return None


def bracket_round_panel(key: str, view: RoundView) -> Panel:
    """Return the matches of a round as a list: table, players with their seeds, games."""
    lines = tuple(
        PanelLine(
            str(box.table or ""),
            gettext(" v ").join(row.full for row in box.rows),
            box.state_text,
            "–".join(row.games for row in box.rows if row.games),
            box.label,
        )
        for box in view.boxes
    )
    return Panel(key, view.title, gettext("Table, players, result"), lines, is_wide=True)


# Parts of a screen by their name in the address: (label, function that builds the panel, or its panels).
PARTS = {
    "names": (gettext_lazy("Pairings by name"), names_panel),
    "tables": (gettext_lazy("Pairings by table"), tables_panel),
    "standings": (gettext_lazy("Standings"), standings_panel),
    "bracket": (gettext_lazy("Bracket"), bracket_panels),
}
CLOCK, CLOCK_LABEL = "clock", gettext_lazy("Clock")


def get_screen(event, history: EventHistory, parts: tuple[str, ...], part: int, of: int) -> Screen:
    """Return the current content of a screen.

    Shows the chosen `parts` if they have content, else what is most useful now. Screens that share a list
    each show their `part` `of` it.
    """
    round_page = build_round_page(history.current_phase)
    state = state_of(history)
    requested = tuple(name for name in parts if name in PARTS)
    panels = build_panels(history, round_page, requested)
    if not panels and (requested or CLOCK not in parts):
        panels = build_panels(history, round_page, default_parts(history, round_page, state))
    return Screen(
        heading=screen_heading(history, round_page, state),
        stamp=f"{round_page.phase}.{round_page.number}.{round_page.is_open}" if round_page else state,
        text="" if panels or CLOCK in parts else waiting_text(event, state),
        panels=tuple(share_lines(panel, part, of) for panel in panels),
    )


def build_panels(history, round_page, names) -> tuple[Panel, ...]:
    built = [PARTS[name][1](history, round_page) for name in names]
    panels = chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in built)
    return tuple(filter(None, panels))


def default_parts(history: EventHistory, round_page: RoundPage | None, state: str) -> tuple[str, ...]:
    """Return the default parts: tables, between rounds the standings, in finals the bracket."""
    in_finals = history.current_phase.kind == BRACKET
    if in_finals:
        return ("bracket", "names") if state == "running" else ("bracket",)
    return ("names",) if round_page is None or round_page.is_open else ("standings",)


def screen_heading(history: EventHistory, round_page: RoundPage | None, state: str) -> str:
    if state == "ended":
        winner = find_winner(history)
        return gettext("Champion: {name}").format(name=winner) if winner else gettext("Final standings")
    if round_page is None:
        return gettext("The pods are drawn") if history.current_phase.pods else gettext("Welcome")
    if round_page.is_open:
        return round_page.long_title
    return gettext("{round} is finished").format(round=round_page.title)


def waiting_text(event, state: str) -> str:
    """Return the text for a screen without lists: when the event starts, or that the next round follows."""
    if state == "upcoming":
        return starts_text(event) or gettext("Round 1 is paired once everyone has arrived.")
    return gettext("The next round will appear here automatically.")


def share_lines(panel: Panel, part: int, of: int) -> Panel:
    """Return this screen's `part` `of` a shared list."""
    count = len(panel.lines)
    return replace(panel, lines=panel.lines[(part - 1) * count // of : part * count // of])


def count_pages(lines: int) -> int:
    """Return about how many pages a list has; smaller type avoids a nearly empty last page."""
    full, rest = divmod(lines, LINES_PER_PAGE)
    return max(1, full + (3 * rest >= LINES_PER_PAGE))
