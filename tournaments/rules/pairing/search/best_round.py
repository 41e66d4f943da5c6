"""The search for the best round, with a proof that no round is better."""

from dataclasses import dataclass

import numpy as np

from ...errors import RuleViolation, _
from ...history import BOUND, EXACT
from ..field import RANDOM
from ..method_cost import method_wish
from ..objectives import (
    big_club,
    gap_table,
    legal_pairs,
    node_classes,
    node_kinds,
    round_levels,
    same_club,
    with_bye,
)
from .local import local_round
from .lower_bounds import odd_prefix_bound, relaxed_bound
from .matching import cheapest_matching, edge_lots, edge_prices, matchings_in_order
from .pricing import cheapest_round
from .random_deal import deal_round

MAX_ALL_PAIRS_FIELD = 128  # players; up to here all pairs are searched at once
MAX_FIELD_SIZE = 5000  # players; tables of all pairs fit in memory up to here
ROWS_PER_CHUNK = 256
NEAR_DISTANCES = (16, 100, 400, 2500)  # by lot, in bigger fields: the distances of pairs to try first
NEAR_WISHES = (16, 64, 256)  # the same by fold or standing
MAX_NEAR_PAIRS = 100_000  # more would save too little time
CLOSE_GAP = 2  # the widest gap at which the method's wish decides which pairs are near


@dataclass(frozen=True)
class FoundRound:
    """A round: pairs of places, the bye, Σ gap², rematches, pairs of one club, and the kind of proof."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    gap: int
    rematches: int
    apart: int
    proof: str


def best_round(field):
    """Return the best round without a rematch, or None."""
    if not field.size:
        return evaluate_round(field, (), None)
    quick = _round_by_lot(field) if field.method == RANDOM else _round_by_pieces(field)
    if quick:
        return quick
    if field.size <= MAX_ALL_PAIRS_FIELD:
        return next(rounds_in_order(field), None)
    by_lot = field.method == RANDOM and not field.clubs
    near = _near(field) if by_lot or field.size > MAX_FIELD_SIZE else None
    return near or exact_round(field)


def _round_by_lot(field):
    round_ = (dealt := deal_round(field)) and evaluate_round(field, *dealt)
    return round_ if round_ and round_.proof == BOUND else None


def _round_by_pieces(field):
    """Search piece by piece, except where one in three is in one club: that hardly ever meets the bound."""
    pieces = local_round(field) if field.size > MAX_ALL_PAIRS_FIELD and not big_club(field, 3) else None
    return pieces and evaluate_round(field, *pieces)


def exact_round(field, rematches=False, reach=16, levels=None, legal=None):
    """Return the best round, searched among few pairs but proven against all pairs, or None.

    `reach` is the number of pairs per place to begin with; with a big club to keep apart, three times
    as many unless prices narrow them down. `levels` replaces the objectives of a draw, `legal` the
    legal pairs. Raises RuleViolation for a field too big for tables of all pairs.
    """
    if field.size > MAX_FIELD_SIZE:
        raise RuleViolation(
            _(
                "{count} players are too many for a search among all pairs, which this round needs: play "
                "them in two phases, or pair at random inside the score groups."
            ),
            count=field.size,
        )
    levels = levels or round_levels(field, rematches)
    legal = legal_pairs(field, rematches) if legal is None else legal
    close = with_bye(field, gap_table(field) <= CLOSE_GAP)
    kinds = node_kinds(field) if big_club(field) and not field.constraints.after_gaps else None
    reach *= 3 if big_club(field) and kinds is None else 1
    pairs = cheapest_round(levels, legal, node_classes(field), close, field.nodes_digests, reach, kinds)
    return pairs and evaluate_round(field, *_without_bye(field, pairs))


def rounds_in_order(field, rematches=False):
    """Yield the rounds of the field, best first; with rematches, the fewest and oldest first."""
    yield from ranked_rounds(field, legal_pairs(field, rematches), round_levels(field, rematches))


def ranked_rounds(field, legal, levels):
    """Yield the rounds of the legal pairs in the order of `levels`, ties by lot."""
    for pairs in matchings_in_order(*_priced(field, legal, levels), field.nodes):
        yield evaluate_round(field, *_without_bye(field, pairs))


def evaluate_round(field, pairs, bye):
    """Compute the costs of a round and whether they meet the lower bound."""
    pairs = tuple(sorted([(a, b) if a < b else (b, a) for a, b in pairs]))
    one, two = np.array(pairs, dtype=int).reshape(-1, 2).T
    gap = int(((field.groups[one] - field.groups[two]) ** 2).sum())
    rematches = sum(pair in field.meetings for pair in pairs) if _any_barred(field, pairs) else 0
    apart = sum(field.clubs[a] & field.clubs[b] > 0 for a, b in pairs) if field.clubs else 0
    in_turn = bye is None or field.bye_turn[bye] == 0
    at_bound = not rematches and not apart and in_turn and gap == odd_prefix_bound(field)
    return FoundRound(pairs, bye, gap, rematches, apart, BOUND if at_bound else EXACT)


def concessions(field, round_):
    """Return the costs that rank between rematches and the method's wish, most important first."""
    turn = 0 if round_.bye is None else field.bye_turn[round_.bye]
    if field.constraints.after_gaps:
        return turn, round_.gap, round_.apart
    return turn, round_.apart, round_.gap


def _any_barred(field, pairs):
    tables = [(field.players[a], field.players[b]) for a, b in pairs]
    return not (
        field.barred.isdisjoint(tables) and field.barred.isdisjoint([table[::-1] for table in tables])
    )


def _near(field):
    """Return the best round among near pairs if Σ gap² proves that far pairs could only improve the
    method's wish, else None."""
    lower = relaxed_bound(field)
    if lower is None:
        return None
    for reach in NEAR_DISTANCES if field.method == RANDOM else NEAR_WISHES:
        edges = _near_pairs(field, lower, reach)
        if len(edges) > max(MAX_NEAR_PAIRS, 20 * field.size):
            return None
        edges += [(place, field.bye_node) for place in range(field.size) if field.bye_turn]
        edges.sort()
        matched = cheapest_matching(edges, _prices_at(field, edges), field.nodes)
        if len(matched) != field.nodes // 2:
            continue
        round_ = evaluate_round(field, *_without_bye(field, matched))
        turn = field.bye_turn[round_.bye] if round_.bye is not None else 0
        if turn == 0 and round_.apart == 0 and round_.gap == lower:
            return round_
    return None


def _near_pairs(field, lower, reach):
    """Return the legal pairs within the distance, computed a few rows of the square at a time."""
    distance, groups, edges = method_wish(field)[1], field.groups, []
    for first in range(0, field.size, ROWS_PER_CHUNK):
        one, two = (
            np.arange(first, min(first + ROWS_PER_CHUNK, field.size))[:, None],
            np.arange(first, field.size),
        )
        near = (two > one) & ((groups[one] - groups[two]) ** 2 <= lower) & (distance(one, two) <= reach)
        rows, columns = np.nonzero(near)
        edges += zip((rows + first).tolist(), (columns + first).tolist(), strict=True)
    return [(a, b) for a, b in edges if b not in field.met[a]]


def _prices_at(field, edges):
    """Return the prices of these pairs, including the bye's, without a table of all pairs."""
    one, two = np.array(edges).T
    plays = two < field.size
    turn, gap, apart, wish = np.zeros((4, len(edges)), dtype=int)
    turn[~plays] = np.array(field.bye_turn, dtype=int)[one[~plays]]
    one, two = one[plays], two[plays]
    gap[plays] = (field.groups[one] - field.groups[two]) ** 2
    apart[plays], wish[plays] = same_club(field, one, two), method_wish(field)[0](one, two)
    columns = [column.tolist() for column in (turn, apart, gap, wish)]
    return edge_prices(columns, field.nodes // 2, edge_lots(edges, field.nodes_digests))


def _priced(field, legal, levels):
    """Return (edges, prices) of the legal pairs, including the bye's."""
    one, two = np.nonzero(legal)
    edges = list(zip(one.tolist(), two.tolist(), strict=True))
    columns = [level[one, two].tolist() for level in levels]
    return edges, edge_prices(columns, field.nodes // 2, edge_lots(edges, field.nodes_digests))


def _without_bye(field, matched):
    pairs = tuple(pair for pair in matched if field.bye_node not in pair)
    byes = [pair[0] for pair in matched if field.bye_node is not None and field.bye_node in pair]
    return pairs, (byes[0] if byes else None)
