"""Lookahead in small fields: whether the remaining rounds can still be paired after this one."""

from collections import Counter
from itertools import chain, combinations, islice
from random import Random

from .matching import cheapest_matching

MAX_CANDIDATES = 60  # rounds examined, best first
MAX_TRIES = 80  # attempts to pair the remaining rounds after each


def best_safe_round(field, candidates, rounds_left):
    """Return the best candidate after which the remaining rounds can be paired.

    If no examined candidate is safe, return the one that was followed by the most rounds.
    """
    best, most_ahead = None, -1
    for round_ in islice(candidates, MAX_CANDIDATES):
        ahead = rounds_ahead(field, round_, rounds_left)
        if ahead > most_ahead:
            best, most_ahead = round_, ahead
        if ahead == rounds_left:
            break
    return best


def at_risk(field, rounds_left):
    """Return whether a remaining round might be impossible.

    It cannot be if every player still has half of the field to meet in the last round (Dirac 1952).
    """
    if not rounds_left:
        return False
    room = field.nodes / 2 - 1 - rounds_left
    pairs_per_player = Counter(chain.from_iterable(chain(field.past, field.constraints.forbidden)))
    if max(pairs_per_player.values(), default=0) + 1 <= room:  # no fewer than the exact count below
        return False
    excluded = max(len(met) + (e.byes > 0) for met, e in zip(field.met, field.entrants, strict=True))
    return excluded > room


def rounds_ahead(field, round_, rounds_left):
    """Return how many rounds were found to follow this one, up to `rounds_left`.

    They have no rematch and no second bye before everyone's first; each attempt removes random matchings.
    """
    random = Random(int.from_bytes(field.digests[0], "big"))
    met = {*field.meetings, *field.forbidden, *round_.pairs}
    byes = [e.byes + (place == round_.bye) for place, e in enumerate(field.entrants)]
    most_ahead = 0
    for _try in range(MAX_TRIES):
        most_ahead = max(most_ahead, _pair_at_random(met, byes, field.bye_node, rounds_left, random))
        if most_ahead == rounds_left:
            break
    return most_ahead


def _pair_at_random(met, byes, bye_node, rounds_left, random):
    """Return how many rounds of random matchings can be paired before none is left."""
    places = range(len(byes))
    left, byes = [pair for pair in combinations(places, 2) if pair not in met], list(byes)
    nodes = len(byes) + (bye_node is not None)
    for number in range(rounds_left):
        edges = list(left)
        if bye_node is not None:
            fewest = min(byes)
            edges += [(place, bye_node) for place in places if byes[place] == fewest]
        matched = set(cheapest_matching(edges, [random.getrandbits(32) for _edge in edges], nodes))
        if len(matched) * 2 < nodes:
            return number
        left = [pair for pair in left if pair not in matched]
        for one, two in matched:
            if two == bye_node:
                byes[one] += 1
    return rounds_left
