"""Rounds: drawn, looked at, published, taken back, finished; and the cut to the finals."""

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
from ..change import By, Change, changing
from ..events.events import bracket_phase
from ..log.restore_points import keep_snapshot
from ..results.results import put_due, stands
from .next_seed import seal, seed_for


def pair_next_round(
    event: Event, by: By, *, seed: str = "", publish: bool = False, exceptions: bool = False
) -> progress.NextRound:
    """Finish the current round and draw the next one: of this phase, or of the next phase by its cut.

    One action, so that one undo takes all of it back. A draft that is there already is published where
    `publish` is asked. Raises RuleViolation where results are missing or no legal round exists.
    """
    with changing(event, by, "pair_next_round") as change:
        put_due(change)
        before = change.history
        current = progress.open_round(before, before.current)
        if publish and current and current.state == DRAFT:
            return publish_draft(change, before.current, current)
        state = PUBLISHED if publish else DRAFT
        seed, sealed = seed_for(change.event, seed)
        change.next_round = drawn = progress.next_round(before, seed, exceptions=exceptions, state=state)
        put_drawn(change, before, drawn, seed, sealed)
        if drawn.round:
            keep_snapshot(change, _("before round {round}").format(round=drawn.round.number))
        return drawn


def put_drawn(change: Change, before: EventHistory, drawn: progress.NextRound, seed: str, sealed: str):
    """What pairing changed: the finished round, the phase that began, the new round and its matches.

    Where the round was drawn from the sealed seed, the next one is sealed.
    """
    for number, (old, new) in enumerate(zip(before.phases, drawn.event.phases, strict=True), 1):
        if old.pods != new.pods:
            new = replace(new, pods_sealed=sealed)
            if sealed:
                seal(change.event)
        if (old.entrants, old.pods, old.pods_seed) != (new.entrants, new.pods, new.pods_seed):
            change.put(part_paths.phase(number), replace(new, rounds=()))
        known = {round_.number: round_ for round_ in old.rounds}
        for round_ in new.rounds:
            if known.get(round_.number) == round_:
                continue
            if sealed and round_.number not in known and round_.seed == seed:
                round_ = replace(round_, sealed=sealed)
                seal(change.event)
            change.put(part_paths.round_(number, round_.number), replace(round_, matches=()))
            there = set(known[round_.number].matches) if round_.number in known else ()
            drawn_now = tuple(match for match in round_.matches if match not in there)
            put_matches(change, number, replace(round_, matches=drawn_now))


def put_matches(change: Change, phase: int, round_: RoundRecord):
    for match in round_.matches:
        change.put(part_paths.match(phase, round_.number, match), match)


GONE = {
    **dict.fromkeys(DRAWN_KINDS, _("{name} has dropped: draw round {round} again, or adjust it.")),
    ROUND_ROBIN: _("{name} has dropped: draw round {round} again."),
}


def publish_draft(change: Change, phase: int, draft: RoundRecord) -> progress.NextRound:
    """The draft as a round for all to see; refuses while somebody in it has dropped, and where others sit in
    it than on the page that asks."""
    change.look_at_matches(phase, draft.number)
    event = change.history
    event_round = event.rounds_before(phase) + draft.number
    players = {player.id: player for player in event.players}
    for match in draft.matches:
        for seat in match.seats:
            if not players[seat.player].plays_in(event_round) and event.phase(phase).kind != BRACKET:
                raise RuleViolation(
                    GONE[event.phase(phase).kind],
                    name=players[seat.player].name,
                    round=draft.number,
                )
    published = replace(draft, state=PUBLISHED)
    change.put(part_paths.round_(phase, draft.number), replace(published, matches=()))
    return progress.NextRound(progress.with_round(event, phase, published), phase, published, {})


def publish_round(event: Event, by: By, phase: int, number: int):
    """Show a draft to everybody."""
    with changing(event, by, "publish_round") as change:
        permissions_by_state.check("publish_round", stands(change.before, phase, number), number)
        publish_draft(change, phase, change.history.phase(phase).rounds[number - 1])


def unpublish_round(event: Event, by: By, phase: int, number: int):
    """Make a published round a draft again; refuses once a result is in."""
    with changing(event, by, "unpublish_round") as change:
        permissions_by_state.check("unpublish_round", stands(change.before, phase, number), number)
        round_ = change.history.phase(phase).rounds[number - 1]
        if any(match.played for match in round_.matches):
            raise RuleViolation(
                _("Round {round} has results: clear them before you unpublish it."), round=number
            )
        change.put(part_paths.round_(phase, number), replace(round_, state=DRAFT, matches=(), clock=None))


def redraw_round(event: Event, by: By, phase: int, number: int, *, seed: str = "", exceptions: bool = False):
    """Draw a draft again with another seed; the old draft goes only when the new one stands."""
    with changing(event, by, "redraw_round") as change:
        permissions_by_state.check("redraw_round", stands(change.before, phase, number), number)
        old = change.history.phase(phase).rounds[number - 1]
        before = without_round(change.history, phase, number)
        seed, sealed = seed_for(change.event, seed)
        round_, _why = progress.draw(before, phase, seed, exceptions)
        if sealed and round_.seed == seed:
            round_ = replace(round_, sealed=sealed)
            seal(change.event)
        change.put(part_paths.round_(phase, number), replace(round_, state=DRAFT, matches=()))
        for match in old.matches:
            change.put(part_paths.match(phase, number, match), None)
        put_matches(change, phase, round_)


def without_round(event: EventHistory, phase: int, number: int) -> EventHistory:
    return event.with_phase(phase, rounds=tuple(r for r in event.phase(phase).rounds if r.number != number))


def finish_round(event: Event, by: By):
    """Close the current round once every result is in; nothing is drawn."""
    with changing(event, by, "finish_round") as change:
        put_due(change)
        before = change.history
        current = progress.open_round(before, before.current)
        if current is None:
            raise RuleViolation(_("No round is open."))
        progress.finish_current(before)
        finished = replace(current, state=FINISHED, matches=())
        change.put(part_paths.round_(before.current, current.number), finished)


def cut_to_finals(
    event: Event, by: By, finals_key: str, top: int, *, publish: bool = False
) -> progress.NextRound:
    """End the Swiss rounds and begin the finals with the best `top`; refuses while results are missing."""
    with changing(event, by, "cut_to_finals") as change:
        put_due(change)
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
        seed, sealed = seed_for(change.event)
        drawn = progress.next_round(cut, seed, state=state)
        change.put(part_paths.phase(last), replace(before.phase(last), rounds=()))
        padded = replace(change.history, phases=(*change.history.phases, PhaseRecord(BRACKET)))
        put_drawn(change, padded, drawn, seed, sealed)
        keep_snapshot(change, _("before the finals"))
        return drawn
