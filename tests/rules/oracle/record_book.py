"""Functions on a book of results: opponents, points, games.

Each column is a function of a book, a player and a round.

A book is a dictionary: `entries` (by player and round, see record.py), `settings`, `people` (all players),
`last` (rounds so far), `offset` (rounds of the phases before), `options` (of each column), `start` (what
each began with, where points are bet).
"""

from fractions import Fraction
from functools import wraps

NOUGHT = Fraction(0)


def remembered(function):
    """Each number is worked out once for a book."""

    @wraps(function)
    def ask(book, player, last):
        key = (function.__name__, player, last)
        if key not in book["memo"]:
            book["memo"][key] = function(book, player, last)
        return book["memo"][key]

    return ask


def entries(book, player, last):
    """[(round, what happened)] in the order of the rounds, absences left out."""
    return [(n, book["entries"][player][n]) for n in sorted(book["entries"].get(player, {})) if n <= last]


def opponents(book, player, last):
    """Everyone met at a table, once for each match."""
    return [other for _, entry in entries(book, player, last) for other in entry["opponents"]]


def distinct(names):
    return list(dict.fromkeys(names))


def mean(numbers, empty=NOUGHT):
    numbers = list(numbers)
    return sum(numbers, NOUGHT) / len(numbers) if numbers else empty


def total(book, player, last, key):
    return sum((Fraction(entry[key]) for _, entry in entries(book, player, last)), NOUGHT)


def points(book, player, last):
    """Match points; of bets, what each began with and what each round changed."""
    return book["start"] + total(book, player, last, "points")


def worth(entry):
    """Return the points of a result in percentages; bets do not count."""
    return entry.get("worth", entry["points"])


def record(book, player, last):
    """(won, lost, drawn) matches, byes as wins."""
    outcomes = [entry["outcome"] for _, entry in entries(book, player, last)]
    return tuple(outcomes.count(outcome) for outcome in ("win", "loss", "draw"))
