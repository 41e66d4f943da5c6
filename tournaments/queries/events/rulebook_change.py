"""Comparison of an event with itself under another rulebook, before it is used."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...models import Event
from ...rules import rulebooks
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, EventHistory
from ...rules.settings import locking
from ..history.cache import load_history
from ..results.keyboard_entry import LABELS
from ..wording.formats import message_text
from .overview import get_phase_overview
from .settings_differences import find_differences


@dataclass(frozen=True)
class RulebookChange:
    """Another rulebook: `facts` are (label, now, new) of what differs.

    `kept_settings` are those that this event has of its own; `error` says why it can't be used.
    """

    key: str
    name: str
    summary: str
    facts: tuple[tuple[str, str, str], ...]
    kept_settings: tuple[str, ...]
    error: str


def get_rulebook_change(event: Event, key: str) -> RulebookChange | None:
    """Compare the event with itself under another rulebook; None for its own or an unknown one."""
    history, rulebook = load_history(event), rulebooks.RULEBOOKS.get(key)
    if rulebook is None or key == history.rulebook:
        return None
    changed, facts, error = replace(history, rulebook=key), (), ""
    try:
        locking.check_rulebook(history, changed)
        facts = compare_facts(list_facts(history), list_facts(changed))
    except RuleViolation as violation:
        error = message_text(violation)
    own = [text for phase in history.phases for text in find_differences(key, phase.settings)]
    return RulebookChange(
        key=key,
        name=gettext(rulebook.name),
        summary=gettext(rulebook.summary),
        facts=facts,
        kept_settings=tuple(dict.fromkeys(own)),
        error=error,
    )


def list_facts(history: EventHistory) -> dict[str, str]:
    """Return {label: text} of everything that depends on the rulebook, over all phases."""
    facts = {}
    for phase in history.all_phases:
        settings, overview = phase.settings, get_phase_overview(phase)
        own = dict(overview.facts)
        own[gettext("Draws")] = gettext("allowed") if settings.rulebook.draws else gettext("not allowed")
        own[gettext("Results are entered as")] = gettext(LABELS[settings.rulebook.report][0]).lower()
        if phase.kind != BRACKET:
            own[gettext("Tiebreakers")] = ", ".join(column.label for column in overview.columns)
            own[gettext("Percentages")] = " ".join(overview.notes)
        for label, text in own.items():
            name = f"{overview.name}: {label}" if len(history.phases) > 1 else label
            facts[name] = text
    return facts


def compare_facts(now: dict[str, str], new: dict[str, str]) -> tuple[tuple[str, str, str], ...]:
    """Return (label, now, new) of the facts that differ; “–” where one side has none."""
    labels = dict.fromkeys([*now, *new])
    pairs = ((label, now.get(label) or "–", new.get(label) or "–") for label in labels)
    return tuple(fact for fact in pairs if fact[1] != fact[2])
