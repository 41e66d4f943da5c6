"""FIDE's tie-breaks once more, from C.07 of 2024: sums over rounds in which nothing may be left out."""

from tests.rules.oracle.record import exact
from tests.rules.oracle.record_book import NOUGHT, total

ABSENT = {
    "opponents": [],
    "points": NOUGHT,
    "unplayed": True,
    "voluntary": True,
    "requested": True,
}


def rounds(book, player, last):
    """Return the entry of every round; a player without a match requested a zero-point bye."""
    entries_by_round = book["entries"].get(player, {})
    return [entries_by_round.get(n, ABSENT) for n in range(1, last + 1) if (player, n) not in book["open"]]


def adjusted(book, player, last):
    """Points; a requested bye after which only voluntary unplayed rounds came is worth a draw (16.3)."""
    draw = exact(book["settings"].points["draw"])
    score = total(book, player, last, "points")
    for entry in reversed(rounds(book, player, last)):
        if not entry["voluntary"]:
            break
        if entry["requested"]:
            score += draw - entry["points"]
    return score


def contributions(book, player, last):
    """[(score of the opponent, points taken, whether the round was given up)].

    An unplayed round is one against a dummy who ends with the player's own points (16.4).
    """
    own = total(book, player, last, "points")
    return [
        (
            own if entry["unplayed"] else sum(adjusted(book, other, last) for other in entry["opponents"]),
            entry["points"],
            entry["voluntary"],
        )
        for entry in rounds(book, player, last)
    ]


def buchholz(book, player, last):
    return sum((score for score, _, _ in contributions(book, player, last)), NOUGHT)


def least(book, player, last):
    """Return the contribution that a cut removes first: the lowest round given up, if any (16.5.1)."""
    all_of_them = contributions(book, player, last)
    given_up = [score for score, _, voluntary in all_of_them if voluntary]
    return min(given_up or [score for score, _, _ in all_of_them], default=NOUGHT)


def buchholz_cut1(book, player, last):
    return buchholz(book, player, last) - least(book, player, last)


def buchholz_median(book, player, last):
    """Without the lowest, then without the highest that is left."""
    scores = [score for score, _, _ in contributions(book, player, last)]
    if len(scores) < 2:
        return NOUGHT
    scores.remove(least(book, player, last))
    return sum(scores, NOUGHT) - max(scores)


def sonneborn_berger(book, player, last):
    taken = (score * points for score, points, _ in contributions(book, player, last))
    return sum(taken, NOUGHT)


def progressive(book, player, last):
    """The sum of the scores after each round."""
    return sum((total(book, player, n, "points") for n in range(1, last + 1)), NOUGHT)


PLAIN = {
    function.__name__: function
    for function in (buchholz, buchholz_cut1, buchholz_median, sonneborn_berger, progressive)
}
