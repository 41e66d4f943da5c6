"""The finals of Ken McIntyre: a second chance for the best, and no team carried straight through."""

from tournaments.rules.errors import _

from ..system import fixed

QUALIFIERS = "QF1,QF2,QF3,QF4"

SYSTEMS = (
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
            "The two best-seeded winners of the qualifying finals skip the semi-finals, "
            "the two best-seeded losers come back in them, the other two losers are out."
        ),
        source=_("AFL 1994–99, NRL 1999–2011; Hearthstone Swiss article, 2017"),
        used=_("Australian football (AFL) 1994–99, rugby league (NRL) 1999–2011."),
        criticism=_(
            "Whether a loser of the first week is out depends on other matches; if all goes by seed, the "
            "matches of seeds 3 to 6 eliminate nobody. Two who met in the first week may meet again in the "
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
            "Seeds 1 and 2 meet for the easier semi-final and both go on; of the winners of the elimination "
            "finals the better seed meets the winner. Whoever wins the second semi-final waits in the "
            "grand final."
        ),
        source=_("AFL finals, 1992–93"),
        used=_("Australian football (AFL) 1992–93."),
        criticism=_(
            "Seeds 1 and 2 meet in the first week, though neither can be out; losing the second semi-final "
            "sends its loser straight into a rematch with somebody who may have been beaten already."
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
            "As the final six, but seeds 3 and 4 meet in one elimination final and 5 and 6 in the other, so "
            "the ways are fixed from the start."
        ),
        source=_("AFL finals, 1991"),
        used=_("Australian football (AFL) 1991, one season."),
        criticism=_(
            "Seed 3 has a harder first match than seed 5, so that a place lower can be worth more; it was "
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
            "Seed 1 has the first week off and may lose once; seeds 2 and 3 may lose once too; 4 and 5 "
            "may not."
        ),
        source=_("VFL finals, 1972–90"),
        used=_("Australian football (VFL and AFL) 1972–90."),
        criticism=_(
            "Seeds 4 and 5 must win four matches in a row, and two who have met may meet again before the "
            "grand final."
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
            "Seeds 1 and 2 meet for a place in the grand final; the loser has a second chance against the "
            "winner of seeds 3 and 4."
        ),
        source=_("VFL finals, 1931–71"),
        used=_("Australian football (VFL) 1931–71; curling and softball call it the Page play-off."),
        criticism=_(
            "Seeds 3 and 4 win the title once in eight each, three times less than seeds 1 and 2, "
            "and every second grand final is a rematch of the first week."
        ),
    ),
)
