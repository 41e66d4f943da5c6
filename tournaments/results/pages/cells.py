"""A table in the desk's result entry: its result buttons and form fields."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...rules.finals import DRAWN_POD
from ...rules.history import DRAW, LOSS, PODS, WIN, MatchRecord
from ...rules.results import parsing, pod_parsing, result_notation, scoring, text
from ...rules.rulebooks import GAMES, POINTS, VP
from .player_reports import STATES, PlayerReport

UNITS = {VP: gettext_noop("Victory points"), POINTS: gettext_noop("Points")}
# Field of a seat record that holds the number typed for a seat, by mode.
NUMBER_FIELDS = {VP: "score", POINTS: "points"}
OUTCOMES = {
    WIN: gettext_noop("won"),
    DRAW: gettext_noop("drew"),
    LOSS: gettext_noop("lost"),
    "no_show": gettext_noop("no-show"),
    "conceded": gettext_noop("conceded"),
}
LOSSES = (
    ("no-show", gettext_noop("{name} didn’t show up")),
    ("concede", gettext_noop("{name} concedes")),
)


@dataclass(frozen=True)
class ResultButton:
    """A button that reports a result: the notation it sends, and its label.

    `description` is the winner's name if the label is the `is_seat` number of a pod.
    """

    notation: str
    label: str
    description: str
    is_current: bool
    is_seat: bool = False


@dataclass(frozen=True)
class ButtonGroup:
    """The likely results in which `name` won, or the draws."""

    name: str
    buttons: tuple[ResultButton, ...]


@dataclass(frozen=True)
class SeatFields:
    """A seat (from 1) and the values of its fields: `figure` scored, `place`, and `outcome`."""

    seat: int
    name: str
    figure: str = ""
    place: str = ""
    outcome: str = ""


@dataclass(frozen=True)
class ReportingMode:
    """How a round's matches are reported: the rulebook's mode, best-of, and the allowed outcomes."""

    mode: str
    best_of: int
    draws: bool
    must_be_won: bool
    can_clear: bool

    @property
    def allows_drawn_match(self):
        """Return whether a match of two may end drawn."""
        return self.draws and not self.must_be_won


@dataclass(frozen=True)
class ResultEntryTable:
    """A table in the result entry.

    `mode` is games (of a match of `best_of`), points, victory points, or pods. `button_groups` are the likely
    results, `row_buttons` the ones in its row, `other_buttons` all others. `note` explains what a draw means
    where somebody must advance. `state` is one of player_reports.STATES, `extension` its time extension;
    `drops` names its players who drop after this round; `settles_at`: when a single report is confirmed
    automatically.
    """

    number: int
    mode: str
    best_of: int
    seats: tuple[SeatFields, ...]
    reported: bool
    result_text: str
    button_groups: tuple[ButtonGroup, ...]
    row_buttons: tuple[ResultButton, ...]
    other_buttons: tuple[ResultButton, ...]
    note: str
    phase: int = 0
    round: int = 0
    state: str = ""
    player_reports: tuple[PlayerReport, ...] = ()
    extension: str = ""
    drops: str = ""
    settles_at: str | None = None
    settles_time: str = ""

    @property
    def key(self):
        return f"t{self.phase}.{self.round}.{self.number}"

    @property
    def element_id(self):
        return f"t{self.number}"

    @property
    def query(self):
        """Return the query that leads to this table at the desk."""
        return f"phase={self.phase}&round={self.round}&table={self.number}"

    @property
    def players_text(self):
        names = tuple(seat.name for seat in self.seats)
        if self.is_pod:
            return text.join_names(names, gettext)
        return gettext("{a} against {b}").format(a=names[0], b=names[1])

    @property
    def state_text(self):
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
    def outcomes(self):
        """Return (outcome, label) of each choice for a seat of a pod."""
        return tuple((outcome, gettext(label)) for outcome, label in OUTCOMES.items())


def build_entry_table(match: MatchRecord, names: dict, reporting: ReportingMode) -> ResultEntryTable:
    mode = PODS if match.is_pod else reporting.mode
    seats, current = build_seat_fields(match, names, mode), result_notation.format_result(match)
    button_groups, row_buttons = (), ()
    if mode in LIKELY_BUTTONS:
        button_groups, row_buttons = LIKELY_BUTTONS[mode](seats, reporting, current)
    return ResultEntryTable(
        number=match.table,
        mode=mode,
        best_of=reporting.best_of,
        seats=seats,
        reported=match.reported,
        result_text=text.describe_result(match, names, gettext),
        button_groups=button_groups,
        row_buttons=row_buttons,
        other_buttons=build_other_buttons(seats, mode, reporting, current, match.reported),
        note=gettext(DRAWN_POD) if mode == PODS and reporting.must_be_won else "",
    )


def build_seat_fields(match: MatchRecord, names: dict, mode: str) -> tuple[SeatFields, ...]:
    outcomes = scoring.outcomes(match) or (LOSS,) * len(match.seats)
    return tuple(
        SeatFields(
            number,
            names[seat.player],
            field_text(getattr(seat, NUMBER_FIELDS[mode], None) if mode in NUMBER_FIELDS else None),
            field_text(seat.place),
            seat.result if seat.result in OUTCOMES else outcome,
        )
        for number, (seat, outcome) in enumerate(zip(match.seats, outcomes, strict=True), 1)
    )


def field_text(number: float | None) -> str:
    return "" if number is None else str(number)


def with_typed_values(
    table: ResultEntryTable, first: str, second: str, places: list[str], outcomes: list[str]
) -> ResultEntryTable:
    """Return the table with typed field values; empty lists leave the stored ones."""
    seats = table.seats
    for name, values in (("figure", [first, second]), ("place", places), ("outcome", outcomes)):
        if any(values) and len(values) == len(seats):
            seats = tuple(replace(seat, **{name: value}) for seat, value in zip(seats, values, strict=True))
    return replace(table, seats=seats)


def build_game_buttons(seats, reporting: ReportingMode, current: str):
    """Return (button groups, row buttons) of a best-of match; `current` is the notation of its result."""
    best_of = reporting.best_of
    wins, max_losses = (2, 0) if best_of == 2 else (best_of // 2 + 1, (best_of - 1) // 2)
    first, second = (gettext("{name} won").format(name=seat.name) for seat in seats)
    losses = range(max_losses + 1)
    first_wins = tuple(make_button(f"{wins}-{n}", first, current) for n in losses)
    second_wins = tuple(make_button(f"{n}-{wins}", second, current) for n in reversed(losses))
    draws = ()
    if reporting.allows_drawn_match:
        # Even games, one more game drawn or unfinished, or no games counted.
        even = f"{best_of // 2}-{best_of // 2}"
        scores = (even, f"{even}-1") if best_of > 1 else ()
        draws = tuple(make_button(score, gettext("drawn"), current) for score in scores)
        draws = (*draws, make_button("draw", gettext("no games counted"), current))
    groups = (ButtonGroup(first, first_wins), ButtonGroup(second, second_wins), *drawn_group(draws))
    return groups, (*first_wins, *draws[:1], *second_wins)


def build_pod_buttons(seats, reporting: ReportingMode, current: str):
    """Return (button groups, row buttons) of a pod: one button per winner, and a draw."""
    wins = tuple(
        ResultButton(str(seat.seat), str(seat.seat), seat.name, current == str(seat.seat), is_seat=True)
        for seat in seats
    )
    description = gettext("the highest seed advances") if reporting.must_be_won else gettext("everyone")
    draws = (make_button("draw", description, current),) if reporting.draws else ()
    return (ButtonGroup(gettext("Who won"), wins), *drawn_group(draws)), (*wins, *draws)


LIKELY_BUTTONS = {GAMES: build_game_buttons, PODS: build_pod_buttons}


def drawn_group(draws: tuple[ResultButton, ...]) -> tuple[ButtonGroup, ...]:
    return (ButtonGroup(gettext("Draw"), draws),) if draws else ()


def build_other_buttons(
    seats, mode: str, reporting: ReportingMode, current: str, is_reported: bool
) -> tuple[ResultButton, ...]:
    """Return the buttons of less likely results; a pod's no-shows are fields of the seats."""
    results = []
    if mode in UNITS and reporting.allows_drawn_match:
        results.append(("draw", gettext("Draw")))
    if mode != PODS:
        results += [
            (f"{loss} {seat.seat}", gettext(label).format(name=seat.name))
            for loss, label in LOSSES
            for seat in seats
        ]
    if not reporting.must_be_won:
        label = gettext("Everyone loses") if mode == PODS else gettext("Both lose")
        results.append((result_notation.DOUBLE_LOSS, label))
    if is_reported and reporting.can_clear:
        results.append((result_notation.CLEAR, gettext("Clear result")))
    return tuple(ResultButton(notation, label, "", notation == current) for notation, label in results)


def make_button(notation: str, description: str, current: str) -> ResultButton:
    label = gettext("Draw") if notation == "draw" else notation.replace("-", text.DASH)
    return ResultButton(notation, label, description, notation == current)
