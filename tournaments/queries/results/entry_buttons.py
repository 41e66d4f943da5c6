"""A table in the desk's result entry: its result buttons and form fields."""

from dataclasses import dataclass, fields, replace
from functools import cached_property

from django.utils.translation import gettext, gettext_noop

from ...rules.finals import DRAWN_POD
from ...rules.history import DRAW, LOSS, PODS, WIN, MatchRecord
from ...rules.results import parsing, pod_parsing, result_notation, scoring, text
from ...rules.rulebooks import GAMES, POINTS, VP
from .player_reports import STATES, PlayerReport


@dataclass(frozen=True)
class ResultButton:
    """A button that reports a result: the notation it sends, its label, whether it is the current result.

    `words` are the winner's name for a `seat` of a pod."""

    notation: str
    label: str
    words: str
    pressed: bool
    seat: bool = False


@dataclass(frozen=True)
class ButtonGroup:
    """The likely results in which `name` won, or the draws."""

    name: str
    buttons: tuple[ResultButton, ...]


@dataclass(frozen=True)
class SeatFields:
    """A seat (from 1) and the values of its fields: `figure` scored, `place`, and outcome (`end`)."""

    seat: int
    name: str
    figure: str = ""
    place: str = ""
    end: str = ""


@dataclass(frozen=True)
class ResultEntryTable:
    """A table in the result entry.

    `mode` is games (of a match of `best_of`), points, victory points, or pods. `sides` are groups of likely
    results, `row_buttons` the ones in its row, `other_buttons` all others. `note` explains what a draw means
    where somebody must advance. `state` is one of player_reports.STATES."""

    number: int
    mode: str
    best_of: int
    seats: tuple[SeatFields, ...]
    reported: bool
    words: str
    sides: tuple[ButtonGroup, ...]
    row_buttons: tuple[ResultButton, ...]
    other_buttons: tuple[ResultButton, ...]
    note: str
    state: str = ""
    player_reports: tuple[PlayerReport, ...] = ()

    def __hash__(self):
        return self.hashed

    @cached_property
    def hashed(self):
        """Cache the hash: it covers nested values and is needed wherever the table is rendered."""
        return hash(tuple(getattr(self, one.name) for one in fields(self)))

    @property
    def who(self):
        names = tuple(seat.name for seat in self.seats)
        if self.is_pod:
            return text.listed(names, gettext)
        return gettext("{a} against {b}").format(a=names[0], b=names[1])

    @property
    def state_words(self):
        return gettext(STATES[self.state])

    @property
    def is_pod(self):
        return self.mode == PODS

    @property
    def unit(self):
        """Return the unit of the two numbers; empty if the mode has none."""
        return gettext(UNITS[self.mode]) if self.mode in UNITS else ""

    @property
    def examples(self):
        return pod_parsing.EXAMPLES if self.is_pod else parsing.EXAMPLES[self.mode]

    @property
    def ends(self):
        """Return (outcome, label) of each choice for a seat of a pod."""
        return tuple((end, gettext(words)) for end, words in ENDS.items())


@dataclass(frozen=True)
class ReportingMode:
    """How a round's matches are reported: the rulebook's mode, best-of, and the allowed outcomes."""

    mode: str
    best_of: int
    draws: bool
    must_be_won: bool
    can_clear: bool


UNITS = {VP: gettext_noop("Victory points"), POINTS: gettext_noop("Points")}
FIGURES = {VP: "score", POINTS: "points"}
ENDS = {
    WIN: gettext_noop("won"),
    DRAW: gettext_noop("drew"),
    LOSS: gettext_noop("lost"),
    "no_show": gettext_noop("no-show"),
    "conceded": gettext_noop("conceded"),
}


def table_of(match: MatchRecord, names: dict, reporting_mode: ReportingMode) -> ResultEntryTable:
    mode = PODS if match.is_pod else reporting_mode.mode
    seats, now = seat_fields(match, names, mode), result_notation.format_result(match)
    sides, row_buttons = LIKELY[mode](seats, reporting_mode, now) if mode in LIKELY else ((), ())
    return ResultEntryTable(
        number=match.table,
        mode=mode,
        best_of=reporting_mode.best_of,
        seats=seats,
        reported=match.reported,
        words=text.words(match, names, gettext),
        sides=sides,
        row_buttons=row_buttons,
        other_buttons=other_buttons(seats, mode, reporting_mode, now, match.reported),
        note=gettext(DRAWN_POD) if mode == PODS and reporting_mode.must_be_won else "",
    )


def seat_fields(match: MatchRecord, names: dict, mode: str) -> tuple[SeatFields, ...]:
    ends = scoring.outcomes(match) or (LOSS,) * len(match.seats)

    def fields_of(number, seat, end):
        figure = getattr(seat, FIGURES[mode], None) if mode in FIGURES else None
        end = seat.result if seat.result in ENDS else end
        return SeatFields(number, names[seat.player], typed(figure), typed(seat.place), end)

    return tuple(
        fields_of(number, seat, end)
        for number, (seat, end) in enumerate(zip(match.seats, ends, strict=True), 1)
    )


def typed(number: float | None) -> str:
    return "" if number is None else str(number)


def with_typed(
    table: ResultEntryTable, first: str, second: str, places: list[str], ends: list[str]
) -> ResultEntryTable:
    """Return the table with typed field values; empty lists leave the stored ones."""
    seats = table.seats
    for name, texts in (("figure", [first, second]), ("place", places), ("end", ends)):
        if any(texts) and len(texts) == len(seats):
            seats = tuple(replace(seat, **{name: one}) for seat, one in zip(seats, texts, strict=True))
    return replace(table, seats=seats)


def of_games(seats, mode: ReportingMode, now: str):
    """Return (button groups, row buttons) of a best-of match."""
    needed, most = mode.best_of // 2 + 1, mode.best_of - mode.best_of // 2 - 1
    if mode.best_of == 2:
        needed, most = 2, 0
    lost = range(most + 1)
    won = [gettext("{name} won").format(name=seat.name) for seat in seats]
    a = tuple(make_button(f"{needed}-{n}", won[0], now) for n in lost)
    b = tuple(make_button(f"{n}-{needed}", won[1], now) for n in reversed(lost))
    drawn_results = drawn_scores(mode.best_of) if mode.draws and not mode.must_be_won else ()
    level = tuple(make_button(notation, drawn_words(notation), now) for notation in drawn_results)
    sides = (
        ButtonGroup(won[0], a),
        ButtonGroup(won[1], b),
        *([ButtonGroup(gettext("Drawn"), level)] if level else []),
    )
    return sides, (*a, *level[:1], *b)


def drawn_scores(best_of: int) -> tuple[str, ...]:
    """Return the notations of possible draws: even games, a drawn or unfinished game, or no games."""
    if best_of == 1:
        return ("draw",)
    even = best_of // 2
    return (f"{even}-{even}", f"{even}-{even}-1", "draw")


def drawn_words(notation: str) -> str:
    return gettext("no games counted") if notation == "draw" else gettext("drawn")


def of_pod(seats, mode: ReportingMode, now: str):
    """Return (button groups, row buttons) of a pod: one button per winner, and a draw."""
    won = tuple(
        ResultButton(str(seat.seat), str(seat.seat), seat.name, now == str(seat.seat), seat=True)
        for seat in seats
    )
    who = gettext("the highest seed goes on") if mode.must_be_won else gettext("all of them")
    draw_buttons = (make_button("draw", who, now),) if mode.draws else ()
    sides = (
        ButtonGroup(gettext("Who won"), won),
        *([ButtonGroup(gettext("Drawn"), draw_buttons)] if draw_buttons else []),
    )
    return sides, (*won, *draw_buttons)


LIKELY = {GAMES: of_games, PODS: of_pod}


def other_buttons(
    seats, kind: str, mode: ReportingMode, now: str, is_reported: bool
) -> tuple[ResultButton, ...]:
    """Return the buttons of less likely results; a pod's no-shows are fields of the seats."""
    results = []
    if kind != PODS:
        results += [
            (f"{loss} {seat.seat}", gettext(words).format(name=seat.name))
            for loss, words in LOSSES
            for seat in seats
        ]
    if kind in UNITS and mode.draws and not mode.must_be_won:
        results.insert(0, ("draw", gettext("Draw")))
    if not mode.must_be_won:
        both = gettext("Everybody loses") if kind == PODS else gettext("Both lose")
        results.append((result_notation.DOUBLE_LOSS, both))
    if is_reported and mode.can_clear:
        results.append(("clear", gettext("Clear the result")))
    return tuple(ResultButton(what, label, "", what == now) for what, label in results)


LOSSES = (
    ("no-show", gettext_noop("{name} did not show")),
    ("concede", gettext_noop("{name} concedes")),
)


def make_button(notation: str, words: str, now: str) -> ResultButton:
    label = gettext("Draw") if notation == "draw" else notation.replace("-", text.DASH)
    return ResultButton(notation, label, words, notation == now)
