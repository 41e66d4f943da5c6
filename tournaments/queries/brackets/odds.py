"""Title odds of a bracket: exact, or estimated and labelled so."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext

from ...rules import finals
from ...rules.finals.odds.match_odds import EVEN
from ...rules.finals.odds.simulation import RUNS
from .drawing.labels import chance

# Odds on the page: all matches even, by the players' ratings, or none.
BY_RATING, NONE = "rated", "no"
SHOWN = ("", BY_RATING, NONE)


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A seed's chance to win the title, at the start and now."""

    seed: int
    player: str | None
    name: str
    start: str
    now: str
    out: bool


@dataclass(frozen=True, slots=True)
class TitleOdds:
    """The title odds.

    `now` is {seed: chance} after the results so far, a Fraction, or a float if estimated; `how` says which,
    and on what basis."""

    rows: tuple[OddsRow, ...]
    now: dict
    how: str


def title_odds(bracket, names, ratings=None) -> TitleOdds:
    """Return the odds of a bracket at the start and now; matches are even, or by `ratings` in seed order."""
    rate = finals.rated(ratings) if ratings else EVEN
    now, error = chances_of(bracket.table, rate, bracket.results, bracket.seated)
    waiting = [meeting for meeting in bracket.meetings if not meeting.decided]
    alive = {seed for meeting in waiting for seed in meeting.possible}
    # An eliminated seed has exactly 0, not an estimate.
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
    """Return ({seed: chance}, largest standard error); the error is None if the chances are exact."""
    state = {"results": results or {}, "seated": seated or {}}
    if finals.has_exact_odds(table, state["results"], rate):
        return finals.exact_odds(table, rate, **state).win, None
    estimate = finals.estimated(table, rate, **state)
    return estimate.win, estimate.largest_error


@lru_cache(maxsize=64)
def even_start(key: str, size: int):
    """Return the chances before the first match with even matches; cached, because these tables never
    change."""
    table = finals.table(key, size)
    return (finals.even_odds(key, size) if finals.has_exact_odds(table) else finals.estimated(table)).win


def is_served(bracket) -> bool:
    """Return whether the bracket uses a built-in table without extra matches."""
    return bracket.table.key in finals.FINALS and bracket.table.to_the_title is bracket.table


def how_words(ratings, error) -> str:
    """“every match even, worked out exactly”."""
    by = gettext("by the players’ ratings") if ratings else gettext("every match even")
    if error is None:
        return gettext("{by}, worked out exactly").format(by=by)
    words = gettext("{by}, estimated by playing it out {runs} times: give or take {percent} %")
    return words.format(by=by, runs=RUNS, percent=f"{error * 100:.1f}")
