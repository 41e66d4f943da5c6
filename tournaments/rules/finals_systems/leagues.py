"""Finals in which players meet in leagues or pods."""

from ..errors import _
from .system import fixed

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

FINAL = _("Final pod")
PODS_AND_FINAL = (_("Pods"), FINAL)
SEMIS_AND_FINAL = (_("Semi-finals"), FINAL)


def snake(first, last, pods):
    """Return the seeds of each pod as sides, by the snake: 3 to 10 in two pods are 3 6 7 10 and 4 5 8 9."""
    order = [*range(pods), *reversed(range(pods))]
    pod_of_seed = {seed: order[n % len(order)] for n, seed in enumerate(range(first, last + 1))}
    return [tuple(f"S{seed}" for seed in pod_of_seed if pod_of_seed[seed] == pod) for pod in range(pods)]


def rows(number, ids, pods):
    return tuple((number, slot_id, *sides) for slot_id, sides in zip(ids.split(), pods, strict=True))


SEMIS = "SF1 SF2 SF3 SF4"
FOUR_WINNERS = ("W:SF1", "W:SF2", "W:SF3", "W:SF4")

POD_SYSTEMS = (
    fixed(
        "pods4",
        _("Top 4, one pod"),
        (FINAL,),
        ((1, "FP", "S1", "S2", "S3", "S4"),),
        summary=_("The top four play one final pod; the winner takes the event."),
        source=_("Hareruya’s Commander events, 8 to 16 players; Guild Hall’s cuts for 17 to 34"),
        used=_("Commander evenings with up to about 30 players."),
        criticism=_("One game decides everything; the standings only set the seat order."),
    ),
    fixed(
        "pods7",
        _("Top 7 in pods"),
        PODS_AND_FINAL,
        (*rows(1, "A", snake(4, 7, 1)), (2, "FP", "S1", "S2", "S3", "W:A")),
        summary=_("Seeds 1 to 3 go straight to the final pod; seeds 4 to 7 play one pod for the last place."),
        source=_("Cuts of competitive Commander organisers on TopDeck"),
        used=_("Competitive Commander, where four places are too few and ten too many."),
        criticism=_("Third place is worth four times as much as fourth."),
    ),
    fixed(
        "pods10",
        _("Top 10 in pods"),
        PODS_AND_FINAL,
        (*rows(1, "A B", snake(3, 10, 2)), (2, "FP", "S1", "S2", "W:A", "W:B")),
        summary=_(
            "Seeds 1 and 2 go straight to the final pod; seeds 3 to 10 play two pods (snake-seeded), "
            "and the winners join them."
        ),
        source=_("Guild Hall’s cuts for 35 to 64 players; Hareruya’s for 17 to 31"),
        used=_("Competitive Commander up to 64 players; Hareruya’s Commander events of 17 to 31."),
        criticism=_("Second place is worth four times as much as third."),
    ),
    fixed(
        "pods13",
        _("Top 13 in pods"),
        PODS_AND_FINAL,
        (*rows(1, "A B C", snake(2, 13, 3)), (2, "FP", "S1", "W:A", "W:B", "W:C")),
        summary=_(
            "Seed 1 goes straight to the final pod; seeds 2 to 13 play three pods (snake-seeded), and "
            "the winners join."
        ),
        source=_("Cuts of competitive Commander organisers on TopDeck"),
        used=_("Competitive Commander events that reward only first place."),
        criticism=_("First place on tiebreakers alone skips a round that second place has to win."),
    ),
    fixed(
        "pods16",
        _("Top 16 in pods"),
        SEMIS_AND_FINAL,
        (
            (1, "SF1", "S1", "S5", "S9", "S13"),
            (1, "SF2", "S2", "S6", "S10", "S14"),
            (1, "SF3", "S3", "S7", "S11", "S15"),
            (1, "SF4", "S4", "S8", "S12", "S16"),
            (2, "FP", *FOUR_WINNERS),
        ),
        summary=_(
            "Four pods with every fourth seed (1, 5, 9, 13 and so on); the winners play the final pod."
        ),
        source=_("5C Gaming’s top 16; Guild Hall’s cuts from 65 players on"),
        used=_(
            "Competitive Commander events with 65 or more players; Hareruya with 32 or more, where "
            "the seating isn’t published."
        ),
        criticism=_(
            "The pods aren’t equally strong: the first has the higher seeds and the last the lower ones."
        ),
    ),
    fixed(
        "pods16-snake",
        _("Top 16 in pods, snake-seeded"),
        SEMIS_AND_FINAL,
        (*rows(1, SEMIS, snake(1, 16, 4)), (2, "FP", *FOUR_WINNERS)),
        summary=_(
            "Four pods whose seeds add up to the same total (1, 8, 9, 16 and so on); the winners play "
            "the final pod."
        ),
        source=_("EDH matchmaker’s top 16"),
        used=_("Competitive Commander, where all pods should be equally strong."),
        criticism=_("All four pods are equally strong, so first place is worth hardly more than fourth."),
    ),
    fixed(
        "pods40",
        _("Top 40 in pods"),
        (_("Pods"), *SEMIS_AND_FINAL),
        (
            *rows(1, "A B C D E F G H", snake(9, 40, 8)),
            (2, "SF1", "S1", "S8", "W:A", "W:H"),
            (2, "SF2", "S2", "S7", "W:B", "W:G"),
            (2, "SF3", "S3", "S6", "W:C", "W:F"),
            (2, "SF4", "S4", "S5", "W:D", "W:E"),
            (3, "FP", *FOUR_WINNERS),
        ),
        summary=_(
            "Seeds 9 to 40 play eight pods (snake-seeded). The winners and seeds 1 to 8 play four "
            "pods (snake-seeded), and the winners of those play the final pod."
        ),
        source=_("Cuts of large Commander events; EDH matchmaker"),
        used=_("The biggest Commander tournaments."),
        criticism=_(
            "Eighth place is worth four times as much as ninth, and 24 players are out after one game."
        ),
    ),
)
