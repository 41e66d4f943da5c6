"""Presets of ratings with their sources, and the file of `manage.py ratings`."""

from dataclasses import dataclass

from ..errors import _
from ..event_file.fields import check_keys, check_object, check_text
from ..series.reading import MAX_EVENTS, read_list, refuse_twice
from ..settings.fields import number
from .elo import RatingSettings

MAX_RATING, MAX_K = 10_000, 1_000


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
            "A match changes a rating by at most 40 in the first 30 matches, then by 20, and by 10 once "
            "the rating has reached 2400. A difference of more than 400 counts as 400."
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
        number(value.get("start", default.start), "start", -MAX_RATING, MAX_RATING),
        number(value.get("k", default.k), "k", 0, MAX_K),
    )
    return RatingFile(tuple(slugs), settings)
