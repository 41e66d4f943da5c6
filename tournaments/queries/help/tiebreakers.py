"""The help page of a tiebreaker with a calculated example."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.history import EventHistory
from ...rules.rulebooks import RULEBOOKS, settings_of
from ...rules.standings.standings import standings
from ...rules.standings.working import explain_value
from ...rules.tiebreakers import FAMILIES, PERCENT, TIEBREAKERS
from ..standings.columns import option_name, row_text
from ..standings.working_terms import Calculation, describe_calculation
from ..wording.formats import number_text, record_text, rulebook_text
from .example_event import EXPLAINED_PLAYER, ExamplePlayerRounds, example, rounds_of

# The rulebook of the example for a tiebreaker that no rulebook uses.
DEFAULT_RULEBOOK = "magic"


@dataclass(frozen=True)
class HelpEntry:
    """An entry of a list: the key of its page, its name, a description, and a short remark."""

    key: str
    name: str
    description: str
    remark: str = ""


@dataclass(frozen=True)
class ExampleRow:
    """A player of the example: rank, and value in the rulebook's first column and in this one."""

    rank: int
    name: str
    record: str
    first: str
    value: str
    is_explained: bool


@dataclass(frozen=True)
class TiebreakerPage:
    """The help page of a tiebreaker.

    `facts` are (label, text) pairs; `terms` explain the value of `player` under `rulebook`; `first` is the
    column that ranks before this one, if any.
    """

    name: str
    explanation: str
    facts: tuple[tuple[str, str], ...]
    used_by: tuple[HelpEntry, ...]
    rulebook: str
    player: str
    terms: Calculation
    first: str
    rows: tuple[ExampleRow, ...]
    rounds: tuple[int, ...]
    played: tuple[ExamplePlayerRounds, ...]


def rulebook_entries() -> tuple[HelpEntry, ...]:
    return tuple(
        HelpEntry(rulebook.key, rulebook_text(rulebook), gettext(rulebook.summary), str(rulebook.year))
        for rulebook in RULEBOOKS.values()
    )


def tiebreaker_page(key: str) -> TiebreakerPage:
    """Explain a column and compute it for the example."""
    entry, rulebook = TIEBREAKERS[key], rulebook_for(key)
    history = example(rulebook.key)
    ranked_by = [] if key == rulebook.first_column else [key]
    explanation = explain_value(history.phase(1), EXPLAINED_PLAYER, key, tiebreakers=ranked_by)
    return TiebreakerPage(
        name=gettext(entry.label),
        explanation=gettext(entry.explanation),
        facts=column_facts(entry, options_of(key, rulebook)),
        used_by=tuple(HelpEntry(book.key, gettext(book.name), "") for book in rulebooks_with(key)),
        rulebook=gettext(rulebook.name),
        player=history.names[EXPLAINED_PLAYER],
        terms=describe_calculation(history, explanation),
        first=gettext(TIEBREAKERS[rulebook.first_column].label) if ranked_by else "",
        rows=example_rows(key, rulebook, history, ranked_by),
        rounds=tuple(round_.number for round_ in history.phase(1).rounds),
        played=rounds_of(history.phase(1)),
    )


def rulebooks_with(key: str):
    """Return the rulebooks that rank by a column, in the registry's order."""
    return [rulebook for rulebook in RULEBOOKS.values() if key in settings_of(rulebook.key, {}).keys]


def rulebook_for(key: str):
    """Return the rulebook of the example: one that uses the column, else one of its family."""
    family = next(entries for _name, entries in FAMILIES if TIEBREAKERS[key] in entries)
    candidates = [*rulebooks_with(key), *(book for entry in family for book in rulebooks_with(entry.key))]
    return candidates[0] if candidates else RULEBOOKS[DEFAULT_RULEBOOK]


def options_of(key: str, rulebook):
    """Return the column's options in this rulebook, or else its own defaults."""
    options = {column.key: column.options for column in settings_of(rulebook.key, {}).columns}
    return options.get(key, TIEBREAKERS[key].options)


def column_facts(entry, options) -> tuple[tuple[str, str], ...]:
    unit = gettext("a percentage") if entry.unit == PERCENT else gettext("a number")
    better = gettext("less is better") if entry.lower_is_better else gettext("more is better")
    facts = [(gettext("Type"), f"{unit}; {better}")]
    if entry.among_tied:
        facts.append((gettext("Compares"), gettext("only players still tied on the tiebreakers before it")))
    none = gettext("none")
    facts += [
        (option_name(name), none if value is None else number_text(value)) for name, value in options.items()
    ]
    if entry.takes_after:
        name = gettext(TIEBREAKERS[entry.takes_after].label)
        facts.append((gettext("Settings"), gettext("same as {column}").format(column=name)))
    facts.append((gettext("Source"), gettext(entry.source)))
    return tuple(facts)


def example_rows(key: str, rulebook, history: EventHistory, ranked_by) -> tuple[ExampleRow, ...]:
    rows = standings(history.phase(1), tiebreakers=ranked_by).rows
    return tuple(
        ExampleRow(
            rank=row.rank,
            name=row.name,
            record=record_text(row),
            first=row_text(row, rulebook.first_column),
            value=row_text(row, key),
            is_explained=row.player == EXPLAINED_PLAYER,
        )
        for row in rows
    )
