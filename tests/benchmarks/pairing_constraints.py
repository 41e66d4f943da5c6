"""Kinds of pairing constraints for the benchmarks, one function per kind.

Each takes the ids of all players in random order and the event so far, and returns fields of Constraints.
"""

from random import Random

from tournaments.rules.pairing import Constraints

PAIRS_PER_PLAYER = 10
WISHES_PER_ROUND = 25


def constraints(event, *kinds):
    """Return the combined Constraints of these kinds for the next round."""
    ids = [str(player) for player in range(1, len(event.ratings) + 1)]
    Random(0).shuffle(ids)
    fields = {}
    for kind in kinds:
        for name, value in kind(ids, event).items():
            fields[name] = fields.get(name, ()) + value if name == "apart" else value
    return Constraints(**fields)


def half_in_one_club(ids, _event):
    return {"apart": (tuple(ids[: len(ids) // 2]),)}


def others_in_eights(ids, _event):
    return {"apart": tuple(tuple(ids[at : at + 8]) for at in range(len(ids) // 2, len(ids), 8))}


def after_gaps(_ids, _event):
    return {"after_gaps": True}


def bands_of_two(_ids, _event):
    return {"band": 2}


def forbidden_pairs(ids, _event):
    rng = Random(1)
    return {"forbidden": tuple(tuple(rng.sample(ids, 2)) for _ in range(PAIRS_PER_PLAYER * len(ids)))}


def wished_tables(ids, event):
    """Return random pairs of players who have not met and are not forbidden."""
    excluded = {frozenset(pair) for pair in (*event.met, *forbidden_pairs(ids, event)["forbidden"])}
    present = [player for player in ids if int(player) in set(event.playing)]
    Random(event.round).shuffle(present)
    pairs = zip(present[::2], present[1::2], strict=False)
    return {"wished": tuple(pair for pair in pairs if frozenset(pair) not in excluded)[:WISHES_PER_ROUND]}
