"""Columns that compare only tied players, and the draw of lots."""

import hashlib

import numpy as np

from ..errors import _
from .entry import NUMBER, ColumnValues, Tiebreaker, summed
from .wargames import OWR


def head_to_head(tables, options=None):
    """Points from the matches among tied players, if all of them have met each other."""
    met, tied = tables.met, tables.tied
    among = tied[met.player] == tied[met.opponent]
    size = np.bincount(tied)
    pairs = np.unique(met.player[among] * len(tied) + met.opponent[among])
    have_met = np.bincount(tied[pairs // max(len(tied), 1)], minlength=len(size))
    all_met = have_met == size * (size - 1)
    counted = once_a_match(met, among & all_met[tied[met.player]])
    return summed(tables, met, met.points, counted, left_out=_("not among those tied who all met"))


def common_opponents(tables, options=None):
    """Points from the matches against opponents that all tied players have met."""
    met, tied = tables.met, tables.tied
    many = max(len(tied), 1)
    pairs = np.unique(met.player * many + met.opponent)
    groups = tied[pairs // many] * many + pairs % many
    # An opponent is common to a group if all of the group have met them.
    keys, number = np.unique(groups, return_counts=True)
    common = keys[number == np.bincount(tied)[keys // many]] if len(keys) else keys
    counted = once_a_match(met, np.isin(tied[met.player] * many + met.opponent, common))
    return summed(tables, met, met.points, counted, left_out=_("not met by all who are tied"))


def once_a_match(met, counted):
    """Return the first counted row of each match, because a pod has several opponents."""
    rows = np.flatnonzero(counted)
    matches = met.player[rows] * (met.round.max(initial=0) + 1) + met.round[rows]
    once = np.zeros(len(counted), bool)
    once[rows[np.unique(matches, return_index=True)[1]]] = True
    return once


def random(tables, options=None):
    """A lot for each: its place when all players stand in order of SHA-256(seeds of the rounds|player)."""
    lots = [hashlib.sha256(f"{tables.seed}|{player}".encode()).digest() for player in tables.players]
    values = np.empty(len(lots))
    values[sorted(range(len(lots)), key=lots.__getitem__)] = np.arange(1, len(lots) + 1)
    return ColumnValues(values)


FAMILY = (
    Tiebreaker(
        "head_to_head",
        _("Head-to-head"),
        _("Points in the matches among those still tied; it decides only if all of them have met."),
        OWR,
        NUMBER,
        head_to_head,
        among_tied=True,
    ),
    Tiebreaker(
        "common_opponents",
        _("Common opponents"),
        _("Points against the opponents whom all who are still tied have met."),
        OWR,
        NUMBER,
        common_opponents,
        among_tied=True,
    ),
    Tiebreaker(
        "random",
        _("Lot"),
        _("A lot drawn from the seeds of the rounds, so that anyone can draw it again; higher wins."),
        OWR,
        NUMBER,
        random,
    ),
)
