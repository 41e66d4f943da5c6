"""Single and double elimination, and systems of finals made of them."""

from ..errors import _
from .system import FinalsSystem, Label, Slot, fixed, knockout_names


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


SYSTEMS = (
    FinalsSystem(
        "single",
        _("Single elimination"),
        _("Lose once and you’re out. Seeded so the top seeds meet last; they get any byes."),
        _("Magic Tournament Rules, 10.4"),
        range(2, 513),
        single,
        used=_("Nearly everyone: it’s the top cut of Magic, Pokémon and Hearthstone events."),
        criticism=_("A high seed only decides the first opponents: one loss undoes a whole Swiss."),
    ),
    FinalsSystem(
        "double",
        _("Double elimination"),
        _(
            "Two losses and you’re out. The losers’ bracket winner plays the undefeated player, with "
            "a bracket reset if needed."
        ),
        _("The usual order in which losers enter the losers’ bracket, which delays rematches"),
        range(4, 129),
        double,
        used=_("Fighting games, Netrunner cuts, and events where one bad match shouldn’t end your day."),
        criticism=_("Twice as many matches, and the undefeated player must be beaten twice in the final."),
    ),
    fixed(
        "stepladder8",
        _("Stepladder eight"),
        (_("Round one"), _("Round two"), _("Semi-finals"), _("Final")),
        (
            (1, "A", "S5", "S8"),
            (1, "B", "S6", "S7"),
            (2, "C", "S4", "W:A"),
            (2, "D", "S3", "W:B"),
            (3, "SF1", "S1", "W:C"),
            (3, "SF2", "S2", "W:D"),
            (4, "F", "W:SF1", "W:SF2"),
        ),
        summary=_(
            "Seeds 1 and 2 enter in the semi-finals, 3 and 4 in round two, the others in round one. "
            "Lose once and you’re out."
        ),
        source=_("Magic Pro Tours since Kaladesh, 2016; Hearthstone Swiss article, 2017"),
        used=_("Magic Pro Tours from Kaladesh (2016)."),
        criticism=_(
            "Seeds 1 and 2 are in the top four without playing a match. Only 16 of 28 pairs can meet "
            "in the final."
        ),
    ),
    fixed(
        "draft8",
        _("Draft eight, by seat"),
        (_("Quarter-finals"), _("Semi-finals"), _("Final")),
        (
            (1, "Q1", "S1", "S5"),
            (1, "Q2", "S3", "S7"),
            (1, "Q3", "S2", "S6"),
            (1, "Q4", "S4", "S8"),
            (2, "SF1", "W:Q1", "W:Q2"),
            (2, "SF2", "W:Q3", "W:Q4"),
            (3, "F", "W:SF1", "W:SF2"),
        ),
        summary=_(
            "Eight players at a draft table: players seated across from each other play first. The "
            "numbers are seats, not ranks."
        ),
        source=_("Magic Companion, 2019; judges’ forum on top-eight drafts"),
        used=_("Magic’s top-eight drafts."),
        criticism=_("The standings before it don’t matter: seats are random."),
    ),
)

QUALIFIERS = "QF1,QF2,QF3,QF4"

MCINTYRE_SYSTEMS = (
    fixed(
        "mcintyre8",
        _("McIntyre final eight"),
        (_("Qualifying finals"), _("Semi-finals"), _("Preliminary finals"), _("Grand final")),
        (
            (1, "QF1", "S4", "S5"),
            (1, "QF2", "S3", "S6"),
            (1, "QF3", "S2", "S7"),
            (1, "QF4", "S1", "S8"),
            (2, "SF1", f"RW:{QUALIFIERS}:4", f"RL:{QUALIFIERS}:2"),
            (2, "SF2", f"RW:{QUALIFIERS}:3", f"RL:{QUALIFIERS}:1"),
            (3, "PF1", f"RW:{QUALIFIERS}:1", "W:SF1"),
            (3, "PF2", f"RW:{QUALIFIERS}:2", "W:SF2"),
            (4, "GF", "W:PF1", "W:PF2"),
        ),
        summary=_(
            "The two highest-seeded winners of the qualifying finals skip the semi-finals; the two "
            "highest-seeded losers get a second chance in the semi-finals; the other two are "
            "eliminated."
        ),
        source=_("AFL 1994–99, NRL 1999–2011; Hearthstone Swiss article, 2017"),
        used=_("Australian football (AFL) 1994–99, rugby league (NRL) 1999–2011."),
        criticism=_(
            "Whether a first-week loser is out depends on other matches. If the higher seeds win, the "
            "matches of seeds 3 to 6 eliminate nobody. First-week opponents can meet again in the "
            "grand final."
        ),
    ),
    fixed(
        "mcintyre6",
        _("McIntyre final six"),
        (_("First week"), _("Semi-finals"), _("Preliminary final"), _("Grand final")),
        (
            (1, "QF", "S1", "S2"),
            (1, "EF1", "S3", "S6"),
            (1, "EF2", "S4", "S5"),
            (2, "SF1", "L:QF", "RW:EF1,EF2:2"),
            (2, "SF2", "W:QF", "RW:EF1,EF2:1"),
            (3, "PF", "L:SF2", "W:SF1"),
            (4, "GF", "W:SF2", "W:PF"),
        ),
        summary=_(
            "Seeds 1 and 2 play for the easier semi-final, and both advance. The winner plays the "
            "higher-seeded elimination-final winner. The winner of the second semi-final waits in the "
            "grand final."
        ),
        source=_("AFL finals, 1992–93"),
        used=_("Australian football (AFL) 1992–93."),
        criticism=_(
            "Seeds 1 and 2 play each other in the first week, although neither can be eliminated. The "
            "loser of the second semi-final may have to replay an opponent they have already beaten."
        ),
    ),
    fixed(
        "mcintyre6-1991",
        _("McIntyre final six of 1991"),
        (_("First week"), _("Semi-finals"), _("Preliminary final"), _("Grand final")),
        (
            (1, "QF", "S1", "S2"),
            (1, "EF1", "S3", "S4"),
            (1, "EF2", "S5", "S6"),
            (2, "SF1", "L:QF", "W:EF2"),
            (2, "SF2", "W:QF", "W:EF1"),
            (3, "PF", "L:SF2", "W:SF1"),
            (4, "GF", "W:SF2", "W:PF"),
        ),
        summary=_(
            "Like the final six, but seeds 3 and 4 meet in one elimination final and 5 and 6 in the "
            "other, so the bracket is fixed from the start."
        ),
        source=_("AFL finals, 1991"),
        used=_("Australian football (AFL) 1991, one season."),
        criticism=_(
            "Seed 3 has a harder first match than seed 5, so a lower place can be worth more. It was "
            "changed after one season."
        ),
    ),
    fixed(
        "mcintyre5",
        _("McIntyre final five"),
        (_("First week"), _("Semi-finals"), _("Preliminary final"), _("Grand final")),
        (
            (1, "QF", "S2", "S3"),
            (1, "EF", "S4", "S5"),
            (2, "SF1", "L:QF", "W:EF"),
            (2, "SF2", "S1", "W:QF"),
            (3, "PF", "L:SF2", "W:SF1"),
            (4, "GF", "W:SF2", "W:PF"),
        ),
        summary=_(
            "Seed 1 skips the first week and can lose once. Seeds 2 and 3 can lose once too; seeds 4 "
            "and 5 can’t."
        ),
        source=_("VFL finals, 1972–90"),
        used=_("Australian football (VFL and AFL) 1972–90."),
        criticism=_(
            "Seeds 4 and 5 must win four matches in a row, and rematches are possible before the grand final."
        ),
    ),
    fixed(
        "mcintyre4",
        _("Page play-off (McIntyre final four)"),
        (_("Semi-finals"), _("Preliminary final"), _("Grand final")),
        (
            (1, "SF2", "S1", "S2"),
            (1, "SF1", "S3", "S4"),
            (2, "PF", "L:SF2", "W:SF1"),
            (3, "GF", "W:SF2", "W:PF"),
        ),
        summary=_(
            "Seeds 1 and 2 play for a place in the grand final; the loser gets a second chance "
            "against the winner of seeds 3 and 4."
        ),
        source=_("VFL finals, 1931–71"),
        used=_("Australian football (VFL) 1931–71; called the Page play-off in curling and softball."),
        criticism=_(
            "Seeds 3 and 4 each win the title one time in eight, a third as often as seeds 1 and 2, "
            "and every second grand final is a rematch of the first week."
        ),
    ),
)
