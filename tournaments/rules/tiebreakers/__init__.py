"""Tiebreakers: one function per column, grouped by family, in one registry."""

from . import hearthstone, opponents, own
from .entry import NUMBER, PERCENT, Tiebreaker, Working

__all__ = ["LATER", "NUMBER", "PERCENT", "TIEBREAKERS", "Tiebreaker", "Working"]

FAMILIES = (own.FAMILY, opponents.FAMILY, hearthstone.FAMILY)
TIEBREAKERS = {entry.key: entry for family in FAMILIES for entry in family}

LATER = (
    "tp",
    "vp_diff",
    "vp",
    "secondaries",
    "sos",
    "bp_sos",
    "head_to_head",
    "common_opponents",
    "random",
    "game_points",
    "opp_points_avg",
    "opp_mw_avg",
    "sos_per_round",
    "esos",
    "mov",
    "buchholz",
    "buchholz_cut1",
    "buchholz_median",
    "sonneborn_berger",
    "progressive",
    "ctb",
    "resistance",
    "opp_resistance",
)
