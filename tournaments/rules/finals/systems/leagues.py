"""Finals of the leagues after McIntyre: double chances for the top seeds, from six to ten places."""

from tournaments.rules.errors import _

from ..system import fixed

SYSTEMS = (
    fixed(
        "afl8",
        _("AFL final eight"),
        (_("First week"), _("Semi-finals"), _("Preliminary finals"), _("Grand final")),
        (
            (1, "QF1", "S1", "S4"),
            (1, "QF2", "S2", "S3"),
            (1, "EF1", "S5", "S8"),
            (1, "EF2", "S6", "S7"),
            (2, "SF1", "L:QF1", "W:EF1"),
            (2, "SF2", "L:QF2", "W:EF2"),
            (3, "PF1", "W:QF1", "W:SF2"),
            (3, "PF2", "W:QF2", "W:SF1"),
            (4, "GF", "W:PF1", "W:PF2"),
        ),
        summary=_(
            "Seeds 1 to 4 play each other and can lose once; the winners skip a week. Seeds 5 to 8 "
            "are out when they lose. Fixed bracket; the halves cross over before the preliminary "
            "finals."
        ),
        source=_("AFL finals since 2000"),
        used=_("Australian football (AFL) since 2000, rugby league (NRL) since 2012."),
        criticism=_(
            "Seeds 1 to 4 all have the same chances, so first place is worth no more than fourth. "
            "Seeds 5 to 8 each have a third of that chance."
        ),
    ),
    fixed(
        "super_league8",
        _("Super League eight with Club Call"),
        (
            _("Play-offs"),
            _("Preliminary semi-finals"),
            _("Qualifying semi-finals"),
            _("Grand final"),
        ),
        (
            (1, "QPO1", "S1", "S4"),
            (1, "QPO2", "S2", "S3"),
            (1, "EPO1", "S5", "S8"),
            (1, "EPO2", "S6", "S7"),
            (2, "PSF1", "RL:QPO1,QPO2:1", "RW:EPO1,EPO2:2"),
            (2, "PSF2", "RL:QPO1,QPO2:2", "RW:EPO1,EPO2:1"),
            (3, "QSF1", "RW:QPO1,QPO2:1", "CALL:PSF1,PSF2"),
            (3, "QSF2", "RW:QPO1,QPO2:2", "REST:PSF1,PSF2"),
            (4, "GF", "W:QSF1", "W:QSF2"),
        ),
        summary=_(
            "Seeds 1 to 4 can lose once. The highest-seeded first-week winner chooses which of the "
            "two preliminary semi-final winners to play: the Club Call."
        ),
        source=_("Super League play-offs, 2009–14"),
        used=_("Rugby league in England (Super League) 2009–14."),
        criticism=_(
            "Round three can’t be paired until the choice has been made in public. Rematches are "
            "possible before the grand final. The Club Call was abolished after 2014."
        ),
    ),
    fixed(
        "top6",
        _("Super League six"),
        (
            _("Elimination semi-finals"),
            _("Elimination final and qualification match"),
            _("Final qualifier"),
            _("Grand final"),
        ),
        (
            (1, "ESF_A", "S3", "S6"),
            (1, "ESF_B", "S4", "S5"),
            (2, "EF", "W:ESF_A", "W:ESF_B"),
            (2, "QM", "S1", "S2"),
            (3, "FQ", "L:QM", "W:EF"),
            (4, "GF", "W:QM", "W:FQ"),
        ),
        summary=_(
            "Seeds 3 to 6 play for one place. Seeds 1 and 2 play for a place in the grand final; the "
            "loser plays the survivor of seeds 3 to 6 for the other."
        ),
        source=_("Super League play-offs, 2002–08"),
        used=_("Rugby league in England (Super League) 2002–08."),
        criticism=_(
            "Seeds 3 to 6 can never meet each other in the grand final, and each wins the title only "
            "one time in sixteen."
        ),
    ),
    fixed(
        "arl7",
        _("ARL final seven"),
        (_("First week"), _("Second week"), _("Preliminary finals"), _("Grand final")),
        (
            (1, "A", "S2", "S3"),
            (1, "B", "S4", "S5"),
            (1, "C", "S6", "S7"),
            (2, "D", "S1", "W:A"),
            (2, "E", "L:A", "L:B"),
            (2, "F", "W:B", "W:C"),
            (3, "PF1", "W:D", "W:F"),
            (3, "PF2", "L:D", "W:E"),
            (4, "GF", "W:PF1", "W:PF2"),
        ),
        summary=_(
            "Seed 1 skips the first week and can lose once. Seeds 2 to 5 can lose in the first week. "
            "Seeds 6 and 7 can’t lose a match."
        ),
        source=_("ARL finals, 1997"),
        used=_("Rugby league in Australia (ARL) 1997, one season."),
        criticism=_("There are many possible rematches before the grand final."),
    ),
    fixed(
        "nrl10",
        _("NRL final ten"),
        (
            _("First week"),
            _("Second week"),
            _("Third week"),
            _("Preliminary finals"),
            _("Grand final"),
        ),
        (
            (1, "A", "S3", "S6"),
            (1, "B", "S4", "S5"),
            (1, "C", "S7", "S10"),
            (1, "D", "S8", "S9"),
            (2, "MJ1", "S1", "W:B"),
            (2, "MJ2", "S2", "W:A"),
            (2, "MN1", "L:A", "W:C"),
            (2, "MN2", "L:B", "W:D"),
            (3, "E1", "L:MJ1", "W:MN1"),
            (3, "E2", "L:MJ2", "W:MN2"),
            (4, "PF1", "W:E1", "W:MJ2"),
            (4, "PF2", "W:E2", "W:MJ1"),
            (5, "GF", "W:PF1", "W:PF2"),
        ),
        summary=_(
            "Seeds 1 and 2 skip the first week and can lose once. Seeds 3 to 6 can lose in the first "
            "week. Seeds 7 to 10 can’t lose a match."
        ),
        source=_("NRL finals, 1998"),
        used=_("Rugby league in Australia (NRL) 1998, one season."),
        criticism=_(
            "Half of the league qualified, and each of seeds 7 to 10 wins only one time in 32. "
            "Rematches are possible before the grand final."
        ),
    ),
)
