"""Who of a score group could have been paired down at the same cost: counted, or left open."""

import numpy as np

from ..objectives import legal_pairs, levels_of
from ..search.best_round import given_up, ranked

EXACT = 48  # up to here a matching for each player who is left in doubt is quick


def could_go(field, found, pair):
    """(places of this pair's upper group that a round of the same cost pairs down, whether these are all).

    `found` is the best round of the field. One who takes the floater's place, while the floater takes
    theirs, could go; of the others an exact matching tells, in a small field.
    """
    floater, lower = pair
    group = field.groups[floater]
    members = np.flatnonzero(field.groups == group).tolist()
    partner = {a: b for one, two in found.pairs for a, b in ((one, two), (two, one))}
    known = {place for place in members if _can_swap(field, partner, place, floater, lower)}
    doubtful = [place for place in members if place not in known]
    if doubtful and field.size > EXACT:
        return known, False
    legal, levels = legal_pairs(field), levels_of(field)
    for place in doubtful:
        way = next(ranked(field, _only_down(field, legal, place), levels), None)
        if way and _cost(field, way) == _cost(field, found):
            known.add(place)
    return known, True


def _can_swap(field, partner, place, floater, lower):
    """Whether the two, of one group, may simply change their opponents; a floater goes as it is."""
    other = partner.get(place)
    if other is None or field.groups[other] > field.groups[place]:
        return other is not None
    if lower in field.met[place] or other in field.met[floater]:
        return False
    club = field.clubs
    return not club or _shared(club, (place, lower), (floater, other)) == _shared(
        club, (floater, lower), (place, other)
    )


def _shared(clubs, *pairs):
    return sum(clubs[a] & clubs[b] > 0 for a, b in pairs)


def _only_down(field, legal, place):
    """The legal pairs, of this place only those with a lower group."""
    legal = legal.copy()
    legal[:place, place] = False
    legal[place, : field.size] &= field.groups > field.groups[place]
    legal[place, field.size :] = False
    return legal


def _cost(field, found):
    return found.rematches, given_up(field, found)
