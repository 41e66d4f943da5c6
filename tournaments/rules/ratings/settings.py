"""Presets of ratings with their sources, settings as JSON, and the file of `manage.py ratings`."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from ..errors import RuleViolation, _
from ..event_file.fields import check_keys, check_object, check_text, read_list, refuse_twice
from ..series.series_rules import MAX_EVENTS
from ..settings.fields import number, whole
from .elo import RatingSettings

MAX_RATING, MAX_K, MAX_PROVISIONAL = 10_000, 1_000, 1_000


@dataclass(frozen=True, slots=True)
class RatingPreset:
    """Settings of ratings to begin with; `source` is where they are published."""

    key: str
    name: str
    summary: str
    source: str
    settings: RatingSettings
    notes: tuple[str, ...] = ()


_ALL = (
    RatingPreset(
        "shop",
        _("Shop"),
        _(
            "Everybody begins with 1600, and a match changes a rating by at most 32. "
            "Ratings are provisional for 10 matches."
        ),
        "Wizards of the Coast, Explanation of rankings and ratings (DCI): wizards.com/DCI",
        RatingSettings(start=1600, k=32, provisional_matches=10),
        (_("The DCI rated each match by itself. Here ratings are those at the start of the event."),),
    ),
    RatingPreset(
        "fide",
        _("FIDE"),
        _(
            "Everybody begins with 1500. A match changes a rating by at most 40 in the first 30 matches, "
            "then by 20, and by 10 once the rating has reached 2400. A difference of more than 400 counts "
            "as 400."
        ),
        "FIDE Rating Regulations effective from 1 July 2014, 8.56: chesselo.com/new_fide_system.html",
        RatingSettings(
            k=20,
            provisional_matches=30,
            provisional_k=40,
            k_from=((2400, 10),),
            max_difference=400,
        ),
        (
            _("Players under 18 have 40 below 2300, which is not part of it: ages are not known."),
            _(
                "FIDE works out first ratings from results, and expected scores from a table, "
                "which rounds them."
            ),
        ),
    ),
)
PRESETS = {preset.key: preset for preset in _ALL}


def write_settings(settings: RatingSettings) -> dict:
    """Return settings as a JSON object."""
    return asdict(settings) | {"k_from": [list(pair) for pair in settings.k_from]}


def read_settings(value: Mapping) -> RatingSettings:
    """Return the RatingSettings of a JSON object. RuleViolation, beginning with the path, for a wrong one.

    What is left out has its default.
    """
    check_object(value, "settings")
    check_keys(value, "", [field.name for field in fields(RatingSettings)], ())
    values = {name: one for name, one in value.items() if one is not None}
    for name, read in READERS.items():
        if name in values:
            values[name] = read(values[name], name)
    return RatingSettings(**values)


def read_k_from(value, path: str) -> tuple[tuple[float, float], ...]:
    """Return (rating, k) in rising order."""
    rows = read_list(value, path, MAX_STEPS, read_step)
    if rows != sorted(rows):
        raise RuleViolation(_("{path}: must be in rising order."), path=path)
    return tuple(rows)


def read_step(value, path: str) -> tuple[float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise RuleViolation(_("{path}: must be a rating and a K."), path=path)
    return read_rating(value[0], path), read_k(value[1], path)


def read_rating(value, path: str) -> float:
    return number(value, path, -MAX_RATING, MAX_RATING)


def read_k(value, path: str) -> float:
    return number(value, path, 0, MAX_K)


# Steps of k by rating.
MAX_STEPS = 10
READERS = {
    "start": read_rating,
    "k": read_k,
    "provisional_matches": lambda value, path: whole(value, path, 0, MAX_PROVISIONAL),
    "provisional_k": read_k,
    "k_from": read_k_from,
    "max_difference": lambda value, path: number(value, path, 0, MAX_RATING),
}


@dataclass(frozen=True, slots=True)
class RatingFile:
    """What a file of ratings says: the slugs of its events in order, and how to rate them."""

    slugs: tuple[str, ...]
    settings: RatingSettings


def read_ratings(value) -> RatingFile:
    """Return the RatingFile of a JSON value. RuleViolation, beginning with the path, for anything wrong."""
    check_object(value, "file")
    check_keys(value, "", ("events", "start", "k"), ("events",))
    slugs = read_list(value["events"], "events", MAX_EVENTS, lambda item, path: check_text(item, path, 1))
    refuse_twice(slugs, [f"events[{at}]" for at in range(len(slugs))])
    default = RatingSettings()
    settings = RatingSettings(
        read_rating(value.get("start", default.start), "start"),
        read_k(value.get("k", default.k), "k"),
    )
    return RatingFile(tuple(slugs), settings)
