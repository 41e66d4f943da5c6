"""Columns that compare only tied players, and the draw of lots."""

import hashlib

import numpy as np

from ..errors import _
from .entry import ColumnValues, Tiebreaker, sum_terms
from .wargames import OWR


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


FAMILY = (
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
