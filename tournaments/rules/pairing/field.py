"""The field of a round about to be drawn: its players as numbers, in the order of their places."""

import hashlib
import math
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from ..errors import RuleViolation, _
from .constraints import NOTHING_ASKED, RANDOM_LOWEST, Constraints

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
    player. `past` has the players of each meeting there was, `forbidden` the pairs of places that may
    never meet. `clubs` has a bit for each group to be kept apart that the place is in; it is empty
    where nobody is. `bye_turn` says whose turn the bye is, 0 first; it is empty for an even field.
    `expected` is who gets the bye if the rest can be paired, else None. What most rounds never ask,
    `meetings` and `met`, is counted when somebody does.
    """

    entrants: tuple[Entrant, ...]
    method: str
    groups: np.ndarray
    digests: tuple[bytes, ...]
    past: tuple[tuple[str, str], ...]
    bye_turn: tuple[int, ...]
    expected: int | None
    constraints: Constraints
    forbidden: frozenset[tuple[int, int]]
    clubs: tuple[int, ...]

    @property
    def size(self):
        return len(self.entrants)

    @property
    def tables(self):
        return self.size // 2

    @property
    def nodes(self):
        """Places to be matched, that of the bye included."""
        return self.size + self.size % 2

    @property
    def nodes_digests(self):
        return (*self.digests, b"bye") if self.bye_turn else self.digests

    @cached_property
    def meetings(self):
        """(times met, meetings either has had since) by pair of places."""
        return _meetings(self.places, self.past)

    @cached_property
    def met(self):
        """Those whom each place has met or may not meet."""
        return _opponents(self.size, {*self.meetings, *self.forbidden})

    @cached_property
    def barred(self):
        """The players of each pair that has met or may not meet, in any order of the two."""
        return frozenset(chain(self.past, self.constraints.forbidden))

    @cached_property
    def players(self):
        """The id of each place's player."""
        return [e.player for e in self.entrants]

    @cached_property
    def places(self):
        """The place of each player, by id."""
        return _places(self.entrants)

    @property
    def bye_node(self):
        """The place that stands for the bye; whoever is paired with it sits out."""
        return self.size if self.bye_turn else None


def field_of(entrants, met, method, seed, round_number, constraints=NOTHING_ASKED, aside=()):
    """Lay the field out in an order that the order of the arguments does not touch.

    The players `aside` have their table or bye already: they count for the score groups only.
    Raises RuleViolation for fewer than two players, a player entered twice, an unknown method.
    """
    _check(entrants, method)
    group = score_groups({e.points for e in entrants}, constraints.band)
    lots = _lots(entrants, f"{seed}|{round_number}|")
    order = _in_order(entrants, method, lots)
    if aside:
        order = [at for at in order if entrants[at].player not in aside]
    entrants, digests = tuple([entrants[at] for at in order]), tuple([lots[at] for at in order])
    groups = [group[e.points] for e in entrants]
    place = _places(entrants)
    turn = turns_of(entrants, groups, method, constraints.bye_to) if len(entrants) % 2 else ()
    first = [place for place, number in enumerate(turn) if number == 0]
    return Field(
        entrants=entrants,
        method=method,
        groups=np.array(groups, dtype=int),
        digests=digests,
        past=tuple(met),
        bye_turn=turn,
        expected=min(first, key=digests.__getitem__) if first else None,
        constraints=constraints,
        forbidden=frozenset(_pairs(place, constraints.forbidden)),
        clubs=_clubs(place, constraints.apart),
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


def _lots(entrants, draw):
    return [hashlib.sha256((draw + e.player).encode()).digest() for e in entrants]


def _in_order(entrants, method, lots):
    """Where the entrants stand in the list, the best first."""
    rounded = {points: -round(points, 9) for points in {e.points for e in entrants}}
    keys = [lots, [e.rank for e in entrants]]
    if method != RANDOM:
        keys.append([e.order for e in entrants])
    keys.append([rounded[e.points] for e in entrants])
    return np.lexsort([np.array(key) for key in keys]).tolist()


def _places(entrants):
    return {e.player: place for place, e in enumerate(entrants)}


def score_groups(points, band=None):
    """The score group of each number of points, 0 the best: their own, or that of the band they are in."""
    level = {value: round(value, 9) for value in points}
    if band is not None:
        level = {value: math.floor(round(rounded / band, 9)) for value, rounded in level.items()}
    number = {one: at for at, one in enumerate(sorted(set(level.values()), reverse=True))}
    return {value: number[one] for value, one in level.items()}


def turns_of(entrants, groups, method, bye_to):
    """Whose turn the bye is, 0 first: fewest byes, then the lowest rank; ties are equal, or go by order."""
    by_order = method != RANDOM
    keys = [(e.byes, -e.rank, -place if by_order else 0) for place, e in enumerate(entrants)]
    if bye_to == RANDOM_LOWEST:
        keys = [(e.byes, -group) for e, group in zip(entrants, groups, strict=True)]
    turn = {key: number for number, key in enumerate(sorted(set(keys)))}
    return tuple(turn[key] for key in keys)


def _meetings(place, met):
    """Count meetings and how many others the two have had since; counted per player, so that the
    order of the tables within a past round changes nothing."""
    had, meetings = {}, {}
    for one, two in met:
        at = had.get(one, 0) + 1, had.get(two, 0) + 1
        had[one], had[two] = at
        if one in place and two in place and one != two:
            a, b = place[one], place[two]
            pair = (a, b) if a < b else (b, a)
            times = meetings.get(pair, (0, 0))[0] + 1
            meetings[pair] = (times, sum(at))
    total = {number: had.get(player, 0) for player, number in place.items()}
    return {(a, b): (times, total[a] + total[b] - then) for (a, b), (times, then) in meetings.items()}


def _pairs(place, pairs):
    """The pairs of places of those pairs of players who are both here."""
    for one, two in pairs:
        if one in place and two in place and one != two:
            yield tuple(sorted((place[one], place[two])))


def _clubs(place, groups):
    """A bit for each group that a place is in; groups with fewer than two here are left out."""
    bits, number = [0] * len(place), 0
    for group in groups:
        members = {place[player] for player in group if player in place}
        for member in members if len(members) > 1 else ():
            bits[member] |= 1 << number
        number += len(members) > 1
    return tuple(bits) if number else ()


def _opponents(size, pairs):
    met = [set() for _place in range(size)]
    for a, b in pairs:
        met[a].add(b)
        met[b].add(a)
    return tuple(map(frozenset, met))
