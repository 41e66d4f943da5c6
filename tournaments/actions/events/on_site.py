"""How an event runs in the hall: the length of its rounds, and who tells results."""

from dataclasses import replace

from ...models import Event
from ...rules import rulebooks
from ...rules.log import part_paths
from ..change import By, changing
from .events import laid_over


def set_hall(event: Event, by: By, minutes: dict[int, int], reporting: str, report_minutes: int):
    """Set how long a round of each phase lasts, by the phase's number, and for all of them who tells results.

    What is usual is not kept. Raises RuleViolation for numbers out of bounds.
    """
    with changing(event, by, "set_hall") as change:
        usual = rulebooks.settings_of(change.history.rulebook, {})
        for number, phase in enumerate(change.history.phases, 1):
            said = {"reporting": reporting, "report_minutes": report_minutes}
            said["minutes"] = minutes.get(number, phase.settings.get("minutes", usual.minutes))
            wanted = {key: None if value == getattr(usual, key) else value for key, value in said.items()}
            merged = laid_over(phase.settings, wanted)
            rulebooks.settings_of(change.history.rulebook, {**merged, **said})
            change.put(part_paths.phase(number), replace(phase, settings=merged, rounds=()))
