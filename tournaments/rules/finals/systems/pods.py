"""Cuts of multiplayer events: pods of four whose winners advance, from the top 4 to the top 40."""

from tournaments.rules.errors import _

from ..system import fixed

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

SYSTEMS = (
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
