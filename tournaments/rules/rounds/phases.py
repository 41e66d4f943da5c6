"""A phase of an event: its settings, who plays in it, how many rounds it has."""

from .. import finals, rulebooks
from ..errors import RuleViolation, _
from ..history import BRACKET, DRAFT_PODS, PODS, ROUND_ROBIN, EventHistory
from ..pairing import FOLD, booster_bracket, round_robin
from ..settings import booster
from ..settings.cut import DIVISION, POOL
from ..settings.pairing import PAIRED_BY
from ..standings import cut
from ..standings.standings import standings

MOST_PHASES = 50


def settings_for(history: EventHistory, phase_number: int):
    """The phase's settings: the rulebook's, with what the phase changes."""
    return rulebooks.settings_of(history.rulebook, history.phase(phase_number).settings)


def entrants_of(history: EventHistory, phase_number: int) -> tuple[str, ...]:
    """Player ids of the phase in seed order; before a later phase has begun, those who would be cut to."""
    if history.phase(phase_number).entrants is None and phase_number > 1:
        return cut_to(history, phase_number)
    return cut.entered(history, phase_number)


def cut_to(history: EventHistory, phase_number: int) -> tuple[str, ...]:
    """Who goes on to a later phase, in seed order: the final standings of the phase before, cut."""
    return cut_rows(history, phase_number, standings(history, phase_number - 1).rows).entrants


def cut_rows(history: EventHistory, phase_number: int, rows, rule=None) -> cut.Cut:
    """The Cut into a later phase from these standings rows of the phase before; `rule` in place of its own.

    Who has left by then is passed over. RuleViolation as `cuts.cut` raises it.
    """
    rule = rule or cut_rule(history, phase_number)
    gone = {row.player for row in rows} - playing_in(history, phase_number)
    column = settings_for(history, phase_number - 1).first_column
    return cut.cut(rows, rule, gone, groups_of(history, rows, rule), column)


def playing_in(history: EventHistory, phase_number: int) -> set[str]:
    """Ids of those who are there when a phase that has not begun would begin."""
    first = history.rounds_before(phase_number) + 1
    return {player.id for player in history.players if player.plays_in(first)}


def cut_rule(history: EventHistory, phase_number: int) -> dict | None:
    """The cut into a phase: as set, else as many as its finals take; None takes everybody."""
    settings = settings_for(history, phase_number)
    if settings.cut or history.phase(phase_number).kind != BRACKET:
        return settings.cut
    sizes = finals.check_finals(settings.finals or finals.DEFAULT_FINALS).sizes
    return {"top": sizes[0]} if len(sizes) == 1 else None


def uncut(history: EventHistory, phase_number: int) -> EventHistory:
    """The event as it was before the cut into this phase: without its entrants and all that was drawn."""
    nothing = {"rounds": (), "entrants": None, "pods": (), "pods_seed": "", "pods_sealed": ""}
    return history.with_phase(phase_number, **nothing, build_until=None)


def groups_of(history: EventHistory, rows, rule: dict | None) -> dict[str, str]:
    """Player id → the division or pool that a cut takes its best of; empty where it takes all together."""
    per = (rule or {}).get("per")
    if per == POOL:
        return {row.player: row.pool for row in rows}
    return {player.id: player.division for player in history.players} if per == DIVISION else {}


def check_order(history: EventHistory, path: str = "phases"):
    """RuleViolation, with its path, where a phase cannot follow on another, or there are too many."""
    if len(history.phases) > MOST_PHASES:
        raise RuleViolation(_("{path}: an event has at most {most} phases."), path=path, most=MOST_PHASES)
    for at, phase in enumerate(history.phases):
        settings, before = phase.settings, history.phases[at - 1] if at else None
        where = f"{path}[{at}].settings"
        if settings.get("carry") and (before is None or BRACKET in (phase.kind, before.kind)):
            words = _("{path}: only rounds that follow on others than finals count on from them.")
            raise RuleViolation(words, path=f"{where}.carry")
        if settings.get("pools", 1) > 1 and phase.kind != ROUND_ROBIN:
            raise RuleViolation(_("{path}: only a round robin is played in pools."), path=f"{where}.pools")
        folded = [key for key in PAIRED_BY if settings.get(key) == FOLD and phase.kind == PODS]
        if folded:
            words = _("{path}: pods are drawn by lot or by standing; fold is for tables of two.")
            raise RuleViolation(words, path=f"{where}.{folded[0]}")
        of_draft = next((key for key in settings if key in booster.CHECKS), None)
        if of_draft and phase.kind != DRAFT_PODS:
            raise RuleViolation(_("{path}: only a draft has this setting."), path=f"{where}.{of_draft}")
        per = (settings.get("cut") or {}).get("per")
        if per == POOL and (before is None or before.settings.get("pools", 1) == 1):
            words = _("{path}: the phase before is not played in pools.")
            raise RuleViolation(words, path=f"{where}.cut.per")


def round_count(history: EventHistory, phase_number: int) -> int:
    """How many rounds the phase has: set, its finals table's, or what the rulebook suggests for its size.

    A last match of finals that is not needed has none. 0 for finals that do not take as many as there
    are: somebody may join or leave yet.
    """
    phase, settings = history.phase(phase_number), settings_for(history, phase_number)
    if phase.kind == BRACKET:
        try:
            return finals.round_count(history, phase_number, len(entrants_of(history, phase_number)))
        except RuleViolation:
            return 0
    if phase.kind == ROUND_ROBIN:
        field = round_robin.field_of(history, phase_number, entrants_of(history, phase_number))
        return round_robin.round_count(len(field), settings)
    if phase.kind == DRAFT_PODS and settings.draft_inside == booster.BRACKET:
        there = playing_in(history, phase_number)
        return booster_bracket.round_count(
            phase, sum(one in there for one in entrants_of(history, phase_number))
        )
    if settings.rounds:
        return settings.rounds
    if phase.kind == DRAFT_PODS:
        return booster.ROUNDS
    if phase.entrants is not None:
        return rulebooks.suggested_rounds(settings.rulebook, len(phase.entrants))
    first = history.rounds_before(phase_number) + 1
    there = [p for p in history.players if p.joined_round <= first and p.dropped_after != 0]
    return rulebooks.suggested_rounds(settings.rulebook, len(there))
