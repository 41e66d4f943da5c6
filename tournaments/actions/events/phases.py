"""Phases that have not begun: added, changed, removed, moved; and the cut with which the next one begins."""

from dataclasses import replace
from itertools import zip_longest

from ...models import Event
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, DRAFT, DRAFT_PODS, EventHistory, PhaseRecord
from ...rules.log import part_paths
from ...rules.rounds import phases, progress
from ...rules.settings import on_site
from ...rules.standings.standings import standings
from ..change import By, Change, changing
from ..log.restore_points import keep_snapshot
from ..results.results import put_due
from ..rounds.next_seed import seed_for
from ..rounds.rounds import put_drawn
from .events import laid_over

NO_PHASE = _("There is no phase {number}.")


def add_phase(event: Event, by: By, phase: PhaseRecord, after: int):
    """Add a phase after the one of this number."""
    with changing(event, by, "add_phase") as change:
        told = list(change.history.phases)
        if not 0 <= after <= len(told):
            raise RuleViolation(NO_PHASE, number=after)
        refuse_begun(change.history, after + 1)
        phase = replace(phase, settings={**on_site.shared(told), **phase.settings})
        put_phases(change, [*told[:after], phase, *told[after:]])


def change_phase(event: Event, by: By, number: int, name: str, **settings):
    """Another name for a phase, other settings (None: back to the rulebook's)."""
    with changing(event, by, "change_phase") as change:
        told = list(change.history.phases)
        refuse_fixed(change.history, number)
        merged = laid_over(told[number - 1].settings, settings)
        told[number - 1] = replace(told[number - 1], name=name, settings=merged)
        put_phases(change, told)


def remove_phase(event: Event, by: By, number: int):
    """Take a phase out of the event's plan."""
    with changing(event, by, "remove_phase") as change:
        told = list(change.history.phases)
        refuse_fixed(change.history, number)
        if len(told) == 1:
            raise RuleViolation(_("An event has at least one phase: change it instead."))
        put_phases(change, told[: number - 1] + told[number:])


def move_phase(event: Event, by: By, number: int, to: int):
    """Let a phase come earlier or later: it takes the number `to`."""
    with changing(event, by, "move_phase") as change:
        told = list(change.history.phases)
        for one in (number, to):
            refuse_fixed(change.history, one)
        told.insert(to - 1, told.pop(number - 1))
        put_phases(change, told)


def refuse_fixed(event: EventHistory, number: int):
    """RuleViolation where there is no such phase, or where it stays as it is."""
    if not 1 <= number <= len(event.phases):
        raise RuleViolation(NO_PHASE, number=number)
    refuse_begun(event, number)


def refuse_begun(event: EventHistory, number: int):
    """Only a phase without rounds, and none before those that have some, is still to be planned."""
    if any(phase.begun for phase in event.phases[number - 1 :]):
        raise RuleViolation(_("Phase {number} has begun: it stays as it is."), number=number)


def put_phases(change: Change, told: list[PhaseRecord]):
    """These phases in place of those that the event has; RuleViolation where one cannot be."""
    check(replace(change.history, phases=tuple(told)))
    for number, (was, now) in enumerate(zip_longest(change.history.phases, told), 1):
        if was is None or not was.begun:
            change.put(part_paths.phase(number), now)


def check(event: EventHistory):
    """RuleViolation where a phase's settings do not hold, or one cannot follow on the one before it."""
    for at, phase in enumerate(event.phases):
        settings = rulebooks.settings_of(event.rulebook, phase.settings, f"phases[{at}].settings")
        cut = settings.cut or {}
        if phase.kind == BRACKET and "top" in cut and "per" not in cut:
            finals.table(settings.finals or finals.DEFAULT_FINALS, cut["top"], settings.third_place)
    phases.check_order(event)


def make_cut(
    event: Event, by: By, number: int, *, cut: dict | None = None, picked: tuple[str, ...] | None = None
) -> progress.NextRound:
    """Begin a phase with those whom its cut takes, or whom the organiser has `picked`; its first round is a
    draft. `cut` stands in place of the phase's own from then on.

    Once more as long as the phase has no result: who has left makes room for the next. Raises RuleViolation
    while results or rounds are missing before it.
    """
    with changing(event, by, "make_cut") as change:
        put_due(change)
        there = taken_back(change.history, number)
        before = progress.finish_current(there)
        if number != before.current + 1 or not progress.is_over(before, before.current):
            raise RuleViolation(_("Rounds are left to be played before this cut."))
        before = before.with_phase(number, **entering(before, number, cut, picked))
        check(before)
        seed, sealed = seed_for(change.event)
        if before.phase(number).kind == DRAFT_PODS:
            # The players draft before anybody is paired.
            drawn = progress.pods_drawn(before, seed)
        else:
            drawn = progress.next_round(before, seed, state=DRAFT)
        change.put(part_paths.phase(number), replace(drawn.event.phase(number), rounds=()))
        for round_ in change.history.phase(number).rounds:
            for match in round_.matches:
                change.put(part_paths.match(number, round_.number, match), None)
        put_drawn(change, there, drawn, seed, sealed)
        keep_snapshot(change, _("before the cut"))
        return drawn


def taken_back(event: EventHistory, number: int) -> EventHistory:
    """The event without the first round of the phase into which is cut; refuses once it has a result."""
    if not 2 <= number <= len(event.phases):
        raise RuleViolation(_("There is no cut into this phase."))
    rounds = event.phase(number).rounds
    if not event.phase(number).begun:
        return event
    if rounds and event.phase(number).kind == DRAFT_PODS:
        raise RuleViolation(_("Round 1 of the draft is drawn: take it back before you make the cut again."))
    if len(rounds) > 1 or any(match.played for round_ in rounds for match in round_.matches):
        raise RuleViolation(_("A result is in: the cut stays as it is."))
    return phases.uncut(event, number)


def entering(event: EventHistory, number: int, cut: dict | None, picked: tuple[str, ...] | None) -> dict:
    """The phase's settings and entrants as they were asked for."""
    settings = event.phase(number).settings
    if picked is not None:
        by_hand = {**settings, "cut": {"by_hand": True}}
        return {"settings": by_hand, "entrants": in_seed_order(event, number, picked)}
    return {"settings": {**settings, "cut": cut} if cut else settings, "entrants": None}


def in_seed_order(event: EventHistory, number: int, picked: tuple[str, ...]) -> tuple[str, ...]:
    """Those picked, as they stand in the standings before; refuses fewer than two and who is not there."""
    ranked = [row.player for row in standings(event, number - 1).rows]
    there, names = phases.playing_in(event, number), event.names
    for player in picked:
        if player not in ranked or player not in there:
            raise RuleViolation(_("{name} has left and cannot go on."), name=names.get(player, player))
    if len(set(picked)) < 2:
        raise RuleViolation(_("Choose at least two who go on."))
    return tuple(player for player in ranked if player in picked)
