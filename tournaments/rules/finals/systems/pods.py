"""Cuts of multiplayer events: pods of four whose winners go on, from the top 4 to the top 40."""

from tournaments.rules.errors import _

from ..system import fixed

FINAL = _("Final pod")
PODS_AND_FINAL = (_("Pods"), FINAL)
SEMIS_AND_FINAL = (_("Semi-finals"), FINAL)


def snake(first, last, pods):
    """The seeds from `first` to `last` in so many pods, as sides: 3 to 10 in two are 3 6 7 10 and 4 5 8 9."""
    seeds = range(first, last + 1)
    turns = [[*range(pods)], [*range(pods)][::-1]]
    place = {seed: turns[n // pods % 2][n % pods] for n, seed in enumerate(seeds)}
    return [tuple(f"S{seed}" for seed in seeds if place[seed] == pod) for pod in range(pods)]


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
        summary=_("The four best play one pod; its winner has won the event."),
        source=_("Hareruya’s Commander events, 8 to 16 players; Guild Hall’s cuts for 17 to 34"),
        used=_("The usual end of a Commander evening with up to about 30 players."),
        criticism=_("One game decides, and the four bring nothing from the rounds but who sits first."),
    ),
    fixed(
        "pods7",
        _("Top 7 in pods"),
        PODS_AND_FINAL,
        (*rows(1, "A", snake(4, 7, 1)), (2, "FP", "S1", "S2", "S3", "W:A")),
        summary=_("Seeds 1 to 3 wait in the final pod; seeds 4 to 7 play one pod for the place beside them."),
        source=_("Cuts of competitive Commander’s organisers, as TopDeck runs them"),
        used=_("Competitive Commander, where four places are too few and ten too many."),
        criticism=_("Third place is worth four times as much as fourth."),
    ),
    fixed(
        "pods10",
        _("Top 10 in pods"),
        PODS_AND_FINAL,
        (*rows(1, "A B", snake(3, 10, 2)), (2, "FP", "S1", "S2", "W:A", "W:B")),
        summary=_(
            "Seeds 1 and 2 wait in the final pod; seeds 3 to 10 play two pods, by the snake, whose winners "
            "join them."
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
            "Seed 1 waits in the final pod; seeds 2 to 13 play three pods, by the snake, whose winners join "
            "it."
        ),
        source=_("Cuts of competitive Commander’s organisers, as TopDeck runs them"),
        used=_("Competitive Commander, to reward the first place alone."),
        criticism=_("Whoever is first by a tiebreaker skips a round that the second has to win."),
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
            "Four pods, each with every fourth seed (1, 5, 9, 13 and so on); their winners play the final "
            "pod."
        ),
        source=_("5C Gaming’s top 16; Guild Hall’s cuts from 65 players on"),
        used=_(
            "Competitive Commander from 65 players on; Hareruya from 32 on, where nobody says who sits with "
            "whom."
        ),
        criticism=_(
            "Pods are not equally strong: each seed of the first is better than its like in the last."
        ),
    ),
    fixed(
        "pods16-snake",
        _("Top 16 in pods, by the snake"),
        SEMIS_AND_FINAL,
        (*rows(1, SEMIS, snake(1, 16, 4)), (2, "FP", *FOUR_WINNERS)),
        summary=_(
            "Four pods whose seeds add up to the same (1, 8, 9, 16 and so on); their winners play the final "
            "pod."
        ),
        source=_("EDH matchmaker’s top 16"),
        used=_("Competitive Commander, where all pods should be equally strong."),
        criticism=_("All four pods are alike, so that first place is worth hardly more than fourth."),
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
            "Seeds 1 to 8 wait; seeds 9 to 40 play eight pods, by the snake. Their winners and those eight "
            "play four pods, by the snake again, and the winners of these the final pod."
        ),
        source=_("Cuts of large Commander events; EDH matchmaker"),
        used=_("The biggest Commander tournaments."),
        criticism=_("Eighth place is worth four times as much as ninth; 24 players leave after one game."),
    ),
)
