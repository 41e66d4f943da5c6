"""Divisions of a series, each with a table of its own: by age, by rating, or as the organiser says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..errors import RuleViolation, _
from .series_rules import SeriesRules
from .table import SeriesTable, rank_rows

MAX_DIVISIONS = 20


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What divisions ask about a person; None or empty if unknown.

    `rating` is the one at the start of the season, `division` the organiser's own.
    """

    birth_year: int | None = None
    rating: float | None = None
    division: str = ""


@dataclass(frozen=True, slots=True)
class AgeDivision:
    """People of an age on 1 January of the season's `year`, both ends included; None: no limit."""

    name: str
    year: int
    youngest: int | None = None
    oldest: int | None = None

    def admits(self, facts: PersonFacts) -> bool:
        """Return whether a person belongs to it; without a year of birth nobody does."""
        if facts.birth_year is None:
            return False
        return is_between(age_on_1_january(facts.birth_year, self.year), self.youngest, self.oldest)


@dataclass(frozen=True, slots=True)
class RatingDivision:
    """People with a rating from `lowest` up to, but not including, `below`; None: no limit."""

    name: str
    lowest: float | None = None
    below: float | None = None

    def admits(self, facts: PersonFacts) -> bool:
        """Return whether a person belongs to it; people without a rating are in the lowest bracket."""
        if facts.rating is None:
            return self.lowest is None
        return is_between(facts.rating, self.lowest) and (self.below is None or facts.rating < self.below)


@dataclass(frozen=True, slots=True)
class OwnDivision:
    """People whom the organiser has put into the division of this name, in capitals or not."""

    name: str

    def admits(self, facts: PersonFacts) -> bool:
        """Return whether a person belongs to it."""
        return facts.division.strip().casefold() == self.name.strip().casefold()


Division = AgeDivision | RatingDivision | OwnDivision


def age_on_1_january(birth_year: int, year: int) -> int:
    """Return the age on 1 January: whoever is born in a later month has no birthday before that day.

    Only people born on 1 January itself are a year older, which a year of birth does not tell.
    """
    return year - birth_year - 1


def is_between(value: float, lowest: float | None, highest: float | None = None) -> bool:
    return (lowest is None or value >= lowest) and (highest is None or value <= highest)


def check_divisions(divisions: Iterable[Division]):
    """Raise RuleViolation for too many divisions, a name twice, or limits that nobody is between."""
    divisions, names = list(divisions), set()
    if len(divisions) > MAX_DIVISIONS:
        raise RuleViolation(_("A series can have at most {most} divisions."), most=MAX_DIVISIONS)
    for division in divisions:
        name = division.name.strip()
        if not name:
            raise RuleViolation(_("Give each division a name."))
        if name.casefold() in names:
            raise RuleViolation(_("{name}: another division has this name."), name=name)
        names.add(name.casefold())
        if _is_empty(division):
            raise RuleViolation(_("{name}: the upper limit is below the lower one."), name=name)


def _is_empty(division: Division) -> bool:
    if isinstance(division, AgeDivision):
        limits = (division.youngest, division.oldest)
        return None not in limits and division.youngest > division.oldest
    if isinstance(division, RatingDivision):
        limits = (division.lowest, division.below)
        return None not in limits and division.lowest >= division.below
    return False


def division_tables(
    table: SeriesTable, rules: SeriesRules, facts: Mapping[str, PersonFacts]
) -> dict[str, SeriesTable]:
    """Return the table of each division by its name, those without a person included.

    Points stay those of the whole series; ranks and what breaks ties are among the people of the division. A
    person may be in several: juniors in a rating bracket, too.
    """
    unknown = PersonFacts()
    tables = {}
    for division in rules.divisions:
        rows = [one.row for one in table.rows if division.admits(facts.get(one.row.person, unknown))]
        tables[division.name] = SeriesTable(rank_rows(rows, rules), table.events, table.left_out)
    return tables
