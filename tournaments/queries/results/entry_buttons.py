"""A table as the desk reports it: what one tap each says of it, and what its fields hold."""

from dataclasses import dataclass, fields, replace
from functools import cached_property

from django.utils.translation import gettext, gettext_noop

from ...rules.finals import DRAWN_POD
from ...rules.history import DRAW, LOSS, PODS, WIN, MatchRecord
from ...rules.results import parsing, pod_parsing, result_notation, scoring, text
from ...rules.rulebooks import GAMES, POINTS, VP
from .player_reports import STATES, Heard


@dataclass(frozen=True)
class Tap:
    """A result that one press reports: what is sent, what the button says, whether it stands now. `words` are
    the winner's name where it is a `seat` of a pod."""

    said: str
    label: str
    words: str
    pressed: bool
    seat: bool = False


@dataclass(frozen=True)
class Side:
    """The likely results in which `name` won; drawn ones where it is empty."""

    name: str
    taps: tuple[Tap, ...]


@dataclass(frozen=True)
class Chair:
    """A seat, from 1, and what its fields hold: the `figure` scored, the `place`, how it ended (`end`)."""

    seat: int
    name: str
    figure: str = ""
    place: str = ""
    end: str = ""


@dataclass(frozen=True)
class Table:
    """A table, told in its `way`: games of a match of `best_of`, points, victory points, or as a pod.

    `sides` are its likely results, `short` those of its row, `rest` what else may have happened. `note`: what
    a draw means where somebody goes on all the same. `state` is one of heard.STATES, `heard` what its players
    report.
    """

    number: int
    way: str
    best_of: int
    chairs: tuple[Chair, ...]
    reported: bool
    words: str
    sides: tuple[Side, ...]
    short: tuple[Tap, ...]
    rest: tuple[Tap, ...]
    note: str
    state: str = ""
    heard: tuple[Heard, ...] = ()

    def __hash__(self):
        return self.hashed

    @cached_property
    def hashed(self):
        """Once: it goes deep, and is asked for wherever the table is shown."""
        return hash(tuple(getattr(self, one.name) for one in fields(self)))

    @property
    def who(self):
        names = tuple(chair.name for chair in self.chairs)
        if self.is_pod:
            return text.listed(names, gettext)
        return gettext("{a} against {b}").format(a=names[0], b=names[1])

    @property
    def state_words(self):
        return gettext(STATES[self.state])

    @property
    def is_pod(self):
        return self.way == PODS

    @property
    def unit(self):
        """What its two numbers are; empty where it has none."""
        return gettext(UNITS[self.way]) if self.way in UNITS else ""

    @property
    def examples(self):
        return pod_parsing.EXAMPLES if self.is_pod else parsing.EXAMPLES[self.way]

    @property
    def ends(self):
        """(how a seat of a pod can have ended, in words) of each choice."""
        return tuple((end, gettext(words)) for end, words in ENDS.items())


@dataclass(frozen=True)
class Way:
    """How the matches of a round are told: the rulebook's way, of how many games, what may be said."""

    way: str
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


def table_of(match: MatchRecord, names: dict, way: Way) -> Table:
    told = PODS if match.is_pod else way.way
    chairs, now = chairs_of(match, names, told), result_notation.spelt(match)
    sides, short = LIKELY[told](chairs, way, now) if told in LIKELY else ((), ())
    return Table(
        number=match.table,
        way=told,
        best_of=way.best_of,
        chairs=chairs,
        reported=match.reported,
        words=text.words(match, names, gettext),
        sides=sides,
        short=short,
        rest=rest_of(chairs, told, way, now, match.reported),
        note=gettext(DRAWN_POD) if told == PODS and way.must_be_won else "",
    )


def chairs_of(match: MatchRecord, names: dict, told: str) -> tuple[Chair, ...]:
    ends = scoring.outcomes(match) or (LOSS,) * len(match.seats)

    def chair(number, seat, end):
        figure = getattr(seat, FIGURES[told], None) if told in FIGURES else None
        end = seat.result if seat.result in ENDS else end
        return Chair(number, names[seat.player], typed(figure), typed(seat.place), end)

    return tuple(
        chair(number, seat, end) for number, (seat, end) in enumerate(zip(match.seats, ends, strict=True), 1)
    )


def typed(number: float | None) -> str:
    return "" if number is None else str(number)


def with_typed(table: Table, first: str, second: str, places: list[str], ends: list[str]) -> Table:
    """The table with what was typed into its fields in place of what stands; empty lists leave it."""
    chairs = table.chairs
    for name, given in (("figure", [first, second]), ("place", places), ("end", ends)):
        if any(given) and len(given) == len(chairs):
            chairs = tuple(replace(chair, **{name: one}) for chair, one in zip(chairs, given, strict=True))
    return replace(table, chairs=chairs)


def of_games(chairs, way: Way, now: str):
    """The scores of a match of so many games: by who won, and those of its row."""
    needed, most = way.best_of // 2 + 1, way.best_of - way.best_of // 2 - 1
    if way.best_of == 2:
        needed, most = 2, 0
    lost = range(most + 1)
    won = [gettext("{name} won").format(name=chair.name) for chair in chairs]
    a = tuple(tap(f"{needed}-{n}", won[0], now) for n in lost)
    b = tuple(tap(f"{n}-{needed}", won[1], now) for n in reversed(lost))
    drawn = drawn_scores(way.best_of) if way.draws and not way.must_be_won else ()
    level = tuple(tap(said, drawn_words(said), now) for said in drawn)
    sides = (Side(won[0], a), Side(won[1], b), *([Side(gettext("Drawn"), level)] if level else []))
    return sides, (*a, *level[:1], *b)


def drawn_scores(best_of: int) -> tuple[str, ...]:
    """How a match may end level: at even games, with a game drawn or unfinished, or without any."""
    if best_of == 1:
        return ("draw",)
    even = best_of // 2
    return (f"{even}-{even}", f"{even}-{even}-1", "draw")


def drawn_words(said: str) -> str:
    return gettext("no games counted") if said == "draw" else gettext("drawn")


def of_pod(chairs, way: Way, now: str):
    """Who won: one press for each seat; or all of them drew."""
    won = tuple(
        Tap(str(chair.seat), str(chair.seat), chair.name, now == str(chair.seat), seat=True)
        for chair in chairs
    )
    who = gettext("the highest seed goes on") if way.must_be_won else gettext("all of them")
    drawn = (tap("draw", who, now),) if way.draws else ()
    sides = (Side(gettext("Who won"), won), *([Side(gettext("Drawn"), drawn)] if drawn else []))
    return sides, (*won, *drawn)


LIKELY = {GAMES: of_games, PODS: of_pod}


def rest_of(chairs, told: str, way: Way, now: str, is_reported: bool) -> tuple[Tap, ...]:
    """What else may have happened; who of a pod did not show is said seat by seat."""
    said = []
    if told != PODS:
        said += [
            (f"{loss} {chair.seat}", gettext(words).format(name=chair.name))
            for loss, words in LOSSES
            for chair in chairs
        ]
    if told in UNITS and way.draws and not way.must_be_won:
        said.insert(0, ("draw", gettext("Draw")))
    if not way.must_be_won:
        both = gettext("Everybody loses") if told == PODS else gettext("Both lose")
        said.append((result_notation.DOUBLE_LOSS, both))
    if is_reported and way.can_clear:
        said.append(("clear", gettext("Clear the result")))
    return tuple(Tap(what, label, "", what == now) for what, label in said)


LOSSES = (
    ("no-show", gettext_noop("{name} did not show")),
    ("concede", gettext_noop("{name} concedes")),
)


def tap(said: str, words: str, now: str) -> Tap:
    label = gettext("Draw") if said == "draw" else said.replace("-", text.DASH)
    return Tap(said, label, words, said == now)
