"""A round as the desk reports it: its tables, what a report of it means now, what is asked once more."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext

from ...models import Event
from ...rules import history
from ...rules.errors import RuleViolation
from ...rules.results import corrections, parsing, text
from ...rules.rounds import permissions_by_state, progress
from ..desk.dashboard import Sitter, round_at_desk, sitters_of
from ..events.status import round_name
from ..history.cache import history_of
from .entry_buttons import Table, Way, table_of
from .player_reports import DISPUTED, heard_of, rings_of, state_of


@dataclass(frozen=True)
class Choice:
    """A round that can be chosen."""

    phase: int
    number: int
    name: str
    current: bool


@dataclass(frozen=True)
class Report:
    """The tables of one round, each made of its match by `made` when it is looked at. `warning` says what a
    change now means; a draft takes no results. `sitters` may turn out to have sat elsewhere: none where that
    cannot be corrected."""

    version: int
    phase: int
    round: int
    name: str
    draft: bool
    warning: str
    matches: tuple[history.Match, ...]
    made: Callable[[history.Match], Table]
    rounds: tuple[Choice, ...]
    sitters: tuple[Sitter, ...] = ()

    @cached_property
    def tables(self):
        return tuple(map(self.made, self.matches))

    @cached_property
    def disputed(self):
        """The tables whose players do not agree."""
        return tuple(self.made(match) for match in self.matches if state_of(match) == DISPUTED)

    @property
    def rings(self):
        return rings_of({f"t{self.phase}.{self.round}.{one.number}": one.number for one in self.disputed}, ())

    @property
    def reported(self):
        return sum(match.reported for match in self.matches)

    def table(self, number: int) -> Table | None:
        match = match_at(self, number)
        return match and self.made(match)

    def beside(self, number: int) -> tuple[int | None, int | None]:
        """The numbers of the tables before and after this one."""
        numbers = [match.table for match in self.matches]
        place = numbers.index(number)
        before = numbers[place - 1] if place else None
        return before, numbers[place + 1] if place + 1 < len(numbers) else None


def report_of(event: Event, phase: int | None = None, number: int | None = None) -> Report | None:
    """The round as it is reported, by default the current one; None where there is no such round."""
    told = history_of(event)
    version = told.version
    current = round_at_desk(told)
    found = chosen(told, phase, number) if number else current
    if found is None or found[1] is None:
        return None
    phase, round_ = found
    names, way = told.names, way_of(told, phase, round_)
    return Report(
        version=version,
        phase=phase,
        round=round_.number,
        name=round_name(told, phase, round_.number),
        draft=round_.state == history.DRAFT,
        warning=warning(told, phase, round_),
        matches=tuple(match for match in round_.matches if not match.is_bye),
        made=lambda match: heard_at(told, match, names, way),
        rounds=tuple(
            Choice(n, r.number, round_name(told, n, r.number), (n, r.number) == (phase, round_.number))
            for n, one in enumerate(told.phases, 1)
            for r in one.rounds
            if r.state != history.DRAFT
        ),
        sitters=sitters_of(told, phase, round_, names),
    )


def heard_at(told: history.Event, match: history.Match, names: dict, way: Way) -> Table:
    """The table with what its players report of it."""
    return replace(table_of(match, names, way), state=state_of(match), heard=heard_of(told, match, names))


def way_of(told: history.Event, phase: int, round_: history.Round) -> Way:
    """How the matches of a round are told."""
    here, settings = told.phase(phase), progress.settings_for(told, phase)
    return Way(
        settings.rulebook.report,
        settings.best_of_in(round_.number),
        draws=settings.rulebook.draws,
        must_be_won=here.must_be_won,
        can_clear=here.kind == history.BRACKET or not round_.finished,
    )


def chosen(told: history.Event, phase: int | None, number: int):
    """(phase, round) of these numbers, None where there is none."""
    phase = phase or told.current
    if not 1 <= phase <= len(told.phases):
        return None
    return next(((phase, r) for r in told.phase(phase).rounds if r.number == number), None)


def match_at(round_: history.Round | Report, table: int) -> history.Match | None:
    return next((match for match in round_.matches if match.table == table), None)


def match_of(told: history.Event, phase: int, number: int, table: int) -> history.Match | None:
    """The match at this table of a round; None where there is none."""
    found = chosen(told, phase, number)
    return match_at(found[1], table) if found else None


def warning(told: history.Event, phase: int, round_: history.Round) -> str:
    """What rules.safety says of a report for this round; empty while the round runs."""
    if corrections.following(told, phase, round_.number):
        words = permissions_by_state.verdict("correct_result", permissions_by_state.FOLLOWED)[1]
        return gettext(words).format(round=round_.number)
    followed = phase < told.current or round_.number < len(told.phase(phase).rounds)
    in_bracket = told.phase(phase).kind == history.BRACKET
    level, words = permissions_by_state.verdict(
        "report_result", permissions_by_state.when(round_.state, followed, in_bracket)
    )
    return gettext(words).format(round=round_.number) if level != permissions_by_state.FINE else ""


def asks_again(event: Event, phase: int, number: int, table: int, said: str) -> str:
    """Words where the result has more games than the match can have; empty where nothing is odd."""
    told = history_of(event)
    match = match_of(told, phase, number, table)
    if match is None:
        return ""
    try:
        reported = parsing.reported_in(told, phase, match, said)
    except RuleViolation:
        return ""
    best_of = progress.settings_for(told, phase).best_of_in(number)
    if not parsing.excessive(reported, best_of):
        return ""
    return gettext("{said} is more than a best of {best_of} has. Save once more if it is so.").format(
        said=said.replace("-", text.DASH), best_of=best_of
    )


def result_text(event: Event, phase: int, number: int, table: int) -> str:
    """“Table 12: corncrake 2–1 dovetail”, as it stands now."""
    told = history_of(event)
    match = match_of(told, phase, number, table)
    if match is None:
        return ""
    names = told.names
    return gettext("Table {table}: {said}").format(table=table, said=text.words(match, names, gettext))
