"""Finals systems as tables of data, and the registry of those that are served."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tournaments.rules.errors import RuleViolation, _

from .single import single_matches
from .words import Words, match_names


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of a finals table: its round, its id, and where its two sides come from.

    A side is `S4` (seed 4), `W:QF1` / `L:QF1` (winner, loser of a match), or `RW:QF1,QF2:2` /
    `RL:QF1,QF2:2` (of the winners or losers of those matches the one with the 2nd best seed).
    `name` stands inside a sentence (“semi-final 1”), `short` where there is little room.
    """

    round: int
    id: str
    a: str
    b: str
    name: Words
    short: Words


@dataclass(frozen=True, slots=True)
class System:
    """A finals system: its words, the numbers of players it takes, and what makes its table.

    `build(size)` gives (slots in the order of play, names of the rounds).
    """

    key: str
    name: str
    summary: str
    source: str
    sizes: range
    build: Callable[[int], tuple[tuple[Slot, ...], tuple[Words, ...]]]


@dataclass(frozen=True, slots=True)
class Finals:
    """A system's table for `size` players; every match stands after those that feed it."""

    key: str
    name: str
    summary: str
    source: str
    size: int
    matches: tuple[Slot, ...]
    round_names: tuple[Words, ...]

    @property
    def rounds(self):
        return len(self.round_names)

    def slot(self, slot_id):
        return next(slot for slot in self.matches if slot.id == slot_id)


@dataclass(frozen=True, slots=True)
class Source:
    """A side's source, read: kind `S`, `W`, `L`, `RW` or `RL`, the matches it reads, and which rank.

    A plain winner is the best of the winners of one match, so `k` is 1 there; a seed has it in `k`.
    """

    kind: str
    of: tuple[str, ...]
    k: int

    @property
    def winners(self):
        return self.kind in ("W", "RW")


@lru_cache(maxsize=4096)
def source(text):
    """Read a side of the table's grammar. ValueError for what is not in it."""
    if text[:1] == "S" and text[1:].isdecimal():
        return Source("S", (), int(text[1:]))
    kind, _colon, rest = text.partition(":")
    if kind in ("W", "L") and rest and ":" not in rest:
        return Source(kind, (rest,), 1)
    ids, _colon, rank = rest.partition(":")
    if kind in ("RW", "RL") and ids and rank.isdecimal():
        return Source(kind, tuple(ids.split(",")), int(rank))
    raise ValueError(f"not a side of a finals table: {text}")


QUALIFIERS = "QF1,QF2,QF3,QF4"
MCINTYRE8 = (
    (1, "QF1", "S4", "S5"),
    (1, "QF2", "S3", "S6"),
    (1, "QF3", "S2", "S7"),
    (1, "QF4", "S1", "S8"),
    (2, "SF1", f"RW:{QUALIFIERS}:4", f"RL:{QUALIFIERS}:2"),
    (2, "SF2", f"RW:{QUALIFIERS}:3", f"RL:{QUALIFIERS}:1"),
    (3, "PF1", f"RW:{QUALIFIERS}:1", "W:SF1"),
    (3, "PF2", f"RW:{QUALIFIERS}:2", "W:SF2"),
    (4, "GF", "W:PF1", "W:PF2"),
)
MCINTYRE8_ROUNDS = (_("Qualifying finals"), _("Semi-finals"), _("Preliminary finals"), _("Grand final"))


def mcintyre8(size):
    """The McIntyre final eight: the same table for its one size."""
    return slots_of(MCINTYRE8), tuple(Words(name) for name in MCINTYRE8_ROUNDS)


def slots_of(rows):
    """Slots of rows (round, id, side, side) whose ids begin with the letters of their kind."""
    return tuple(Slot(*row, *match_names(row[1])) for row in rows)


def single(size):
    """Single elimination: see `single_matches`."""
    rows, round_names = single_matches(size)
    return tuple(Slot(*row) for row in rows), round_names


_SYSTEMS = (
    System(
        "single",
        _("Single elimination"),
        _("Whoever loses is out. The best seeds meet last; for places left empty the top seeds have a bye."),
        _("Magic Tournament Rules, 10.4"),
        range(2, 65),
        single,
    ),
    System(
        "mcintyre8",
        _("McIntyre final eight"),
        _(
            "The two best-seeded winners of the qualifying finals skip the semi-finals, "
            "the two best-seeded losers come back in them, the other two losers are out."
        ),
        _("AFL 1994–99, NRL 1999–2011; Hearthstone Swiss article, 2017"),
        range(8, 9),
        mcintyre8,
    ),
)
FINALS = {system.key: system for system in _SYSTEMS}
LATER = (
    "double",
    "mcintyre4",
    "mcintyre5",
    "mcintyre6",
    "mcintyre6-1991",
    "afl8",
    "super_league8",
    "stepladder8",
    "top6",
    "arl7",
    "nrl10",
    "draft8",
)


def check_finals(key):
    """The System of a finals key. RuleViolation for an unknown one and for one not served yet."""
    if key in FINALS:
        return FINALS[key]
    known = ", ".join(FINALS)
    if key in LATER:
        raise RuleViolation(
            _("The finals “{key}” are not served yet; choose one of: {known}."), key=key, known=known
        )
    raise RuleViolation(_("There are no finals “{key}”; choose one of: {known}."), key=key, known=known)


@lru_cache(maxsize=128)
def table(key, size):
    """The table of finals `key` for `size` players. RuleViolation where the key or the size will not do."""
    system = check_finals(key)
    if size in system.sizes:
        slots, round_names = system.build(size)
        return Finals(key, system.name, system.summary, system.source, size, slots, round_names)
    smallest, largest = system.sizes[0], system.sizes[-1]
    if smallest == largest:
        raise RuleViolation(
            _("{name} takes exactly {largest} players, not {size}."),
            name=Words(system.name),
            largest=largest,
            size=size,
        )
    raise RuleViolation(
        _("{name} takes {smallest} to {largest} players, not {size}."),
        name=Words(system.name),
        smallest=smallest,
        largest=largest,
        size=size,
    )
