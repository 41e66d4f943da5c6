"""Finals systems: slots with sources, written in the grammar of finals tables."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from .labels import Label, match_names


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of a finals table: its round, its id, and the sources of its two sides, up to five in a pod.

    A side is `S4` (seed 4), `W:QF1` / `L:QF1` (winner, loser of a match), `RW:QF1,QF2:2` /
    `RL:QF1,QF2:2` (the winner or loser of those matches with the 2nd best seed), `CALL:SF1,SF2` (the winner
    of those matches whom the other side chooses) or `REST:SF1,SF2` (the one not chosen); from a pod only
    winners advance. `name` is used in sentences (“semi-final 1”), `short` in narrow places. `reset_of`:
    played only if the second side of that match has won it.
    """

    round: int
    id: str
    sides: tuple[str, ...]
    name: Label
    short: Label
    reset_of: str | None = None

    @property
    def reads(self):
        """The Sources of its sides."""
        return tuple(map(source, self.sides))

    @property
    def is_pod(self):
        return len(self.sides) > 2


@dataclass(frozen=True, slots=True)
class FinalsSystem:
    """A finals system: its texts, the numbers of players it takes, and the builder of its table.

    `build(size)` returns (slots in the order of play, names of the rounds). `used` says where it was
    played, `criticism` what its drawbacks are.
    """

    key: str
    name: str
    summary: str
    source: str
    sizes: range
    build: Callable[[int], tuple[tuple[Slot, ...], tuple[Label, ...]]]
    used: str
    criticism: str


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed source of a side: its kind, the matches it reads, and the rank it takes of them.

    A plain winner is the best of the winners of one match, so its `k` is 1; of a seed `k` is the seed.
    Before the choice, `CALL` is the winner with the worst seed and `REST` the other.
    """

    kind: str
    of: tuple[str, ...]
    k: int

    @property
    def winners(self):
        return self.kind in ("W", "RW", "CALL", "REST")


@lru_cache(maxsize=4096)
def source(text):
    """Parse a side of the table's grammar. ValueError for anything else."""
    if text[:1] == "S" and text[1:].isdecimal():
        return Source("S", (), int(text[1:]))
    kind, _, rest = text.partition(":")
    ids, rank_colon, rank = rest.partition(":")
    matches = tuple(ids.split(","))
    if all(matches):
        if kind in ("W", "L") and len(matches) == 1 and not rank_colon:
            return Source(kind, matches, 1)
        if kind in ("RW", "RL") and rank.isdecimal():
            return Source(kind, matches, int(rank))
        if kind in ("CALL", "REST") and len(matches) == 2 and not rank_colon:
            return Source(kind, matches, 2 if kind == "CALL" else 1)
    raise ValueError(f"not a side of a finals table: {text}")


def slots_of(rows, final=""):
    """Return slots of rows (round, id, side, side, …) whose ids begin with the letters of their kind.

    `final` is the id of the match named “final”.
    """
    return tuple(
        Slot(round_, slot_id, tuple(sides), *match_names(slot_id, slot_id == final, len(sides) > 2))
        for round_, slot_id, *sides in rows
    )


def fixed(key, name, rounds, rows, **texts):
    """Return a FinalsSystem for one size with these rows and round names; `texts`: its other fields."""
    size = sum(side[1:].isdecimal() for row in rows for side in row[2:])
    table = slots_of(rows, rows[-1][1]), tuple(map(Label, rounds))
    return FinalsSystem(key, name, sizes=range(size, size + 1), build=lambda _size: table, **texts)
