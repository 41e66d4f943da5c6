"""Results as buttons, cells and icons."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...rules.finals import DRAWN_POD
from ...rules.history import DRAW, LOSS, PODS, WIN, EventPhase, MatchRecord
from ...rules.results import betting, scoring
from ...rules.results.notation import CLEAR, DASH, DOUBLE_LOSS, describe_result, format_result, join_names
from ...rules.results.parsing import EXAMPLES, POD_EXAMPLES
from ...rules.rulebooks import GAMES, POINTS, VP
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import compute_standings
from ...rules.standings.table_builder import rounds_carried
from ...rules.standings.working import ExplanationTerm
from ...web.wording import number_text
from .reports import DISPUTED, STATES, PlayerReport, score_of

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
# A match of so many games has too many scores for a draw beside them in a row.
LONG_MATCH = 5
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

    @property
    def has_won(self):
        return self.outcome == WIN


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

    `mode` is games (of a match of `best_of`), points, victory points, or pods. `score` is its result, in
    figures if it has some. `button_groups` are the likely results, `row_buttons` the ones in its row,
    `other_buttons` all others. `note` explains what a draw means where somebody must advance. `state` is one
    of STATES, `extra_minutes` its time extension, `extension` says so in words; `drops` names its players who
    drop after this round; `settles_at`: when a single report is confirmed automatically.
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
    score: str = ""
    phase: int = 0
    round: int = 0
    state: str = ""
    player_reports: tuple[PlayerReport, ...] = ()
    extension: str = ""
    extra_minutes: int = 0
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
            return join_names(names, gettext)
        return gettext("{a} against {b}").format(a=names[0], b=names[1])

    @property
    def state_text(self):
        return gettext(STATES[self.state])

    @property
    def is_pod(self):
        return self.mode == PODS

    @property
    def is_disputed(self):
        return self.state == DISPUTED

    @property
    def claims(self):
        """Return the report that each button of its row accepts, by notation; empty for a disputed table."""
        if self.is_disputed:
            return {}
        buttons = {button.notation for button in self.row_buttons}
        return {report.notation: report for report in self.player_reports if report.notation in buttons}

    @property
    def other_reports(self):
        """Return the reports that no button of its row accepts."""
        return tuple(report for report in self.player_reports if report.notation not in self.claims)

    @property
    def unit(self):
        """Return the unit of the two numbers; empty if the mode has none."""
        return gettext(UNITS[self.mode]) if self.mode in UNITS else ""

    @property
    def examples(self):
        return POD_EXAMPLES if self.is_pod else EXAMPLES[self.mode]

    @property
    def outcomes(self):
        """Return (outcome, label) of each choice for a seat of a pod."""
        return tuple((outcome, gettext(label)) for outcome, label in OUTCOMES.items())


def build_entry_table(match: MatchRecord, names: dict, reporting: ReportingMode) -> ResultEntryTable:
    mode = PODS if match.is_pod else reporting.mode
    seats, current = build_seat_fields(match, names, mode), format_result(match)
    button_groups, row_buttons = (), ()
    result_text = describe_result(match, names, gettext)
    if mode in LIKELY_BUTTONS:
        button_groups, row_buttons = LIKELY_BUTTONS[mode](seats, reporting, current)
    other_buttons = build_other_buttons(seats, mode, reporting, current, match.reported)
    return ResultEntryTable(
        number=match.table,
        mode=mode,
        best_of=reporting.best_of,
        seats=seats,
        reported=match.reported,
        result_text=result_text,
        score=result_score(
            match, seats, current, (*button_groups, ButtonGroup("", other_buttons)), result_text
        ),
        button_groups=button_groups,
        row_buttons=row_buttons,
        other_buttons=other_buttons,
        note=gettext(DRAWN_POD) if mode == PODS and reporting.must_be_won else "",
    )


def result_score(match: MatchRecord, seats, current: str, groups: tuple[ButtonGroup, ...], text: str) -> str:
    """Return the result in figures, or else the label of its button, or else its `text`."""
    if not match.reported or match.is_pod:
        return text
    if all(seat.figure for seat in seats):
        return DASH.join(seat.figure for seat in seats)
    labels = {button.notation: button.label for group in groups for button in group.buttons}
    return score_of(current) or labels.get(current, text)


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
    in_row = draws[:1] if best_of < LONG_MATCH else ()
    return groups, (*first_wins, *in_row, *second_wins)


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
        results.append((DOUBLE_LOSS, label))
    if is_reported and reporting.can_clear:
        results.append((CLEAR, gettext("Clear result")))
    return tuple(ResultButton(notation, label, "", notation == current) for notation, label in results)


def make_button(notation: str, description: str, current: str) -> ResultButton:
    label = gettext("Draw") if notation == "draw" else notation.replace("-", DASH)
    return ResultButton(notation, label, description, notation == current)


@dataclass(frozen=True)
class ResultIcon:
    """A round of a player: the symbol in the sprite and its label."""

    symbol: str
    label: str


# Outcome of a seat → symbol in the sprite and CSS class.
SYMBOLS = {WIN: "won", DRAW: "drawn", LOSS: "lost"}
LABELS = {
    "won": gettext_noop("won"),
    "drawn": gettext_noop("drawn"),
    "lost": gettext_noop("lost"),
    "bye": gettext_noop("bye"),
    "playing": gettext_noop("still playing"),
    "absent": gettext_noop("absent"),
}


def result_icons(rounds) -> dict[str, tuple[ResultIcon, ...]]:
    """Return each player's rounds as icons in order; “absent” for a round without the player."""
    icons = {symbol: ResultIcon(symbol, gettext(label)) for symbol, label in LABELS.items()}
    symbols_by_round = [
        {
            player: symbol
            for match in round_.matches
            for player, symbol in zip(match.players, symbols_in(match), strict=True)
        }
        for round_ in rounds
    ]
    return {
        player: tuple(icons[symbols.get(player, "absent")] for symbols in symbols_by_round)
        for player in set().union(*symbols_by_round)
    }


def symbols_in(match: MatchRecord) -> list[str]:
    """Return the symbol of each seat."""
    outcomes = scoring.outcomes(match)
    if not outcomes:
        return ["playing"] * len(match.seats)
    if match.is_bye and outcomes[0] == WIN:
        return ["bye"]
    return [SYMBOLS[outcome] for outcome in outcomes]


@dataclass(frozen=True)
class ResultCell:
    """A player's result in a round: the symbol of the sprite, its word, the games, the opponents."""

    symbol: str
    word: str
    games: str
    opponent: str


def result_cells(phase: EventPhase, player: str) -> dict[int, ResultCell]:
    """Return {round: cell} for each result of a player in a phase."""
    cells = {}
    for round_ in phase.rounds:
        match = round_.find_match_of(player)
        outcomes = scoring.outcomes(match) if match else ()
        for seat, outcome in zip(match.seats if match else (), outcomes, strict=False):
            if seat.player == player:
                cells[round_.number] = build_cell(match, seat, outcome, phase.history.names)
    return cells


def build_cell(match: MatchRecord, seat, outcome: str, names: dict[str, str]) -> ResultCell:
    if match.is_bye:
        return ResultCell("bye", gettext("bye"), "", gettext("Bye"))
    texts = {"won": gettext("won"), "drawn": gettext("drew"), "lost": gettext("lost")}
    symbol = SYMBOLS[outcome]
    opponents = ", ".join(names[other.player] for other in match.seats if other is not seat)
    return ResultCell(symbol, texts[symbol], games_text(match, seat), opponents)


def games_text(match: MatchRecord, seat) -> str:
    """Return “2–1”, with drawn games “1–1–1”, seen from this seat; empty if no games are recorded."""
    seats = [seat, *(other for other in match.seats if other is not seat)]
    if all(one.games is None for one in seats):
        return ""
    drawn_games = [match.drawn_games] if match.drawn_games else []
    return "–".join(map(str, [*(one.games or 0 for one in seats), *drawn_games]))


def bet_changes(phase: EventPhase, player: str) -> dict[int, str]:
    """Return {round: “+210 points”} of a phase with betting; empty for other phases."""
    if not phase.settings.betting or is_hidden(phase):
        return {}
    carried, bets = rounds_carried(phase), compute_standings(phase, live=True).tables.bets
    return {
        number - carried: change_text(float(bet.change))
        for (bettor, number), bet in bets.items()
        if bettor == player
    }


def change_text(change: float) -> str:
    number = number_text(change)
    return gettext("{change} points").format(change=f"+{number}" if change > 0 else number)


def bet_text(line: ExplanationTerm, names: dict[str, str]) -> str:
    """Return “bet 84.7, won nothing; Ada won the table”; empty without a bet."""
    if line.staked is None:
        return ""
    if not line.staked:
        return gettext("nothing bet")
    taken = number_text(line.taken) if line.taken else gettext("nothing")
    bet = gettext("bet {stake}, won {taken}").format(stake=number_text(line.staked), taken=taken)
    if line.winner is None:
        return bet
    return gettext("{bet}; {name} won the table").format(bet=bet, name=names[line.winner])


ROUNDINGS = {
    betting.WINNER_UP: gettext_noop("the winner’s gain is rounded up to a whole point"),
    betting.TWO_DECIMALS: gettext_noop("all amounts are rounded to two decimals"),
    betting.NONE: gettext_noop("nothing is rounded"),
}
DRAWS = {
    betting.BURN: gettext_noop("if nobody wins, the bets are lost"),
    betting.SPLIT: gettext_noop("if nobody wins, the players who drew share the bets"),
    betting.REFUND: gettext_noop("if nobody wins, the players who drew get their bets back"),
}
SHORT_PODS = {
    betting.SHOP: gettext_noop(
        "at a table of three, the winner also takes the bet of the round’s last-placed player"
    ),
    betting.NONE: "",
}


def betting_text(bets: betting.Betting) -> str:
    """“everyone starts with 1000 points and bets 7 % of their points each round; …”."""
    stakes = gettext("everyone starts with {start} points and bets {percent} % of their points each round")
    texts = ROUNDINGS[bets.rounding], DRAWS[bets.draws], SHORT_PODS[bets.short_pods]
    return "; ".join(
        [
            stakes.format(start=number_text(bets.start), percent=number_text(bets.percent)),
            gettext("the winner of the table takes what the others lose"),
            *(gettext(text) for text in texts if text),
        ]
    )
