"""Finals systems as tables of data, and the registry of those that are served."""

from dataclasses import dataclass
from functools import lru_cache

from tournaments.rules.errors import RuleViolation, _

from . import knockouts, leagues, mcintyre
from .system import Slot
from .words import Words


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

    @property
    def final(self):
        """The slot of the last match that is always played."""
        return next(slot for slot in reversed(self.matches) if slot.reset_of is None)

    def slot(self, slot_id):
        return next(slot for slot in self.matches if slot.id == slot_id)


FINALS = {system.key: system for system in (*knockouts.SYSTEMS, *mcintyre.SYSTEMS, *leagues.SYSTEMS)}


def check_finals(key):
    """The System of a finals key. RuleViolation for an unknown one."""
    if key in FINALS:
        return FINALS[key]
    known = ", ".join(FINALS)
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
