"""What a simulation compares, and the examples."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db.models import Q
from django.utils.translation import gettext, gettext_noop

from ...events.pages.plan import EventPlan, plan_of
from ...events.pages.presets import DEFAULT_RULEBOOK, PRESETS
from ...models import SimulationRun
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, PUBLIC, SWISS, EventHistory
from ...rules.players.participation import list_participants
from ...rules.rulebooks import RULEBOOKS, VP
from ...rules.simulation import parse_plan
from ...rules.simulation.plan import MAX_PLAYERS, SETTING_KEYS
from ...web.wording import rulebook_text
from .simulation import Simulation

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
        if key != "custom" and preset.format == SWISS and (preset.rulebook or DEFAULT_RULEBOOK) in rulebooks
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
        key: swiss.overrides[key] for key in SETTING_KEYS if key in swiss.overrides
    }
    for phase in others:
        cut = phase.overrides.get("cut") or {}
        if cut and "top" not in cut:
            raise RuleViolation(_("Only a cut to a number of players can be simulated."))
        values |= {
            "cut": cut.get("top"),
            "finals": phase.overrides.get("finals"),
            "finals_best_of": phase.overrides.get("best_of"),
        }
    is_public = history.visibility == PUBLIC
    return KnownFormat(history.name if is_public else gettext("Your event"), without_none(values))


def left_out(history: EventHistory) -> str:
    """Return a sentence about the event's own settings that simulations leave out; empty without any."""
    names = [
        gettext(name)
        for key, name in LEFT_OUT.items()
        if any(phase.overrides.get(key) for phase in history.phases)
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


def find_run(address: str) -> SimulationRun | None:
    """Return the run at this address."""
    return SimulationRun.objects.select_related("by").filter(address=address).first()


def list_runs(user, most: int) -> list[SimulationRun]:
    """Return the newest runs of a user, without their results."""
    return list(SimulationRun.objects.filter(by=user).defer("result")[:most])


def count_runs_before(run: SimulationRun) -> int:
    """Return how many runs are played before a queued one starts."""
    earlier = Q(state=SimulationRun.QUEUED, queued_at__lt=run.queued_at)
    return SimulationRun.objects.filter(earlier | Q(state=SimulationRun.RUNNING)).count()


COSTS = ("hours", "rounds")


def with_equal_time(plan: dict, result: dict) -> dict:
    """Return the plan with as many Swiss rounds more as each format is shorter than the longest one.

    The length is in hours if each format has minutes, else in rounds.
    """
    parsed = parse_plan(plan)
    measures = [entry["measures"] for entry in result["formats"]]
    cost = next(key for key in COSTS if all(of[key] for of in measures))
    longest = max(of[cost]["mean"] for of in measures)
    formats = []
    for entry, format_, of in zip(plan["formats"], parsed.formats, measures, strict=True):
        length = format_.minutes / 60 if cost == "hours" else 1
        more = round((longest - of[cost]["mean"]) / length)
        rounds = min(format_.rounds + more, most_rounds(parsed.players))
        formats.append(renamed(entry, rounds) if rounds != format_.rounds else entry)
    return plan | {"formats": formats}


def most_rounds(players: int) -> int:
    """Return the number of rounds in which everyone meets everyone."""
    return players - 1 + players % 2


def renamed(entry: dict, rounds: int) -> dict:
    name = gettext("{name}, {rounds} rounds").format(name=entry["name"], rounds=rounds)
    return entry | {"rounds": rounds, "name": name[:100]}


FOLDER = Path(__file__).parent / "example_results"


@dataclass(frozen=True)
class ExampleText:
    title: str
    about: str


# By file name, which is also the address.
TEXTS = {
    "hearthstone": ExampleText(
        gettext_noop("The Hearthstone Championship Tour of 2017, and what it could have been"),
        gettext_noop(
            "88 players and seven rounds: the tour’s own tiebreakers and a top 8, percentages as "
            "tiebreakers, a McIntyre final eight, and no finals at all."
        ),
    ),
    "finals": ExampleText(
        gettext_noop("Four kinds of finals with a second chance or a bye"),
        gettext_noop(
            "88 players and seven rounds: a top 6 with byes, the stepladder of Magic’s Pro Tours, a McIntyre "
            "final eight, and double elimination."
        ),
    ),
    "rounds": ExampleText(
        gettext_noop("One round more, or better finals?"),
        gettext_noop(
            "88 players: seven rounds and a McIntyre final eight last as long as eight rounds and single "
            "elimination."
        ),
    ),
    "shop": ExampleText(
        gettext_noop("A Friday night with 24 players"),
        gettext_noop("Four or five rounds, with and without a cut, and how long each takes."),
    ),
}


def list_examples() -> list[Simulation]:
    return [find_example(name) for name in TEXTS]


def find_example(name: str) -> Simulation | None:
    """Return the example at this address."""
    if name not in TEXTS:
        return None
    text, stored = TEXTS[name], read_example(name)
    return Simulation(
        address=name,
        title=gettext(text.title),
        about=gettext(text.about),
        plan=stored["plan"],
        events=stored["result"]["events"],
        seed=stored["result"]["seed"],
        result=stored["result"],
    )


@cache
def read_example(name: str) -> dict:
    """Return {"plan", "result"} of a file."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
