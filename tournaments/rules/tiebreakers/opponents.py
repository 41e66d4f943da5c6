"""Columns that average over the opponents: their match wins, game wins, and their opponents'."""

from dataclasses import replace
from functools import wraps

import numpy as np

from ..errors import _
from ..standings.tables import FULL_BYE, LOST, WON
from . import own
from .entry import PERCENT, Rows, Tiebreaker, average_terms, clamp, sum_terms

REMATCH = _("played before, counts once")
BYE_STANDS_IN = _("bye, counts as an opponent")


def as_of_last_round(compute):
    """Decorate a column: if percentages freeze after a drop, values are as of each player's last round."""

    @wraps(compute)
    def compute_column(tables, options=None):
        now = compute(tables)
        if not tables.percentages.frozen_after_drop:
            return now
        names = [name for name in ("values", "terms", "raw_terms") if getattr(now, name) is not None]
        merged = {name: getattr(now, name).copy() for name in names}
        for last in np.unique(tables.last_round[tables.last_round < tables.rounds]):
            then = compute(tables.until(last))
            dropped = tables.last_round == last
            rows, rows_then = dropped[now.rows.player], dropped[then.rows.player]
            merged["values"][dropped] = then.values[dropped]
            for name in names[1:]:
                merged[name][rows] = getattr(then, name)[rows_then]
        return replace(now, **merged)

    return compute_column


@as_of_last_round
def omw(tables):
    """OMW = mean over opponents of MW."""
    return mean_over_opponents(tables, own.mw(tables), byes=True)


@as_of_last_round
def ogw(tables):
    """OGW = mean over opponents of GW, floored."""
    return mean_over_opponents(tables, own.gw_floored(tables))


@as_of_last_round
def oomw(tables):
    """OOMW = mean over opponents of OMW."""
    return mean_over_opponents(tables, omw(tables))


@as_of_last_round
def opp_points_avg(tables):
    """The mean over opponents of their match points."""
    return mean_over_opponents(tables, own.points(tables), default=0)


@as_of_last_round
def opp_mw_avg(tables):
    """The mean over opponents of (points − byes × win) / (matches × win), without a floor."""
    return mean_over_opponents(tables, own.mw_without_byes(tables), default=0, byes=True)


@as_of_last_round
def resistance(tables):
    """Op Win % = mean over opponents of rounds won / rounds, byes left out, within floor and cap."""
    won = np.where(tables.played.outcome == WON, float(tables.best_win_points), 0.0)
    shares = own.share_of_possible(tables, won, ~own.is_bye_row(tables))
    return mean_over_opponents(tables, clamp(shares, tables.percentages.floor, own.mw_cap(tables)))


@as_of_last_round
def opp_resistance(tables):
    """Op Op Win % = mean over opponents of Op Win %."""
    return mean_over_opponents(tables, resistance(tables))


@as_of_last_round
def oml(tables):
    """OML = mean over opponents of PML."""
    return mean_over_opponents(tables, own.pml(tables), default=0)


@as_of_last_round
def octb(tables):
    """OCTB = mean over opponents of CTB."""
    return mean_over_opponents(tables, own.ctb(tables), default=0)


def mean_over_opponents(tables, opponent_column, default=None, byes=False):
    """Return the mean of a number of each player's opponents; byes are excluded, rematches by the switch.

    `opponent_column` are the ColumnValues of that number; `alone` is the value without opponents, by
    default from the switches. `byes`: the number is a match-win percentage, and byes may stand for some.
    """
    switches, rows = tables.percentages, tables.meetings
    counted = first_meetings(tables) if switches.count_rematches == "once" else None
    if default is None:
        default = switches.floor if switches.no_opponent == "floor" else 0
    numbers = of_opponents(tables, opponent_column)
    if byes and switches.bye_opponents:
        rows, numbers, counted = with_byes(tables, numbers, counted)
    return average_terms(tables, rows, **numbers, counted=counted, default=default, left_out=REMATCH)


def with_byes(tables, numbers, counted):
    """Return rows, terms and `counted`, with rows for the opponents that byes stand for (opponent -1)."""
    switches, played, met = tables.percentages, tables.played, tables.meetings
    byes = np.repeat(np.flatnonzero(played.kind == FULL_BYE), switches.bye_opponents)
    rows = Rows(
        np.append(met.player, played.player[byes]),
        np.append(met.round, played.round[byes]),
        np.append(met.opponent, np.full(len(byes), -1)),
    )
    rates = np.full(len(byes), switches.bye_opponent_rate)
    terms = {
        name: None if numbers[name] is None else np.append(numbers[name], rates)
        for name in ("terms", "raw_terms")
    }
    counted = None if counted is None else np.append(counted, np.ones(len(byes), bool))
    return rows, numbers | terms | {"bye_stand_in": BYE_STANDS_IN}, counted


def of_opponents(tables, opponent_column):
    """Return a number of each opponent as terms, with the value before its floor or cap."""
    opponent = tables.meetings.opponent
    return {
        "opponent_column": opponent_column,
        "terms": opponent_column.values[opponent],
        "raw_terms": None if opponent_column.raw_values is None else opponent_column.raw_values[opponent],
    }


def first_meetings(tables):
    """Return which rows of `met` are the first of their player and opponent."""
    met = tables.meetings
    pairs = met.player * len(tables.players) + met.opponent
    first = np.zeros(len(pairs), bool)
    # Rows are in order of player and round, so the first one is the earliest.
    first[np.unique(pairs, return_index=True)[1]] = True
    return first


def yugioh_number(points, omw, oomw):
    """Return Konami's number XXYYYZZZ: points, OMW and OOMW in thousandths; 33726677 = 33, 72.6 %, 67.7 %."""
    thousandths = (min(999, int(share * 1000 + 0.5)) for share in (omw, oomw))
    return int("".join([f"{int(points):02}", *(f"{number:03}" for number in thousandths)]))


BATTLEFY = "Battlefy help: Swiss Tie Breaker Formats, Default"
POKEMON = "Play! Pokémon Tournament Rules Handbook, 5.5.2"
GUIDE = "PlayAllTimes algorithms guide, multiplayer tiebreakers"
FAMILY = (
    Tiebreaker(
        "omw",
        _("OMW %"),
        _("The average of the opponents’ match-win percentages; byes don’t count as opponents."),
        own.MTR_C,
        omw,
        PERCENT,
    ),
    Tiebreaker(
        "ogw",
        _("OGW %"),
        _("The average of the opponents’ game-win percentages; byes don’t count as opponents."),
        own.MTR_C,
        ogw,
        PERCENT,
    ),
    Tiebreaker(
        "oomw",
        _("OOMW %"),
        _("The average of the opponents’ OMW %."),
        BATTLEFY,
        oomw,
        PERCENT,
    ),
    Tiebreaker(
        "opp_points_avg",
        _("Opponents’ points"),
        _("The average of the opponents’ match points."),
        GUIDE,
        opp_points_avg,
    ),
    Tiebreaker(
        "opp_mw_avg",
        _("Opponents’ MW %"),
        _("The average of the opponents’ match-win percentages, without their byes and without a minimum."),
        GUIDE,
        opp_mw_avg,
        PERCENT,
    ),
    Tiebreaker(
        "resistance",
        _("Op Win %"),
        _("The average of the opponents’ shares of rounds won, without byes; a tie isn’t a win."),
        POKEMON,
        resistance,
        PERCENT,
    ),
    Tiebreaker(
        "opp_resistance",
        _("Op Op Win %"),
        _("The average of the opponents’ own Op Win %."),
        POKEMON,
        opp_resistance,
        PERCENT,
    ),
    Tiebreaker(
        "oml",
        _("OML %"),
        _("The average of the opponents’ shares of matches lost; less is better."),
        own.FAB,
        oml,
        PERCENT,
        lower_is_better=True,
    ),
    Tiebreaker(
        "octb",
        _("OCTB"),
        _("The average of the opponents’ CTB."),
        own.FAB,
        octb,
    ),
)

HCT = "Battlefy help: Swiss Tie Breaker Formats, HCT"


def win_loss_sum(tables, options):
    """T1 = sum over opponents of wins − losses, each not below the floor; a bye adds nothing."""
    # Outcomes are 0, 1, 2 for a loss, a draw, a win.
    record = sum_terms(tables, tables.played, tables.played.outcome - 1.0)
    return sum_over_opponents(tables, clamp(record, low=options["floor"]))


def first_tiebreaker_sum(tables, options):
    """T2 = sum over opponents of T1."""
    return sum_over_opponents(tables, win_loss_sum(tables, options))


def timing(tables, options):
    """T3 = sum of the squares of the rounds lost: later losses rank higher."""
    played = tables.played
    return sum_terms(tables, played, np.where(played.outcome == LOST, played.round**2, 0).astype(float))


def sum_over_opponents(tables, opponent_column):
    """Return the sum of a number of each player's opponents; opponents met twice count twice."""
    return sum_terms(tables, tables.meetings, **of_opponents(tables, opponent_column))


HEARTHSTONE_FAMILY = (
    Tiebreaker(
        "win_loss_sum",
        _("Win/loss sum"),
        _("The sum of the opponents’ wins minus losses, each at least the minimum; a bye adds nothing."),
        HCT,
        win_loss_sum,
        options={"floor": -3},
    ),
    Tiebreaker(
        "first_tiebreaker_sum",
        _("Opponents’ win/loss sum"),
        _("The sum of all opponents’ win/loss sums."),
        HCT,
        first_tiebreaker_sum,
        options={"floor": -3},
        takes_after="win_loss_sum",
    ),
    Tiebreaker(
        "timing",
        _("Timing"),
        _("The sum of the squares of the lost rounds’ numbers: losing later ranks higher."),
        HCT,
        timing,
    ),
)
