"""The reporting mode of an event."""

from dataclasses import replace

from ... import access
from ...rules import rulebooks
from ...rules.errors import _
from ...rules.log import part_paths
from ..change import Change, action
from .events import merge_settings


@action(access.MANAGE, name="set_hall", log=_("Reporting changed"))
def set_reporting(change: Change, reporting: str, report_minutes: int):
    """Set the reporting mode of all phases.

    Values equal to the rulebook's are not stored. Raises RuleViolation for numbers out of bounds.
    """
    values = {"reporting": reporting, "report_minutes": report_minutes}
    defaults = rulebooks.settings_of(change.history.rulebook, {})
    own = {key: None if getattr(defaults, key) == value else value for key, value in values.items()}
    for number, phase in enumerate(change.history.phases, 1):
        merged = merge_settings(phase.settings, own)
        rulebooks.settings_of(change.history.rulebook, {**merged, **values})
        change.set_part(part_paths.phase(number), replace(phase, settings=merged, rounds=()))
