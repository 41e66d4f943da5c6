"""Count the players of a score group who could have been paired down at the same cost."""

import numpy as np

from ..objectives import legal_pairs, round_levels
from ..search.best_round import concessions, ranked_rounds

MAX_EXACT_FIELD = 48  # players; up to here a matching for each doubtful player is fast


def possible_floaters(field, round_, pair):
    """Return (places of this pair's upper group that could be paired down, whether the list is complete).

    `round_` is the best round of the field; a place could go if a round of the same cost pairs it down.
    A place that can swap opponents with the floater could; in a small field, an exact matching decides
    for the others.
    """
    floater, lower = pair
    group = field.groups[floater]
    members = np.flatnonzero(field.groups == group).tolist()
    partner = {a: b for one, two in round_.pairs for a, b in ((one, two), (two, one))}
    possible = {place for place in members if _can_swap(field, partner, place, floater, lower)}
    doubtful = [place for place in members if place not in possible]
    if not doubtful or field.size > MAX_EXACT_FIELD:
        return possible, not doubtful
    legal, levels = legal_pairs(field), round_levels(field)
    for place in doubtful:
        other_round = next(ranked_rounds(field, _only_down(field, legal, place), levels), None)
        if other_round and _cost(field, other_round) == _cost(field, round_):
            possible.add(place)
    return possible, True


def _can_swap(field, partner, place, floater, lower):
    """Return whether the place and the floater of its group can swap opponents; true for other floaters."""
    other = partner.get(place)
    if other is None:
        return False
    if field.groups[other] > field.groups[place]:
        return True
    if lower in field.met[place] or other in field.met[floater]:
        return False
    swapped, seated = ((place, lower), (floater, other)), ((floater, lower), (place, other))
    return _same_club_count(field, swapped) == _same_club_count(field, seated)


def _same_club_count(field, pairs):
    return sum(field.clubs[a] & field.clubs[b] > 0 for a, b in pairs) if field.clubs else 0


def _only_down(field, legal, place):
    """Return the legal pairs; this place may only meet lower groups."""
    legal = legal.copy()
    legal[:place, place] = False
    legal[place, : field.size] &= field.groups > field.groups[place]
    legal[place, field.size :] = False
    return legal


def _cost(field, round_):
    return round_.rematches, concessions(field, round_)
