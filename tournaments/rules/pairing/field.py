"""The players to pair, their pools, and constraints on their pairings."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from string import ascii_uppercase

import numpy as np

from ..errors import RuleViolation, _

LOWEST, RANDOM_LOWEST = "lowest", "random"
ALL_ONE_GROUP = 100_000  # a band so wide that points do not count in the draw


@dataclass(frozen=True, slots=True)
class Constraints:
    """Constraints on one round; players who do not play in it are ignored.

    `apart`: groups of player ids (a club, a team, a household) to keep apart if possible.
    `forbidden`: pairs that never meet. `wished`: pairs that meet, at a table of their own.
    `bye_to`: "lowest" (the lowest-ranked player with the fewest byes), "random" (by lot among the
    players with the fewest byes in the lowest score group), or the id of a player. `band`: the number
    of points that make one score group (3: 0-2, 3-5 …); None: one group per number of points.
    `after_gaps`: true if `apart` counts after Σ gap² instead of before it.
    """

    apart: tuple[tuple[str, ...], ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    wished: tuple[tuple[str, str], ...] = ()
    bye_to: str = LOWEST
    band: float | None = None
    after_gaps: bool = False

    @property
    def fixed_bye(self):
        """The id of the player with the bye set by the organiser, or None."""
        return None if self.bye_to in (LOWEST, RANDOM_LOWEST) else self.bye_to


NO_CONSTRAINTS = Constraints()


class PlayerPairs(tuple):
    """Pairs of player ids, formatted as a list in a sentence: a – b, c – d."""

    def __str__(self):
        return ", ".join(f"{first} – {second}" for first, second in self) or "–"

    def __format__(self, spec):
        return format(str(self), spec)


def wished_tables(
    players: Iterable[str], met, constraints: Constraints, allow_rematches: bool = False
) -> PlayerPairs:
    """Return the wished tables among these players, each once.

    Raises RuleViolation for a player wished against themselves, at two tables or with the set bye;
    for a wished pair that is forbidden or a rematch that is not allowed; for a bye set for an absent
    player or in an even field; and for a band that is not a positive number.
    """
    players, band = set(players), constraints.band
    if band is not None and not 0 < band < float("inf"):
        raise RuleViolation(_("A score group can’t span {band} points. Enter a number above 0."), band=band)
    _check_bye(players, constraints.fixed_bye)
    wished = dict.fromkeys(tuple(sorted(pair)) for pair in constraints.wished if players.issuperset(pair))
    forbidden = {frozenset(pair) for pair in constraints.forbidden}
    rematches = {frozenset(pair) for pair in met} if wished and not allow_rematches else set()
    seated = set()
    for pair in wished:
        _check_wish(pair, forbidden, rematches)
        for player in pair:
            if player in seated:
                message = _("{player} has two requested pairings. Remove one of them.")
                raise RuleViolation(message, player=player)
            if player == constraints.fixed_bye:
                message = _("{player} can’t have both a bye and a requested pairing. Remove one of them.")
                raise RuleViolation(message, player=player)
        seated.update(pair)
    return PlayerPairs(wished)


def _check_wish(pair, forbidden, rematches):
    one, two = pair
    if one == two:
        raise RuleViolation(_("{player} can’t play themselves. Choose two players."), player=one)
    if frozenset(pair) in forbidden:
        message = _("{one} and {two} are both requested as a pairing and kept apart. Remove one of the two.")
        raise RuleViolation(message, one=one, two=two)
    if frozenset(pair) in rematches:
        message = _("{one} and {two} have already met. Remove their requested pairing or allow rematches.")
        raise RuleViolation(message, one=one, two=two)


def _check_bye(players, player):
    if player is None:
        return
    if player not in players:
        message = _("{player} isn’t in this round. Give the bye to another player.")
        raise RuleViolation(message, player=player)
    if len(players) % 2 == 0:
        message = _(
            "The number of players ({count}) is even, so {player} can’t have a bye. Remove a player "
            "from the round first."
        )
        raise RuleViolation(message, count=len(players), player=player)


RANDOM, FOLD, BY_STANDING = "random", "fold", "by_standing"
METHODS = (RANDOM, FOLD, BY_STANDING)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired: points, standing rank (1 best, ties share it), byes so far.

    `order` is the place in the standings list, or the seed in a first round; `fold` and
    `by_standing` use it among equal points.
    """

    player: str
    points: float
    rank: int
    byes: int = 0
    order: int = 0


@dataclass(frozen=True)
class PairingField:
    """The players to be paired, as columns over the places 0 … n-1 (best first).

    `groups` are the score groups, 0 the best. `digests` are the lots: SHA-256 of seed, round and
    player. `past` has the two players of each past meeting, `forbidden` the pairs of places that may
    never meet. `clubs` has, for each place, one bit per group of players to be kept apart; it is empty
    if there are no such groups. `bye_turn` is each place's turn for the bye, 0 first; empty for an even
    field. `expected` is the place that gets the bye if the others can be paired, else None.
    `meetings` and `met` are computed on first use, as most rounds do not need them.
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
        """The number of places to be matched, including the bye's."""
        return self.size + self.size % 2

    @property
    def nodes_digests(self):
        return (*self.digests, b"bye") if self.bye_turn else self.digests

    @cached_property
    def meetings(self):
        """(times met, meetings of both players since) by pair of places."""
        return _count_meetings(self.places, self.past)

    @cached_property
    def met(self):
        """The opponents that each place has met or may not meet."""
        met = [set() for _place in range(self.size)]
        for a, b in {*self.meetings, *self.forbidden}:
            met[a].add(b)
            met[b].add(a)
        return tuple(map(frozenset, met))

    @cached_property
    def barred(self):
        """The pairs of players who have met or may not meet, in either order."""
        return frozenset(chain(self.past, self.constraints.forbidden))

    @cached_property
    def players(self):
        """The player id of each place."""
        return [e.player for e in self.entrants]

    @cached_property
    def places(self):
        """The place of each player id."""
        return _places(self.entrants)

    @property
    def bye_node(self):
        """The node that stands for the bye, or None in an even field."""
        return self.size if self.bye_turn else None


def build_field(entrants, met, method, seed, round_number, constraints=NO_CONSTRAINTS, excluded=()):
    """Build the field in an order that does not depend on the order of the arguments.

    The `excluded` players already have a table or bye: they only count for the score groups.
    Raises RuleViolation for fewer than two players, a player entered twice or an unknown method.
    """
    _check(entrants, method)
    group = score_groups({e.points for e in entrants}, constraints.band)
    draw = f"{seed}|{round_number}|"
    lots = [hashlib.sha256((draw + e.player).encode()).digest() for e in entrants]
    order = _best_first(entrants, method, lots)
    if excluded:
        order = [index for index in order if entrants[index].player not in excluded]
    entrants, digests = tuple([entrants[index] for index in order]), tuple([lots[index] for index in order])
    groups = [group[e.points] for e in entrants]
    place = _places(entrants)
    turns = bye_turns(entrants, groups, method, constraints.bye_to) if len(entrants) % 2 else ()
    first = [place for place, number in enumerate(turns) if number == 0]
    return PairingField(
        entrants=entrants,
        method=method,
        groups=np.array(groups, dtype=int),
        digests=digests,
        past=tuple(met),
        bye_turn=turns,
        expected=min(first, key=digests.__getitem__) if first else None,
        constraints=constraints,
        forbidden=frozenset(_pairs_of_places(place, constraints.forbidden)),
        clubs=_club_bits(place, constraints.apart),
    )


def _check(entrants, method):
    if method not in METHODS:
        message = _("Unknown pairing method “{method}”. Choose one of {methods}.")
        raise RuleViolation(message, method=method, methods=", ".join(METHODS))
    if len(entrants) < 2:
        raise RuleViolation(_("A round needs at least two players; there are {count}."), count=len(entrants))
    players = set()
    for entrant in entrants:
        if entrant.player in players:
            message = _("{player} is listed twice. List each player once.")
            raise RuleViolation(message, player=entrant.player)
        players.add(entrant.player)


def _best_first(entrants, method, lots):
    """Return the indices of the entrants, best first."""
    rounded = {points: -round(points, 9) for points in {e.points for e in entrants}}
    keys = [lots, [e.rank for e in entrants]]
    if method != RANDOM:
        keys.append([e.order for e in entrants])
    keys.append([rounded[e.points] for e in entrants])
    return np.lexsort([np.array(key) for key in keys]).tolist()


def _places(entrants):
    """Return {player id: place}."""
    return {e.player: place for place, e in enumerate(entrants)}


def score_groups(points, band=None):
    """Return the score group of each number of points, or of its band; 0 is the best."""
    level = {value: round(value, 9) for value in points}
    if band is not None:
        level = {value: math.floor(round(rounded / band, 9)) for value, rounded in level.items()}
    groups = {rounded: group for group, rounded in enumerate(sorted(set(level.values()), reverse=True))}
    return {value: groups[rounded] for value, rounded in level.items()}


def bye_turns(entrants, groups, method, bye_to):
    """Return each entrant's turn for the bye, 0 first: fewest byes, lowest rank, then order unless by lot."""
    by_order = method != RANDOM
    keys = [(e.byes, -e.rank, -place if by_order else 0) for place, e in enumerate(entrants)]
    if bye_to == RANDOM_LOWEST:
        keys = [(e.byes, -group) for e, group in zip(entrants, groups, strict=True)]
    turns = {key: number for number, key in enumerate(sorted(set(keys)))}
    return tuple(turns[key] for key in keys)


def _count_meetings(place, met):
    """Count the meetings of each pair and how many others the two have had since.

    Counted per player, so that the order of the tables within a past round does not matter.
    """
    played, meetings = {}, {}
    for one, two in met:
        counts = played.get(one, 0) + 1, played.get(two, 0) + 1
        played[one], played[two] = counts
        if one in place and two in place and one != two:
            a, b = place[one], place[two]
            pair = (a, b) if a < b else (b, a)
            times = meetings.get(pair, (0, 0))[0] + 1
            meetings[pair] = (times, sum(counts))
    total = {number: played.get(player, 0) for player, number in place.items()}
    return {(a, b): (times, total[a] + total[b] - then) for (a, b), (times, then) in meetings.items()}


def _pairs_of_places(place, pairs):
    """Yield the pairs as places, as far as both players are in the field."""
    for one, two in pairs:
        if one in place and two in place and one != two:
            yield tuple(sorted((place[one], place[two])))


def _club_bits(place, groups):
    """Return the group bits of each place; groups with fewer than two players in the field are left out."""
    bits, number = [0] * len(place), 0
    for group in groups:
        members = {place[player] for player in group if player in place}
        for member in members if len(members) > 1 else ():
            bits[member] |= 1 << number
        number += len(members) > 1
    return tuple(bits) if number else ()


MAX_POOLS = len(ascii_uppercase)


def deal_snake(field: Sequence[str], pools: int) -> dict[str, tuple[str, ...]]:
    """Deal the field, in seed order, to the pools A, B, C … in snake order: A B C, C B A, A B C …

    Raises RuleViolation if a pool would have fewer than two players.
    """
    if pools > 1 and len(field) < 2 * pools:
        message = _("{pools} pools need at least {least} players; there are {count}. Use fewer pools.")
        raise RuleViolation(message, pools=pools, least=2 * pools, count=len(field))
    dealt = {name: [] for name in ascii_uppercase[:pools]}
    for place, player in enumerate(field):
        row, column = divmod(place, pools)
        dealt[ascii_uppercase[pools - 1 - column if row % 2 else column]].append(player)
    return {name: tuple(players) for name, players in dealt.items()}
