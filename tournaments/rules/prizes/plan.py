"""The planned total of a prize table before the event is played."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb

from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds.phases import entrants_of, round_count, settings_for
from tournaments.rules.rounds.progress import is_over

from . import pot as pots
from .payout import awards, record_worth
from .table import PLACES, RECORD, Prize


@dataclass(frozen=True, slots=True)
class PlannedPrize:
    """A row of the plan: the number of players who get it (None: shared by all), and its total `sum`.

    `expected`: the phase is not over, so the number is an estimate (see `expected`).
    """

    phase: int
    prize: Prize
    players: int | None
    sum: Fraction
    expected: bool


def planned(history):
    """Return a PlannedPrize for each row of each phase's prizes, in order."""
    pot = pots.total(history) or Fraction(0)
    rows = []
    for number in range(1, len(history.phases) + 1):
        table = settings_for(history, number).prizes
        if not table or not table.rows:
            continue
        over = is_over(history, number)
        field = None if over else _field(history, number)
        got = {(one.by, one.reach): len(one.players) for one in awards(history, number)} if over else None
        rows += [_row(number, prize, table.rows, pot, field, got) for prize in table.rows]
    return tuple(rows)


def _field(history, number):
    """Return (players, rounds, points for each result) of a phase, as far as they are known."""
    points = settings_for(history, number).points
    try:
        players = pots.entries(history) if number == 1 else len(entrants_of(history, number))
        return players, round_count(history, number) if players > 1 else 0, points
    except RuleViolation:
        return 0, 0, points


def _row(number, prize, rows, pot, field, got):
    worth = prize.sum * pot / 100 if prize.percent else prize.sum
    if prize.by == PLACES:
        return PlannedPrize(number, prize, prize.places, worth * (1 if prize.shared else prize.places), False)
    if prize.shared:
        return PlannedPrize(number, prize, None, worth, False)
    if got is not None:
        players = got.get((prize.by, prize.reach), 0)
        return PlannedPrize(number, prize, players, worth * players, False)
    players = expected(prize, rows, *field)
    return PlannedPrize(number, prize, players, worth * players, True)


def expected(prize, rows, players, rounds, points):
    """Return the expected number of players who get a prize by record or points, rounded up.

    With even matches and no draws n · C(R, w) / 2^R players have w wins, which matches the score groups of
    a Swiss event within one. Draws and drops lower it. Players with a better row of the kind are excluded.
    """
    alike = [one for one in rows if one.by == prize.by]
    level = _level(prize, rounds, points)
    above = min((other for one in alike if (other := _level(one, rounds, points)) > level), default=None)
    worths = [(wins, record_worth((wins, rounds - wins, 0), points, rounds)) for wins in range(rounds + 1)]
    got = [wins for wins, worth in worths if worth >= level and (above is None or worth < above)]
    return ceil(Fraction(players * sum(comb(rounds, wins) for wins in got), 2**rounds))


def _level(prize, rounds, points):
    if prize.by == RECORD:
        return record_worth(prize.reach, points, rounds)
    return Fraction(str(prize.reach))
