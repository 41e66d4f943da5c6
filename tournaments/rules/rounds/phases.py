"""A phase of an event: settings, entrants, number of rounds."""

from .. import finals, rulebooks
from ..errors import RuleViolation, _
from ..history import BRACKET, DRAFT_PODS, PODS, ROUND_ROBIN, EventHistory
from ..pairing import FOLD, booster_bracket, round_robin
from ..players.participation import list_participants
from ..settings import booster
from ..settings.cut import DIVISION, POOL
from ..settings.pairing import PAIRING_KEYS
from ..standings import cut
from ..standings.standings import standings

MAX_PHASES = 50


def settings_for(history: EventHistory, phase_number: int):
    """Return the rulebook's settings with the phase's changes."""
    return rulebooks.settings_of(history.rulebook, history.phase(phase_number).settings)


def entrants_of(history: EventHistory, phase_number: int) -> tuple[str, ...]:
    """Return the phase's player ids in seed order; before a later phase, the current result of its cut."""
    if history.phase(phase_number).entrants is None and phase_number > 1:
        return cut_rows(history, phase_number, standings(history, phase_number - 1).rows).entrants
    return cut.seeded_entrants(history, phase_number)


def cut_rows(history: EventHistory, phase_number: int, rows, rule=None) -> cut.Cut:
    """Return the Cut into a later phase from standings rows of the phase before, by its own rule or `rule`.

    Players who have left are skipped. RuleViolation as in `cut.cut`.
    """
    rule = rule or cut_rule(history, phase_number)
    dropped = {row.player for row in rows} - playing_in(history, phase_number)
    column = settings_for(history, phase_number - 1).first_column
    return cut.cut(rows, rule, dropped, groups_of(history, rows, rule), column)


def playing_in(history: EventHistory, phase_number: int) -> set[str]:
    """Return the ids of the players present at the first round of a phase."""
    first = history.rounds_before(phase_number) + 1
    return {player.id for player in history.players if player.plays_in(first)}


def cut_rule(history: EventHistory, phase_number: int) -> dict | None:
    """Return the cut into a phase: as set, else the size of its finals; None for all players."""
    settings = settings_for(history, phase_number)
    if settings.cut or history.phase(phase_number).kind != BRACKET:
        return settings.cut
    sizes = finals.check_finals(settings.finals or finals.DEFAULT_FINALS).sizes
    return {"top": sizes[0]} if len(sizes) == 1 else None


def without_cut(history: EventHistory, phase_number: int) -> EventHistory:
    """Return the history before the cut into this phase: without its entrants, pods and rounds."""
    nothing = {"rounds": (), "entrants": None, "pods": (), "pods_seed": "", "pods_sealed": ""}
    return history.with_phase(phase_number, **nothing, build_until=None)


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


def round_count(history: EventHistory, phase_number: int) -> int:
    """Return the number of rounds of the phase: as set, by its finals, or as the rulebook suggests.

    An unneeded last match of finals does not count. 0 for finals that do not fit the number of entrants,
    which may still change.
    """
    phase, settings = history.phase(phase_number), settings_for(history, phase_number)
    if phase.kind == BRACKET:
        try:
            return finals.round_count(history, phase_number, len(entrants_of(history, phase_number)))
        except RuleViolation:
            return 0
    if phase.kind == ROUND_ROBIN:
        field = round_robin.phase_players(history, phase_number, entrants_of(history, phase_number))
        return round_robin.round_count(len(field), settings)
    if phase.kind == DRAFT_PODS and settings.draft_inside == booster.BRACKET:
        present = playing_in(history, phase_number)
        entrants = [player for player in entrants_of(history, phase_number) if player in present]
        return booster_bracket.bracket_round_count(phase, len(entrants))
    if settings.rounds:
        return settings.rounds
    if phase.kind == DRAFT_PODS:
        return booster.ROUNDS
    if phase.entrants is not None:
        return rulebooks.suggested_rounds(settings.rounds_by_size, len(phase.entrants))
    first = history.rounds_before(phase_number) + 1
    present = [player for player in list_participants(history) if player.joined_round <= first]
    return rulebooks.suggested_rounds(settings.rounds_by_size, len(present))
