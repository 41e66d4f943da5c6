"""A screen of the hall: what stands on it now, in lists long enough to be paged."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_lazy

from ...rules.drafts.draw_verification import seats_of
from ...rules.history import BRACKET, EventHistory
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..brackets import bracket_page
from ..brackets.drawing import Drawing
from ..brackets.odds import NONE
from ..events.front_page import places_of, starts_text
from ..events.status import state_of
from ..rounds.round_page import RoundShown, round_in
from ..rounds.tables import Sitting
from ..standings.columns import phase_to_show
from ..standings.cut_line import cut_lines
from ..wording.formats import number_text, record_text

# So many lines stand on a screen at once in two columns, and so few on one of larger letters.
AT_ONCE, FEW = 22, 12


@dataclass(frozen=True)
class Line:
    """One line: a number or nothing, a name, what is said of it in a smaller voice, and where it leads the
    eye. `mark` stands for it where pages are named; `cut` is what the line below it says; `must`: the note
    is needed, however long the name."""

    lead: str
    name: str
    note: str
    end: str
    mark: str
    cut: str = ""
    must: bool = False


@dataclass(frozen=True)
class Panel:
    """One list, or a drawing; `foot` says what its columns are; `is_wide`: a line needs the whole width."""

    key: str
    title: str
    foot: str
    lines: tuple[Line, ...] = ()
    drawing: Drawing | None = None
    is_wide: bool = False

    @property
    def is_few(self):
        return len(self.lines) <= FEW


@dataclass(frozen=True)
class Screen:
    """`stamp` is another one for another round; `words` what is said where there is no list."""

    heading: str
    stamp: str
    words: str
    panels: tuple[Panel, ...]


def names_panel(history: EventHistory, shown: RoundShown | None) -> Panel | None:
    """Who sits where, by name, while the round is played; before a draft's first round, in which pod."""
    if shown is None or not shown.is_open:
        return pods_panel(history)
    lines = tuple(
        Line(
            "",
            one.side.name,
            note_of(one),
            str(one.table or gettext("Bye")),
            one.side.name[:1].upper(),
            must=bool(one.seat),
        )
        for one in shown.sittings
    )
    foot = gettext("Name, seat, table") if shown.has_pods else gettext("Name, opponent, table")
    return Panel("names", gettext("Pairings by name"), foot, lines)


def note_of(one: Sitting) -> str:
    """Whom one meets; at a table of several the own seat, of a bye what it is worth."""
    if one.seat:
        return seat_text(one.seat)
    return gettext("v {name}").format(name=one.against) if one.opponents else one.words


def seat_text(seat: int) -> str:
    return gettext("seat {seat}").format(seat=seat)


def pods_panel(history: EventHistory) -> Panel | None:
    phase, names = history.phase(history.current), history.names
    if not phase.pods or phase.rounds:
        return None
    seats = sorted(seats_of(phase.pods).items(), key=lambda item: names[item[0]].casefold())
    lines = tuple(
        Line("", names[player], seat_text(seat), str(pod), names[player][:1].upper(), must=True)
        for player, (pod, seat) in seats
    )
    return Panel("names", gettext("Pods by name"), gettext("Name, seat, pod"), lines)


def tables_panel(history: EventHistory, shown: RoundShown | None) -> Panel | None:
    """The tables of the round while it is played, and what has been reported."""
    if shown is None or not shown.is_open:
        return None
    lines = (
        Line(
            str(table.number or "–"),
            gettext(" v ").join(side.name for side in table.sides),
            table.more,
            table.score if table.state != "waiting" else "",
            str(table.number or ""),
        )
        for table in shown.tables
    )
    title, foot = gettext("Pairings by table"), gettext("Table, players, result")
    return Panel("tables", title, foot, tuple(lines), is_wide=shown.has_pods)


def standings_panel(history: EventHistory, shown: RoundShown | None) -> Panel | None:
    """The standings as they come in; not while they are hidden from players."""
    phase = phase_to_show(history)
    if is_hidden(history, phase) or not history.phase(phase).rounds:
        return None
    rows = standings(history, phase, live=True).rows
    cuts = cut_lines(history, phase, rows)
    lines = (
        Line(
            str(row.place or row.rank),
            row.name,
            record_text(row),
            number_text(row.points),
            str(row.place or row.rank),
            cuts[row.player].flag if row.player in cuts else "",
            must=True,
        )
        for row in rows
    )
    return Panel("standings", gettext("Standings"), gettext("Rank, name, record, points"), tuple(lines))


def bracket_panel(history: EventHistory, shown: RoundShown | None) -> Panel | None:
    number = bracket_page.phase_number(history, None)
    page = bracket_page.bracket_page(history, number, shown=NONE) if number else None
    if page is None:
        return None
    return Panel("bracket", page.title, page.standing, drawing=page.drawing)


# What a screen may show, by the word in its address: what it is called, and what makes it.
PARTS = {
    "names": (gettext_lazy("Pairings by name"), names_panel),
    "tables": (gettext_lazy("Pairings by table"), tables_panel),
    "standings": (gettext_lazy("Standings"), standings_panel),
    "bracket": (gettext_lazy("Bracket"), bracket_panel),
}
CLOCK, CLOCK_LABEL = "clock", gettext_lazy("The clock")


def screen_of(event, history: EventHistory, parts: tuple[str, ...], part: int, of: int) -> Screen:
    """What a screen shows now of a history as everybody sees it: these parts as far as there are any, else
    what is of use now; where several screens share a list, their `part` `of` it."""
    shown = round_in(history)
    state = state_of(history)
    asked = tuple(name for name in parts if name in PARTS)
    panels = panels_of(history, shown, asked)
    if not panels and (asked or CLOCK not in parts):
        panels = panels_of(history, shown, usual(history, shown, state))
    return Screen(
        heading=heading_of(history, shown, state),
        stamp=f"{shown.phase}.{shown.number}.{shown.is_open}" if shown else state,
        words="" if panels or CLOCK in parts else words_of(event, state),
        panels=tuple(share(panel, part, of) for panel in panels),
    )


def panels_of(told, shown, names) -> tuple[Panel, ...]:
    return tuple(filter(None, (PARTS[name][1](told, shown) for name in names)))


def usual(history: EventHistory, shown: RoundShown | None, state: str) -> tuple[str, ...]:
    """What everybody wants to see: their tables, between rounds the standings, in finals the bracket."""
    in_finals = history.phase(history.current).kind == BRACKET
    if in_finals:
        return ("bracket", "names") if state == "running" else ("bracket",)
    return ("names",) if shown is None or shown.is_open else ("standings",)


def heading_of(history: EventHistory, shown: RoundShown | None, state: str) -> str:
    if state == "ended":
        winners = [place.name for place in places_of(history) if place.rank == 1]
        words = gettext("{name} wins") if len(winners) == 1 else gettext("Final standings")
        return words.format(name=winners[0] if winners else "")
    if shown is None:
        return gettext("The pods are drawn") if history.phase(history.current).pods else gettext("Welcome")
    return shown.text if shown.is_open else gettext("{round} is over").format(round=shown.heading)


def words_of(event, state: str) -> str:
    """What is said where no list is: when it begins, or that the next round comes."""
    if state == "upcoming":
        starts = starts_text(event)
        return starts or gettext("Round 1 is drawn when everybody is here.")
    return gettext("The next round appears here by itself.")


def share(panel: Panel, part: int, of: int) -> Panel:
    """The `part` `of` a list: what the screens beside it do not show."""
    count = len(panel.lines)
    return replace(panel, lines=panel.lines[(part - 1) * count // of : part * count // of])
