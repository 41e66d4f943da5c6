"""The search for the best round, and how one knows that it is the best."""

from dataclasses import dataclass

import numpy as np

from ..history import BOUND, EXACT
from .bounds import odd_prefixes, relaxed
from .deal import deal
from .field import RANDOM
from .matching import cheapest, in_order, lots_of, prices
from .wishes import wish_of

WHOLE = 128  # up to here every pair is looked at at once
NEAR = (16, 100, 400, 2500)  # beyond: the pairs within such a distance first
NEAR_PAIRS = 100_000  # more of them save too little time to be worth the try


@dataclass(frozen=True)
class Found:
    """A round as pairs of places, who sits out, Σ gap² and how it is known to be the best."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    gap: int
    rematches: int
    proof: str


def best_round(field):
    """The best round without a rematch; None if there is none."""
    if field.method == RANDOM:
        dealt = deal(field)
        if dealt and _gap(field, dealt[0]) == odd_prefixes(field):
            return found_round(field, *dealt)
    found = _near(field) if field.size > WHOLE else None
    return found or next(rounds(field), None)


def rounds(field, rematches=False):
    """Rounds of the field from the best on; with rematches, the fewest and oldest first."""
    edges, price, _wish = _priced(field, _pairs(field, rematches=rematches), rematches)
    nodes = field.size + field.size % 2
    for pairs in in_order(edges, price, nodes):
        yield found_round(field, *_without_bye(field, pairs))


def found_round(field, pairs, bye):
    pairs = tuple(sorted(tuple(sorted(pair)) for pair in pairs))
    gap = _gap(field, pairs)
    rematches = sum(pair in field.meetings for pair in pairs)
    at_bound = not rematches and gap == odd_prefixes(field) and (bye is None or field.bye_turn[bye] == 0)
    return Found(pairs, bye, gap, rematches, BOUND if at_bound else EXACT)


def _near(field):
    """The best round found among near pairs, where its cost shows that no far pair could better it.

    A left-out pair has a gap whose square is over the lower bound, or a wish over the distance, to
    which its round adds at least `_sure_wishes`: worse than a round that meets both.
    """
    lower = relaxed(field)
    if lower is None:
        return None
    wish = wish_of(field)
    sure = _sure_wishes(field, wish[0])
    for distance in NEAR:
        pairs = _pairs(field, lower, distance, wish)
        if len(pairs[0]) > NEAR_PAIRS:
            return None
        edges, price, wishes = _priced(field, pairs, False, wish)
        matched = cheapest(edges, price, field.size + field.size % 2)
        if len(matched) != (field.size + 1) // 2:
            continue
        found = found_round(field, *_without_bye(field, matched))
        spent = sum(wishes[edge] for edge in matched)
        turn = field.bye_turn[found.bye] if found.bye is not None else 0
        if turn == 0 and found.gap == lower and spent <= distance + sure:
            return found
    return None


def _sure_wishes(field, price):
    """What the wishes of all tables but any one come to at least: half of each player's cheapest."""
    price = price.astype(float)
    np.fill_diagonal(price, np.inf)
    for one, two in field.meetings:
        price[one, two] = price[two, one] = np.inf
    cheapest_seat = np.delete(price.min(axis=1), [] if field.expected is None else [field.expected])
    return np.sort(cheapest_seat)[:-2].sum() / 2


def _pairs(field, lower=None, distance=None, wish=None, rematches=False):
    """The two columns of places of all pairs that may be seated, or of the near ones."""
    allowed = np.triu(np.ones((field.size, field.size), dtype=bool), 1)
    if not rematches and field.meetings:
        allowed[tuple(np.array(list(field.meetings)).T)] = False
    if lower is not None:
        gaps = field.groups[:, None] - field.groups
        allowed &= (gaps * gaps <= lower) & (wish[1] <= distance)
    return np.nonzero(allowed)


def _priced(field, pairs, rematches, wish=None):
    """(edges, prices, wish by edge), the seats of the bye included."""
    one, two = pairs
    gap = (field.groups[one] - field.groups[two]) ** 2
    wished = (wish or wish_of(field))[0][one, two]
    edges = list(zip(one.tolist(), two.tolist(), strict=True))
    byes = len(field.bye_turn)
    columns = [_again(field, edges, oldest) for oldest in (False, True)] if rematches else []
    columns = [[*column, *[0] * byes] for column in columns]
    columns.append([*[0] * len(edges), *field.bye_turn])
    columns += [[*column.tolist(), *[0] * byes] for column in (gap, wished)]
    edges += [(place, field.bye_node) for place in range(byes)]
    tables = (field.size + 1) // 2
    price = prices(columns, tables, lots_of(edges, (*field.digests, b"bye")))
    return edges, price, dict(zip(edges, columns[-1], strict=True))


def _again(field, edges, oldest):
    """1 for a rematch; or how little is to be said for this one: met twice before once, late before early."""
    if not oldest:
        return [int(edge in field.meetings) for edge in edges]
    latest = max((since for _times, since in field.meetings.values()), default=0)
    scale = latest + 1
    price = {pair: times * scale - since for pair, (times, since) in field.meetings.items()}
    return [price.get(edge, 0) for edge in edges]


def _without_bye(field, matched):
    pairs = tuple(pair for pair in matched if field.bye_node not in pair)
    byes = [pair[0] for pair in matched if field.bye_node is not None and field.bye_node in pair]
    return pairs, (byes[0] if byes else None)


def _gap(field, pairs):
    one, two = np.array(pairs, dtype=int).reshape(-1, 2).T
    return int(((field.groups[one] - field.groups[two]) ** 2).sum())
