"""Rounds: pair, publish, unpublish, redraw, finish; and the cut to the finals."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation, _
from ...rules.history import (
    BRACKET,
    DRAFT,
    DRAWN_KINDS,
    FINISHED,
    PUBLISHED,
    ROUND_ROBIN,
    EventHistory,
    PhaseRecord,
    RoundRecord,
)
from ...rules.log import part_paths
from ...rules.rounds import permissions_by_state, progress
from ..change import Actor, Change, record_action
from ..events.events import bracket_phase
from ..log.restore_points import store_snapshot
from ..results.results import apply_expired_reports, round_situation
from .next_seed import seal, take_seed


def pair_next_round(
    event: Event, actor: Actor, *, seed: str = "", publish: bool = False, exceptions: bool = False
) -> progress.NextRound:
    """Finish the current round and pair the next one, of this phase or of the next one after its cut.

    It is one action, so one undo reverts all of it. With `publish` an existing unpublished round is
    published. Raises RuleViolation while results are missing, or if no legal round exists.
    """
    with record_action(event, actor, "pair_next_round") as change:
        apply_expired_reports(change)
        before = change.history
        current = progress.open_round(before, before.current)
        if publish and current and current.state == DRAFT:
            return publish_unpublished(change, before.current, current)
        state = PUBLISHED if publish else DRAFT
        seed, sealed = take_seed(change.event, seed)
        change.next_round = new_round = progress.next_round(before, seed, exceptions=exceptions, state=state)
        store_new_round(change, before, new_round, seed, sealed)
        if new_round.round:
            store_snapshot(change, _("before round {round}").format(round=new_round.round.number))
        return new_round


def store_new_round(
    change: Change, before: EventHistory, new_round: progress.NextRound, seed: str, sealed: str
):
    """Store what pairing changed: the finished round, the phase that began, the new round.

    Seals the next seed if the round was drawn from the sealed one.
    """
    for number, (old, new) in enumerate(zip(before.phases, new_round.event.phases, strict=True), 1):
        if old.pods != new.pods:
            new = replace(new, pods_sealed=sealed)
            if sealed:
                seal(change.event)
        if (old.entrants, old.pods, old.pods_seed) != (new.entrants, new.pods, new.pods_seed):
            change.set_part(part_paths.phase(number), replace(new, rounds=()))
        old_rounds = {round_.number: round_ for round_ in old.rounds}
        for round_ in new.rounds:
            if old_rounds.get(round_.number) == round_:
                continue
            if sealed and round_.number not in old_rounds and round_.seed == seed:
                round_ = replace(round_, sealed=sealed)
                seal(change.event)
            change.set_part(part_paths.round_(number, round_.number), replace(round_, matches=()))
            existing = set(old_rounds[round_.number].matches) if round_.number in old_rounds else ()
            added = tuple(match for match in round_.matches if match not in existing)
            put_matches(change, number, replace(round_, matches=added))


def put_matches(change: Change, phase: int, round_: RoundRecord):
    for match in round_.matches:
        change.set_part(part_paths.match(phase, round_.number, match), match)


DROPPED = {
    **dict.fromkeys(DRAWN_KINDS, _("{name} has dropped: draw round {round} again, or adjust it.")),
    ROUND_ROBIN: _("{name} has dropped: draw round {round} again."),
}


def publish_unpublished(change: Change, phase: int, draft: RoundRecord) -> progress.NextRound:
    """Publish a round; return it.

    Raises RuleViolation if a player of it has dropped, or its seating has changed since the page was loaded.
    """
    change.review_round(phase, draft.number)
    event = change.history
    event_round = event.rounds_before(phase) + draft.number
    players = {player.id: player for player in event.players}
    for match in draft.matches:
        for seat in match.seats:
            if not players[seat.player].plays_in(event_round) and event.phase(phase).kind != BRACKET:
                raise RuleViolation(
                    DROPPED[event.phase(phase).kind],
                    name=players[seat.player].name,
                    round=draft.number,
                )
    published = replace(draft, state=PUBLISHED)
    change.set_part(part_paths.round_(phase, draft.number), replace(published, matches=()))
    return progress.NextRound(progress.with_round(event, phase, published), phase, published, {})


def publish_round(event: Event, actor: Actor, phase: int, number: int):
    """Publish a round."""
    with record_action(event, actor, "publish_round") as change:
        permissions_by_state.check("publish_round", round_situation(change.before, phase, number), number)
        publish_unpublished(change, phase, change.history.phase(phase).rounds[number - 1])


def unpublish_round(event: Event, actor: Actor, phase: int, number: int):
    """Unpublish a round. RuleViolation once it has a result."""
    with record_action(event, actor, "unpublish_round") as change:
        permissions_by_state.check("unpublish_round", round_situation(change.before, phase, number), number)
        round_ = change.history.phase(phase).rounds[number - 1]
        if any(match.played for match in round_.matches):
            raise RuleViolation(
                _("Round {round} has results: clear them before you unpublish it."), round=number
            )
        change.set_part(
            part_paths.round_(phase, number), replace(round_, state=DRAFT, matches=(), clock=None)
        )


def redraw_round(
    event: Event, actor: Actor, phase: int, number: int, *, seed: str = "", exceptions: bool = False
):
    """Redraw an unpublished round with another seed."""
    with record_action(event, actor, "redraw_round") as change:
        permissions_by_state.check("redraw_round", round_situation(change.before, phase, number), number)
        old = change.history.phase(phase).rounds[number - 1]
        before = without_round(change.history, phase, number)
        seed, sealed = take_seed(change.event, seed)
        round_, _why = progress.draw(before, phase, seed, exceptions)
        if sealed and round_.seed == seed:
            round_ = replace(round_, sealed=sealed)
            seal(change.event)
        change.set_part(part_paths.round_(phase, number), replace(round_, state=DRAFT, matches=()))
        for match in old.matches:
            change.set_part(part_paths.match(phase, number, match), None)
        put_matches(change, phase, round_)


def without_round(event: EventHistory, phase: int, number: int) -> EventHistory:
    return event.with_phase(phase, rounds=tuple(r for r in event.phase(phase).rounds if r.number != number))


def finish_round(event: Event, actor: Actor):
    """Finish the current round without pairing the next. RuleViolation while results are missing."""
    with record_action(event, actor, "finish_round") as change:
        apply_expired_reports(change)
        before = change.history
        current = progress.open_round(before, before.current)
        if current is None:
            raise RuleViolation(_("No round is open."))
        progress.finish_current(before)
        finished = replace(current, state=FINISHED, matches=())
        change.set_part(part_paths.round_(before.current, current.number), finished)


def cut_to_finals(
    event: Event, actor: Actor, finals_key: str, top: int, *, publish: bool = False
) -> progress.NextRound:
    """End the Swiss rounds and begin the finals with the best `top`.

    Raises RuleViolation while results are missing.
    """
    with record_action(event, actor, "cut_to_finals") as change:
        apply_expired_reports(change)
        before = progress.finish_current(change.history)
        last = len(before.phases)
        if before.phase(before.current).kind == BRACKET:
            raise RuleViolation(_("The finals have begun already."))
        if before.current != last:
            raise RuleViolation(_("Another phase comes next: pair its first round."))
        if not before.phase(last).rounds:
            raise RuleViolation(_("No round has been played: there are no standings to cut."))
        bracket = bracket_phase(finals_key, top)
        played = len(before.phase(last).rounds)
        before = before.with_phase(last, settings={**before.phase(last).settings, "rounds": played})
        cut = replace(before, phases=(*before.phases, bracket))
        state = PUBLISHED if publish else DRAFT
        seed, sealed = take_seed(change.event)
        new_round = progress.next_round(cut, seed, state=state)
        change.set_part(part_paths.phase(last), replace(before.phase(last), rounds=()))
        padded = replace(change.history, phases=(*change.history.phases, PhaseRecord(BRACKET)))
        store_new_round(change, padded, new_round, seed, sealed)
        store_snapshot(change, _("before the finals"))
        return new_round
