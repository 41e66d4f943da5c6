"""Columns from a player's own results: points, wins, match-win and game-win percentage."""

import numpy as np

from ..errors import _
from ..standings.tables import DREW, FULL_BYE, LOST, OTHER_BYE, WON
from .entry import PERCENT, SUM, ColumnValues, Rows, Tiebreaker, average_terms, clamp, divide_terms, sum_terms

MTR_C = "Magic Tournament Rules, appendix C"
BYE_NOT_COUNTED = _("bye, not counted")


def points(tables, options=None):
    """Points = the match points of all rounds; with bets, the first sum and each round's change."""
    if not tables.start_points:
        return sum_terms(tables, tables.played, tables.played.points)
    players, played = np.arange(len(tables.players)), tables.played
    rows = Rows(np.append(players, played.player), np.append(np.zeros(len(players), int), played.round))
    terms = np.append(np.full(len(players), float(tables.start_points)), played.points)
    return ColumnValues(tables.points, rows, terms, aggregate=SUM)


def wins(tables, options=None):
    """Wins = rounds won, byes included; a draw is what the rulebook says, mostly nothing."""
    draw = tables.settings.rulebook.draw_in_wins
    outcome = tables.played.outcome
    return sum_terms(tables, tables.played, np.select((outcome == WON, outcome == DREW), (1.0, draw), 0.0))


def mw(tables, options=None):
    """MW = match points / (what a win is worth × rounds played), not below the floor nor above the cap."""
    switches = tables.percentages
    if switches.bye_in_own_mw:
        shares = share_of_possible(tables, tables.match_points)
    else:
        shares = mw_without_byes(tables)
    return clamp(shares, switches.floor, mw_cap(tables))


def mw_without_byes(tables):
    """Return (points − byes × win) / (matches × win); by a switch a bye is one of the matches."""
    byes = is_bye_row(tables)
    if tables.percentages.bye_in_matches:
        return share_of_possible(tables, np.where(byes, 0, tables.match_points))
    return share_of_possible(tables, tables.match_points, ~byes)


def share_of_possible(tables, terms, counted=None):
    """Return the sum of terms of the played rows as a share of the points of as many wins."""
    denominators = np.full(len(terms), float(tables.best_win_points))
    return divide_terms(tables, tables.played, terms, denominators, counted, left_out=BYE_NOT_COUNTED)


def is_bye_row(tables):
    """Return which played rows are byes; an unpaired loss counts as a round played and lost."""
    played = tables.played
    return (played.kind == FULL_BYE) | ((played.kind == OTHER_BYE) & (played.outcome == DREW))


def mw_cap(tables):
    """Return the cap of each player's match-win percentage, which may be lower for dropped players."""
    switches = tables.percentages
    return np.where(tables.dropped, min(switches.cap, switches.cap_dropped), switches.cap)


def gw_raw(tables):
    """Return game points / (3 × games played): a game is worth 3 won, 1 drawn; a bye is `bye_games` won."""
    wins, draws, losses = _games_won(tables), tables.played.games_drawn, tables.played.games_lost
    return divide_terms(tables, tables.played, 3.0 * wins + draws, 3.0 * (wins + draws + losses))


def gw_floored(tables):
    """Return the game-win percentage used for opponents: never below the floor."""
    return clamp(gw_raw(tables), tables.percentages.floor)


def gw(tables, options=None):
    """GW = game points / (3 × games played); the switches say whether the own one is floored."""
    return gw_floored(tables) if tables.percentages.own_gw_floored else gw_raw(tables)


def game_points(tables, options=None):
    """Game points = 3 for each game won, 1 for each drawn; a bye is `bye_games` won."""
    return sum_terms(tables, tables.played, 3.0 * _games_won(tables) + tables.played.games_drawn)


def game_win(tables, options=None):
    """Win rate = matches won / matches played; a bye is no match."""
    return share_of_matches(tables, WON)


def share_of_matches(tables, outcome):
    """Return matches with this outcome / matches played."""
    played = tables.played
    ended = (played.outcome == outcome).astype(float)
    counted = ~is_bye_row(tables)
    return divide_terms(tables, played, ended, np.ones(len(ended)), counted, left_out=BYE_NOT_COUNTED)


def average_seat(tables, options=None):
    """Average seat = mean over matches of the seat's number, 1 for who goes first; a bye has none."""
    played = tables.played
    at_table = (played.kind != FULL_BYE) & (played.kind != OTHER_BYE)
    return average_terms(tables, played, played.seat + 1.0, at_table, left_out=BYE_NOT_COUNTED)


def pml(tables, options=None):
    """PML = matches lost / matches played; a bye is no match."""
    return share_of_matches(tables, LOST)


def ctb(tables, options=None):
    """CTB after a round = a quarter of the CTB before + all match points so far."""
    played = tables.played
    # A point of round r counts in every round from r on, quartered each time: 1 + 1/4 + 1/16 + …
    rounds_counted = tables.rounds - played.round + 1
    return sum_terms(tables, played, played.points * (1 - 0.25**rounds_counted) * 4 / 3)


def _games_won(tables):
    return tables.played.games_won + tables.percentages.bye_games * (tables.played.kind == FULL_BYE)


SWU = "Star Wars: Unlimited tiebreakers, Melee help"
TOPDECK = "TopDeck.gg, standings of multiplayer events"
EDH = "EDH matchmaker, a program for pairing Commander events"
FAB = "Flesh and Blood: Pairings and Tiebreaker Policy"
FAMILY = (
    Tiebreaker(
        "points",
        _("Points"),
        _("Match points of all rounds, including byes."),
        "Magic Tournament Rules, 3.1",
        points,
    ),
    Tiebreaker(
        "wins",
        _("Wins"),
        _("Rounds won, including byes. A draw counts nothing, or half if the rulebook says so."),
        SWU,
        wins,
    ),
    Tiebreaker(
        "mw",
        _("MW %"),
        _("Match points as a share of those possible in the rounds played, raised to the minimum if lower."),
        MTR_C,
        mw,
        PERCENT,
    ),
    Tiebreaker(
        "gw",
        _("GW %"),
        _("Game points as a share of those possible in the games played: 3 for a win, 1 for a draw."),
        MTR_C,
        gw,
        PERCENT,
    ),
    Tiebreaker(
        "game_points",
        _("Game points"),
        _("3 for each game won and 1 for each game drawn, in all rounds; a bye counts as games won."),
        MTR_C,
        game_points,
    ),
    Tiebreaker(
        "game_win",
        _("Win rate"),
        _("Matches won as a share of matches played, without byes; a draw isn’t a win."),
        TOPDECK,
        game_win,
        PERCENT,
    ),
    Tiebreaker(
        "average_seat",
        _("Average seat"),
        _("The average seat at the tables; players who sat later had it harder and rank higher."),
        EDH,
        average_seat,
    ),
    Tiebreaker(
        "ctb",
        _("CTB"),
        _(
            "After each round, a quarter of its previous value plus all match points so far: losing "
            "later is better."
        ),
        FAB,
        ctb,
    ),
    Tiebreaker(
        "pml",
        _("PML %"),
        _("Matches lost as a share of matches played, without byes; less is better."),
        FAB,
        pml,
        PERCENT,
        lower_is_better=True,
    ),
)
