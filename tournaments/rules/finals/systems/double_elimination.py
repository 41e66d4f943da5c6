"""Double elimination for any number of players: the winners' and the losers' bracket."""

from tournaments.rules.errors import _

from ..labels import Label
from ..system import Slot
from .single_elimination import seed_order

# By the places of the bracket: in which order the losers of the winners' rounds 2, 3 … drop into the
# losers' bracket, so that rematches come as late as possible: there in round 3 of 8 places, 4 of 16, 5 of 32,
# 7 of 64, 8 of 128 (no other choice of these orders is better).
DROPS = {
    8: ("reversed",),
    16: ("reversed", "natural"),
    32: ("halves reversed", "reversed", "natural"),
    64: ("reversed", "halves swapped", "halves reversed", "reversed"),
    128: ("reversed", "halves swapped", "halves reversed", "reversed", "natural"),
}
ORDERS = {
    "natural": lambda order: order,
    "reversed": lambda order: order[::-1],
    "halves swapped": lambda order: order[len(order) // 2 :] + order[: len(order) // 2],
    "halves reversed": lambda order: order[: len(order) // 2][::-1] + order[len(order) // 2 :][::-1],
}


def double(size):
    """Return (slots, names of the rounds) for 4 players or more; empty places are byes of the top seeds.

    Ids are `W<round>-<n>` in the winners' bracket, `L<round>-<n>` in the losers', n counted from top to
    bottom with the places of the byes, then `GF` and `GF2`. The losers of a winners' round play in the
    next round against the winners of the losers' bracket; so winners' round r is played in round 1, 2, 4,
    6 … and losers' round r in round r + 1.
    """
    places = 1 << (size - 1).bit_length()
    depth = places.bit_length() - 1
    slots = []

    def play(bracket, number, round_, sides):
        """Add the matches of pairs of sides (None: an empty place); return the winners' and losers' sides."""
        winners, losers = [], []
        count = len(sides) // 2
        for n, (a, b) in enumerate(zip(sides[::2], sides[1::2], strict=True), 1):
            if a is None or b is None:
                winners.append(a or b)
                losers.append(None)
                continue
            slot_id = f"{bracket}{number}-{n}"
            slots.append(Slot(round_, slot_id, (a, b), *_names(bracket, slot_id, number, count == 1)))
            winners.append(f"W:{slot_id}")
            losers.append(f"L:{slot_id}")
        return winners, losers

    up, down = play("W", 1, 1, [f"S{seed}" if seed <= size else None for seed in seed_order(places)])
    down, _out = play("L", 1, 2, down)
    for number in range(2, depth + 1):
        up, dropped = play("W", number, 2 * number - 2, up)
        order = DROPS[places][number - 2] if number < depth and places in DROPS else "natural"
        pairs = zip(ORDERS[order](dropped), down, strict=True)
        down, _out = play("L", 2 * number - 2, 2 * number - 1, [side for pair in pairs for side in pair])
        if number < depth:
            down, _out = play("L", 2 * number - 1, 2 * number, down)
    last = 2 * depth
    slots.append(Slot(last, "GF", (up[0], down[0]), *[Label(_("grand final"))] * 2))
    deciding = Label(_("deciding grand final"))
    slots.append(Slot(last + 1, "GF2", ("W:GF", "L:GF"), deciding, deciding, reset_of="GF"))
    return tuple(sorted(slots, key=lambda slot: slot.round)), _round_names(last)


def _names(bracket, slot_id, number, is_alone):
    """Return (name, short name): “winners’ round 3” or “match W1-2”, and the id."""
    short = Label("{id}", {"id": slot_id})
    if is_alone:
        template = {"W": _("winners’ round {round}"), "L": _("losers’ round {round}")}[bracket]
        return Label(template, {"round": number}), short
    return Label(_("match {id}"), {"id": slot_id}), short


def _round_names(last):
    """Return the names of the rounds up to the grand final in round `last` and the deciding final."""
    first = [Label(_("Round {n}"), {"n": n}) for n in range(1, last)]
    return (*first, Label(_("Grand final")), Label(_("Deciding final")))
