"""Columns that average over the opponents: their match wins, game wins, and their opponents'."""

from dataclasses import replace

import numpy as np

from ..errors import _
from ..standings.tables import FULL_BYE, WON
from .entry import NUMBER, PERCENT, Rows, Tiebreaker, averaged, bounded
from .own import FAB, MTR_C, awarded, ctb, gw_floored, most, mw, of_possible, pml, points, without_byes

REMATCH = _("met before: counted once")
BYE_STANDS_IN = _("a bye: counts as an opponent")


def omw(tables, options=None):
    """OMW = mean over opponents of MW."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, mw(then), byes=True))


def ogw(tables, options=None):
    """OGW = mean over opponents of GW, floored."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, gw_floored(then)))


def oomw(tables, options=None):
    """OOMW = mean over opponents of OMW."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, omw(then)))


def opp_points_avg(tables, options=None):
    """The mean over opponents of their match points."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, points(then), alone=0))


def opp_mw_avg(tables, options=None):
    """The mean over opponents of (points − byes × win) / (matches × win), without a floor."""

    def compute(then):
        return mean_over_opponents(then, without_byes(then), alone=0, byes=True)

    return as_of_last_round(tables, compute)


def resistance(tables, options=None):
    """Op Win % = mean over opponents of rounds won / rounds, byes left out, within floor and cap."""

    def compute(then):
        won = np.where(then.played.outcome == WON, float(then.most_points), 0.0)
        shares = of_possible(then, won, ~awarded(then))
        return mean_over_opponents(then, bounded(shares, then.percentages.floor, most(then)))

    return as_of_last_round(tables, compute)


def opp_resistance(tables, options=None):
    """Op Op Win % = mean over opponents of Op Win %."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, resistance(then)))


def oml(tables, options=None):
    """OML = mean over opponents of PML."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, pml(then), alone=0))


def octb(tables, options=None):
    """OCTB = mean over opponents of CTB."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, ctb(then), alone=0))


def mean_over_opponents(tables, opponent_column, alone=None, byes=False):
    """Return the mean of a number of each player's opponents; byes are excluded, rematches by the switch.

    `opponent_column` are the ColumnValues of that number; `alone` is the value without opponents, by
    default from the switches. `byes`: the number is a match-win percentage, and byes may stand for some.
    """
    switches, rows = tables.percentages, tables.met
    counted = first_meetings(tables) if switches.count_rematches == "once" else None
    if alone is None:
        alone = switches.floor if switches.no_opponent == "floor" else 0
    numbers = of_opponents(tables, opponent_column)
    if byes and switches.bye_opponents:
        rows, numbers, counted = with_byes(tables, numbers, counted)
    return averaged(tables, rows, **numbers, counted=counted, alone=alone, left_out=REMATCH)


def with_byes(tables, numbers, counted):
    """Return rows, terms and `counted`, with rows for the opponents that byes stand for (opponent -1)."""
    switches, played, met = tables.percentages, tables.played, tables.met
    byes = np.repeat(np.flatnonzero(played.kind == FULL_BYE), switches.bye_opponents)
    rows = Rows(
        np.append(met.player, played.player[byes]),
        np.append(met.round, played.round[byes]),
        np.append(met.opponent, np.full(len(byes), -1)),
    )
    rates = np.full(len(byes), switches.bye_opponent_rate)
    numbers = {
        name: np.append(column, rates) if name in ("terms", "raw_terms") and column is not None else column
        for name, column in numbers.items()
    }
    counted = None if counted is None else np.append(counted, np.ones(len(byes), bool))
    return rows, numbers | {"bye_stand_in": BYE_STANDS_IN}, counted


def of_opponents(tables, opponent_column):
    """Return a number of each opponent as terms, with the value before its floor or cap."""
    opponent = tables.met.opponent
    return {
        "opponent_column": opponent_column,
        "terms": opponent_column.values[opponent],
        "raw_terms": None if opponent_column.before is None else opponent_column.before[opponent],
    }


def first_meetings(tables):
    """Return which rows of `met` are the first of their player and opponent."""
    met = tables.met
    pairs = met.player * len(tables.players) + met.opponent
    first = np.zeros(len(pairs), bool)
    # Rows are in order of player and round, so the first one is the earliest.
    first[np.unique(pairs, return_index=True)[1]] = True
    return first


def as_of_last_round(tables, compute):
    """Return `compute(tables)`; if percentages freeze after a drop, values as of each player's last round."""
    now = compute(tables)
    if not tables.percentages.frozen_after_drop:
        return now
    merged = {
        name: getattr(now, name).copy()
        for name in ("values", "terms", "raw_terms")
        if getattr(now, name) is not None
    }
    for last in np.unique(tables.last_round[tables.last_round < tables.rounds]):
        then = compute(tables.until(last))
        dropped = tables.last_round == last
        merged["values"][dropped] = then.values[dropped]
        rows, rows_then = dropped[now.rows.player], dropped[then.rows.player]
        for name in merged.keys() - {"values"}:
            merged[name][rows] = getattr(then, name)[rows_then]
    return replace(now, **merged)


def yugioh_number(points, omw, oomw):
    """Konami's one number XXYYYZZZ: points, OMW and OOMW in thousandths; 33726677 = 33, 72.6 %, 67.7 %."""
    thousandths = (min(999, int(share * 1000 + 0.5)) for share in (omw, oomw))
    return int("".join([f"{int(points):02}", *(f"{number:03}" for number in thousandths)]))


BATTLEFY = "Battlefy help: Swiss Tie Breaker Formats, Default"
POKEMON = "Play! Pokémon Tournament Rules Handbook, 5.5.2"
GUIDE = "PlayAllTimes algorithms guide, multiplayer tiebreakers"
FAMILY = (
    Tiebreaker(
        "omw",
        _("OMW %"),
        _("The mean of the opponents' match-win percentages; byes are no opponents."),
        MTR_C,
        PERCENT,
        omw,
    ),
    Tiebreaker(
        "ogw",
        _("OGW %"),
        _("The mean of the opponents' game-win percentages; byes are no opponents."),
        MTR_C,
        PERCENT,
        ogw,
    ),
    Tiebreaker(
        "oomw",
        _("OOMW %"),
        _("The mean of the opponents' own opponents' match-win percentages."),
        BATTLEFY,
        PERCENT,
        oomw,
    ),
    Tiebreaker(
        "opp_points_avg",
        _("Opponents' points"),
        _("The mean of the opponents' match points."),
        GUIDE,
        NUMBER,
        opp_points_avg,
    ),
    Tiebreaker(
        "opp_mw_avg",
        _("Opponents' MW %"),
        _("The mean of the opponents' match-win percentages without their byes and without any floor."),
        GUIDE,
        PERCENT,
        opp_mw_avg,
    ),
    Tiebreaker(
        "resistance",
        _("Op Win %"),
        _("The mean of the opponents' shares of rounds won: byes left out, a tie is no win."),
        POKEMON,
        PERCENT,
        resistance,
    ),
    Tiebreaker(
        "opp_resistance",
        _("Op Op Win %"),
        _("The mean of the opponents' own Op Win %."),
        POKEMON,
        PERCENT,
        opp_resistance,
    ),
    Tiebreaker(
        "oml",
        _("OML %"),
        _("The mean of the opponents' shares of matches lost; less is better."),
        FAB,
        PERCENT,
        oml,
        lower_is_better=True,
    ),
    Tiebreaker(
        "octb",
        _("OCTB"),
        _("The mean of the opponents' CTB."),
        FAB,
        NUMBER,
        octb,
    ),
)
