"""Single elimination for any number of players, with byes for the top seeds."""

from ..labels import knockout_names
from ..system import Slot


def seed_order(places):
    """Return the seeds from the top of the bracket to its bottom: 8 → 1 8 4 5 2 7 3 6.

    Magic Tournament Rules 10.4 for eight; other powers of two by s → (s, places + 1 − s).
    """
    order = [1]
    while len(order) < places:
        pair_sum = 2 * len(order) + 1
        order = [side for seed in order for side in (seed, pair_sum - seed)]
    return order


def single(size):
    """Return (slots, names of the rounds) for 2 players or more; empty places are byes of the top seeds.

    Ids are `R<round>-<n>`, n counted from top to bottom with the places of the byes.
    """
    places = 1 << (size - 1).bit_length()
    # A place is the source that fills it, or None where the field is too small: a bye.
    sources = [f"S{seed}" if seed <= size else None for seed in seed_order(places)]
    slots, round_names, number = [], [], 0
    while len(sources) > 1:
        number += 1
        before = places - len(sources)
        names = [knockout_names(len(sources), n + 1, before) for n in range(len(sources) // 2)]
        round_names.append(names[0][0])
        winners = []
        for n, (a, b) in enumerate(zip(sources[::2], sources[1::2], strict=True), 1):
            if b is None:
                winners.append(a)
                continue
            slot_id = f"R{number}-{n}"
            slots.append(Slot(number, slot_id, (a, b), *names[n - 1][1:]))
            winners.append(f"W:{slot_id}")
        sources = winners
    return tuple(slots), tuple(round_names)
