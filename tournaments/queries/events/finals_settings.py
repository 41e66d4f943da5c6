"""The finals on the settings page."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.finals.systems import custom
from ...rules.history import BRACKET, EventHistory, PhaseRecord
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
    number, phase = len(history.phases), history.phases[-1]
    if phase.kind != BRACKET:
        settings = rulebooks.settings_of(history.rulebook, on_site.shared(history.phases))
        return FinalsSettings(number + 1, settings, initial={})
    settings, cut = history.phase(number).settings, phase.settings.get("cut") or {}
    locked, needs_phase_form = find_lock(history, phase, cut)
    rounds = finals_rounds(history)
    is_size_known = rounds is not None
    return FinalsSettings(
        number,
        settings,
        initial={} if locked else finals_initial(phase, cut),
        rounds=rounds if is_size_known else (),
        locked=locked,
        needs_phase_form=needs_phase_form,
        system=system_name(phase),
        cut=cut_text(cut) if cut else "",
        third_place_lock=find_third_place_lock(history, number, settings),
        is_pods=is_size_known and not rounds,
    )


def find_lock(history: EventHistory, phase: PhaseRecord, cut: dict) -> tuple[str, bool]:
    """Return (why the short form cannot change the finals, whether the form of their phase can)."""
    if phase.rounds:
        return gettext(HAS_BEGUN), False
    if len(history.phases) == 1:
        return gettext("This event is a bracket without earlier rounds."), True
    if cut.keys() - {"top"} or phase.settings.keys() - IN_FORM:
        return gettext("This cut has conditions of its own."), True
    return "", False


def find_third_place_lock(history: EventHistory, number: int, settings: Settings) -> str:
    """Return why the match for third place cannot be added or removed any more; empty if it can."""
    own = history.phase(number).settings
    try:
        locking.refuse_third_place(history.phase(number), {**own, "third_place": not settings.third_place})
    except RuleViolation as violation:
        return message_text(violation)
    return ""


def system_name(phase: PhaseRecord) -> str:
    system = phase.settings.get("finals") or finals.DEFAULT_FINALS
    if isinstance(system, dict):
        return system.get("name") or gettext("Custom bracket")
    return gettext(finals.FINALS[system].name)


def finals_rounds(history: EventHistory) -> tuple[tuple[int, str], ...] | None:
    """Return (number, name) of the finals' rounds that count games; None while their size is unknown."""
    try:
        bracket = finals.bracket_of(history.phase(len(history.phases)))
    except RuleViolation:
        return None
    return tuple(
        (number, name.render(gettext))
        for number, name in enumerate(bracket.table.round_names, 1)
        if not all(meeting.slot.is_pod for meeting in bracket.round(number))
    )


def finals_initial(phase: PhaseRecord, cut: dict) -> dict:
    """Return the first values of the form's finals system."""
    system = phase.settings.get("finals") or finals.DEFAULT_FINALS
    if not isinstance(system, dict):
        return {"finals": system, "top": cut.get("top")}
    table = {"own_name": system.get("name", ""), "own_table": custom.format_rows(system)}
    return {"finals": custom.OWN, "top": cut.get("top"), **table}
