"""Prizes: the pot and the table of each phase."""

from dataclasses import replace

from .. import access
from ..changes.change import Change, action
from ..rules import rulebooks
from ..rules.errors import RuleViolation, _
from ..rules.history import EventHistory
from ..rules.prizes.payout import check_prizes, pot_of


@action(access.MANAGE, log=(_("Prizes set"), "{prizes}"))
def set_prizes(change: Change, pot: dict, tables: dict[int, dict]):
    """Set the event's pot and the prizes of phases by number, in the event file's format.

    An empty table removes a phase's prizes. Raises RuleViolation for an unknown phase, and as `with_prizes`.
    """
    changed = with_prizes(change.history, pot, tables)
    change.set_event(pot=changed.pot)
    for number in tables:
        change.set_phase(changed.phase(number))


def with_prizes(history: EventHistory, pot: dict, tables: dict[int, dict]) -> EventHistory:
    """Return the event with this pot and these tables; RuleViolation names the path of an error."""
    pot_of(pot)
    changed = replace(history, pot=pot)
    for number, prizes in tables.items():
        if not 1 <= number <= len(history.phases):
            raise RuleViolation(_("Phase {number} doesn’t exist, so it can’t have prizes."), number=number)
        settings = dict(history.phase(number).overrides)
        settings.pop("prizes", None)
        settings |= {"prizes": prizes} if prizes else {}
        rulebooks.settings_of(history.rulebook, settings, f"phases[{number - 1}].settings")
        changed = changed.phase(number).replace(overrides=settings).history
    check_prizes(changed)
    return changed
