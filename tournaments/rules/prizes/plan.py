"""The planned total of a prize table before the event is played."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb

from tournaments.rules.errors import RuleViolation
from tournaments.rules.players.participation import list_participants
from tournaments.rules.rounds.phases import entrants_of, round_count
from tournaments.rules.rounds.progress import is_over

from .payout import awards_of_phase, record_points
from .pot import total_pot
from .table import PLACES, RECORD, Prize


@dataclass(frozen=True, slots=True)
class PlannedPrize:
    """A row of the plan: the number of players who get it (None: shared by all), and its total `sum`.

    `expected`: the phase is not over, so the number is an estimate (see `expected_players`).
    """

    phase: int
    prize: Prize
    players: int | None
    sum: Fraction
    expected: bool


def plan_prizes(history):
    """Return a PlannedPrize for each row of each phase's prizes, in order."""
    pot = total_pot(history) or Fraction(0)
    plan = []
    for phase in history.all_phases:
        table = phase.settings.prizes
        if not table or not table.rows:
            continue
        over = is_over(phase)
        awarded = {(a.criterion, a.target): len(a.players) for a in awards_of_phase(phase)} if over else {}
        size = None if over else _expected_size(phase)
        for prize in table.rows:
            is_estimate = False
            if prize.criterion == PLACES:
                players = prize.places
            elif prize.shared:
                players = None
            elif over:
                players = awarded.get((prize.criterion, prize.target), 0)
            else:
                players, is_estimate = expected_players(prize, table.rows, *size), True
            total = prize.worth(pot) * (1 if prize.shared else players)
            plan.append(PlannedPrize(phase.number, prize, players, total, is_estimate))
    return tuple(plan)


def _expected_size(phase):
    """Return (players, rounds, points for each result) of a phase, as far as they are known."""
    points = phase.settings.points
    try:
        players = len(list_participants(phase.history)) if phase.number == 1 else len(entrants_of(phase))
        return players, round_count(phase) if players > 1 else 0, points
    except RuleViolation:
        return 0, 0, points


def expected_players(prize, rows, players, rounds, points):
    """Return the expected number of players who get a prize by record or points, rounded up.

    With even matches and no draws n · C(R, w) / 2^R players have w wins, which matches the score groups of
    a Swiss event within one. Draws and drops lower it. Players with a better row of the kind are excluded.
    """
    minimums = [_minimum(one, rounds, points) for one in rows if one.criterion == prize.criterion]
    minimum = _minimum(prize, rounds, points)
    above = min((other for other in minimums if other > minimum), default=None)
    worths = [(wins, record_points((wins, rounds - wins, 0), points, rounds)) for wins in range(rounds + 1)]
    winning = [wins for wins, worth in worths if worth >= minimum and (above is None or worth < above)]
    return ceil(Fraction(players * sum(comb(rounds, wins) for wins in winning), 2**rounds))


def _minimum(prize, rounds, points):
    if prize.criterion == RECORD:
        return record_points(prize.target, points, rounds)
    return Fraction(str(prize.target))
