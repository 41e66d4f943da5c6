"""Checks which settings can still change during an event."""

from dataclasses import replace

from .. import finals, rulebooks
from ..errors import RuleViolation, _
from ..history import BRACKET, ROUND_ROBIN, EventHistory, PhaseRecord
from ..rounds import phases, progress


def check_rulebook(history: EventHistory, changed: EventHistory):
    """Raise RuleViolation if the rulebook changes after round 1 is drawn, or does not fit the settings."""
    if changed.rulebook == history.rulebook:
        return
    if any(phase.begun for phase in history.phases):
        raise RuleViolation(_("Round 1 is drawn: the rulebook stays. Change its numbers instead."))
    for phase in history.phases:
        rulebooks.settings_of(changed.rulebook, phase.settings)


def check(history: EventHistory, number: int, settings: dict):
    """Raise RuleViolation if a phase cannot have these settings, or cannot change to them any more."""
    phase, checked = history.phase(number), rulebooks.settings_of(history.rulebook, settings)
    changed = history.with_phase(number, settings=settings)
    phases.check_order(changed)
    if phase.kind == BRACKET:
        refuse_late_finals(phase, checked)
        refuse_third_place(history, number, settings)
    elif phase.rounds and phase.settings.get("draft_inside") != settings.get("draft_inside"):
        raise RuleViolation(_("The draft has begun: how its pods play stays."))
    elif phase.rounds and too_few(changed, number):
        raise RuleViolation(
            _("{played} rounds are drawn already: set that many or more."), played=len(phase.rounds)
        )


def too_few(history: EventHistory, number: int) -> bool:
    """Return whether a phase has more rounds than its settings fix; a suggestion fixes none."""
    phase, settings = history.phase(number), progress.settings_for(history, number)
    is_fixed = settings.rounds or phase.kind == ROUND_ROBIN
    return bool(is_fixed) and progress.round_count(history, number) < len(phase.rounds)


def refuse_late_finals(phase: PhaseRecord, settings):
    was = phase.settings
    if phase.rounds and (settings.finals, settings.cut) != (was.get("finals"), was.get("cut")):
        raise RuleViolation(_("The finals have begun: their system and the cut stay."))
    size = (settings.cut or {}).get("top")
    if size:
        finals.table(settings.finals or finals.DEFAULT_FINALS, size, settings.third_place)


def refuse_third_place(history: EventHistory, number: int, settings: dict):
    """Raise RuleViolation if a match for third place is added or removed too late."""
    phase = history.phase(number)
    third_place = bool(settings.get("third_place"))
    if not phase.rounds or third_place == bool(phase.settings.get("third_place")):
        return
    now = finals.bracket_of(history, number)
    finals.table_of(replace(phase, settings=settings), len(now.entrants))
    last = (now.table.final.id, finals.THIRD_PLACE)
    if any(meeting.match and meeting.slot.id in last for meeting in now.meetings):
        raise RuleViolation(_("The final is drawn: whether third place is played for stays."))
