"""Finals tables with odds calculated independently."""

import json
from fractions import Fraction
from pathlib import Path

from tournaments.rules.finals import build_table
from tournaments.rules.finals_systems.registry import Finals
from tournaments.rules.finals_systems.system import Label, Slot

ORACLE = json.loads((Path(__file__).parent / "oracle.json").read_text())
# Pods of three, four and five beside matches of two, whose losers have a second chance.
MIXED = build_table(
    {
        "matches": [
            [1, "QF1", "S1", "S4"],
            [1, "QF2", "S2", "S3"],
            [1, "A", "S5", "S6", "S7", "S8", "S9"],
            [2, "B", "RL:QF1,QF2:1", "RL:QF1,QF2:2", "W:A"],
            [3, "C", "S11", "W:QF1", "W:B"],
            [4, "FP", "W:QF2", "W:C", "S10"],
        ]
    },
    11,
)


def finals_of(entry):
    """Return the table of an entry, even if the program does not offer it."""
    slots = tuple(
        Slot(round_, slot, tuple(sides), Label(slot), Label(slot))
        for round_, slot, *sides in entry["matches"]
    )
    rounds = tuple(Label(f"Round {n}") for n in range(1, slots[-1].round + 1))
    return Finals(entry["key"], entry["key"], "", "", len(entry["win_odds"]), slots, rounds)


def win_odds(entry):
    return {int(seed): Fraction(chance) for seed, chance in entry["win_odds"].items()}
