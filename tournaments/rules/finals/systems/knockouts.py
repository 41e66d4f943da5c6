"""The finals systems of Ken McIntyre: second chances for the best seeds."""

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
