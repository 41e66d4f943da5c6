"""The search for the best round, and how one knows that it is the best."""

from dataclasses import dataclass

import numpy as np

from ...errors import RuleViolation, _
from ...history import BOUND, EXACT
from ..field import RANDOM
from ..method_cost import wish_of
from ..objectives import big_club, classes_of, gaps, kinds_of, legal_pairs, levels_of, same_club, with_bye
from .local import local_round
from .lower_bounds import odd_prefixes, relaxed
from .matching import cheapest, in_order, lots_of, prices
from .pricing import cheapest_round
from .random_deal import deal

WHOLE = 128  # up to here every pair is looked at at once
DENSE = 5000  # and up to here there is room for tables of all pairs
ROWS = 256
NEAR = (16, 100, 400, 2500)  # beyond, by lot: the pairs within such a distance first
NEAR_WISHES = (16, 64, 256)  # by fold or standing: the pairs that lack no more than so much
NEAR_PAIRS = 100_000  # more of them save too little time to be worth the try
CLOSE = 2  # the widest gap at which the wish is asked who is near


@dataclass(frozen=True)
class Found:
    """A round as pairs of places, who sits out, Σ gap², how many of a club meet one of theirs, and
    how it is known to be the best."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    gap: int
    rematches: int
    apart: int
    proof: str


def best_round(field):
    """The best round without a rematch; None if there is none."""
    if not field.size:
        return found_round(field, (), None)
    quick = _dealt(field) if field.method == RANDOM else _piecewise(field)
    if quick:
        return quick
    if field.size <= WHOLE:
        return next(rounds(field), None)
    by_lot = field.method == RANDOM and not field.clubs
    near = _near(field) if by_lot or field.size > DENSE else None
    return near or exact_round(field)


def _dealt(field):
    found = (dealt := deal(field)) and found_round(field, *dealt)
    return found if found and found.proof == BOUND else None


def _piecewise(field):
    """Not asked where one in three is in a club: such a round is hardly ever at the bound."""
    pieces = local_round(field) if field.size > WHOLE and not big_club(field, 3) else None
    return pieces and found_round(field, *pieces)


def exact_round(field, rematches=False, reach=16, levels=None, legal=None):
    """The best round, from few pairs shown to be the best of all; None if there is none. `reach`:
    the pairs of each place to begin with; where a big club is kept apart, three times as
    many, or prices that make them few. `levels` are other objectives than those of a draw, `legal`
    fewer pairs.

    Raises RuleViolation for a field whose tables of all pairs would fill the memory."""
    if field.size > DENSE:
        raise RuleViolation(
            _(
                "{count} players are too many for a search among all pairs, which this round needs: play "
                "them in two phases, or pair at random inside the score groups."
            ),
            count=field.size,
        )
    levels = levels or levels_of(field, rematches)
    legal = legal_pairs(field, rematches) if legal is None else legal
    close = with_bye(field, gaps(field) <= CLOSE)
    kinds = kinds_of(field) if big_club(field) and not field.constraints.after_gaps else None
    reach *= 3 if big_club(field) and kinds is None else 1
    pairs = cheapest_round(levels, legal, classes_of(field), close, field.nodes_digests, reach, kinds)
    return pairs and found_round(field, *_without_bye(field, pairs))


def rounds(field, rematches=False):
    """Rounds of the field from the best on; with rematches, the fewest and oldest first."""
    yield from ranked(field, legal_pairs(field, rematches), levels_of(field, rematches))


def ranked(field, legal, levels):
    """Rounds of the legal pairs in the order of their levels, equals by the lot."""
    for pairs in in_order(*_priced(field, legal, levels), field.nodes):
        yield found_round(field, *_without_bye(field, pairs))


def found_round(field, pairs, bye):
    """What a round comes to, and whether that meets the bound that nothing can go below."""
    pairs = tuple(sorted([(a, b) if a < b else (b, a) for a, b in pairs]))
    one, two = np.array(pairs, dtype=int).reshape(-1, 2).T
    gap = int(((field.groups[one] - field.groups[two]) ** 2).sum())
    rematches = sum(pair in field.meetings for pair in pairs) if _any_barred(field, pairs) else 0
    apart = sum(field.clubs[a] & field.clubs[b] > 0 for a, b in pairs) if field.clubs else 0
    in_turn = bye is None or field.bye_turn[bye] == 0
    at_bound = not rematches and not apart and in_turn and gap == odd_prefixes(field)
    return Found(pairs, bye, gap, rematches, apart, BOUND if at_bound else EXACT)


def given_up(field, found):
    """What a round costs after its rematches and before the method's wish, the first counting most."""
    turn = 0 if found.bye is None else field.bye_turn[found.bye]
    if field.constraints.after_gaps:
        return turn, found.gap, found.apart
    return turn, found.apart, found.gap


def _any_barred(field, pairs):
    tables = [(field.players[a], field.players[b]) for a, b in pairs]
    return not (
        field.barred.isdisjoint(tables) and field.barred.isdisjoint([table[::-1] for table in tables])
    )


def _near(field):
    """The best round among near pairs, where Σ gap² shows that no far pair could better it but for the
    method's wish."""
    lower = relaxed(field)
    if lower is None:
        return None
    for reach in NEAR if field.method == RANDOM else NEAR_WISHES:
        edges = _near_pairs(field, lower, reach)
        if len(edges) > max(NEAR_PAIRS, 20 * field.size):
            return None
        edges += [(place, field.bye_node) for place in range(field.size) if field.bye_turn]
        edges.sort()
        matched = cheapest(edges, _prices_at(field, edges), field.nodes)
        if len(matched) != field.nodes // 2:
            continue
        found = found_round(field, *_without_bye(field, matched))
        turn = field.bye_turn[found.bye] if found.bye is not None else 0
        if turn == 0 and found.apart == 0 and found.gap == lower:
            return found
    return None


def _near_pairs(field, lower, reach):
    """The legal pairs within such a distance, a few rows of the square at a time."""
    distance, groups, edges = wish_of(field)[1], field.groups, []
    for first in range(0, field.size, ROWS):
        one, two = np.arange(first, min(first + ROWS, field.size))[:, None], np.arange(first, field.size)
        near = (two > one) & ((groups[one] - groups[two]) ** 2 <= lower) & (distance(one, two) <= reach)
        rows, columns = np.nonzero(near)
        edges += zip((rows + first).tolist(), (columns + first).tolist(), strict=True)
    return [(a, b) for a, b in edges if b not in field.met[a]]


def _prices_at(field, edges):
    """What these pairs cost, the seats of the bye included, without a table of all pairs."""
    one, two = np.array(edges).T
    plays = two < field.size
    turn, gap, apart, wish = np.zeros((4, len(edges)), dtype=int)
    turn[~plays] = np.array(field.bye_turn, dtype=int)[one[~plays]]
    one, two = one[plays], two[plays]
    gap[plays] = (field.groups[one] - field.groups[two]) ** 2
    apart[plays], wish[plays] = same_club(field, one, two), wish_of(field)[0](one, two)
    columns = [column.tolist() for column in (turn, apart, gap, wish)]
    return prices(columns, field.nodes // 2, lots_of(edges, field.nodes_digests))


def _priced(field, legal, levels):
    """(edges, prices) of the legal pairs, the seats of the bye included."""
    one, two = np.nonzero(legal)
    edges = list(zip(one.tolist(), two.tolist(), strict=True))
    columns = [level[one, two].tolist() for level in levels]
    return edges, prices(columns, field.nodes // 2, lots_of(edges, field.nodes_digests))


def _without_bye(field, matched):
    pairs = tuple(pair for pair in matched if field.bye_node not in pair)
    byes = [pair[0] for pair in matched if field.bye_node is not None and field.bye_node in pair]
    return pairs, (byes[0] if byes else None)
