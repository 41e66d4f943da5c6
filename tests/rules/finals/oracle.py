"""Finals systems with odds worked out independently, as tables that the engine reads."""

import json
from fractions import Fraction
from pathlib import Path

from tournaments.rules.finals import Finals, Slot, Words

ORACLE = json.loads((Path(__file__).parent / "oracle.json").read_text())


def finals_of(entry):
    """The table of an entry, whether or not the program serves it yet."""
    slots = tuple(
        Slot(round_, slot, tuple(sides), Words(slot), Words(slot))
        for round_, slot, *sides in entry["matches"]
    )
    rounds = tuple(Words(f"Round {n}") for n in range(1, slots[-1].round + 1))
    return Finals(entry["key"], entry["key"], "", "", len(entry["win_odds"]), slots, rounds)


def win_odds(entry):
    return {int(seed): Fraction(chance) for seed, chance in entry["win_odds"].items()}
