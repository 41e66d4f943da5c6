"""Prizes: what the pot holds, and the table of each phase."""

from dataclasses import replace

from ...models import Event
from ...rules import rulebooks
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.prizes import table
from ...rules.prizes.pot import pot_of
from ..change import By, changing


def set_prizes(event: Event, by: By, pot: dict, tables: dict[int, dict]):
    """Set the event's pot and the prizes of these phases, by number, in the event file's words.

    An empty table takes a phase's prizes away. RuleViolation for a phase that there is not, and for what
    `with_prizes` refuses.
    """
    with changing(event, by, "set_prizes") as change:
        changed = with_prizes(change.history, pot, tables)
        change.put(part_paths.EVENT, replace(changed, players=(), phases=(), log=()))
        for number in tables:
            change.put(part_paths.phase(number), replace(changed.phase(number), rounds=()))


def with_prizes(history: EventHistory, pot: dict, tables: dict[int, dict]) -> EventHistory:
    """The event with this pot and these tables; RuleViolation with the path of what is wrong in them."""
    pot_of(pot)
    changed = replace(history, pot=pot)
    for number, prizes in tables.items():
        if not 1 <= number <= len(history.phases):
            raise RuleViolation(_("There is no phase {number} to have prizes."), number=number)
        settings = {key: value for key, value in history.phase(number).settings.items() if key != "prizes"}
        settings |= {"prizes": prizes} if prizes else {}
        rulebooks.settings_of(history.rulebook, settings, f"phases[{number - 1}].settings")
        changed = changed.with_phase(number, settings=settings)
    table.check(changed)
    return changed
