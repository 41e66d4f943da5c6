"""A planned cut that cannot work with the players there are, in words, with the size that would."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules import finals
from ...rules.history import EventHistory, EventPhase
from ...rules.rounds import phases
from ...rules.rounds.planned_cuts import WorkableCut, find_impossible_cut, find_workable_cut
from ..wording.formats import message_text, phase_name


@dataclass(frozen=True)
class CutProblem:
    """A planned cut that cannot be made; `button` offers `workable`, and both are empty if nothing works."""

    phase: int
    text: str
    button: str
    workable: WorkableCut | None


def find_cut_problem(history: EventHistory) -> CutProblem | None:
    """Return the first planned cut that cannot work; None once round 1 is published."""
    problem = find_impossible_cut(history)
    if problem is None:
        return None
    phase, field, violation = problem
    workable = find_workable_cut(phase, field)
    text = problem_text(phase, len(field), violation)
    return CutProblem(phase.number, text, button_text(workable), workable)


def problem_text(phase: EventPhase, players: int, violation) -> str:
    """Return “The cut takes 8 players, but there are only 5.”, or what else is wrong.

    `players` is the number that the cuts before this one leave.
    """
    rule = phases.cut_rule(phase) or {}
    if rule.get("top", 0) > players and "per" not in rule:
        text = ngettext(
            "The cut takes {size} players, but there is only {count}.",
            "The cut takes {size} players, but there are only {count}.",
            players,
        )
        if phase.number > 2:
            text = ngettext(
                "The cut to {phase} takes {size} players, but only {count} is left by then.",
                "The cut to {phase} takes {size} players, but only {count} are left by then.",
                players,
            )
        return text.format(phase=phase_name(phase), size=rule["top"], count=players)
    text = gettext("The cut to {phase} doesn’t work with {count} players. {reason}")
    return text.format(phase=phase_name(phase), count=players, reason=message_text(violation))


def button_text(workable: WorkableCut | None) -> str:
    """“Change the cut to top 4, single elimination”."""
    if workable is None:
        return ""
    if workable.finals is None:
        return gettext("Change the cut to top {size}").format(size=workable.size)
    system = gettext(finals.check_finals(workable.finals).name)
    text = gettext("Change the cut to top {size}, {system}")
    if "per" in workable.cut:
        text = gettext("Change the cut to top {size} of each group, {system}")
    return text.format(size=workable.size, system=system[:1].lower() + system[1:])
