"""A simulation in words: which format is best by each main measure, and whether that is certain."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from .measures import TEXTS, short_text

# Half-widths of intervals: 99.9 % and 95 %, which the results store.
CERTAIN_WIDTHS = 3.2905 / 1.96

UNKNOWN = gettext_noop("too close to tell")
SAME = gettext_noop("the same")
# Whether the best format has the most or the least of a measure: words for the others, certain or probable.
MOST = (gettext_noop("certainly less"), gettext_noop("probably less"))
LEAST = (gettext_noop("certainly more"), gettext_noop("probably more"))
# The measures that the sentences are about.
MAIN_MEASURES = {
    "best_wins": (MOST, gettext_noop("more is fairer")),
    "live_matches": (MOST, gettext_noop("more is more exciting")),
    "missed_on_tiebreaks": (LEAST, gettext_noop("fewer is fairer")),
    "unbeaten_out": (LEAST, gettext_noop("less is fairer")),
    "hours": (LEAST, gettext_noop("fewer cost less")),
}


@dataclass(frozen=True)
class Compared:
    """A format beside the best: name, number, and how certain the difference is."""

    name: str
    number: str
    verdict: str


@dataclass(frozen=True)
class MeasureSentence:
    """The formats by one measure: the best and its number, and the others; `hint` says what is better."""

    title: str
    hint: str
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
    for key, (words, hint) in MAIN_MEASURES.items():
        if any(entry["measures"][key] is None for entry in result["formats"]):
            continue
        means = {entry["name"]: entry["measures"][key]["mean"] for entry in result["formats"]}
        first, *others = sorted(means, key=means.get, reverse=words is MOST)
        compared = tuple(
            Compared(name, short_text(key, means[name]), verdict(result, key, first, name, words))
            for name in others
        )
        title = gettext(TEXTS[key].name)
        compared_measures.append(
            MeasureSentence(title, gettext(hint), first, short_text(key, means[first]), compared)
        )
    return compared_measures


def verdict(result: dict, key: str, best: str, other: str, words: tuple[str, str]) -> str:
    """Say how certain it is that two formats differ by a measure; `words` are MOST or LEAST."""
    difference = difference_of(result, key, best, other)
    mean, error = abs(difference["mean"]), difference["error"]
    if mean == 0:
        return gettext(SAME if error == 0 else UNKNOWN)
    if error is None or mean <= error:
        return gettext(UNKNOWN)
    certain, probable = words
    return gettext(certain if mean > error * CERTAIN_WIDTHS else probable)


def difference_of(result: dict, key: str, first: str, other: str) -> dict:
    """Return the difference of two formats by a measure; its sign depends on their order in the plan."""
    pair = next(entry for entry in result["differences"] if {entry["a"], entry["b"]} == {first, other})
    return pair["measures"][key]
