"""Sums and schedules once more: Hearthstone, wargames, Netrunner, X-Wing, Flesh and Blood."""

from fractions import Fraction

from tests.rules.oracle.percentages import over_opponents
from tests.rules.oracle.record import exact
from tests.rules.oracle.record_book import (
    NOUGHT,
    distinct,
    entries,
    mean,
    opponents,
    record,
    remembered,
    total,
)

# The sums of the Hearthstone tour and Mantis


def _sum_with(book, player, last, lowest):
    total = NOUGHT
    for opponent in opponents(book, player, last):
        won, lost, _ = record(book, opponent, last)
        total += won - lost if lowest is None else max(Fraction(won - lost), exact(lowest))
    return total


def win_loss_sum(book, player, last):
    return _sum_with(book, player, last, book["options"]["win_loss_sum"]["floor"])


def first_tiebreaker_sum(book, player, last):
    lowest = book["options"]["first_tiebreaker_sum"]["floor"]
    met = opponents(book, player, last)
    return sum((_sum_with(book, opponent, last, lowest) for opponent in met), NOUGHT)


def timing(book, player, last):
    lost = [n for n, entry in entries(book, player, last) if entry["outcome"] == "loss"]
    return Fraction(sum(n * n for n in lost))


# Wargames: Old World Rankings, WTC


def wins(book, player, last):
    """A drawn match is half a win in the Old World and none elsewhere."""
    won, _, draws = record(book, player, last)
    half = Fraction(1, 2) if book["settings"].rulebook.key == "old-world" else 0
    return won + half * draws


def tp(book, player, last):
    """Battle points of the matches and what was given on top; soft scores where the event says so."""
    battle = total(book, player, last, "points") + total(book, player, last, "bonus")
    soft = book["people"][player].soft_score
    counts = book["settings"].soft_in_tp and soft is not None
    return battle + (exact(soft) if counts else 0)


def vp(book, player, last):
    return total(book, player, last, "vp")


def vp_diff(book, player, last):
    return vp(book, player, last) - total(book, player, last, "vp_against")


def secondaries(book, player, last):
    return total(book, player, last, "secondary")


def two_decimals(number):
    """Rounded as at school: a half goes up."""
    return Fraction((number * 100 + Fraction(1, 2)) // 1, 100)


def sos(book, player, last):
    met = distinct(opponents(book, player, last))
    return two_decimals(mean(wins(book, opponent, last) for opponent in met))


def bp_sos(book, player, last):
    met = distinct(opponents(book, player, last))
    return two_decimals(mean(tp(book, opponent, last) for opponent in met))


# Netrunner (Cobra) and X-Wing


def points_per_round(book, player, last):
    return mean(entry["points"] for _, entry in entries(book, player, last))


@remembered
def sos_per_round(book, player, last):
    return mean(points_per_round(book, opponent, last) for opponent in opponents(book, player, last))


def esos(book, player, last):
    return mean(sos_per_round(book, opponent, last) for opponent in opponents(book, player, last))


def mov(book, player, last):
    """200 more or less the margin of each game; a bye 300."""
    total = NOUGHT
    for _, entry in entries(book, player, last):
        if entry["bye"] == "bye":
            total += 300
        elif entry["scored"]:
            total += 200 + entry["vp"] - entry["vp_against"]
    return total


# Flesh and Blood


@remembered
def ctb(book, player, last):
    """A quarter of what it was, and the match points so far, in each round."""
    value = so_far = NOUGHT
    for n in range(1, last + 1):
        entry = book["entries"].get(player, {}).get(n)
        so_far += entry["points"] if entry else 0
        value = value / 4 + so_far
    return value


@remembered
def pml(book, player, last):
    """Losses by matches played; a bye is no match, a loss without an opponent is lost all the same."""
    outcomes = [e["outcome"] for _, e in entries(book, player, last) if e["bye"] not in ("bye", "draw")]
    return Fraction(outcomes.count("loss"), len(outcomes)) if outcomes else NOUGHT


def oml(book, player, last):
    return over_opponents(book, player, last, pml, lonely=NOUGHT)


def octb(book, player, last):
    return over_opponents(book, player, last, ctb, lonely=NOUGHT)


PLAIN = {
    function.__name__: function
    for function in (
        *(win_loss_sum, first_tiebreaker_sum, timing),
        *(wins, tp, vp, vp_diff, secondaries, sos, bp_sos),
        *(sos_per_round, esos, mov, ctb, pml, oml, octb),
    )
}
