"""A phase of an event: settings, entrants, number of rounds."""

from dataclasses import dataclass

from .. import finals, rulebooks
from ..errors import RuleViolation, _
from ..history import BRACKET, DRAFT, DRAFT_PODS, PODS, ROUND_ROBIN, EventHistory, EventPhase
from ..pairing import FOLD, round_robin
from ..pairing.booster import bracket_round_count
from ..players.participation import list_participants
from ..settings.fields import DIVISION, DRAFT_CHECKS, INSIDE_BRACKET, PAIRING_KEYS, POOL, ROUNDS
from ..standings import cut
from ..standings.standings import standings

MAX_PHASES = 50


def entrants_of(phase: EventPhase) -> tuple[str, ...]:
    """Return the phase's player ids in seed order; before a later phase, the current result of its cut."""
    if phase.entrants is None and phase.number > 1:
        return cut_rows(phase, standings(phase.previous).rows).entrants
    return cut.seeded_entrants(phase)


def cut_rows(phase: EventPhase, rows, rule=None) -> cut.Cut:
    """Return the Cut into a later phase from standings rows of the phase before, by its own rule or `rule`.

    Players who have left are skipped. RuleViolation as in `cut.apply_cut`.
    """
    rule = rule or cut_rule(phase)
    dropped = {row.player for row in rows} - playing_in(phase)
    column = phase.previous.settings.first_column
    return cut.apply_cut(rows, rule, dropped, groups_of(phase.history, rows, rule), column)


def playing_in(phase: EventPhase) -> set[str]:
    """Return the ids of the players present at the first round of a phase."""
    first = phase.rounds_before + 1
    return {player.id for player in phase.history.players if player.plays_in(first)}


def cut_rule(phase: EventPhase) -> dict | None:
    """Return the cut into a phase: as set, else the size of its finals; None for all players."""
    settings = phase.settings
    if settings.cut or phase.kind != BRACKET:
        return settings.cut
    sizes = finals.check_finals(settings.finals or finals.DEFAULT_FINALS).sizes
    return {"top": sizes[0]} if len(sizes) == 1 else None


def without_cut(phase: EventPhase) -> EventPhase:
    """Return the phase before the cut into it: without its entrants, pods and rounds."""
    nothing = {"rounds": (), "entrants": None, "pods": (), "pods_seed": "", "pods_sealed": ""}
    return phase.replace(**nothing, build_until=None)


def groups_of(history: EventHistory, rows, rule: dict | None) -> dict[str, str]:
    """Return {player id: division or pool} for a cut per group; empty for one cut of all players."""
    per = (rule or {}).get("per")
    if per == POOL:
        return {row.player: row.pool for row in rows}
    return {player.id: player.division for player in history.players} if per == DIVISION else {}


def check_order(history: EventHistory, path: str = "phases"):
    """Raise RuleViolation with the path if a phase cannot follow the one before, or there are too many."""
    if len(history.phases) > MAX_PHASES:
        raise RuleViolation(_("{path}: an event can have at most {most} phases."), path=path, most=MAX_PHASES)
    for index, phase in enumerate(history.phases):
        settings, before = phase.overrides, history.phases[index - 1] if index else None
        settings_path = f"{path}[{index}].settings"
        if settings.get("carry") and (before is None or BRACKET in (phase.kind, before.kind)):
            message = _("{path}: only a phase after rounds other than a bracket can carry points over.")
            raise RuleViolation(message, path=f"{settings_path}.carry")
        if settings.get("pools", 1) > 1 and phase.kind != ROUND_ROBIN:
            message = _("{path}: only a round robin can have pools.")
            raise RuleViolation(message, path=f"{settings_path}.pools")
        folded = [key for key in PAIRING_KEYS if settings.get(key) == FOLD and phase.kind == PODS]
        if folded:
            message = _(
                "{path}: pods are paired at random or by standing; fold pairing is for two-player tables."
            )
            raise RuleViolation(message, path=f"{settings_path}.{folded[0]}")
        draft_key = next((key for key in settings if key in DRAFT_CHECKS), None)
        if draft_key and phase.kind != DRAFT_PODS:
            message = _("{path}: only a draft has this setting.")
            raise RuleViolation(message, path=f"{settings_path}.{draft_key}")
        per = (settings.get("cut") or {}).get("per")
        if per == POOL and (before is None or before.overrides.get("pools", 1) == 1):
            message = _("{path}: the previous phase has no pools.")
            raise RuleViolation(message, path=f"{settings_path}.cut.per")


def round_count(phase: EventPhase) -> int:
    """Return the number of rounds of the phase: as set, by its finals, or as the rulebook suggests.

    An unneeded last match of finals does not count. 0 for finals that do not fit the number of entrants,
    which may still change.
    """
    settings = phase.settings
    if phase.kind == BRACKET:
        try:
            return finals.round_count(phase, len(entrants_of(phase)))
        except RuleViolation:
            return 0
    if phase.kind == ROUND_ROBIN:
        field = round_robin.phase_players(phase, entrants_of(phase))
        return round_robin.round_count(len(field), settings)
    if phase.kind == DRAFT_PODS and settings.draft_inside == INSIDE_BRACKET:
        present = playing_in(phase)
        entrants = [player for player in entrants_of(phase) if player in present]
        return bracket_round_count(phase, len(entrants))
    if settings.rounds:
        return settings.rounds
    if phase.kind == DRAFT_PODS:
        return ROUNDS
    if phase.entrants is not None:
        return rulebooks.suggested_rounds(settings.rounds_by_size, len(phase.entrants))
    first = phase.rounds_before + 1
    present = [player for player in list_participants(phase.history) if player.joined_round <= first]
    return rulebooks.suggested_rounds(settings.rounds_by_size, len(present))


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
        rule = cut_rule(phase) or {}
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
    entrants = list(cut.apply_cut(rows, certain, group_of=groups_of(phase.history, rows, rule)).entrants)
    is_filled = "at_least" in rule and rule["at_least"] == rule.get("top")
    is_certain = is_filled or rule.keys().isdisjoint(UNKNOWN_SIZE_KEYS)
    if is_certain and phase.kind == BRACKET:
        finals.build_table(finals_key or finals.DEFAULT_FINALS, len(entrants), phase.settings.third_place)
    return entrants


def find_workable_cut(phase: EventPhase, field: list[str]) -> WorkableCut | None:
    """Return the largest size that a cut of `field` can have: by its own finals, else by a similar system.

    Elimination brackets prefer a power of two, so that nobody has a bye. None if nothing works.
    """
    rule = cut_rule(phase) or {}
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
        is_per_group = "per" in (cut_rule(phase) or {})
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
