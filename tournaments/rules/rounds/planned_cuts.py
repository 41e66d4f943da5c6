"""Planned cuts that cannot be made with the players there are, and a size that works."""

from dataclasses import dataclass

from .. import finals
from ..errors import RuleViolation
from ..history import BRACKET, DRAFT, EventHistory, EventPhase
from ..standings import cut
from . import phases

# Keys that depend on results: how many advance is unknown, or only who of those level.
UNKNOWN_SIZE_KEYS = ("min_points", "losses")
UNKNOWN_KEYS = (*UNKNOWN_SIZE_KEYS, "ties")


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A row of standings before round 1, for a trial of a cut."""

    rank: int
    player: str
    pool: str
    points: float = 0
    losses: int = 0


@dataclass(frozen=True, slots=True)
class WorkableCut:
    """A cut that works: the size, for each group if the cut is per group, and the finals' key or table.

    `finals` is None outside brackets; `name` is the phase's name with these finals.
    """

    cut: dict
    finals: str | dict | None
    name: str

    @property
    def size(self) -> int:
        return self.cut["top"]


def find_impossible_cut(history: EventHistory) -> tuple[EventPhase, list[str], RuleViolation] | None:
    """Return (phase, field, violation) of the first cut that its field is too small for; None if all work.

    `field` are the ids of the players left by the cuts before it. Only before round 1 is published; later
    the cut itself reports what is wrong.
    """
    first, *later = history.all_phases
    if not first.is_current or any(round_.state != DRAFT for round_ in first.rounds):
        return None
    field = [player.id for player in history.players if player.plays_in(1)]
    for phase in later:
        rule = phases.cut_rule(phase) or {}
        try:
            field = try_cut(phase, field, rule, phase.settings.finals)
        except RuleViolation as violation:
            return phase, field, violation
    return None


def try_cut(phase: EventPhase, field: list[str], rule: dict, finals_key) -> list[str]:
    """Return the players that the cut into a phase leaves of `field`, all of them if results decide.

    RuleViolation if it needs more of them, or its finals do not take that many.
    """
    if rule.get("by_hand"):
        return field
    pools = phase.previous.settings.pools
    rows = [PlannedRow(place + 1, player, str(place % pools)) for place, player in enumerate(field)]
    certain = {key: value for key, value in rule.items() if key not in UNKNOWN_KEYS}
    entrants = list(cut.cut(rows, certain, group_of=phases.groups_of(phase.history, rows, rule)).entrants)
    is_filled = "at_least" in rule and rule["at_least"] == rule.get("top")
    is_certain = is_filled or rule.keys().isdisjoint(UNKNOWN_SIZE_KEYS)
    if is_certain and phase.kind == BRACKET:
        finals.build_table(finals_key or finals.DEFAULT_FINALS, len(entrants), phase.settings.third_place)
    return entrants


def find_workable_cut(phase: EventPhase, field: list[str]) -> WorkableCut | None:
    """Return the largest size that a cut of `field` can have: by its own finals, else by a similar system.

    Elimination brackets prefer a power of two, so that nobody has a bye. None if nothing works.
    """
    rule = phases.cut_rule(phase) or {}
    conditions = {key: rule[key] for key in (*UNKNOWN_KEYS, "per") if key in rule}
    # Where results decide who advances, the next players in the standings still fill the cut up.
    is_filled = "at_least" in rule and not rule.keys().isdisjoint(UNKNOWN_SIZE_KEYS)
    for finals_key, size in candidates(phase, len(field)):
        new = {**conditions, "top": size, **({"at_least": size} if is_filled else {})}
        try:
            try_cut(phase, field, new, finals_key)
        except RuleViolation:
            continue
        return WorkableCut(new, finals_key, name_with(phase, finals_key))
    return None


def name_with(phase: EventPhase, finals_key) -> str:
    """Return the phase's name with these finals: the system's, if the phase is called after its own."""
    name = phase.name
    if finals_key is None:
        return name
    own = phase.settings.finals or finals.DEFAULT_FINALS
    return finals.check_finals(finals_key).name if name == finals.check_finals(own).name else name


def candidates(phase: EventPhase, field_size: int):
    """Yield (finals, size) from the best one on; `finals` is None if the phase is not a bracket."""
    everything = range(1, field_size + 1)
    if phase.kind != BRACKET:
        systems, is_pods = [[(None, everything)]], False
    else:
        own = phase.settings.finals or finals.DEFAULT_FINALS
        is_pods = uses_pods(own)
        similar = [key for key in finals.FINALS if is_pods and uses_pods(key)] or ["single"]
        is_per_group = "per" in (phases.cut_rule(phase) or {})
        systems = [
            [(key, everything if is_per_group else finals.check_finals(key).sizes) for key in keys]
            for keys in ([own], similar)
        ]
    for group in systems:
        fitting = [(size, key) for key, sizes in group for size in sizes if size <= field_size]
        fitting.sort(key=lambda pair: (is_pods or is_power_of_two(pair[0]), pair[0]), reverse=True)
        yield from ((key, size) for size, key in fitting)


def uses_pods(finals_key) -> bool:
    sizes = finals.check_finals(finals_key).sizes
    return any(slot.is_pod for slot in finals.build_table(finals_key, sizes[0]).matches)


def is_power_of_two(size: int) -> bool:
    return size & (size - 1) == 0
