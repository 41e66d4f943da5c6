"""A phase of an event: settings, entrants, number of rounds."""

from .. import finals, rulebooks
from ..errors import RuleViolation, _
from ..history import BRACKET, DRAFT_PODS, PODS, ROUND_ROBIN, EventHistory, EventPhase
from ..pairing import FOLD, booster_bracket, round_robin
from ..players.participation import list_participants
from ..settings import booster
from ..settings.cut import DIVISION, POOL
from ..settings.pairing import PAIRING_KEYS
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

    Players who have left are skipped. RuleViolation as in `cut.cut`.
    """
    rule = rule or cut_rule(phase)
    dropped = {row.player for row in rows} - playing_in(phase)
    column = phase.previous.settings.first_column
    return cut.cut(rows, rule, dropped, groups_of(phase.history, rows, rule), column)


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
        settings, before = phase.settings, history.phases[index - 1] if index else None
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
        draft_key = next((key for key in settings if key in booster.CHECKS), None)
        if draft_key and phase.kind != DRAFT_PODS:
            message = _("{path}: only a draft has this setting.")
            raise RuleViolation(message, path=f"{settings_path}.{draft_key}")
        per = (settings.get("cut") or {}).get("per")
        if per == POOL and (before is None or before.settings.get("pools", 1) == 1):
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
    if phase.kind == DRAFT_PODS and settings.draft_inside == booster.BRACKET:
        present = playing_in(phase)
        entrants = [player for player in entrants_of(phase) if player in present]
        return booster_bracket.bracket_round_count(phase, len(entrants))
    if settings.rounds:
        return settings.rounds
    if phase.kind == DRAFT_PODS:
        return booster.ROUNDS
    if phase.entrants is not None:
        return rulebooks.suggested_rounds(settings.rounds_by_size, len(phase.entrants))
    first = phase.rounds_before + 1
    present = [player for player in list_participants(phase.history) if player.joined_round <= first]
    return rulebooks.suggested_rounds(settings.rounds_by_size, len(present))
