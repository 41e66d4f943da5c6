"""The objectives of a round of pairs, the price that a pairing method adds, and the costs of a round.

A method's wish is the price of seating two places together. Its distance says which pairs a search
of a big field tries first. Both are functions of places that broadcast, as a square table of a big
field would not fit in memory. `near_pairs` lists the pairs closest to each place's ideal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .field import BY_STANDING, FOLD, RANDOM, score_groups


def method_wish(field):
    """Return (price, distance): two functions from arrays of places to whole numbers."""
    return WISHES[field.method](field)


def _random(field):
    """No price. Near are neighbours by lot within the group, and places early by lot in other groups."""
    groups = field.groups
    within, sizes = _within_groups(field, np.array(_ranked(field.digests)))

    def distance(one, two):
        apart = np.abs(within[one] - within[two])
        around = np.minimum(apart, sizes[one] - apart)
        return np.where(groups[one] == groups[two], around, np.maximum(within[one], within[two]))

    return lambda one, two: np.zeros(np.broadcast(one, two).shape, dtype=int), distance


def _by_standing(field):
    """1 v 2, 3 v 4 …: the squared distance in the standings, so that 1-3, 2-4 beats 1-4, 2-3."""
    place = _without_bye(field)

    def price(one, two):
        return np.maximum((place[one] - place[two]) ** 2 - 1, 0)

    return price, price


def _fold(field):
    """1 v n/2+1 within the score group.

    The last of an odd group floats down and is placed before number 1 of the group below. The price
    is the squared distance from the ideal, so that several small shifts beat one big one.
    """
    groups = field.groups
    within, sizes, is_joined = _fold_order(field)
    half, down = (is_joined + sizes) // 2, sizes - 1 - within
    up = within + is_joined - half

    def price(one, two):
        one, two = np.minimum(one, two), np.maximum(one, two)
        apart = np.abs(np.abs(within[one] - within[two]) - half[one])
        across = down[one] ** 2 + up[two] ** 2
        return np.where(groups[one] == groups[two], apart**2, across)

    return price, price


WISHES = {RANDOM: _random, FOLD: _fold, BY_STANDING: _by_standing}


def near_pairs(field, reach):
    """Return the pairs near to what the method (fold or by standing) prefers: (one, two), better place first.

    All pairs with a gap of at most one and a price of at most reach² by the method, and some more.
    """
    one, two = np.repeat(np.arange(field.size), 2 * reach + 5), np.arange(-reach - 2, reach + 3)
    if field.method == BY_STANDING:
        two = one + np.tile(two + reach + 3, field.size)
        inside = two < field.size
        return one[inside], two[inside]
    starts = np.searchsorted(field.groups, np.arange(field.groups[-1] + 2))
    _within, sizes, is_joined = _fold_order(field)
    half = (is_joined + sizes) // 2
    ones, twos = [one], [one + np.repeat(half, len(two)) + np.tile(two, field.size)]
    for group, first in enumerate(starts[1:-1].tolist()):
        last = np.arange(max(starts[group], first - reach - 2), first)
        middle = first + half[first] - is_joined[first] + two
        middle = middle[(middle >= first) & (middle < starts[group + 2])]
        ones.append(np.repeat(last, len(middle)))
        twos.append(np.tile(middle, len(last)))
    one, two = np.concatenate(ones), np.concatenate(twos)
    inside = (one < two) & (two < field.size)
    return tuple(np.unique(np.stack([one, two])[:, inside], axis=1))


def _fold_order(field):
    """Return (number inside the score group, size of the group, whether a player floats into the group)."""
    groups = field.groups
    within, sizes = _within_groups(field, _without_bye(field))
    is_joined = np.zeros(field.size, dtype=int)
    for group in range(1, groups[-1] + 1):
        has_bye_before = field.expected is not None and groups[field.expected] < group
        is_joined[groups == group] = (int((groups < group).sum()) - has_bye_before) % 2
    return within, sizes, is_joined


def _without_bye(field):
    """Return the places counted without the player expected to have the bye."""
    place = np.arange(field.size)
    if field.expected is not None:
        place[field.expected :] -= 1
    return place


def _within_groups(field, key):
    """Return (number inside the score group by the key, size of the group), without the expected bye."""
    within, sizes = np.zeros(field.size, dtype=int), np.zeros(field.size, dtype=int)
    for group in range(field.groups[-1] + 1):
        members = np.flatnonzero(field.groups == group)
        members = members[np.argsort(key[members], kind="stable")]
        counted = [place for place in members if place != field.expected]
        within[counted] = np.arange(len(counted))
        sizes[members] = len(counted)
    return within, sizes


def _ranked(values):
    number = {value: rank for rank, value in enumerate(sorted(values))}
    return [number[value] for value in values]


STRETCH_LENGTH = 16


def legal_pairs(field, rematches=False, forbidden=False):
    """Return a square table, true above the diagonal for pairs that may be seated (bye node included)."""
    legal = np.triu(np.ones((field.nodes, field.nodes), dtype=bool), 1)
    barred = () if forbidden else field.forbidden
    for pairs in (barred, () if rematches else field.meetings):
        if pairs:
            legal[tuple(np.array(list(pairs)).T)] = False
    return legal


def round_levels(field, rematches=False):
    """Return the objectives of a round as square whole-number tables, most important first."""
    levels = list(rematch_levels(field)) if rematches else []
    if field.bye_turn:
        levels.append(bye_level(field))
    gap, clubs = with_bye(field, gap_table(field) ** 2), with_bye(field, same_club_table(field))
    levels += [gap, clubs] if field.constraints.after_gaps else [clubs, gap]
    return [*levels, with_bye(field, pairwise_table(field, method_wish(field)[0]))]


def node_kinds(field):
    """Number the nodes by score group and membership of the big club; 0 for the bye."""
    big = big_club(field)
    inside = np.array([bits & big > 0 for bits in field.clubs] or [False] * field.size)
    kinds = np.unique(2 * field.groups + inside, return_inverse=True)[1] + field.size % 2
    return np.pad(kinds, (0, field.nodes - field.size))


def node_classes(field):
    """Number the places by stretches of neighbours of one kind; -1 for the bye."""
    within = np.arange(field.size) - np.searchsorted(field.groups, field.groups)
    stretch = within // STRETCH_LENGTH if field.method != RANDOM else np.zeros(field.size, dtype=int)
    classes = np.unique(node_kinds(field)[: field.size] * field.size + stretch, return_inverse=True)[1]
    return np.pad(classes, (0, field.nodes - field.size), constant_values=-1)


def big_club(field, share=8):
    """Return the bits of the biggest club if at least one in `share` places belongs to it, else 0."""
    sizes = Counter(bits for bits in field.clubs if bits)
    biggest = max(sizes, key=lambda bits: (sizes[bits], bits), default=0)
    return biggest if sizes[biggest] * share >= field.size else 0


def pairwise_table(field, numbers):
    """Return the square table of a function of two places."""
    place = np.arange(field.size)
    return numbers(place[:, None], place)


def gap_table(field):
    """Return the table of gaps in score groups."""
    return np.abs(field.groups[:, None] - field.groups)


def same_club_table(field):
    """Return a table with 1 for two places of the same club."""
    same = np.zeros((field.size, field.size), dtype=int)
    for number in range(max(field.clubs, default=0).bit_length()):
        members = np.flatnonzero([bits >> number & 1 for bits in field.clubs])
        same[np.ix_(members, members)] = 1
    return same


def same_club(field, one, two):
    """Return a boolean per pair: whether it should be kept apart."""
    clubs = field.clubs
    if not clubs:
        return np.zeros(len(one), dtype=bool)
    pairs = zip(one.tolist(), two.tolist(), strict=True)
    return np.array([clubs[a] & clubs[b] > 0 for a, b in pairs], dtype=bool)


def rematch_levels(field):
    """Return two tables: 1 for a rematch, and its cost (more meetings and later meetings cost more)."""
    rematches, costs = np.zeros((2, field.nodes, field.nodes), dtype=int)
    scale = max((since for _times, since in field.meetings.values()), default=0) + 1
    for (a, b), (times, since) in field.meetings.items():
        rematches[a, b] = rematches[b, a] = 1
        costs[a, b] = costs[b, a] = times * scale - since
    return rematches, costs


def bye_level(field):
    """Return the table of turns for the bye."""
    turns = np.zeros((field.nodes, field.nodes), dtype=int)
    turns[: field.size, field.size] = turns[field.size, : field.size] = field.bye_turn
    return turns


def with_bye(field, table):
    """Return the table with a row and a column of zeros for the bye, if the field is odd."""
    return np.pad(table, (0, field.nodes - field.size))


@dataclass(frozen=True, slots=True)
class RoundCosts:
    """The costs of a round.

    `rematches`: pairs that meet again. `gap`: Σ (gap in score groups)² over all pairs at a table.
    `same_club`: pairs from one club. `byes`: earlier byes of the players with a bye.
    `pair_downs`: tables with players of several score groups.
    """

    rematches: int
    gap: int
    same_club: int
    byes: int
    pair_downs: int


def compute_costs(
    tables: Iterable[tuple[str, str]],
    bye_players: Sequence[str],
    *,
    points: Mapping[str, float],
    met: Iterable[tuple[str, str]],
    byes: Mapping[str, int],
    clubs: Mapping[str, str],
    band: float | None = None,
) -> RoundCosts:
    """Compute the costs of `tables` (two or more player ids each) and of the players with a bye.

    `points` of all players in the round define the score groups, with the optional `band`. `met` has
    one pair per past meeting, `byes` the earlier byes of each player. An empty club means no club.
    """
    tables = [tuple(table) for table in tables]
    group = score_groups(set(points.values()), band)
    place = {player: group[value] for player, value in points.items()}
    times_met = Counter(frozenset(pair) for pair in met)
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return RoundCosts(
        rematches=sum(times_met[frozenset(pair)] > 0 for pair in pairs),
        gap=sum((place[a] - place[b]) ** 2 for a, b in pairs),
        same_club=sum(bool(clubs.get(a)) and clubs.get(a) == clubs.get(b) for a, b in pairs),
        byes=sum(byes.get(player, 0) for player in bye_players),
        pair_downs=sum(len({place[player] for player in table}) > 1 for table in tables),
    )
