"""Percentages once more, and the means over opponents, with the switches by which publishers differ."""

from fractions import Fraction

from tests.rules.oracle.record import exact
from tests.rules.oracle.record_book import (
    NOUGHT,
    distinct,
    entries,
    mean,
    opponents,
    points,
    remembered,
    worth,
)

# Magic Tournament Rules, 3.1 and appendix C


def floor(book):
    return exact(book["settings"].percentages.floor)


@remembered
def raw_mw(book, player, last):
    """Match points by the most there were to win; nothing if no round counts."""
    if not book["settings"].percentages.bye_in_own_mw:
        return mw_without_byes(book, player, last)
    return mean(worth(entry) for _, entry in entries(book, player, last)) / most(book)


def most(book):
    """Return the points of the best win: in 3-2-1-0 a win by two games to none."""
    return max(exact(worth) for result, worth in book["settings"].points.items() if result != "bye")


def bounded(book, share, player, last):
    """Not below the floor, not above the cap, nor, once the player has dropped, above that cap too."""
    switches = book["settings"].percentages
    dropped_after = book["people"][player].dropped_after
    has_dropped = dropped_after is not None and dropped_after <= book["offset"] + last
    cap = min(exact(switches.cap), exact(switches.cap_dropped) if has_dropped else 1)
    return min(max(share or NOUGHT, floor(book)), cap)


def mw(book, player, last):
    return bounded(book, raw_mw(book, player, last), player, last)


@remembered
def raw_gw(book, player, last):
    """3 for a game won, 1 for one drawn, by 3 for each played; a bye is `bye_games` games won."""
    scored = played = 0
    for _, entry in entries(book, player, last):
        won = book["settings"].percentages.bye_games if entry["bye"] == "bye" else entry["won"]
        scored += 3 * won + entry["drawn"]
        played += 3 * (won + entry["lost"] + entry["drawn"])
    return Fraction(scored, played) if played else NOUGHT


def gw(book, player, last):
    if book["settings"].percentages.own_gw_floored:
        return max(raw_gw(book, player, last), floor(book))
    return raw_gw(book, player, last)


def game_points(book, player, last):
    """3 for each game won and 1 for each drawn; a bye is games won."""
    total = 0
    for _, entry in entries(book, player, last):
        won = book["settings"].percentages.bye_games if entry["bye"] == "bye" else entry["won"]
        total += 3 * won + entry["drawn"]
    return Fraction(total)


def over_opponents(book, player, last, of, lonely=None, byes=False):
    """The mean of `of` over the opponents, with the switches for rematches, drops and lonely players.

    The switch for who has met nobody speaks of percentages of wins; the others give `lonely`.
    """
    switches = book["settings"].percentages
    if switches.frozen_after_drop:
        # A table still being played is a match too: nobody at it has left.
        sat = [n for n, _ in entries(book, player, last)]
        last = max(sat + [n for one, n in book["open"] if one == player and n <= last], default=0)
    met = opponents(book, player, last)
    if switches.count_rematches == "once":
        met = distinct(met)
    if lonely is None:
        lonely = floor(book) if switches.no_opponent == "floor" else NOUGHT
    rates = []
    if byes:
        # TopDeck: a bye stands for so many opponents of such a rate.
        count = [entry["bye"] for _, entry in entries(book, player, last)].count("bye")
        rates = [exact(switches.bye_opponent_rate)] * (count * switches.bye_opponents)
    return mean([*(of(book, opponent, last) for opponent in met), *rates], lonely)


@remembered
def omw(book, player, last):
    return over_opponents(book, player, last, mw, byes=True)


def ogw(book, player, last):
    def floored(book, opponent, last):
        return max(raw_gw(book, opponent, last), floor(book))

    return over_opponents(book, player, last, floored)


def oomw(book, player, last):
    return over_opponents(book, player, last, omw)


# Play! Pokémon: shares of rounds won, byes and their wins left out


@remembered
def win_share(book, player, last):
    counted = [e["outcome"] for _, e in entries(book, player, last) if e["bye"] not in ("bye", "draw")]
    share = Fraction(counted.count("win"), len(counted)) if counted else NOUGHT
    return bounded(book, share, player, last)


@remembered
def resistance(book, player, last):
    return over_opponents(book, player, last, win_share)


def opp_resistance(book, player, last):
    return over_opponents(book, player, last, resistance)


# PlayAllTimes, its tables of several: (Points − Byes × WinPoints) / (Matches × WinPoints)


def opp_points_avg(book, player, last):
    return over_opponents(book, player, last, points, lonely=NOUGHT)


def mw_without_byes(book, player, last):
    """Byes give nothing; whether they are matches a switch says."""
    seat_entries = [entry for _, entry in entries(book, player, last)]
    played = [worth(entry) for entry in seat_entries if entry["bye"] not in ("bye", "draw")]
    byes = len(seat_entries) - len(played) if book["settings"].percentages.bye_in_matches else 0
    return mean([*played, *[NOUGHT] * byes]) / most(book)


def opp_mw_avg(book, player, last):
    return over_opponents(book, player, last, mw_without_byes, lonely=NOUGHT, byes=True)


PLAIN = {
    function.__name__: function
    for function in (
        *(mw, gw, omw, ogw, oomw, game_points),
        *(resistance, opp_resistance, opp_points_avg, opp_mw_avg),
    )
}
