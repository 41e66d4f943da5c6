"""Columns from a player's own results: points, wins, match-win and game-win percentage."""

import numpy as np

from ..errors import _
from ..standings.tables import DREW, FULL_BYE, LOST, OTHER_BYE, WON
from .entry import NUMBER, PERCENT, SUM, ColumnValues, Rows, Tiebreaker, averaged, bounded, divided, summed

MTR_C = "Magic Tournament Rules, appendix C"
BYE_LEFT_OUT = _("a bye: not counted")


def points(tables, options=None):
    """Points = the match points of all rounds; with bets, the first sum and each round's change."""
    if not tables.start:
        return summed(tables, tables.played, tables.played.points)
    many, played = np.arange(len(tables.players)), tables.played
    rows = Rows(np.append(many, played.player), np.append(np.zeros(len(many), int), played.round))
    terms = np.append(np.full(len(many), float(tables.start)), played.points)
    return ColumnValues(tables.points, rows, terms, aggregate=SUM)


def wins(tables, options=None):
    """Wins = rounds won, byes included; a draw is what the rulebook says, mostly nothing."""
    draw = tables.settings.rulebook.draw_in_wins
    outcome = tables.played.outcome
    return summed(tables, tables.played, np.select((outcome == WON, outcome == DREW), (1.0, draw), 0.0))


def mw(tables, options=None):
    """MW = match points / (what a win is worth × rounds played), not below the floor nor above the cap."""
    switches = tables.percentages
    shares = of_possible(tables, tables.match_points) if switches.bye_in_own_mw else without_byes(tables)
    return bounded(shares, switches.floor, most(tables))


def without_byes(tables):
    """(Points − byes × win) / (matches × win); the switches say whether a bye is one of the matches."""
    byes = awarded(tables)
    if tables.percentages.bye_in_matches:
        return of_possible(tables, np.where(byes, 0, tables.match_points))
    return of_possible(tables, tables.match_points, ~byes)


def of_possible(tables, terms, counted=None):
    """The terms of the played rows out of what as many wins are worth."""
    denominators = np.full(len(terms), float(tables.most_points))
    return divided(tables, tables.played, terms, denominators, counted, left_out=BYE_LEFT_OUT)


def awarded(tables):
    """Return which played rows are byes; an unpaired loss counts as a round played and lost."""
    played = tables.played
    return (played.kind == FULL_BYE) | ((played.kind == OTHER_BYE) & (played.outcome == DREW))


def most(tables):
    """The cap of a match-win percentage: another one for those who have dropped."""
    switches = tables.percentages
    return np.where(tables.dropped, min(switches.cap, switches.cap_dropped), switches.cap)


def gw_raw(tables):
    """Game points / (3 × games played): a game is worth 3 won, 1 drawn; a bye is `bye_games` won."""
    played = tables.played
    won = _games_won(tables)
    return divided(tables, played, 3.0 * won + played.drawn, 3.0 * (won + played.drawn + played.lost))


def gw_floored(tables):
    """Return the game-win percentage used for opponents: never below the floor."""
    return bounded(gw_raw(tables), tables.percentages.floor)


def gw(tables, options=None):
    """GW = game points / (3 × games played); the switches say whether the own one is floored."""
    own = gw_floored if tables.percentages.own_gw_floored else gw_raw
    return own(tables)


def game_points(tables, options=None):
    """Game points = 3 for each game won, 1 for each drawn; a bye is `bye_games` won."""
    return summed(tables, tables.played, 3.0 * _games_won(tables) + tables.played.drawn)


def game_win(tables, options=None):
    """Win rate = matches won / matches played; a bye is no match."""
    return of_matches(tables, WON)


def of_matches(tables, outcome):
    """Matches that ended so / matches played."""
    played = tables.played
    ended = (played.outcome == outcome).astype(float)
    return divided(tables, played, ended, np.ones(len(ended)), ~awarded(tables), left_out=BYE_LEFT_OUT)


def average_seat(tables, options=None):
    """Average seat = mean over matches of the seat's number, 1 for who goes first; a bye has none."""
    played = tables.played
    at_table = (played.kind != FULL_BYE) & (played.kind != OTHER_BYE)
    return averaged(tables, played, played.seat + 1.0, at_table, left_out=BYE_LEFT_OUT)


def pml(tables, options=None):
    """PML = matches lost / matches played; a bye is no match."""
    return of_matches(tables, LOST)


def ctb(tables, options=None):
    """CTB after a round = a quarter of the CTB before + all match points so far."""
    played = tables.played
    # A point of round r counts in every round from r on, quartered in each later one:
    # 1 + 1/4 + 1/16 + …
    rounds_counted = tables.rounds - played.round + 1
    return summed(tables, played, played.points * (1 - 0.25**rounds_counted) * 4 / 3)


def _games_won(tables):
    return tables.played.won + tables.percentages.bye_games * (tables.played.kind == FULL_BYE)


SWU = "Star Wars: Unlimited tiebreakers, Melee help"
TOPDECK = "TopDeck.gg, standings of multiplayer events"
EDH = "EDH matchmaker, a program that pairs Commander events"
FAB = "Flesh and Blood: Pairings and Tiebreaker Policy"
FAMILY = (
    Tiebreaker(
        "points",
        _("Points"),
        _("Match points of all rounds, byes included."),
        "Magic Tournament Rules, 3.1",
        NUMBER,
        points,
    ),
    Tiebreaker(
        "wins",
        _("Wins"),
        _("Rounds won, byes included; a draw counts nothing, or half where the rulebook says so."),
        SWU,
        NUMBER,
        wins,
    ),
    Tiebreaker(
        "mw",
        _("MW %"),
        _("Match points out of those possible in the rounds played, raised to the floor if lower."),
        MTR_C,
        PERCENT,
        mw,
    ),
    Tiebreaker(
        "gw",
        _("GW %"),
        _("Game points out of those possible in the games played: 3 for a game won, 1 for a drawn one."),
        MTR_C,
        PERCENT,
        gw,
    ),
    Tiebreaker(
        "game_points",
        _("Game points"),
        _("3 for each game won and 1 for each drawn, all rounds added up; a bye is games won."),
        MTR_C,
        NUMBER,
        game_points,
    ),
    Tiebreaker(
        "game_win",
        _("Win rate"),
        _("Matches won out of matches played, byes left out; a draw is no win."),
        TOPDECK,
        PERCENT,
        game_win,
    ),
    Tiebreaker(
        "average_seat",
        _("Average seat"),
        _("The mean of the seats at the tables; who sat later had it harder and ranks higher."),
        EDH,
        NUMBER,
        average_seat,
    ),
    Tiebreaker(
        "ctb",
        _("CTB"),
        _(
            "After each round a quarter of what it was before, and all match points so far: losing "
            "late is better."
        ),
        FAB,
        NUMBER,
        ctb,
    ),
    Tiebreaker(
        "pml",
        _("PML %"),
        _("Matches lost out of matches played, byes left out; less is better."),
        FAB,
        PERCENT,
        pml,
        lower_is_better=True,
    ),
)
