"""Points that are bet once more, and the columns of tables of several, in dictionaries and fractions."""

from fractions import Fraction
from math import ceil, floor

from tests.rules.oracle.record import exact

PHANTOM_AT = 3


def bet(records, rounds, settings):
    """Each entry's points become what its bet changed; what the result is worth stays as `worth`."""
    rule, has = settings.betting, {}
    for one in rounds:
        here = [seat.player for match in one.matches for seat in match.seats]
        had = {player: has.get(player, exact(rule.start)) for player in here}
        for match in one.matches:
            table = {
                name: records[name][one.number]
                for name in match.players
                if one.number in records.get(name, {})
            }
            stakes = {name: stake(rule, had[name]) for name in table}
            for name, entry in table.items():
                entry["worth"] = exact(settings.points[entry["outcome"]])
                entry["points"] = change(rule, name, table, stakes, min(had.values(), default=0))
                has[name] = had[name] + entry["points"]
        has = had | has


def stake(rule, points):
    return cents(rule, points * exact(rule.percent) / 100)


def cents(rule, amount, decimals=None):
    """Rounded as at school, where the rule has two decimals or is given so many."""
    decimals = 2 if rule.rounding == "two_decimals" else decimals
    if decimals is None:
        return amount
    return Fraction(floor(amount * 10**decimals + Fraction(1, 2)), 10**decimals)


def change(rule, name, table, stakes, last):
    outcomes = {player: entry["outcome"] for player, entry in table.items()}
    if table[name]["bye"]:
        return -stakes[name] if table[name]["bye"] == "loss" else Fraction(0)
    if outcomes[name] == "win":
        won = sum(stakes.values()) - stakes[name]
        if len(table) == PHANTOM_AT and rule.short_pods == "shop":
            won += stake(rule, last)
        return Fraction(ceil(won)) if rule.rounding == "winner_up" else won
    if outcomes[name] == "draw" and rule.draws == "refund":
        return Fraction(0)
    if outcomes[name] == "draw" and rule.draws == "split":
        drew = list(outcomes.values()).count("draw")
        return cents(rule, sum(stakes.values()) / drew, 10) - stakes[name]
    return -stakes[name]


def game_win(book, player, last):
    """Matches won of those played."""
    played = matches_of(book, player, last, ("loss",))
    won = sum(e["outcome"] == "win" for e in played)
    return Fraction(won, len(played)) if played else Fraction(0)


def average_seat(book, player, last):
    seats = [entry["seat"] for entry in matches_of(book, player, last)]
    return Fraction(sum(seats), len(seats)) if seats else Fraction(0)


def matches_of(book, player, last, byes=()):
    """The matches of a player, and unpaired losses where `byes` says so."""
    records = book["entries"].get(player, {})
    return [entry for n, entry in records.items() if n <= last and (not entry["bye"] or entry["bye"] in byes)]


PLAIN = {"game_win": game_win, "average_seat": average_seat}
