"""The odds of a bracket as its page says them: exact, or estimated and said to be."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext

from ...rules import finals
from ...rules.finals.odds.match_odds import EVEN
from .drawing.labels import chance

# How a page counts every match: as even, by the players' ratings, or it leaves the odds out.
BY_RATING, NONE = "rated", "no"
SHOWN = ("", BY_RATING, NONE)


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A seed's chance to win, at the start and now."""

    seed: int
    player: str | None
    name: str
    start: str
    now: str
    out: bool


@dataclass(frozen=True, slots=True)
class TitleOdds:
    """`now` is {seed: its chance to win it all} from the results so far, a Fraction, or a float where it is
    estimated; `how` says which of both, and by what."""

    rows: tuple[OddsRow, ...]
    now: dict
    how: str


def title_odds(bracket, names, ratings=None) -> TitleOdds:
    """The odds of a bracket, every match even or by `ratings` (in seed order): at the start and now."""
    rate = finals.rated(ratings) if ratings else EVEN
    now, error = chances_of(bracket.table, rate, bracket.results, bracket.seated)
    waiting = [meeting for meeting in bracket.meetings if not meeting.decided]
    alive = {seed for meeting in waiting for seed in meeting.possible}
    # Whoever is out has the number 0 itself, not an estimate of it.
    now = {seed: one if one or seed in alive else Fraction(0) for seed, one in now.items()}
    if not ratings and is_served(bracket):
        start = even_start(bracket.table.key, bracket.table.size)
    else:
        start, _error = chances_of(bracket.table, rate)
    rows = tuple(
        OddsRow(
            seed,
            bracket.player(seed),
            names.get(bracket.player(seed), ""),
            chance(start[seed]),
            chance(now[seed]),
            now[seed] == 0 and isinstance(now[seed], Fraction),
        )
        for seed in start
    )
    return TitleOdds(rows, now, how_words(ratings, error))


def chances_of(table, rate, results=None, seated=None):
    """({seed: chance}, the largest standard error; None where they are exact)."""
    said = {"results": results or {}, "seated": seated or {}}
    if finals.exact(table, said["results"], rate):
        return finals.odds(table, rate, **said).win, None
    found = finals.estimated(table, rate, **said)
    return found.win, found.largest_error


@lru_cache(maxsize=64)
def even_start(key: str, size: int):
    """The chances before the first match, every match even: a table that is served never changes."""
    table = finals.table(key, size)
    return (finals.even_odds(key, size) if finals.exact(table) else finals.estimated(table)).win


def is_served(bracket) -> bool:
    """Whether the bracket's table is the registry's, not an organiser's own or one with a match more."""
    return bracket.table.key in finals.FINALS and bracket.table.to_the_title is bracket.table


def how_words(ratings, error) -> str:
    """“every match even, worked out exactly”."""
    by = gettext("by the players’ ratings") if ratings else gettext("every match even")
    if error is None:
        return gettext("{by}, worked out exactly").format(by=by)
    words = gettext("{by}, estimated by playing it out {runs} times: give or take {percent} %")
    return words.format(by=by, runs=finals.simulation.RUNS, percent=f"{error * 100:.1f}")
