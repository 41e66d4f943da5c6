"""A round as the desk reports it: its tables, what a report of it means now, what is asked once more."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT, EventHistory, MatchRecord, RoundRecord
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
    matches: tuple[MatchRecord, ...]
    made: Callable[[MatchRecord], Table]
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
    history = history_of(event)
    version = history.version
    current = round_at_desk(history)
    found = chosen(history, phase, number) if number else current
    if found is None or found[1] is None:
        return None
    phase, round_ = found
    names, way = history.names, way_of(history, phase, round_)
    return Report(
        version=version,
        phase=phase,
        round=round_.number,
        name=round_name(history, phase, round_.number),
        draft=round_.state == DRAFT,
        warning=warning(history, phase, round_),
        matches=tuple(match for match in round_.matches if not match.is_bye),
        made=lambda match: heard_at(history, match, names, way),
        rounds=tuple(
            Choice(n, r.number, round_name(history, n, r.number), (n, r.number) == (phase, round_.number))
            for n, one in enumerate(history.phases, 1)
            for r in one.rounds
            if r.state != DRAFT
        ),
        sitters=sitters_of(history, phase, round_, names),
    )


def heard_at(history: EventHistory, match: MatchRecord, names: dict, way: Way) -> Table:
    """The table with what its players report of it."""
    return replace(table_of(match, names, way), state=state_of(match), heard=heard_of(history, match, names))


def way_of(history: EventHistory, phase: int, round_: RoundRecord) -> Way:
    """How the matches of a round are told."""
    here, settings = history.phase(phase), progress.settings_for(history, phase)
    return Way(
        settings.rulebook.report,
        settings.best_of_in(round_.number),
        draws=settings.rulebook.draws,
        must_be_won=here.must_be_won,
        can_clear=here.kind == BRACKET or not round_.finished,
    )


def chosen(history: EventHistory, phase: int | None, number: int):
    """(phase, round) of these numbers, None where there is none."""
    phase = phase or history.current
    if not 1 <= phase <= len(history.phases):
        return None
    return next(((phase, r) for r in history.phase(phase).rounds if r.number == number), None)


def match_at(round_: RoundRecord | Report, table: int) -> MatchRecord | None:
    return next((match for match in round_.matches if match.table == table), None)


def match_of(history: EventHistory, phase: int, number: int, table: int) -> MatchRecord | None:
    """The match at this table of a round; None where there is none."""
    found = chosen(history, phase, number)
    return match_at(found[1], table) if found else None


def warning(history: EventHistory, phase: int, round_: RoundRecord) -> str:
    """What rules.safety says of a report for this round; empty while the round runs."""
    if corrections.following(history, phase, round_.number):
        words = permissions_by_state.verdict("correct_result", permissions_by_state.FOLLOWED)[1]
        return gettext(words).format(round=round_.number)
    followed = phase < history.current or round_.number < len(history.phase(phase).rounds)
    in_bracket = history.phase(phase).kind == BRACKET
    level, words = permissions_by_state.verdict(
        "report_result", permissions_by_state.when(round_.state, followed, in_bracket)
    )
    return gettext(words).format(round=round_.number) if level != permissions_by_state.FINE else ""


def asks_again(event: Event, phase: int, number: int, table: int, said: str) -> str:
    """Words where the result has more games than the match can have; empty where nothing is odd."""
    history = history_of(event)
    match = match_of(history, phase, number, table)
    if match is None:
        return ""
    try:
        reported = parsing.reported_in(history, phase, match, said)
    except RuleViolation:
        return ""
    best_of = progress.settings_for(history, phase).best_of_in(number)
    if not parsing.excessive(reported, best_of):
        return ""
    return gettext("{said} is more than a best of {best_of} has. Save once more if it is so.").format(
        said=said.replace("-", text.DASH), best_of=best_of
    )


def result_text(event: Event, phase: int, number: int, table: int) -> str:
    """“Table 12: corncrake 2–1 dovetail”, as it stands now."""
    history = history_of(event)
    match = match_of(history, phase, number, table)
    if match is None:
        return ""
    names = history.names
    return gettext("Table {table}: {said}").format(table=table, said=text.words(match, names, gettext))
