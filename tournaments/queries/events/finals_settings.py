"""The finals on the settings page."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.finals.systems import custom
from ...rules.history import BRACKET, EventHistory, EventPhase
from ...rules.settings import finals as options
from ...rules.settings import locking, on_site
from ...rules.settings.settings import Settings
from ..wording.cuts import cut_text
from ..wording.formats import message_text

HAS_BEGUN = gettext_noop("The top cut has started. Its format and the cut can’t be changed.")
# Settings of finals that the form of the settings page has.
IN_FORM = {"cut", "finals", "best_of", "prizes", *options.CHECKS, *on_site.CHECKS}


@dataclass(frozen=True)
class FinalsSettings:
    """The finals, planned or not yet; `initial` are the first values of the form.

    `locked` says why the form cannot change the system and the cut, whose texts are `system` and `cut`;
    `needs_phase_form` whether the form of their phase can. `rounds` are (number, name) of those with games.
    """

    number: int
    settings: Settings
    initial: dict
    rounds: tuple[tuple[int, str], ...] = ()
    locked: str = ""
    needs_phase_form: bool = False
    system: str = ""
    cut: str = ""
    third_place_lock: str = ""
    is_pods: bool = False


def get_finals_settings(history: EventHistory) -> FinalsSettings:
    phase = history.all_phases[-1]
    if phase.kind != BRACKET:
        settings = rulebooks.settings_of(history.rulebook, on_site.shared(history.phases))
        return FinalsSettings(phase.number + 1, settings, initial={})
    cut = phase.settings.cut or {}
    locked, needs_phase_form = find_lock(phase)
    rounds = finals_rounds(phase)
    is_size_known = rounds is not None
    return FinalsSettings(
        phase.number,
        phase.settings,
        initial={} if locked else finals_initial(phase.settings),
        rounds=rounds if is_size_known else (),
        locked=locked,
        needs_phase_form=needs_phase_form,
        system=system_name(phase),
        cut=cut_text(cut) if cut else "",
        third_place_lock=find_third_place_lock(phase),
        is_pods=is_size_known and not rounds,
    )


def find_lock(phase: EventPhase) -> tuple[str, bool]:
    """Return (why the short form cannot change the finals, whether the form of their phase can)."""
    if phase.rounds:
        return gettext(HAS_BEGUN), False
    if phase.previous is None:
        return gettext("This event is a bracket without earlier rounds."), True
    if (phase.settings.cut or {}).keys() - {"top"} or phase.record.settings.keys() - IN_FORM:
        return gettext("This cut has conditions of its own."), True
    return "", False


def find_third_place_lock(phase: EventPhase) -> str:
    """Return why the match for third place cannot be added or removed any more; empty if it can."""
    changed = {**phase.record.settings, "third_place": not phase.settings.third_place}
    try:
        locking.refuse_third_place(phase, phase.replace(settings=changed))
    except RuleViolation as violation:
        return message_text(violation)
    return ""


def system_name(phase: EventPhase) -> str:
    system = phase.settings.finals or finals.DEFAULT_FINALS
    if isinstance(system, dict):
        return system.get("name") or gettext("Custom bracket")
    return gettext(finals.FINALS[system].name)


def finals_rounds(phase: EventPhase) -> tuple[tuple[int, str], ...] | None:
    """Return (number, name) of the finals' rounds that count games; None while their size is unknown."""
    try:
        bracket = finals.bracket_of(phase)
    except RuleViolation:
        return None
    return tuple(
        (number, name.render(gettext))
        for number, name in enumerate(bracket.table.round_names, 1)
        if not all(meeting.slot.is_pod for meeting in bracket.round(number))
    )


def finals_initial(settings: Settings) -> dict:
    """Return the first values of the form's finals system."""
    system, top = settings.finals or finals.DEFAULT_FINALS, (settings.cut or {}).get("top")
    if not isinstance(system, dict):
        return {"finals": system, "top": top}
    table = {"own_name": system.get("name", ""), "own_table": custom.format_rows(system)}
    return {"finals": custom.OWN, "top": top, **table}
