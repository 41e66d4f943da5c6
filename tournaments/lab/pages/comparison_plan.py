"""Formats to start a plan from: presets, rulebooks, an event's settings, and those of another simulation."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, PUBLIC, SWISS, EventHistory
from ...rules.players.participation import list_participants
from ...rules.rulebooks import RULEBOOKS, VP
from ...rules.simulation.plan import MAX_PLAYERS, SETTING_KEYS
from ..events.event_plan import EventPlan, plan_of
from ..events.presets import PRESETS
from ..wording.formats import rulebook_text

USUAL_PLAYERS = 32
# Settings of an event that simulations leave out.
LEFT_OUT = {
    "points": _("points"),
    "percentages": _("percentages"),
    "band": _("score groups"),
    "best_of_rounds": _("longer matches in some rounds"),
    "third_place": _("match for third place"),
}
ONE_SWISS_PHASE = _("Only events of one Swiss phase, with or without finals, can be simulated.")


@dataclass(frozen=True)
class KnownFormat:
    """A format to start from: a name and its values in a plan, without the name."""

    name: str
    values: dict


def simulated_rulebooks() -> dict[str, KnownFormat]:
    """Return the rulebooks that can be simulated, by key."""
    return {
        key: KnownFormat(rulebook_text(rulebook), {"rulebook": key})
        for key, rulebook in RULEBOOKS.items()
        if rulebook.kind == SWISS and rulebook.report != VP and not rulebook.betting
    }


def simulated_presets() -> dict[str, KnownFormat]:
    """Return the presets of new events that can be simulated, by key."""
    rulebooks = simulated_rulebooks()
    return {
        key: KnownFormat(gettext(preset.name), values_of(plan_of({"preset": key})))
        for key, preset in PRESETS.items()
        if key != "custom" and preset.format == SWISS and preset.rulebook in rulebooks
    }


def format_of_choices(choices: Mapping) -> KnownFormat:
    """Return the format of a new event's choices, by field name. RuleViolation if it can't be simulated."""
    plan = plan_of(choices)
    if plan.format != SWISS:
        raise RuleViolation(ONE_SWISS_PHASE)
    check_rulebook(plan.rulebook.key)
    return KnownFormat(gettext("Your new event"), values_of(plan))


def values_of(plan: EventPlan) -> dict:
    values = {
        "rulebook": plan.rulebook.key,
        "rounds": plan.rounds,
        "best_of": plan.best_of,
        "minutes": plan.minutes,
        "cut": plan.top,
        "finals": plan.finals or None,
    }
    return without_none(values)


def format_of_event(history: EventHistory) -> KnownFormat:
    """Return the format of an event of Swiss rounds, perhaps with finals.

    Simulations are public, so that the name of an unlisted or private event is left out. RuleViolation if it
    can't be simulated.
    """
    swiss, *others = history.phases
    if swiss.kind != SWISS or len(others) > 1 or any(phase.kind != BRACKET for phase in others):
        raise RuleViolation(ONE_SWISS_PHASE)
    check_rulebook(history.rulebook)
    values = {"rulebook": history.rulebook} | {
        key: swiss.settings[key] for key in SETTING_KEYS if key in swiss.settings
    }
    for phase in others:
        cut = phase.settings.get("cut") or {}
        if cut and "top" not in cut:
            raise RuleViolation(_("Only a cut to a number of players can be simulated."))
        values |= {
            "cut": cut.get("top"),
            "finals": phase.settings.get("finals"),
            "finals_best_of": phase.settings.get("best_of"),
        }
    is_public = history.visibility == PUBLIC
    return KnownFormat(history.name if is_public else gettext("Your event"), without_none(values))


def left_out(history: EventHistory) -> str:
    """Return a sentence about the event's own settings that simulations leave out; empty without any."""
    names = [
        gettext(name)
        for key, name in LEFT_OUT.items()
        if any(phase.settings.get(key) for phase in history.phases)
    ]
    return (
        gettext("Not simulated: this event’s own {settings}.").format(settings=", ".join(names))
        if names
        else ""
    )


def count_players(history: EventHistory) -> int:
    """Return how many players of an event to simulate."""
    count = len(list_participants(history))
    return min(count, MAX_PLAYERS) if count > 1 else USUAL_PLAYERS


def formats_of_plan(plan: dict) -> list[KnownFormat]:
    """Return the formats of a stored plan."""
    return [
        KnownFormat(entry["name"], {key: value for key, value in entry.items() if key != "name"})
        for entry in plan["formats"]
    ]


def check_rulebook(key: str):
    if key not in simulated_rulebooks():
        words = _("{rulebook} can’t be simulated: it is scored by victory points or bets, or played in pods.")
        raise RuleViolation(words, rulebook=gettext(RULEBOOKS[key].name))


def without_none(values: dict) -> dict:
    return {key: value for key, value in values.items() if value is not None}
