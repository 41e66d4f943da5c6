"""The payout: prizes of an event by its current standings."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.rules import finals
from tournaments.rules.history import BRACKET
from tournaments.rules.rounds.phases import settings_for
from tournaments.rules.standings.standings import standings

from . import pot as pots
from .amounts import split
from .table import PLACES, POINTS, RECORD

# Tolerance of points, which are sums of floats.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Award:
    """A prize of a phase for tied players, by places, by a record or by points.

    `reach`: as in Prize; for places, those that the players occupy. `each` is a multiple of the smallest
    sum paid out, `rest` the indivisible remainder. `things`: (text, number for all players together).
    """

    phase: int
    by: str
    reach: tuple | float
    players: tuple[str, ...]
    each: Fraction
    rest: Fraction
    things: tuple[tuple[str, int], ...]


def awards(history, phase_number=None):
    """Return all current Awards of the event, or of one phase, by phase and best first.

    Tied players share the prizes of the places that they occupy. A player gets only the best record prize
    reached, and only the best points prize; places, records, points and phases add up. Disqualified
    players are not in the standings and get none. A Swiss phase counts finished rounds only.
    """
    numbers = range(1, len(history.phases) + 1) if phase_number is None else (phase_number,)
    return tuple(award for number in numbers for award in _of_phase(history, number))


def paid(awards):
    """Return (total paid, indivisible remainder) of awards."""
    return sum(one.each * len(one.players) for one in awards), sum(one.rest for one in awards)


def _of_phase(history, number):
    phase = history.phase(number)
    settings = settings_for(history, number)
    table = settings.prizes
    if not table or not phase.rounds:
        return
    current = standings(history, number, live=phase.kind == BRACKET)
    if phase.kind != BRACKET and not current.after_round:
        return
    pot, smallest = pots.total(history) or Fraction(0), pots.pot_of(history.pot).smallest

    def award(by, reach, players, total, things):
        each, rest = split(total, len(players), smallest)
        return Award(number, by, reach, players, each, rest, tuple(Counter(filter(None, things)).items()))

    def worth(prize):
        return prize.sum * pot / 100 if prize.percent else prize.sum

    places = {place: one for one in table.rows if one.by == PLACES for place in _range(one)}
    for first, players in _alike(history, number, current.rows, table):
        won = [places[place] for place in range(first, first + len(players)) if place in places]
        if won:
            total = sum(worth(one) / (one.places if one.shared else 1) for one in won)
            reach = (first, first + len(players) - 1)
            yield award(PLACES, reach, players, total, [one.thing for one in won])
    for by in (RECORD, POINTS):
        prizes = [one for one in table.rows if one.by == by]
        for prize, players in _reached(by, prizes, current.rows, settings.points):
            total = worth(prize) * (1 if prize.shared else len(players))
            yield award(by, prize.reach, players, total, [prize.thing] * len(players))


def _range(prize):
    return range(prize.reach[0], prize.reach[1] + 1)


def _alike(history, number, rows, table):
    """Yield (first place, players who share places), best first."""
    last = _last_matches(history, number) if table.losers_share else {}
    for _, group in groupby(rows, lambda row: last.get(row.player, row.rank)):
        group = list(group)
        yield group[0].rank, tuple(row.player for row in group)


def _last_matches(history, number):
    """Return {player: (round, whether won)} of last matches in a bracket; {} for other phases."""
    if history.phase(number).kind != BRACKET:
        return {}
    now = finals.bracket_of(history, number)
    decided = [meeting for meeting in now.meetings if meeting.decided]
    last = {}
    for meeting in decided:
        last[now.player(meeting.winner)] = (meeting.slot.round, True)
        last |= {now.player(seed): (meeting.slot.round, False) for seed in meeting.losers}
    return last


def _reached(by, prizes, rows, points):
    """Yield (prize, players whose best of `prizes` it is), the highest prize first."""
    if by == RECORD:
        most = max((row.wins + row.losses + row.draws for row in rows), default=0)
        has = {row.player: record_worth((row.wins, row.losses, row.draws), points, most) for row in rows}
        takes = {prize: record_worth(prize.reach, points, most) for prize in prizes}
    else:
        has = {row.player: row.points for row in rows}
        takes = {prize: prize.reach - TOLERANCE for prize in prizes}
    left = [row.player for row in rows]
    for prize in sorted(prizes, key=takes.get, reverse=True):
        players = tuple(player for player in left if has[player] >= takes[prize])
        left = [player for player in left if has[player] < takes[prize]]
        if players:
            yield prize, players


def record_worth(record, points, rounds):
    """Return the points of (wins, losses, draws); wins None means the rest of `rounds`."""
    wins, losses, draws = record
    if wins is None:
        wins = max(0, rounds - losses - draws)
    worth = {key: Fraction(str(points[key])) for key in ("win", "loss", "draw")}
    return wins * worth["win"] + losses * worth["loss"] + draws * worth["draw"]
