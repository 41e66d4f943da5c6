"""Columns of tables with victory points: Old World, X-Wing; and Netrunner's strength of schedule."""

import numpy as np

from ..errors import _
from ..standings.tables import FULL_BYE
from .entry import NUMBER, Rows, Tiebreaker, averaged, divided, rounded, summed
from .opponents import REMATCH, first_meetings, of_opponents
from .own import wins

OWR = "Old World Rankings: Pairings, Tiebreakers & Strength of Schedule"
COBRA = "Cobra, the tournament program of Netrunner"
X_WING = "X-Wing tournament regulations, as Cryodex computes them"
EVEN, BYE_MOV = 200, 300


def tp(tables, options=None):
    """TP = battle points of all matches, bonus included; soft scores only where the event says so."""
    played = tables.played
    battle = summed(tables, played, played.points + played.bonus)
    if not tables.settings.soft_in_tp:
        return battle
    return with_soft(tables, battle)


def with_soft(tables, battle):
    """Add each player's soft score as a row of round 0."""
    many = np.arange(len(tables.players))
    rows = Rows(np.append(battle.rows.player, many), np.append(battle.rows.round, np.zeros(len(many), int)))
    return summed(tables, rows, np.append(battle.terms, tables.soft))


def vp(tables, options=None):
    """VP = victory points scored."""
    return summed(tables, tables.played, tables.played.score.astype(float))


def vp_diff(tables, options=None):
    """VP± = victory points scored − conceded."""
    return summed(tables, tables.played, (tables.played.score - tables.played.against).astype(float))


def secondaries(tables, options=None):
    """Secondaries = secondary points of all matches."""
    return summed(tables, tables.played, tables.played.secondary.astype(float))


def sos(tables, options=None):
    """SoS = total wins of the opponents / number of different opponents, 2 decimals."""
    return rounded(mean_over_distinct(tables, wins(tables)), 2)


def bp_sos(tables, options=None):
    """BP SoS = total TP of the opponents / number of different opponents, 2 decimals."""
    return rounded(mean_over_distinct(tables, tp(tables)), 2)


def mean_over_distinct(tables, opponent_column):
    """Return the mean of a number of each player's opponents, each counted once."""
    first = first_meetings(tables)
    return averaged(
        tables, tables.met, **of_opponents(tables, opponent_column), counted=first, left_out=REMATCH
    )


def sos_per_round(tables, options=None):
    """SoS = mean over matches of (the opponent's points / the opponent's rounds, byes in both)."""
    played = tables.played
    average = divided(tables, played, played.points, np.ones(len(played.player)))
    return averaged(tables, tables.met, **of_opponents(tables, average))


def esos(tables, options=None):
    """eSoS = mean over matches of the opponent's SoS."""
    return averaged(tables, tables.met, **of_opponents(tables, sos_per_round(tables)))


def mov(tables, options=None):
    """MOV = 200 ± the margin of each match that was scored; a bye 300."""
    played = tables.played
    margins = np.where(played.scored, EVEN + played.score - played.against, 0)
    return summed(tables, played, np.where(played.kind == FULL_BYE, BYE_MOV, margins).astype(float))


FAMILY = (
    Tiebreaker(
        "tp",
        _("TP"),
        _("Battle points of all matches with their bonus; soft scores where the event counts them."),
        OWR,
        NUMBER,
        tp,
    ),
    Tiebreaker("vp", _("VP"), _("Victory points scored in all matches."), OWR, NUMBER, vp),
    Tiebreaker(
        "vp_diff",
        _("VP ±"),
        _("Victory points scored less those conceded, all matches added up."),
        OWR,
        NUMBER,
        vp_diff,
    ),
    Tiebreaker(
        "secondaries",
        _("Secondaries"),
        _("Secondary points of all matches added up."),
        OWR,
        NUMBER,
        secondaries,
    ),
    Tiebreaker(
        "sos",
        _("SoS"),
        _("The mean of the opponents' wins, each opponent once, rounded to 2 decimals."),
        OWR,
        NUMBER,
        sos,
    ),
    Tiebreaker(
        "bp_sos",
        _("BP SoS"),
        _("The mean of the opponents' tournament points, each opponent once, rounded to 2 decimals."),
        OWR,
        NUMBER,
        bp_sos,
    ),
    Tiebreaker(
        "sos_per_round",
        _("SoS a round"),
        _("The mean of the opponents' points a round, their byes counted; own byes are no opponents."),
        COBRA,
        NUMBER,
        sos_per_round,
    ),
    Tiebreaker(
        "esos",
        _("Extended SoS"),
        _("The mean of the opponents' own SoS a round."),
        COBRA,
        NUMBER,
        esos,
    ),
    Tiebreaker(
        "mov",
        _("MOV"),
        _("200 and the margin of victory points for each match, less it for the loser; 300 for a bye."),
        X_WING,
        NUMBER,
        mov,
    ),
)
