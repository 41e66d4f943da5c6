"""Title odds of a bracket: exact, or estimated and labelled so."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext

from ...rules import finals
from ...rules.finals.odds.match_odds import EVEN
from ...rules.finals.odds.simulation import RUNS
from .drawing.labels import chance_text

# Odds on the page: all matches even, by the players' ratings, or none.
BY_RATING, NONE = "rated", "no"
MODES = ("", BY_RATING, NONE)


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

    `now` is {seed: chance} after the results so far, a Fraction, or a float if estimated; `how` describes the
    calculation.
    """

    rows: tuple[OddsRow, ...]
    now: dict
    how: str


def title_odds(bracket, names, ratings=None) -> TitleOdds:
    """Return the odds of a bracket at the start and now; matches are even, or by `ratings` in seed order."""
    rate = finals.odds_from_ratings(ratings) if ratings else EVEN
    now, error = chances_of(bracket.table, rate, bracket.results, bracket.seated)
    waiting = [meeting for meeting in bracket.meetings if not meeting.is_decided]
    alive = {seed for meeting in waiting for seed in meeting.possible}
    # An eliminated seed has exactly 0, not an estimate.
    now = {seed: odds if odds or seed in alive else Fraction(0) for seed, odds in now.items()}
    # A built-in table without extra matches.
    is_built_in = bracket.table.key in finals.FINALS and bracket.table.to_the_title is bracket.table
    if not ratings and is_built_in:
        start = even_start(bracket.table.key, bracket.table.size)
    else:
        start, _error = chances_of(bracket.table, rate)
    rows = tuple(
        OddsRow(
            seed,
            bracket.player(seed),
            names.get(bracket.player(seed), ""),
            chance_text(start[seed]),
            chance_text(now[seed]),
            now[seed] == 0 and isinstance(now[seed], Fraction),
        )
        for seed in start
    )
    return TitleOdds(rows, now, how_text(ratings, error))


def chances_of(table, rate, results=None, seated=None):
    """Return ({seed: chance}, largest standard error); the error is None if the chances are exact."""
    state = {"results": results or {}, "seated": seated or {}}
    if finals.has_exact_odds(table, state["results"], rate):
        return finals.exact_odds(table, rate, **state).win, None
    estimate = finals.estimate_odds(table, rate, **state)
    return estimate.win, estimate.largest_error


@lru_cache(maxsize=64)
def even_start(key: str, size: int):
    """Return the chances before the first match if all matches are even; they never change."""
    table = finals.build_table(key, size)
    return (finals.even_odds(key, size) if finals.has_exact_odds(table) else finals.estimate_odds(table)).win


def how_text(ratings, error) -> str:
    """“Title odds if every match is 50–50 (exact).”"""
    basis = gettext("based on player ratings") if ratings else gettext("if every match is 50–50")
    if error is None:
        return gettext("Title odds {by} (exact).").format(by=basis)
    text = gettext("Title odds {by}, estimated from {runs} simulations (±{percent} %).")
    return text.format(by=basis, runs=RUNS, percent=f"{error * 100:.1f}")
