"""Checks which settings can still change during an event."""

from .. import finals, rulebooks
from ..errors import RuleViolation, _
from ..history import BRACKET, ROUND_ROBIN, EventHistory, EventPhase
from ..rounds.phases import check_order, round_count


def check_rulebook(history: EventHistory, changed: EventHistory):
    """Raise RuleViolation if the rulebook changes after round 1 is drawn, or does not fit the settings."""
    if changed.rulebook == history.rulebook:
        return
    if any(phase.begun for phase in history.phases):
        raise RuleViolation(
            _("Round 1 is paired, so the rulebook can’t be changed. Change its values instead.")
        )
    for phase in history.phases:
        rulebooks.settings_of(changed.rulebook, phase.overrides)


def check(phase: EventPhase, settings: dict):
    """Raise RuleViolation if a phase cannot have these settings, or cannot change to them any more."""
    new_settings = rulebooks.settings_of(phase.history.rulebook, settings)
    changed = phase.replace(overrides=settings)
    check_order(changed.history)
    if phase.kind == BRACKET:
        refuse_late_finals(phase, new_settings)
        refuse_third_place(phase, changed)
    elif phase.rounds and phase.settings.draft_inside != new_settings.draft_inside:
        raise RuleViolation(_("The draft has started, so how its pods play can’t be changed."))
    elif phase.rounds and has_too_few_rounds(changed):
        words = _("{played} rounds are already paired. Enter {played} or more.")
        raise RuleViolation(words, played=len(phase.rounds))


def has_too_few_rounds(phase: EventPhase) -> bool:
    """Return whether the settings fix fewer rounds than the phase has; a suggestion fixes none."""
    is_fixed = phase.settings.rounds or phase.kind == ROUND_ROBIN
    return bool(is_fixed) and round_count(phase) < len(phase.rounds)


def refuse_late_finals(phase: EventPhase, settings):
    """Raise RuleViolation if the finals system or the cut changes too late, or does not fit."""
    old = phase.settings
    if phase.rounds and (settings.finals, settings.cut) != (old.finals, old.cut):
        raise RuleViolation(_("The top cut has started. Its format and the cut can’t be changed."))
    size = (settings.cut or {}).get("top")
    if size:
        finals.build_table(settings.finals or finals.DEFAULT_FINALS, size, settings.third_place)


def refuse_third_place(phase: EventPhase, changed: EventPhase):
    """Raise RuleViolation if a match for third place is added or removed too late."""
    if not phase.rounds or changed.settings.third_place == phase.settings.third_place:
        return
    bracket = finals.bracket_of(phase)
    finals.table_of(changed, len(bracket.entrants))
    last_slots = (bracket.table.final.id, finals.THIRD_PLACE)
    if any(meeting.match and meeting.slot.id in last_slots for meeting in bracket.meetings):
        raise RuleViolation(_("The final is paired, so the third-place match can’t be changed."))
