"""A simulation in words: which format has the most of each main measure, and whether that is certain."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from .measures import TEXTS, short_text

# Half-widths of intervals: 99.9 % and 95 %, which the results store.
CERTAIN_WIDTHS = 3.2905 / 1.96

LESS_CERTAIN = gettext_noop("certainly less")
LESS_PROBABLE = gettext_noop("probably less")
UNKNOWN = gettext_noop("too close to tell")
SAME = gettext_noop("exactly as much")
# The measures that the sentences are about.
MAIN_MEASURES = ("best_wins", "live_matches", "missed_on_tiebreaks", "unbeaten_out", "hours")


@dataclass(frozen=True)
class Compared:
    """A format beside the one with the most: name, number, and how certain the difference is."""

    name: str
    number: str
    verdict: str


@dataclass(frozen=True)
class MeasureSentence:
    """The formats by one measure: the one with the most, and the others."""

    title: str
    first: str
    number: str
    others: tuple[Compared, ...]

    @property
    def is_same(self) -> bool:
        """Return whether all formats have exactly the same number."""
        return all(other.verdict == gettext(SAME) for other in self.others)


def sentences(result: dict) -> list[MeasureSentence]:
    """Return a sentence for each main measure that applies to every format."""
    compared_measures = []
    for key in MAIN_MEASURES:
        if any(entry["measures"][key] is None for entry in result["formats"]):
            continue
        means = {entry["name"]: entry["measures"][key]["mean"] for entry in result["formats"]}
        first, *others = sorted(means, key=means.get, reverse=True)
        compared = tuple(
            Compared(name, short_text(key, means[name]), verdict(result, key, first, name)) for name in others
        )
        name = gettext(TEXTS[key].name)
        compared_measures.append(MeasureSentence(name, first, short_text(key, means[first]), compared))
    return compared_measures


def verdict(result: dict, key: str, first: str, other: str) -> str:
    """Say how certain it is that `other` has less of a measure than `first`."""
    difference = difference_of(result, key, first, other)
    mean, error = abs(difference["mean"]), difference["error"]
    if mean == 0:
        return gettext(SAME if error == 0 else UNKNOWN)
    if error is None or mean <= error:
        return gettext(UNKNOWN)
    return gettext(LESS_CERTAIN if mean > error * CERTAIN_WIDTHS else LESS_PROBABLE)


def difference_of(result: dict, key: str, first: str, other: str) -> dict:
    """Return the difference of two formats by a measure; its sign depends on their order in the plan."""
    pair = next(entry for entry in result["differences"] if {entry["a"], entry["b"]} == {first, other})
    return pair["measures"][key]
