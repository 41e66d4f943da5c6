"""Looking ahead in small fields: can the rounds that remain still be paired after this one?"""

from collections import Counter
from itertools import chain, combinations, islice
from random import Random

from .matching import cheapest

DRAWS = 60  # rounds looked at, the best first
PEELS = 80  # ways tried to pair the rest after each


def safe_round(field, candidates, rounds_left):
    """The best of the candidates after which the rounds that remain can be paired; if none of
    those looked at is safe, the one after which the most rounds were found."""
    best, most = None, -1
    for found in islice(candidates, DRAWS):
        ahead = rounds_ahead(field, found, rounds_left)
        if ahead > most:
            best, most = found, ahead
        if ahead == rounds_left:
            break
    return best


def at_risk(field, rounds_left):
    """Whether a round that remains could fail to exist: not where everyone still has half of the
    field to meet in the last of them (Dirac 1952)."""
    if not rounds_left:
        return False
    room = field.nodes / 2 - 1 - rounds_left
    named = Counter(chain.from_iterable(chain(field.past, field.constraints.forbidden)))
    if max(named.values(), default=0) + 1 <= room:  # at least as many as the places below
        return False
    had = max(len(met) + (e.byes > 0) for met, e in zip(field.met, field.entrants, strict=True))
    return had > room


def rounds_ahead(field, found, rounds_left):
    """How many rounds without a rematch, or a second bye before everyone's first, were found to
    follow this one: matchings peeled off by lot, again and again. A number up to `rounds_left`."""
    lot = Random(int.from_bytes(field.digests[0], "big"))
    met = {*field.meetings, *field.forbidden, *found.pairs}
    byes = [e.byes + (place == found.bye) for place, e in enumerate(field.entrants)]
    most = 0
    for _try in range(PEELS):
        most = max(most, _peel(met, byes, field.bye_node, rounds_left, lot))
        if most == rounds_left:
            break
    return most


def _peel(met, byes, bye_node, rounds_left, lot):
    places = range(len(byes))
    left, byes = [pair for pair in combinations(places, 2) if pair not in met], list(byes)
    nodes = len(byes) + (bye_node is not None)
    for number in range(rounds_left):
        edges = list(left)
        if bye_node is not None:
            fewest = min(byes)
            edges += [(place, bye_node) for place in places if byes[place] == fewest]
        matched = set(cheapest(edges, [lot.getrandbits(32) for _edge in edges], nodes))
        if len(matched) * 2 < nodes:
            return number
        left = [pair for pair in left if pair not in matched]
        for one, two in matched:
            if two == bye_node:
                byes[one] += 1
    return rounds_left
