"""The help pages: written from the registries, with examples computed by the rules."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules import finals
from ...rules.history import EventHistory
from ...rules.rulebooks import RULEBOOKS, settings_of
from ...rules.standings.standings import standings
from ...rules.standings.working import explain_value
from ...rules.tiebreakers import FAMILIES, PERCENT, TIEBREAKERS
from ..standings.columns import option_name, row_text
from ..standings.working_terms import Terms, terms_of
from ..wording.formats import number_text, record_text
from .example_event import SHOWN, ExamplePlayerRounds, cells_of, example, rounds_of
from .finals import taken_text

# A tiebreaker of a family that no rulebook uses is shown under this one.
USUAL = "magic"


@dataclass(frozen=True)
class HelpEntry:
    """A line of a list: the key of its page, its name, what it says, and a short remark at its end."""

    key: str
    name: str
    words: str
    end: str = ""


@dataclass(frozen=True)
class HelpIndex:
    """`families` are (name, entries) pairs."""

    families: tuple[tuple[str, tuple[HelpEntry, ...]], ...]
    rulebooks: tuple[HelpEntry, ...]
    systems: tuple[HelpEntry, ...]


@dataclass(frozen=True)
class ExampleRow:
    """A player of the example: their rank, its numbers in the rulebook's first column and in this one."""

    rank: int
    name: str
    record: str
    first: str
    value: str
    is_shown: bool


@dataclass(frozen=True)
class TiebreakerPage:
    """`facts` are (label, words) pairs; `player` is the one whose `terms` are shown, under
    `rulebook`; `first` is the column that ranks before this one, if any does."""

    name: str
    explanation: str
    facts: tuple[tuple[str, str], ...]
    used_by: tuple[HelpEntry, ...]
    rulebook: str
    player: str
    terms: Terms
    first: str
    rows: tuple[ExampleRow, ...]
    rounds: tuple[int, ...]
    played: tuple[ExamplePlayerRounds, ...]


def index() -> HelpIndex:
    return HelpIndex(
        families=tuple((gettext(name), tuple(map(tiebreaker_entry, family))) for name, family in FAMILIES),
        rulebooks=rulebook_entries(),
        systems=tuple(
            HelpEntry(one.key, gettext(one.name), gettext(one.summary), taken_text(one.sizes))
            for one in finals.FINALS.values()
        ),
    )


def rulebook_entries() -> tuple[HelpEntry, ...]:
    return tuple(
        HelpEntry(one.key, gettext(one.name), gettext(one.summary), str(one.year))
        for one in RULEBOOKS.values()
    )


def tiebreaker_entry(entry) -> HelpEntry:
    return HelpEntry(entry.key, gettext(entry.label), gettext(entry.explanation))


def tiebreaker_page(key: str) -> TiebreakerPage:
    """Explain a column and compute it for the example."""
    entry, used_by, rulebook = TIEBREAKERS[key], rulebooks_with(key), rulebook_for(key)
    history = example(rulebook.key)
    ranked_by = [] if key == rulebook.first_column else [key]
    names = history.names
    explanation = explain_value(history, 1, SHOWN, key, tiebreakers=ranked_by)
    return TiebreakerPage(
        name=gettext(entry.label),
        explanation=gettext(entry.explanation),
        facts=facts_of(entry, options_of(key, rulebook)),
        used_by=tuple(HelpEntry(one.key, gettext(one.name), "") for one in used_by),
        rulebook=gettext(rulebook.name),
        player=names[SHOWN],
        terms=terms_of(history, explanation, cells_of(history, 1)),
        first=gettext(TIEBREAKERS[rulebook.first_column].label) if ranked_by else "",
        rows=example_rows(key, rulebook, history, ranked_by),
        rounds=tuple(one.number for one in history.phase(1).rounds),
        played=rounds_of(history),
    )


def rulebooks_with(key: str):
    """The rulebooks that rank by a column, in the registry's order."""
    return [one for one in RULEBOOKS.values() if key in settings_of(one.key, {}).keys]


def rulebook_for(key: str):
    """Return the rulebook of the example: one that uses the column, else one of its family."""
    family = next(entries for _name, entries in FAMILIES if TIEBREAKERS[key] in entries)
    alike = [*rulebooks_with(key), *(book for entry in family for book in rulebooks_with(entry.key))]
    return alike[0] if alike else RULEBOOKS[USUAL]


def options_of(key: str, rulebook):
    """The column's options in this rulebook, else its own defaults."""
    own = {column.key: column.options for column in settings_of(rulebook.key, {}).columns}
    return own.get(key, TIEBREAKERS[key].options)


def facts_of(entry, options) -> tuple[tuple[str, str], ...]:
    unit = gettext("a percentage") if entry.unit == PERCENT else gettext("a number")
    better = gettext("less is better") if entry.lower_is_better else gettext("more is better")
    facts = [(gettext("It is"), f"{unit}; {better}")]
    if entry.among_tied:
        facts.append((gettext("Looks at"), gettext("only those whom the columns before it leave tied")))
    facts += [(option_name(name), option_text(value)) for name, value in options.items()]
    if entry.takes_after:
        name = gettext(TIEBREAKERS[entry.takes_after].label)
        facts.append((gettext("Settings"), gettext("as those of {column}").format(column=name)))
    facts.append((gettext("Source"), gettext(entry.source)))
    return tuple(facts)


def option_text(value) -> str:
    return gettext("none") if value is None else number_text(value)


def example_rows(key: str, rulebook, history: EventHistory, ranked_by) -> tuple[ExampleRow, ...]:
    rows = standings(history, 1, tiebreakers=ranked_by).rows
    return tuple(
        ExampleRow(
            rank=row.rank,
            name=row.name,
            record=record_text(row),
            first=row_text(row, rulebook.first_column),
            value=row_text(row, key),
            is_shown=row.player == SHOWN,
        )
        for row in rows
    )
