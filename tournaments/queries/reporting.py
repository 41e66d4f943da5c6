"""The tables of a round as the desk reports them: each with the scores that its match can have."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ..models import Event
from ..rules import corrections, history, progress, result_words, results, safety
from ..rules.errors import RuleViolation
from .desk import Sitter, names_at, round_at_desk, sitters_of
from .frames import round_name
from .histories import history_of


@dataclass(frozen=True)
class Tap:
    """A result that one press reports: what is sent, what the button says, whether it stands now."""

    said: str
    label: str
    words: str
    pressed: bool


@dataclass(frozen=True)
class Table:
    """A table: `wins_a`, `draws`, `wins_b` are its likely scores, `rest` what else may have happened."""

    number: int
    a: str
    b: str
    reported: bool
    words: str
    wins_a: tuple[Tap, ...]
    draws: tuple[Tap, ...]
    wins_b: tuple[Tap, ...]
    rest: tuple[Tap, ...]

    @property
    def taps(self):
        return (*self.wins_a, *self.draws[:1], *self.wins_b)


@dataclass(frozen=True)
class Choice:
    """A round that can be chosen."""

    phase: int
    number: int
    name: str
    current: bool


@dataclass(frozen=True)
class Report:
    """The tables of one round. `warning` says what a change now means; a draft takes no results. `sitters`
    may turn out to have sat elsewhere: none where that cannot be corrected."""

    version: int
    phase: int
    round: int
    name: str
    best_of: int
    draft: bool
    warning: str
    tables: tuple[Table, ...]
    rounds: tuple[Choice, ...]
    sitters: tuple[Sitter, ...] = ()

    @property
    def reported(self):
        return sum(table.reported for table in self.tables)

    def table(self, number: int) -> Table | None:
        return next((table for table in self.tables if table.number == number), None)

    def beside(self, number: int) -> tuple[int | None, int | None]:
        """The numbers of the tables before and after this one."""
        numbers = [table.number for table in self.tables]
        place = numbers.index(number)
        before = numbers[place - 1] if place else None
        return before, numbers[place + 1] if place + 1 < len(numbers) else None


def report_of(event: Event, phase: int | None = None, number: int | None = None) -> Report | None:
    """The round as it is reported, by default the current one; None where there is no such round."""
    version = event.version
    told = history_of(event)
    current = round_at_desk(told)
    found = chosen(told, phase, number) if number else current
    if found is None or found[1] is None:
        return None
    phase, round_ = found
    settings = progress.settings_for(told, phase)
    names = told.names
    in_bracket = told.phase(phase).kind == history.BRACKET
    draws = settings.rulebook.draws and not in_bracket
    return Report(
        version=version,
        phase=phase,
        round=round_.number,
        name=round_name(told, phase, round_.number),
        best_of=settings.best_of_in(round_.number),
        draft=round_.state == history.DRAFT,
        warning=warning(told, phase, round_),
        tables=tuple(
            table_of(match, names, settings.best_of_in(round_.number), draws, in_bracket, round_.finished)
            for match in round_.matches
            if len(match.seats) == 2
        ),
        rounds=tuple(
            Choice(n, r.number, round_name(told, n, r.number), (n, r.number) == (phase, round_.number))
            for n, one in enumerate(told.phases, 1)
            for r in one.rounds
            if r.state != history.DRAFT
        ),
        sitters=sitters_of(told, phase, round_, names),
    )


def chosen(told: history.Event, phase: int | None, number: int):
    """(phase, round) of these numbers, None where there is none."""
    phase = phase or told.current
    if not 1 <= phase <= len(told.phases):
        return None
    return next(((phase, r) for r in told.phase(phase).rounds if r.number == number), None)


def warning(told: history.Event, phase: int, round_: history.Round) -> str:
    """What rules.safety says of a report for this round; empty while the round runs."""
    if corrections.following(told, phase, round_.number):
        words = safety.verdict("correct_result", safety.FOLLOWED)[1]
        return gettext(words).format(round=round_.number)
    followed = phase < told.current or round_.number < len(told.phase(phase).rounds)
    in_bracket = told.phase(phase).kind == history.BRACKET
    level, words = safety.verdict("report_result", safety.when(round_.state, followed, in_bracket))
    return gettext(words).format(round=round_.number) if level != safety.FINE else ""


def table_of(match, names, best_of: int, draws: bool, in_bracket: bool, finished: bool) -> Table:
    a, b = names_at(match, names)
    now = spelt(match)
    needed, most = best_of // 2 + 1, best_of - best_of // 2 - 1
    if best_of == 2:
        needed, most = 2, 0
    lost = range(most + 1)
    a_won, b_won = gettext("{name} won").format(name=a), gettext("{name} won").format(name=b)
    drawn = drawn_scores(best_of) if draws else ()
    return Table(
        number=match.table,
        a=a,
        b=b,
        reported=match.reported,
        words=result_words.words(match, names, gettext),
        wins_a=tuple(tap(f"{needed}-{n}", a_won, now) for n in lost),
        draws=tuple(tap(said, gettext("drawn"), now) for said in drawn),
        wins_b=tuple(tap(f"{n}-{needed}", b_won, now) for n in reversed(lost)),
        rest=rest_of(a, b, now, match.reported and (in_bracket or not finished), in_bracket),
    )


def drawn_scores(best_of: int) -> tuple[str, ...]:
    """How a match may end level: at even games, with a game drawn or unfinished, or without any."""
    if best_of == 1:
        return ("draw",)
    even = best_of // 2
    return (f"{even}-{even}", f"{even}-{even}-1", "draw")


def rest_of(a: str, b: str, now: str, can_clear: bool, in_bracket: bool) -> tuple[Tap, ...]:
    said = [
        ("no-show 1", gettext("{name} did not show").format(name=a)),
        ("no-show 2", gettext("{name} did not show").format(name=b)),
        ("concede 1", gettext("{name} concedes").format(name=a)),
        ("concede 2", gettext("{name} concedes").format(name=b)),
    ]
    if not in_bracket:
        said.append(("double-loss", gettext("Both lose")))
    if can_clear:
        said.append(("clear", gettext("Clear the result")))
    return tuple(Tap(what, label, "", what == now) for what, label in said)


def tap(said: str, words: str, now: str) -> Tap:
    label = gettext("Draw") if said == "draw" else said.replace("-", result_words.DASH)
    return Tap(said, label, words, said == now)


def spelt(match: history.Match) -> str:
    """The result as it is typed, empty while there is none."""
    if not match.reported:
        return ""
    a, b = match.seats
    losses = {"no_show": "no-show", "conceded": "concede"}
    for place, seat in enumerate(match.seats, 1):
        if seat.result in losses:
            return f"{losses[seat.result]} {place}"
    if a.result == b.result == history.LOSS:
        return "double-loss"
    if a.games is None and b.games is None:
        return "draw" if a.result == history.DRAW else ""
    games = f"{a.games or 0}-{b.games or 0}"
    return f"{games}-{match.drawn_games}" if match.drawn_games else games


def asks_again(event: Event, phase: int, number: int, table: int, said: str) -> str:
    """Words where the result has more games than the match can have; empty where nothing is odd."""
    told = history_of(event)
    found = chosen(told, phase, number)
    match = next((m for m in found[1].matches if m.table == table), None) if found else None
    if match is None:
        return ""
    try:
        reported = results.reported_in(told, found[0], match, said)
    except RuleViolation:
        return ""
    best_of = progress.settings_for(told, phase).best_of_in(number)
    if not results.excessive(reported, best_of):
        return ""
    return gettext("{said} is more than a best of {best_of} has. Save once more if it is so.").format(
        said=said.replace("-", result_words.DASH), best_of=best_of
    )


def result_text(event: Event, phase: int, number: int, table: int) -> str:
    """“Table 12: corncrake 2–1 dovetail”, as it stands now."""
    told = history_of(event)
    found = chosen(told, phase, number)
    match = next((m for m in found[1].matches if m.table == table), None) if found else None
    if match is None:
        return ""
    names = told.names
    return gettext("Table {table}: {said}").format(
        table=table, said=result_words.words(match, names, gettext)
    )
