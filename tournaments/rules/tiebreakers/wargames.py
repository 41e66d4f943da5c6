"""Columns of tables with victory points: Old World, X-Wing; and Netrunner's strength of schedule."""

import hashlib

import numpy as np

from ..errors import _
from ..standings.tables import FULL_BYE
from .entry import ColumnValues, Rows, Tiebreaker, average_terms, divide_terms, round_half_up, sum_terms
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


def head_to_head(tables, options=None):
    """Points from the matches among tied players, if all of them have met each other."""
    met, tied = tables.meetings, tables.tied
    among = tied[met.player] == tied[met.opponent]
    size = np.bincount(tied)
    pairs = np.unique(met.player[among] * len(tied) + met.opponent[among])
    have_met = np.bincount(tied[pairs // max(len(tied), 1)], minlength=len(size))
    all_met = have_met == size * (size - 1)
    counted = first_row_of_match(met, among & all_met[tied[met.player]])
    return sum_terms(
        tables, met, met.points, counted, left_out=_("not one of the tied players who all played each other")
    )


def common_opponents(tables, options=None):
    """Points from the matches against opponents that all tied players have met."""
    met, tied = tables.meetings, tables.tied
    base = max(len(tied), 1)
    pairs = np.unique(met.player * base + met.opponent)
    groups = tied[pairs // base] * base + pairs % base
    # An opponent is common to a group if all of the group have met them.
    keys, number = np.unique(groups, return_counts=True)
    common = keys[number == np.bincount(tied)[keys // base]] if len(keys) else keys
    counted = first_row_of_match(met, np.isin(tied[met.player] * base + met.opponent, common))
    return sum_terms(tables, met, met.points, counted, left_out=_("not an opponent of all tied players"))


def first_row_of_match(met, counted):
    """Return the first counted row of each match, because a pod has several opponents."""
    rows = np.flatnonzero(counted)
    matches = met.player[rows] * (met.round.max(initial=0) + 1) + met.round[rows]
    once = np.zeros(len(counted), bool)
    once[rows[np.unique(matches, return_index=True)[1]]] = True
    return once


def random(tables, options=None):
    """Lot = the place of a player when all are sorted by SHA-256(seeds of the rounds|player)."""
    hashes = [hashlib.sha256(f"{tables.seed}|{player}".encode()).digest() for player in tables.players]
    values = np.empty(len(hashes))
    values[sorted(range(len(hashes)), key=hashes.__getitem__)] = np.arange(1, len(hashes) + 1)
    return ColumnValues(values)


TIES_FAMILY = (
    Tiebreaker(
        "head_to_head",
        _("Head-to-head"),
        _("Points in the matches between the tied players; only used if all of them have played each other."),
        OWR,
        head_to_head,
        among_tied=True,
    ),
    Tiebreaker(
        "common_opponents",
        _("Common opponents"),
        _("Points against the opponents that all tied players have played."),
        OWR,
        common_opponents,
        among_tied=True,
    ),
    Tiebreaker(
        "random",
        _("Random"),
        _("A random number from the seeds of the rounds, so that anyone can check it; higher wins."),
        OWR,
        random,
    ),
)
