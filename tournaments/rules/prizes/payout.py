"""The payout: prizes of an event by its current standings."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.rules import finals
from tournaments.rules.history import BRACKET
from tournaments.rules.standings.standings import standings

from .amounts import split
from .pot import pot_of, total_pot
from .table import PLACES, POINTS, RECORD

# Tolerance of points, which are sums of floats.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Award:
    """A prize of a phase for tied players, by places, by a record or by points.

    `target`: as in Prize; for places, those that the players occupy. `each` is a multiple of the smallest
    sum paid out, `rest` the indivisible remainder. `things`: (text, number for all players together).
    """

    phase: int
    criterion: str
    target: tuple | float
    players: tuple[str, ...]
    each: Fraction
    rest: Fraction
    things: tuple[tuple[str, int], ...]


def awards(history):
    """Return all current Awards of the event, by phase and best first; see `awards_of_phase`."""
    return tuple(award for phase in history.all_phases for award in awards_of_phase(phase))


def awards_of_phase(phase):
    """Return the current Awards of a phase, best first.

    Tied players share the prizes of the places that they occupy. A player gets only the best record prize
    reached, and only the best points prize; places, records, points and phases add up. Disqualified
    players are not in the standings and get none. A Swiss phase counts finished rounds only.
    """
    settings = phase.settings
    if not settings.prizes or not phase.rounds:
        return []
    current = standings(phase, live=phase.kind == BRACKET)
    if phase.kind != BRACKET and not current.after_round:
        return []
    rows, prizes = current.rows, settings.prizes.rows
    pot, smallest = total_pot(phase.history) or Fraction(0), pot_of(phase.history.pot).smallest
    payments = list(_place_payments(phase, rows, settings.prizes, pot))
    for criterion in (RECORD, POINTS):
        alike = [prize for prize in prizes if prize.criterion == criterion]
        for prize, players in _recipients(criterion, alike, rows, settings.points):
            total = prize.worth(pot) * (1 if prize.shared else len(players))
            payments.append((criterion, prize.target, players, total, [prize.thing] * len(players)))
    phase_awards = []
    for criterion, target, players, total, things in payments:
        things = tuple(Counter(filter(None, things)).items())
        each, rest = split(total, len(players), smallest)
        phase_awards.append(Award(phase.number, criterion, target, players, each, rest, things))
    return phase_awards


def sum_awards(awards):
    """Return (total paid, indivisible remainder) of awards."""
    return sum(one.each * len(one.players) for one in awards), sum(one.rest for one in awards)


def _place_payments(phase, rows, table, pot):
    """Yield (PLACES, (first, last place), players, total, things) of players sharing places, best first."""
    prizes = [prize for prize in table.rows if prize.criterion == PLACES]
    prize_of_place = {n: prize for prize in prizes for n in range(prize.target[0], prize.target[1] + 1)}
    last_matches = _last_matches(phase) if table.losers_share else {}
    for _key, group in groupby(rows, lambda row: last_matches.get(row.player, row.rank)):
        group = list(group)
        first, last = group[0].rank, group[0].rank + len(group) - 1
        won = [prize_of_place[n] for n in range(first, last + 1) if n in prize_of_place]
        if won:
            total = sum(prize.worth(pot) / (prize.places if prize.shared else 1) for prize in won)
            players = tuple(row.player for row in group)
            yield PLACES, (first, last), players, total, [prize.thing for prize in won]


def _last_matches(phase):
    """Return {player: (round, whether won)} of last matches in a bracket; {} for other phases."""
    if phase.kind != BRACKET:
        return {}
    bracket = finals.bracket_of(phase)
    last = {}
    for meeting in bracket.meetings:
        if meeting.is_decided:
            last[bracket.player(meeting.winner)] = (meeting.slot.round, True)
            last |= {bracket.player(seed): (meeting.slot.round, False) for seed in meeting.losers}
    return last


def _recipients(criterion, prizes, rows, points):
    """Yield (prize, players whose best of `prizes` it is), the highest prize first."""
    if criterion == RECORD:
        rounds = max((row.wins + row.losses + row.draws for row in rows), default=0)
        worth = {row.player: record_points((row.wins, row.losses, row.draws), points, rounds) for row in rows}
        minimum = {prize: record_points(prize.target, points, rounds) for prize in prizes}
    else:
        worth = {row.player: row.points for row in rows}
        minimum = {prize: prize.target - TOLERANCE for prize in prizes}
    left = [row.player for row in rows]
    for prize in sorted(prizes, key=minimum.get, reverse=True):
        players = tuple(player for player in left if worth[player] >= minimum[prize])
        left = [player for player in left if worth[player] < minimum[prize]]
        if players:
            yield prize, players


def record_points(record, points, rounds):
    """Return the points of (wins, losses, draws); wins None means the rest of `rounds`."""
    wins, losses, draws = record
    if wins is None:
        wins = max(0, rounds - losses - draws)
    counts = {"win": wins, "loss": losses, "draw": draws}
    return sum(count * Fraction(str(points[key])) for key, count in counts.items())
