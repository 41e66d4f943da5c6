"""The rules of a series as JSON for the database: fractions are text, so that they stay exact."""

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from types import UnionType
from typing import get_args, get_origin, get_type_hints

from ..errors import RuleViolation, _
from .achievements import check_achievements
from .divisions import AgeDivision, OwnDivision, RatingDivision, check_divisions
from .series_rules import Number, SeriesRules, whole_if_possible
from .ties import TIES

# A stored Fraction.
FRACTION = re.compile(r"-?[0-9]{1,20}(/[0-9]{1,20})?")
AGE, RATING, OWN = "age", "rating", "own"
DIVISIONS = {AGE: AgeDivision, RATING: RatingDivision, OWN: OwnDivision}


def write_rules(rules: SeriesRules) -> dict:
    """Return rules as a JSON object. Fields with their default value are left out."""
    stored = write_value(rules)
    kinds = {model: by for by, model in DIVISIONS.items()}
    if rules.divisions:
        stored["divisions"] = [{"by": kinds[type(one)]} | write_value(one) for one in rules.divisions]
    return stored


def write_value(value):
    """Return a value of the rules as JSON: Fractions as text, “5/4”, dataclasses as objects."""
    if is_dataclass(value):
        return {
            field.name: write_value(getattr(value, field.name))
            for field in fields(value)
            if getattr(value, field.name) != default_of(field)
        }
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {key: write_value(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [write_value(one) for one in value]
    return value


def default_of(field):
    return field.default_factory() if field.default_factory is not MISSING else field.default


def read_rules(stored: dict) -> SeriesRules:
    """Return the rules that `write_rules` has written. RuleViolation for anything else."""
    stored = dict(stored)
    try:
        rows = [dict(row) for row in stored.pop("divisions", ())]
        divisions = [read_value(row, DIVISIONS[row.pop("by")]) for row in rows]
        rules = read_value(stored | {"divisions": divisions}, SeriesRules)
    except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError):
        raise RuleViolation(_("These are not the rules of a series.")) from None
    check_achievements(rules.achievements)
    check_divisions(rules.divisions)
    if unknown := [tie for tie in rules.ties if tie not in TIES]:
        raise RuleViolation(_("“{tie}” is not a tiebreaker of a series."), tie=unknown[0])
    return rules


def read_value(value, hint):
    """Return a JSON value as a value of this type. TypeError, KeyError or ValueError if it is none."""
    if hint == Number:
        return read_number(value)
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        return hint(**{key: read_value(one, hints[key]) for key, one in value.items()})
    if isinstance(hint, UnionType):
        return None if value is None else read_value(value, get_args(hint)[0])
    if get_origin(hint) is tuple:
        return tuple(read_value(one, get_args(hint)[0]) for one in value)
    if get_origin(hint) is Mapping:
        return {key: read_value(one, get_args(hint)[1]) for key, one in value.items()}
    if hint is tuple:
        return tuple(value)
    if hint is float:
        return float(value)
    if not isinstance(value, hint):
        raise TypeError(value)
    return value


def read_number(value: int | str) -> Number:
    """Return a stored number. ValueError for anything else, such as a text that would make a huge number."""
    if isinstance(value, int):
        return value
    if not (isinstance(value, str) and FRACTION.fullmatch(value)):
        raise ValueError(value)
    return whole_if_possible(Fraction(value))
