"""Simulation: plays whole events under several formats by the real rules, and measures them."""

from .measures import COST, EXCITING, FAIR, MEASURES
from .plan import MAX_FORMATS, MAX_PLAYERS, Format, Plan, parse_plan
from .run import (
    MAX_EVENTS,
    MAX_SEED,
    FormatValues,
    batches,
    max_batch_events,
    pack_batch,
    play_batch,
    simulate,
    summarise_plan,
    unpack_batch,
)

__all__ = [
    "COST",
    "EXCITING",
    "FAIR",
    "MAX_EVENTS",
    "MAX_FORMATS",
    "MAX_PLAYERS",
    "MAX_SEED",
    "MEASURES",
    "Format",
    "FormatValues",
    "Plan",
    "batches",
    "max_batch_events",
    "pack_batch",
    "parse_plan",
    "play_batch",
    "simulate",
    "summarise_plan",
    "unpack_batch",
]
