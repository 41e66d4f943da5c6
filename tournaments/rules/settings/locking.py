"""Which settings still can change while an event is played."""

from dataclasses import replace

from .. import finals, history, rulebooks
from ..errors import RuleViolation, _
from ..rounds import phases, progress


def check_rulebook(event: history.Event, changed: history.Event):
    """RuleViolation where the rulebook is another one once round 1 is drawn, or settings do not fit it."""
    if changed.rulebook == event.rulebook:
        return
    if any(phase.begun for phase in event.phases):
        raise RuleViolation(_("Round 1 is drawn: the rulebook stays. Change its numbers instead."))
    for phase in event.phases:
        rulebooks.settings_of(changed.rulebook, phase.settings)


def check(event: history.Event, number: int, settings: dict):
    """RuleViolation where a phase of the event cannot have these settings, or cannot have them any more."""
    phase, checked = event.phase(number), rulebooks.settings_of(event.rulebook, settings)
    changed = event.with_phase(number, settings=settings)
    phases.check_order(changed)
    if phase.kind == history.BRACKET:
        refuse_late_finals(phase, checked)
        refuse_third_place(event, number, settings)
    elif phase.rounds and phase.settings.get("draft_inside") != settings.get("draft_inside"):
        raise RuleViolation(_("The draft has begun: how its pods play stays."))
    elif phase.rounds and too_few(changed, number):
        raise RuleViolation(
            _("{played} rounds are drawn already: set that many or more."), played=len(phase.rounds)
        )


def too_few(event: history.Event, number: int) -> bool:
    """Whether a phase has more rounds than its settings ask for; a suggestion asks for none."""
    phase, settings = event.phase(number), progress.settings_for(event, number)
    asked = settings.rounds or phase.kind == history.ROUND_ROBIN
    return bool(asked) and progress.round_count(event, number) < len(phase.rounds)


def refuse_late_finals(phase: history.Phase, settings):
    was = phase.settings
    if phase.rounds and (settings.finals, settings.cut) != (was.get("finals"), was.get("cut")):
        raise RuleViolation(_("The finals have begun: their system and the cut stay."))
    size = (settings.cut or {}).get("top")
    if size:
        finals.table(settings.finals or finals.DEFAULT_FINALS, size, settings.third_place)


def refuse_third_place(event: history.Event, number: int, settings: dict):
    """RuleViolation where a match for third place comes too late, or goes though it is made."""
    phase = event.phase(number)
    asked = bool(settings.get("third_place"))
    if not phase.rounds or asked == bool(phase.settings.get("third_place")):
        return
    now = finals.bracket_of(event, number)
    finals.table_of(replace(phase, settings=settings), len(now.entrants))
    last = (now.table.final.id, finals.THIRD_PLACE)
    if any(meeting.match and meeting.slot.id in last for meeting in now.meetings):
        raise RuleViolation(_("The final is drawn: whether third place is played for stays."))
