"""Columns of tables with victory points: Old World, X-Wing; and Netrunner's strength of schedule."""

import numpy as np

from ..errors import _
from ..standings.tables import FULL_BYE
from .entry import Rows, Tiebreaker, average_terms, divide_terms, round_half_up, sum_terms
from .opponents import REMATCH, first_meetings, of_opponents
from .own import wins

OWR = "Old World Rankings: Pairings, Tiebreakers & Strength of Schedule"
COBRA = "Cobra, the tournament program of Netrunner"
X_WING = "X-Wing tournament regulations, as Cryodex computes them"
EVEN, BYE_MOV = 200, 300


def tp(tables, options=None):
    """TP = battle points of all matches, bonus included; soft scores only where the event says so."""
    played = tables.played
    battle = sum_terms(tables, played, played.points + played.bonus)
    if not tables.settings.soft_in_tp:
        return battle
    # Each player's soft score is a row of round 0.
    players = np.arange(len(tables.players))
    rounds = np.append(battle.rows.round, np.zeros(len(players), int))
    rows = Rows(np.append(battle.rows.player, players), rounds)
    return sum_terms(tables, rows, np.append(battle.terms, tables.soft_scores))


def vp(tables, options=None):
    """VP = victory points scored."""
    return sum_terms(tables, tables.played, tables.played.score.astype(float))


def vp_diff(tables, options=None):
    """VP± = victory points scored − conceded."""
    difference = tables.played.score - tables.played.opponent_score
    return sum_terms(tables, tables.played, difference.astype(float))


def secondaries(tables, options=None):
    """Secondaries = secondary points of all matches."""
    return sum_terms(tables, tables.played, tables.played.secondary.astype(float))


def sos(tables, options=None):
    """SoS = total wins of the opponents / number of different opponents, 2 decimals."""
    return round_half_up(mean_over_distinct_opponents(tables, wins(tables)), 2)


def bp_sos(tables, options=None):
    """BP SoS = total TP of the opponents / number of different opponents, 2 decimals."""
    return round_half_up(mean_over_distinct_opponents(tables, tp(tables)), 2)


def mean_over_distinct_opponents(tables, opponent_column):
    """Return the mean of a number of each player's opponents, each counted once."""
    terms, first = of_opponents(tables, opponent_column), first_meetings(tables)
    return average_terms(tables, tables.meetings, **terms, counted=first, left_out=REMATCH)


def sos_per_round(tables, options=None):
    """SoS = mean over matches of (the opponent's points / the opponent's rounds, byes in both)."""
    played = tables.played
    average = divide_terms(tables, played, played.points, np.ones(len(played.player)))
    return average_terms(tables, tables.meetings, **of_opponents(tables, average))


def esos(tables, options=None):
    """eSoS = mean over matches of the opponent's SoS."""
    return average_terms(tables, tables.meetings, **of_opponents(tables, sos_per_round(tables)))


def mov(tables, options=None):
    """MOV = 200 ± the margin of each match that was scored; a bye 300."""
    played = tables.played
    margins = np.where(played.has_scores, EVEN + played.score - played.opponent_score, 0)
    return sum_terms(tables, played, np.where(played.kind == FULL_BYE, BYE_MOV, margins).astype(float))


FAMILY = (
    Tiebreaker(
        "tp",
        _("TP"),
        _("Battle points of all matches plus bonus, and soft scores if the event counts them."),
        OWR,
        tp,
    ),
    Tiebreaker("vp", _("VP"), _("Victory points scored in all matches."), OWR, vp),
    Tiebreaker(
        "vp_diff",
        _("VP ±"),
        _("Victory points scored minus victory points conceded, in all matches."),
        OWR,
        vp_diff,
    ),
    Tiebreaker(
        "secondaries",
        _("Secondaries"),
        _("Secondary points scored in all matches."),
        OWR,
        secondaries,
    ),
    Tiebreaker(
        "sos",
        _("SoS"),
        _("The average of the opponents’ wins, each opponent counted once, rounded to 2 decimals."),
        OWR,
        sos,
    ),
    Tiebreaker(
        "bp_sos",
        _("BP SoS"),
        _(
            "The average of the opponents’ tournament points, each opponent counted once, rounded to "
            "2 decimals."
        ),
        OWR,
        bp_sos,
    ),
    Tiebreaker(
        "sos_per_round",
        _("SoS per round"),
        _(
            "The average of the opponents’ points per round, including their byes; own byes don’t "
            "count as opponents."
        ),
        COBRA,
        sos_per_round,
    ),
    Tiebreaker(
        "esos",
        _("Extended SoS"),
        _("The average of the opponents’ own SoS per round."),
        COBRA,
        esos,
    ),
    Tiebreaker(
        "mov",
        _("MOV"),
        _(
            "For each match, 200 plus the victory-point margin for the winner and 200 minus it for "
            "the loser; 300 for a bye."
        ),
        X_WING,
        mov,
    ),
)
