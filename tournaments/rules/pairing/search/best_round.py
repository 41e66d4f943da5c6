"""The search for the best round, with a proof that no round is better."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ...errors import RuleViolation, _
from ...terms import BOUND, EXACT
from ..field import NO_CONSTRAINTS, RANDOM, Constraints, Entrant, build_field
from ..objectives import (
    big_club,
    gap_table,
    legal_pairs,
    method_wish,
    node_classes,
    node_kinds,
    round_levels,
    same_club,
    with_bye,
)
from ..reasons.byes import no_round_error
from .local import deal_round, local_round
from .matching import (
    at_risk,
    best_safe_round,
    cheapest_matching,
    edge_lots,
    edge_prices,
    matchings_in_order,
    odd_prefix_bound,
    relaxed_bound,
)
from .pricing import cheapest_round

MAX_ALL_PAIRS_FIELD = 128  # players; up to here all pairs are searched at once
MAX_FIELD_SIZE = 5000  # players; tables of all pairs fit in memory up to here
ROWS_PER_CHUNK = 256
NEAR_DISTANCES = (16, 100, 400, 2500)  # by lot, in bigger fields: the distances of pairs to try first
NEAR_WISHES = (16, 64, 256)  # the same by fold or standing
MAX_NEAR_PAIRS = 100_000  # more would save too little time
CLOSE_GAP = 2  # the widest gap at which the method's wish decides which pairs are near


@dataclass(frozen=True)
class EvaluatedRound:
    """A round: pairs of places, the bye, Σ gap², rematches, pairs of one club, and the kind of proof."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    gap: int
    rematches: int
    apart: int
    proof: str


def best_round(field):
    """Return the best round without a rematch, or None.

    Tries the cheapest search first. Each either proves that its round is the best or hands over to the next.
    """
    if not field.size:
        return evaluate_round(field, (), None)
    if round_ := _dealt_round(field) if field.method == RANDOM else _round_of_pieces(field):
        return round_
    if field.size <= MAX_ALL_PAIRS_FIELD:
        return next(rounds_in_order(field), None)
    if (field.method == RANDOM and not field.clubs) or field.size > MAX_FIELD_SIZE:
        return _round_of_near_pairs(field) or exact_round(field)
    return exact_round(field)


def _dealt_round(field):
    """Return the round dealt by lot if it meets the lower bound, else None."""
    dealt = deal_round(field)
    round_ = dealt and evaluate_round(field, *dealt)
    return round_ if round_ and round_.proof == BOUND else None


def _round_of_pieces(field):
    """Return the best round of a big field, found piece by piece, or None.

    A field with one in three in one club is left out: it hardly ever meets the bound.
    """
    if field.size <= MAX_ALL_PAIRS_FIELD or big_club(field, 3):
        return None
    pieces = local_round(field)
    return pieces and evaluate_round(field, *pieces)


def _round_of_near_pairs(field):
    """Return the best round among near pairs if Σ gap² meets a lower bound, else None.

    Far pairs could then only improve the method's wish.
    """
    lower_bound = relaxed_bound(field)
    if lower_bound is None:
        return None
    for reach in NEAR_DISTANCES if field.method == RANDOM else NEAR_WISHES:
        edges = _near_pairs(field, lower_bound, reach)
        if len(edges) > max(MAX_NEAR_PAIRS, 20 * field.size):
            return None
        edges += [(place, field.bye_node) for place in range(field.size) if field.bye_turn]
        edges.sort()
        matched = cheapest_matching(edges, _prices_at(field, edges), field.nodes)
        if len(matched) != field.nodes // 2:
            continue
        round_ = evaluate_round(field, *_without_bye(field, matched))
        if _is_bye_in_turn(field, round_.bye) and not round_.apart and round_.gap == lower_bound:
            return round_
    return None


def exact_round(field, rematches=False, reach=16, levels=None, legal=None):
    """Return the best round, searched among few pairs but proven against all pairs, or None.

    `reach` is the number of pairs per place to begin with; with a big club to keep apart, three times
    as many unless prices narrow them down. `levels` replaces the objectives of a draw, `legal` the
    legal pairs. Raises RuleViolation for a field too big for tables of all pairs.
    """
    if field.size > MAX_FIELD_SIZE:
        message = _(
            "This round can’t be paired with {count} players: comparing all pairs would take too long. "
            "Split the event into two phases, or pair at random within score groups."
        )
        raise RuleViolation(message, count=field.size)
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
    first, second = np.nonzero(legal)
    edges = list(zip(first.tolist(), second.tolist(), strict=True))
    columns = [level[first, second].tolist() for level in levels]
    prices = edge_prices(columns, field.nodes // 2, edge_lots(edges, field.nodes_digests))
    for pairs in matchings_in_order(edges, prices, field.nodes):
        yield evaluate_round(field, *_without_bye(field, pairs))


def evaluate_round(field, pairs, bye):
    """Compute the costs of a round and whether they meet the lower bound."""
    pairs = tuple(sorted([(a, b) if a < b else (b, a) for a, b in pairs]))
    first, second = np.array(pairs, dtype=int).reshape(-1, 2).T
    gap = int(((field.groups[first] - field.groups[second]) ** 2).sum())
    rematches = sum(pair in field.meetings for pair in pairs) if _has_barred_pair(field, pairs) else 0
    apart = sum(field.clubs[a] & field.clubs[b] > 0 for a, b in pairs) if field.clubs else 0
    is_free = not rematches and not apart and _is_bye_in_turn(field, bye)
    proof = BOUND if is_free and gap == odd_prefix_bound(field) else EXACT
    return EvaluatedRound(pairs, bye, gap, rematches, apart, proof)


def _is_bye_in_turn(field, bye):
    return bye is None or field.bye_turn[bye] == 0


def concessions(field, round_):
    """Return the costs that rank between rematches and the method's wish, most important first."""
    turn = 0 if round_.bye is None else field.bye_turn[round_.bye]
    if field.constraints.after_gaps:
        return turn, round_.gap, round_.apart
    return turn, round_.apart, round_.gap


def _has_barred_pair(field, pairs):
    """Return whether two players at a table have met or may not meet, without counting all meetings."""
    tables = [(field.players[a], field.players[b]) for a, b in pairs]
    swapped = [table[::-1] for table in tables]
    return not (field.barred.isdisjoint(tables) and field.barred.isdisjoint(swapped))


def _near_pairs(field, max_squared_gap, reach):
    """Return the legal pairs within the distance, computed a few rows of the square at a time."""
    distance, groups, edges = method_wish(field)[1], field.groups, []
    for start in range(0, field.size, ROWS_PER_CHUNK):
        rows = np.arange(start, min(start + ROWS_PER_CHUNK, field.size))[:, None]
        columns = np.arange(start, field.size)
        near = (columns > rows) & ((groups[rows] - groups[columns]) ** 2 <= max_squared_gap)
        near &= distance(rows, columns) <= reach
        first, second = np.nonzero(near)
        edges += zip((first + start).tolist(), (second + start).tolist(), strict=True)
    return [(a, b) for a, b in edges if b not in field.met[a]]


def _prices_at(field, edges):
    """Return the prices of these pairs, including the bye's, without a table of all pairs."""
    first, second = np.array(edges).T
    is_table = second < field.size
    turn, gap, apart, wish = np.zeros((4, len(edges)), dtype=int)
    turn[~is_table] = np.array(field.bye_turn, dtype=int)[first[~is_table]]
    first, second = first[is_table], second[is_table]
    gap[is_table] = (field.groups[first] - field.groups[second]) ** 2
    apart[is_table], wish[is_table] = same_club(field, first, second), method_wish(field)[0](first, second)
    columns = [column.tolist() for column in (turn, apart, gap, wish)]
    return edge_prices(columns, field.nodes // 2, edge_lots(edges, field.nodes_digests))


def _without_bye(field, matched):
    """Return (the pairs of players, the place that is matched with the bye or None)."""
    pairs = tuple(pair for pair in matched if field.bye_node not in pair)
    byes = [pair[0] for pair in matched if field.bye_node is not None and field.bye_node in pair]
    return pairs, (byes[0] if byes else None)


@dataclass(frozen=True)
class Repair:
    """A repaired round.

    `tables` have the better-placed player first, `gap` is Σ (gap in score groups)², `changed` counts the
    previous tables (and the bye) that changed.
    """

    tables: tuple[tuple[str, str], ...]
    bye: str | None
    rematches: int
    gap: int
    changed: int


def repair(
    entrants: Sequence[Entrant],
    met: Iterable[tuple[str, str]],
    tables: Sequence[tuple[str, str]],
    bye: str | None,
    *,
    method: str,
    seed: str,
    round_number: int,
    rounds_left: int = 0,
    allow_rematches: bool = False,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Repair:
    """Return a round as good as the best draw that keeps as many of the `tables` and the `bye` as possible.

    "As good" means rematches, bye, tables kept apart and Σ gap². Ties are decided by the method's wish,
    then by lot. Proven by an exact matching in which a new table costs one, after the gaps and before the
    wish; in a big field among few pairs (`pricing`). With `rounds_left` (after this one), a small field gets
    the first round in that order after which these can still be paired. Ignores wished tables and a bye set
    by the organiser. Raises RuleViolation in the same cases as `pair_swiss`.
    """
    field = build_field(entrants, met, method, seed, round_number, constraints)
    current = _current_pairs(field, tables, bye)
    best = repair_field(field, current)
    if best and at_risk(field, rounds_left):
        best = best_safe_round(field, repaired_rounds(field, current), rounds_left)
    elif not best and allow_rematches:
        best = repair_field(field, current, rematches=True)
    if not best:
        raise no_round_error(field, (), None, allow_rematches)
    names, unchanged = field.players, current & {*best.pairs, (best.bye, field.bye_node)}
    return Repair(
        tables=tuple((names[a], names[b]) for a, b in best.pairs),
        bye=None if best.bye is None else names[best.bye],
        rematches=best.rematches,
        gap=best.gap,
        changed=len(tables) + (bye is not None) - len(unchanged),
    )


def _current_pairs(field, tables, bye):
    """Return the tables and the bye as pairs of places, as far as their players are in the field."""
    place = field.places
    current = {tuple(sorted((place[a], place[b]))) for a, b in tables if a in place and b in place}
    return current | ({(place[bye], field.bye_node)} if bye in place and field.bye_turn else set())


def repair_field(field, current, rematches=False, max_all_pairs=MAX_ALL_PAIRS_FIELD):
    """Return the best round of the field that keeps the most `current` pairs, or None.

    A field over `max_all_pairs` is searched among few pairs.
    """
    if field.size <= max_all_pairs:
        return next(repaired_rounds(field, current, rematches), None)
    legal = legal_pairs(field, rematches)
    if not rematches and _is_level(field):
        legal &= with_bye(field, gap_table(field)) <= 1
    return exact_round(field, rematches, levels=_levels(field, current, rematches), legal=legal)


def _is_level(field):
    """Return whether a deal by lot meets the lower bound.

    If so, in every equally good round at most one table crosses each line between score groups, and no
    table crosses two.
    """
    dealt = deal_round(field) if field.method == RANDOM else None
    return bool(dealt) and evaluate_round(field, *dealt).proof == BOUND


def repaired_rounds(field, current, rematches=False):
    """Yield the rounds of the field, best first, ties by the number of `current` pairs kept."""
    return ranked_rounds(field, legal_pairs(field, rematches), _levels(field, current, rematches))


def _levels(field, current, rematches):
    """Return the objectives of a draw, with a cost for each new table before the wish."""
    *levels, wish = round_levels(field, rematches)
    new = np.ones_like(wish)
    one, two = np.array(list(current), dtype=int).reshape(-1, 2).T
    new[one, two] = new[two, one] = 0
    return [*levels, new, wish]
