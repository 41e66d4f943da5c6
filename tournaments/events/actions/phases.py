"""Phases that have not begun: add, change, remove, move; and the cut into the next one."""

from dataclasses import replace
from itertools import zip_longest

from ... import access
from ...changes.change import Change, action
from ...log.actions.undo import store_restore_point
from ...log.pages.undo import name_before_pairing
from ...models.event import take_seed
from ...results.actions.results import apply_expired_reports
from ...rounds.actions.rounds import store_new_round
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, DRAFT, DRAFT_PODS, EventHistory, EventPhase, PhaseRecord
from ...rules.log.event_parts import match_path, phase_path
from ...rules.rounds.phases import check_order, playing_in, without_cut
from ...rules.rounds.progress import NextRound, draw_pods, finish_current, is_over, next_round
from ...rules.settings.fields import shared
from ...rules.standings.standings import standings
from .events import merge_settings

NO_PHASE = _("Phase {number} doesn’t exist.")


@action(access.MANAGE, log=_("Phase added: {phase}"))
def add_phase(change: Change, phase: PhaseRecord, after: int):
    """Add a phase after the one of this number."""
    planned = list(change.history.phases)
    if not 0 <= after <= len(planned):
        raise RuleViolation(NO_PHASE, number=after)
    check_not_begun(change.history, after + 1)
    phase = replace(phase, overrides={**shared(planned), **phase.overrides})
    change.log(phase=after + 1)
    replace_phases(change, [*planned[:after], phase, *planned[after:]])


@action(access.MANAGE, log=_("Phase changed: {phase}"))
def change_phase(change: Change, number: int, name: str, **settings):
    """Change the phase's name and settings; None restores the rulebook's."""
    planned = list(change.history.phases)
    check_phase_is_planned(change.history, number)
    merged = merge_settings(planned[number - 1].overrides, settings)
    planned[number - 1] = replace(planned[number - 1], name=name, overrides=merged)
    change.log(phase=number)
    replace_phases(change, planned)


@action(access.MANAGE, log=_("Phase removed: {removed_phase}"))
def remove_phase(change: Change, number: int):
    """Remove a phase from the event's plan."""
    planned = list(change.history.phases)
    check_phase_is_planned(change.history, number)
    if len(planned) == 1:
        raise RuleViolation(_("An event needs at least one phase. Change this one instead."))
    change.log(phase=number)
    replace_phases(change, planned[: number - 1] + planned[number:])


@action(access.MANAGE, log=_("Phase moved: {phase}"))
def move_phase(change: Change, number: int, to: int):
    """Move a phase to the number `to`."""
    planned = list(change.history.phases)
    check_phase_is_planned(change.history, number)
    check_phase_is_planned(change.history, to)
    planned.insert(to - 1, planned.pop(number - 1))
    change.log(phase=to)
    replace_phases(change, planned)


def check_phase_is_planned(history: EventHistory, number: int):
    """Raise RuleViolation if the phase does not exist or has begun."""
    if not 1 <= number <= len(history.phases):
        raise RuleViolation(NO_PHASE, number=number)
    check_not_begun(history, number)


def check_not_begun(history: EventHistory, number: int):
    """Raise RuleViolation if this phase or a later one has begun."""
    if any(phase.begun for phase in history.phases[number - 1 :]):
        raise RuleViolation(_("Phase {number} has started and can’t be changed."), number=number)


def replace_phases(change: Change, planned: list[PhaseRecord]):
    """Replace the event's phases. RuleViolation if they are invalid."""
    check(replace(change.history, phases=tuple(planned)))
    for number, (old, new) in enumerate(zip_longest(change.history.phases, planned), 1):
        if old is None or not old.begun:
            change.set_part(phase_path(number), new)


def check(history: EventHistory):
    """Raise RuleViolation for invalid settings, or a phase that cannot follow the one before it."""
    for index, phase in enumerate(history.phases):
        settings = rulebooks.settings_of(history.rulebook, phase.overrides, f"phases[{index}].settings")
        cut = settings.cut or {}
        if phase.kind == BRACKET and "top" in cut and "per" not in cut:
            finals.build_table(settings.finals or finals.DEFAULT_FINALS, cut["top"], settings.third_place)
    check_order(history)


@action(
    access.MANAGE,
    pairs=True,
    log={
        "make_cut": (_("Cut to the top {size}"), "{advancing}"),
        "cut_by_hand": (_("Cut by hand: {size} players advance"), "{advancing}"),
    },
)
def make_cut(
    change: Change, number: int, *, cut: dict | None = None, picked: tuple[str, ...] | None = None
) -> NextRound:
    """Begin a phase with the players of its cut, or those `picked`; its first round is unpublished.

    `cut` replaces the phase's own cut. May be repeated until the phase has a result, so that others move up
    for players who dropped. Raises RuleViolation while results or rounds are missing before it.
    """
    apply_expired_reports(change)
    uncut = without_cut_phase(change.history.phase(number))
    finished = finish_current(uncut.history.current_phase)
    phase = finished.history.phase(number)
    if phase.previous != finished or not is_over(finished):
        raise RuleViolation(_("Finish all rounds before making this cut."))
    phase = phase.replace(**settings_and_entrants(phase, cut, picked))
    check(phase.history)
    seed, sealed = take_seed(change.event)
    if phase.kind == DRAFT_PODS:
        # The players draft before the first round is paired.
        new_round = draw_pods(phase.history, seed)
    else:
        new_round = next_round(phase.history, seed, state=DRAFT)
    phase = new_round.phase
    change.set_phase(phase)
    for round_ in change.history.phase(number).rounds:
        for match in round_.matches:
            change.set_part(match_path(number, round_.number, match), None)
    store_new_round(change, uncut.history, new_round, seed, sealed)
    by_hand = (phase.settings.cut or {}).get("by_hand")
    change.log("cut_by_hand" if by_hand else "make_cut", phase=number, size=len(phase.entrants))
    store_restore_point(change, name_before_pairing(new_round))
    return new_round


def without_cut_phase(phase: EventPhase) -> EventPhase:
    """Return the phase before its cut. RuleViolation without one, or once it has a result."""
    if phase.previous is None:
        raise RuleViolation(_("This phase has no cut."))
    if not phase.begun:
        return phase
    if phase.rounds and phase.kind == DRAFT_PODS:
        raise RuleViolation(
            _("Round 1 of the draft is already paired. Discard it before you make the cut again.")
        )
    if len(phase.rounds) > 1 or any(match.played for round_ in phase.rounds for match in round_.matches):
        raise RuleViolation(_("A result has been reported, so the cut can’t be changed."))
    return without_cut(phase)


def settings_and_entrants(phase: EventPhase, cut: dict | None, picked: tuple[str, ...] | None) -> dict:
    """Return the phase's settings and entrants for this cut."""
    settings = phase.overrides
    if picked is not None:
        by_hand = {**settings, "cut": {"by_hand": True}}
        return {"overrides": by_hand, "entrants": in_seed_order(phase, picked)}
    return {"overrides": {**settings, "cut": cut} if cut else settings, "entrants": None}


def in_seed_order(phase: EventPhase, picked: tuple[str, ...]) -> tuple[str, ...]:
    """Return the picked players by rank. RuleViolation for fewer than two, and for players who dropped."""
    ranked = [row.player for row in standings(phase.previous).rows]
    present, names = playing_in(phase), phase.history.names
    for player in picked:
        if player not in ranked or player not in present:
            raise RuleViolation(_("{name} has dropped and can’t advance."), name=names.get(player, player))
    if len(set(picked)) < 2:
        raise RuleViolation(_("Choose at least two players to advance."))
    return tuple(player for player in ranked if player in picked)
