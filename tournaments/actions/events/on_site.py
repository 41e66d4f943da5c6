"""On-site settings: round length and reporting mode."""

from dataclasses import replace

from ...models import Event
from ...rules import rulebooks
from ...rules.log import part_paths
from ..change import Actor, record_action
from .events import merge_settings


def set_on_site(event: Event, actor: Actor, minutes: dict[int, int], reporting: str, report_minutes: int):
    """Set the round length of each phase by its number, and the reporting mode of all phases.

    Values equal to the rulebook's are not stored. Raises RuleViolation for numbers out of bounds.
    """
    with record_action(event, actor, "set_hall") as change:
        defaults = rulebooks.settings_of(change.history.rulebook, {})
        for number, phase in enumerate(change.history.phases, 1):
            values = {"reporting": reporting, "report_minutes": report_minutes}
            values["minutes"] = minutes.get(number, phase.settings.get("minutes", defaults.minutes))
            own = {key: None if getattr(defaults, key) == value else value for key, value in values.items()}
            merged = merge_settings(phase.settings, own)
            rulebooks.settings_of(change.history.rulebook, {**merged, **values})
            change.set_part(part_paths.phase(number), replace(phase, settings=merged, rounds=()))
