"""Registry of the presets and formats of new events."""

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from ...rules.history import DRAFT_PODS, PODS, ROUND_ROBIN, SWISS, PhaseRecord
from ...rules.settings.on_site import ANYONE, PLAYERS

NO_CUT = "none"


@dataclass(frozen=True)
class EventPreset:
    """A usual kind of event: a name, a line about it, and what it sets; None is left to the rulebook.

    `rounds_by_size` has rows of (up to so many players or None, rounds).
    """

    name: str
    summary: str
    rulebook: str = "magic"
    format: str = SWISS
    rounds: int | None = None
    rounds_by_size: tuple[tuple[int | None, int], ...] | None = None
    minutes: int | None = None
    finals: str = NO_CUT
    reporting: str = PLAYERS


PRESETS = {
    "fnm": EventPreset(
        gettext_noop("Friday Night Magic"),
        gettext_noop("Swiss, best of 3, 50-minute rounds"),
        rounds_by_size=((8, 3), (16, 4), (None, 5)),
        reporting=ANYONE,
    ),
    "commander": EventPreset(
        gettext_noop("Commander night"),
        gettext_noop("Pods of four, 3 rounds of 80 minutes"),
        rulebook="pods-multiplayer",
        format=PODS,
        rounds=3,
        minutes=80,
        reporting=ANYONE,
    ),
    "draft": EventPreset(
        gettext_noop("Booster draft"),
        gettext_noop("Pods of about eight, 3 rounds"),
        format=DRAFT_PODS,
        reporting=ANYONE,
    ),
    "store": EventPreset(
        gettext_noop("Store championship"), gettext_noop("Swiss, then a top 8"), finals="single"
    ),
    "hearthstone": EventPreset(
        gettext_noop("Hearthstone cup"),
        gettext_noop("Swiss, best of 5, then a McIntyre final eight"),
        rulebook="fair-hearthstone",
        finals="mcintyre8",
    ),
    "wargame": EventPreset(
        gettext_noop("Wargame event"),
        gettext_noop("3 rounds of 3 hours, victory points"),
        rulebook="wargame-wtc",
        rounds=3,
        minutes=180,
    ),
    "chess": EventPreset(
        gettext_noop("Chess evening"),
        gettext_noop("Swiss, 5 rounds, one game each"),
        rulebook="chess",
        rounds=5,
        reporting=ANYONE,
    ),
    "round_robin": EventPreset(
        gettext_noop("Round robin"),
        gettext_noop("Everyone plays everyone once"),
        format="round_robin",
        reporting=ANYONE,
    ),
    "custom": EventPreset(gettext_noop("Custom"), gettext_noop("Choose everything yourself")),
}
DEFAULT_PRESET = "fnm"

SECOND_DAY = {"carry": True, "cut": {"losses": 2}}
# The phases of each format, before the finals.
FORMATS = {
    SWISS: (PhaseRecord(SWISS, gettext_noop("Swiss")),),
    "two_days": (
        PhaseRecord(SWISS, gettext_noop("Day 1")),
        PhaseRecord(SWISS, gettext_noop("Day 2"), SECOND_DAY),
    ),
    "swiss_and_robin": (
        PhaseRecord(SWISS, gettext_noop("Swiss")),
        PhaseRecord(ROUND_ROBIN, gettext_noop("Final group"), {"cut": {"top": 4}}),
    ),
    DRAFT_PODS: (PhaseRecord(DRAFT_PODS, gettext_noop("Booster draft")),),
    PODS: (PhaseRecord(PODS, gettext_noop("Pods")),),
    "pools": (PhaseRecord(ROUND_ROBIN, gettext_noop("Pools"), {"pools": 4}),),
    "round_robin": (PhaseRecord(ROUND_ROBIN, gettext_noop("Round robin")),),
    "double_round_robin": (PhaseRecord(ROUND_ROBIN, gettext_noop("Round robin"), {"double": True}),),
}
ROBINS = {key: phases[0].settings for key, phases in FORMATS.items() if phases[0].kind == ROUND_ROBIN}
# Of each format: with a known number of rounds, and without one.
FORMAT_TEXTS = {
    SWISS: (gettext_noop("{rounds} rounds of Swiss"), gettext_noop("Swiss rounds by number of players")),
    "two_days": (
        gettext_noop("{rounds} rounds of Swiss, then a second day"),
        gettext_noop("Two days of Swiss"),
    ),
    "swiss_and_robin": (
        gettext_noop("{rounds} rounds of Swiss, then a round robin of the top 4"),
        gettext_noop("Swiss, then a round robin of the top 4"),
    ),
    DRAFT_PODS: (
        gettext_noop("a booster draft with {rounds} rounds in each pod"),
        gettext_noop("a booster draft"),
    ),
    PODS: (gettext_noop("{rounds} rounds in pods"), gettext_noop("rounds in pods by number of players")),
    "pools": (
        gettext_noop("round robins in four pools, {rounds} rounds"),
        gettext_noop("round robins in four pools"),
    ),
    "round_robin": (gettext_noop("a round robin of {rounds} rounds"), gettext_noop("a round robin")),
    "double_round_robin": (
        gettext_noop("a double round robin of {rounds} rounds"),
        gettext_noop("a double round robin"),
    ),
}
