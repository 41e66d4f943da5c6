"""The field of a round about to be drawn: its players as numbers, in the order of their places."""

import hashlib
from dataclasses import dataclass

import numpy as np

from ..errors import RuleViolation, _

RANDOM, FOLD, BY_STANDING = "random", "fold", "by_standing"
METHODS = (RANDOM, FOLD, BY_STANDING)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired: points, standing rank (1 best, ties share it), byes had so far.

    `order` is the place in the standings list, or the seed in a first round: what `fold` and
    `by_standing` go by among equal points.
    """

    player: str
    points: float
    rank: int
    byes: int = 0
    order: int = 0


@dataclass(frozen=True)
class Field:
    """Who is to be paired, as columns over the places 0 … n-1 (best first).

    `groups` are the score groups, 0 the best. `digests` are the lots: SHA-256 of seed, round and
    player. `meetings` maps a pair of places to (times met, meetings either has had since), `met`
    a place to the places it has met. `bye_turn` says whose turn the bye is, 0 first; it is empty
    for an even field. `expected` is who gets the bye if the rest can be paired, else None.
    """

    entrants: tuple[Entrant, ...]
    method: str
    groups: np.ndarray
    digests: tuple[bytes, ...]
    meetings: dict[tuple[int, int], tuple[int, int]]
    met: tuple[frozenset[int], ...]
    bye_turn: tuple[int, ...]
    expected: int | None

    @property
    def size(self):
        return len(self.entrants)

    @property
    def tables(self):
        return self.size // 2

    @property
    def bye_node(self):
        """The place that stands for the bye; whoever is paired with it sits out."""
        return self.size if self.bye_turn else None


def field_of(entrants, met, method, seed, round_number):
    """Lay the field out in an order that the order of the arguments does not touch.

    Raises RuleViolation for fewer than two players, a player entered twice, an unknown method.
    """
    _check(entrants, method)
    lots = {e.player: _digest(seed, round_number, e.player) for e in entrants}
    entrants = tuple(sorted(entrants, key=lambda e: _place(e, method, lots[e.player])))
    points = [round(e.points, 9) for e in entrants]
    group = {value: number for number, value in enumerate(sorted(set(points), reverse=True))}
    digests = tuple(lots[e.player] for e in entrants)
    bye_turn = _bye_turn(entrants, method) if len(entrants) % 2 else ()
    first = [place for place, turn in enumerate(bye_turn) if turn == 0]
    meetings = _meetings(entrants, met)
    return Field(
        entrants=entrants,
        method=method,
        groups=np.array([group[value] for value in points]),
        digests=digests,
        meetings=meetings,
        met=_opponents(len(entrants), meetings),
        bye_turn=bye_turn,
        expected=min(first, key=digests.__getitem__) if first else None,
    )


def _check(entrants, method):
    if method not in METHODS:
        raise RuleViolation(
            _("There is no pairing method “{method}”; choose one of {methods}."),
            method=method,
            methods=", ".join(METHODS),
        )
    if len(entrants) < 2:
        raise RuleViolation(_("A round needs at least two players; there are {count}."), count=len(entrants))
    seen = set()
    for entrant in entrants:
        if entrant.player in seen:
            raise RuleViolation(
                _("{player} is entered twice; enter each player once."), player=entrant.player
            )
        seen.add(entrant.player)


def _digest(seed, round_number, player):
    return hashlib.sha256(f"{seed}|{round_number}|{player}".encode()).digest()


def _place(entrant, method, lot):
    points = -round(entrant.points, 9)
    if method == RANDOM:
        return points, entrant.rank, lot
    return points, entrant.order, entrant.rank, lot


def _bye_turn(entrants, method):
    """Fewest byes first, then the lowest rank; those who tie are equal, or go by their order."""
    by_order = method != RANDOM
    keys = [(e.byes, -e.rank, -place if by_order else 0) for place, e in enumerate(entrants)]
    turn = {key: number for number, key in enumerate(sorted(set(keys)))}
    return tuple(turn[key] for key in keys)


def _meetings(entrants, met):
    """Count meetings and how many others the two have had since; counted per player, so that the
    order of the tables within a past round changes nothing."""
    place = {e.player: number for number, e in enumerate(entrants)}
    had, meetings = {}, {}
    for one, two in met:
        at = had.get(one, 0) + 1, had.get(two, 0) + 1
        had[one], had[two] = at
        if one in place and two in place and one != two:
            pair = tuple(sorted((place[one], place[two])))
            times = meetings.get(pair, (0, 0))[0] + 1
            meetings[pair] = (times, sum(at))
    total = [had.get(e.player, 0) for e in entrants]
    return {(a, b): (times, total[a] + total[b] - then) for (a, b), (times, then) in sorted(meetings.items())}


def _opponents(size, meetings):
    met = [set() for _place in range(size)]
    for a, b in meetings:
        met[a].add(b)
        met[b].add(a)
    return tuple(map(frozenset, met))
