"""The registry of finals systems, and the tables they make."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ..errors import RuleViolation, _
from . import custom, leagues
from .knockouts import MCINTYRE_SYSTEMS, SYSTEMS
from .leagues import POD_SYSTEMS
from .system import SIDE_WORDS, Label, Slot, ordinal, source

THIRD_PLACE = custom.THIRD_PLACE
# MTG Multiplayer Addendum; at Hareruya the highest-ranked undefeated.
DRAWN_POD = _("A pod can be drawn: the highest seed of the players who drew advances.")


@dataclass(frozen=True)
class Finals:
    """The table of a finals system for `size` players; every match comes after its feeders."""

    key: str
    name: str
    summary: str
    source: str
    size: int
    matches: tuple[Slot, ...]
    round_names: tuple[Label, ...]

    @property
    def rounds(self):
        return len(self.round_names)

    @property
    def final(self):
        """The slot of the last match that is always played."""
        return next(slot for slot in reversed(self.matches) if slot.reset_of is None)

    @property
    def deciding(self):
        """The number of matches, each in its own round, that are played only if they are needed."""
        return sum(slot.reset_of is not None for slot in self.matches)

    @property
    def notes(self):
        """Further notes, in sentences."""
        return (DRAWN_POD,) if any(slot.is_pod for slot in self.matches) else ()

    @cached_property
    def by_id(self):
        """{slot id: its Slot}, in the order of the table."""
        return {slot.id: slot for slot in self.matches}

    def slot(self, slot_id):
        return self.by_id[slot_id]

    def side_label(self, text):
        """Return a side's source as a Label: “4th-ranked winner”, “winner of semi-final 1”, “seed 3”."""
        return self._side_labels.get(text) or self._label(text)

    @cached_property
    def _side_labels(self):
        return {text: self._label(text) for slot in self.matches for text in slot.sides}

    def _label(self, text):
        read = source(text)
        if read.kind == "S":
            return Label(SIDE_WORDS["S"], {"seed": read.k})
        if read.kind in ("W", "L"):
            return Label(SIDE_WORDS[read.kind], {"match": self.slot(read.of[0]).short})
        if read.kind in ("CALL", "REST"):
            return Label(SIDE_WORDS[read.kind])
        return Label(SIDE_WORDS[read.kind], {"ordinal": ordinal(read.k)})

    @cached_property
    def to_the_title(self):
        """The table without a match for third place, which does not affect the title."""
        if THIRD_PLACE not in self.by_id:
            return self
        return replace(self, matches=tuple(slot for slot in self.matches if slot.id != THIRD_PLACE))


FINALS = {system.key: system for system in (*SYSTEMS, *MCINTYRE_SYSTEMS, *leagues.SYSTEMS, *POD_SYSTEMS)}


def check_finals(finals):
    """Return the FinalsSystem of a key or of an organiser's own table. RuleViolation for anything else."""
    if isinstance(finals, Mapping):
        return custom.parse_system(finals)
    if finals in FINALS:
        return FINALS[finals]
    known = ", ".join(FINALS)
    raise RuleViolation(
        _("Finals system “{key}” doesn’t exist. Choose one of: {known}."), key=finals, known=known
    )


def build_table(finals, size, third_place=False):
    """Return the table of these finals (a key, or an organiser's own table) for `size` players.

    RuleViolation for unknown finals or a wrong size, and for a match for third place if losers of the
    matches before the final play on.
    """
    key = json.dumps(finals, sort_keys=True) if isinstance(finals, Mapping) else finals
    return _build_cached(key, size, third_place)


@lru_cache(maxsize=128)
def _build_cached(key, size, third_place):
    if third_place:
        return _with_third_place(_build_cached(key, size, False))
    system = custom.system_from_json(key) if key.startswith("{") else check_finals(key)
    if size in system.sizes:
        slots, round_names = system.build(size)
        return Finals(system.key, system.name, system.summary, system.source, size, slots, round_names)
    smallest, largest = system.sizes[0], system.sizes[-1]
    text = _("{name} takes {smallest} to {largest} players, not {size}.")
    if smallest == largest:
        text = _("{name} takes exactly {largest} players, not {size}.")
    raise RuleViolation(text, name=Label(system.name), smallest=smallest, largest=largest, size=size)


def _with_third_place(finals):
    """Return the table with a match between the losers before the final, in the final's round."""
    final = finals.final
    feeders = {slot_id for read in final.reads for slot_id in read.of}
    reads = [read for slot in finals.matches for read in slot.reads]
    with_second_chance = {slot_id for read in reads if not read.winners for slot_id in read.of}
    has_pods = final.is_pod or any(finals.slot(slot_id).is_pod for slot_id in feeders)
    has_other_sides = any(read.kind != "W" for read in final.reads)
    if has_pods or has_other_sides or feeders & with_second_chance or THIRD_PLACE in finals.by_id:
        raise RuleViolation(
            _(
                "{name} for {size} can’t have a third-place match: two players must be eliminated "
                "right before the final."
            ),
            name=Label(finals.name),
            size=finals.size,
        )
    losers = tuple(f"L:{read.of[0]}" for read in final.reads)
    third = Slot(final.round, THIRD_PLACE, losers, Label(_("third-place match")), Label(_("third place")))
    index = finals.matches.index(final)
    return replace(finals, matches=(*finals.matches[:index], third, *finals.matches[index:]))
