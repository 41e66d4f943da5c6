"""Rounds: pair, publish, unpublish, redraw, finish; and the cut to the finals."""

from dataclasses import replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...queries.log.restore_points import name_before_pairing
from ...rules.errors import RuleViolation, _
from ...rules.history import (
    BRACKET,
    DRAFT,
    DRAWN_KINDS,
    FINISHED,
    PUBLISHED,
    ROUND_ROBIN,
    EventHistory,
    EventPhase,
    PhaseRecord,
    RoundRecord,
)
from ...rules.log import part_paths
from ...rules.rounds import progress
from ...rules.rounds.permissions_by_state import PUBLISH, REDRAW, UNPUBLISH, WHILE_PLAYED
from ..change import Change, action
from ..events.events import bracket_phase
from ..log.restore_points import store_restore_point
from ..results.results import apply_expired_reports, check_round_state
from .next_seed import commit_next_seed, take_seed
from .published_standings import store_standings

TABLES = ngettext_lazy("{count} table", "{count} tables", "count")


@action(
    access.MANAGE,
    pairs=True,
    log={
        "round_paired": (_("{round} paired"), TABLES),
        "round_paired_and_published": (_("{round} paired and published"), TABLES),
    },
)
def pair_next_round(
    change: Change, *, seed: str = "", publish: bool = False, exceptions: bool = False
) -> progress.NextRound:
    """Finish the current round and pair the next one, of this phase or of the next one after its cut.

    It is one action, so one undo reverts all of it. With `publish` an existing unpublished round is
    published. Raises RuleViolation while results are missing, or if no legal round exists.
    """
    apply_expired_reports(change)
    phase = change.history.current_phase
    if publish and phase.open_round and phase.open_round.state == DRAFT:
        change.log("publish_round")
        return publish_unpublished(change, phase, phase.open_round)
    new_round = draw_next_round(change, seed, PUBLISHED if publish else DRAFT, exceptions)
    log_pairing(change, phase, new_round)
    return new_round


def log_pairing(change: Change, before: EventPhase, new_round: progress.NextRound):
    """Log the new round, or that the current one, of the phase `before`, is finished and was the last."""
    number, round_ = new_round.phase.number, new_round.round
    if round_ and before.history.find_round(number, round_.number) is None:
        sentence = "round_paired" if round_.state == DRAFT else "round_paired_and_published"
        tables = sum(not match.is_bye for match in round_.matches)
        change.log(sentence, round=(number, round_.number), count=tables)
    elif current := before.open_round:
        change.log("round_finished", round=(before.number, current.number))


def draw_next_round(change: Change, seed: str, state: str, exceptions: bool) -> progress.NextRound:
    """Finish the current round and draw the next one into the change, with a restore point."""
    before = change.history
    seed, sealed = take_seed(change.event, seed)
    new_round = progress.next_round(before, seed, exceptions=exceptions, state=state)
    store_new_round(change, before, new_round, seed, sealed)
    if new_round.round:
        store_restore_point(change, name_before_pairing(new_round))
    played = before.current_phase
    if current := played.open_round:
        ranked = new_round.ranked if new_round.phase.number == played.number else None
        store_standings(change, new_round.event.phase(played.number), current.number, ranked)
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
                commit_next_seed(change.event)
        if (old.entrants, old.pods, old.pods_seed) != (new.entrants, new.pods, new.pods_seed):
            change.set_part(part_paths.phase(number), replace(new, rounds=()))
        old_rounds = {round_.number: round_ for round_ in old.rounds}
        for round_ in new.rounds:
            old_round = old_rounds.get(round_.number)
            if round_ == old_round:
                continue
            if old_round is None:
                round_ = use_committed_seed(change, round_, seed, sealed)
            change.set_part(part_paths.round_(number, round_.number), replace(round_, matches=()))
            old_matches = set(old_round.matches) if old_round else ()
            for match in round_.matches:
                if match not in old_matches:
                    change.set_part(part_paths.match(number, round_.number, match), match)


def use_committed_seed(change: Change, round_: RoundRecord, seed: str, sealed: str) -> RoundRecord:
    """If the round was drawn from the committed seed, return it with that hash and commit the next one."""
    if not sealed or round_.seed != seed:
        return round_
    commit_next_seed(change.event)
    return replace(round_, sealed=sealed)


HAS_DROPPED = {
    **dict.fromkeys(DRAWN_KINDS, _("{name} has dropped. Pair round {round} again or adjust it.")),
    ROUND_ROBIN: _("{name} has dropped. Pair round {round} again."),
}


def publish_unpublished(change: Change, phase: EventPhase, draft: RoundRecord) -> progress.NextRound:
    """Publish a round; return it.

    Raises RuleViolation if a player of it has dropped, or its seating has changed since the page was loaded.
    """
    change.round_under_review = phase.number, draft.number
    event_round = phase.rounds_before + draft.number
    players = {player.id: player for player in phase.history.players}
    for player in (seat.player for match in draft.matches for seat in match.seats):
        if not players[player].plays_in(event_round) and phase.kind != BRACKET:
            raise RuleViolation(HAS_DROPPED[phase.kind], name=players[player].name, round=draft.number)
    change.log(round=(phase.number, draft.number))
    published = replace(draft, state=PUBLISHED)
    change.set_part(part_paths.round_(phase.number, draft.number), replace(published, matches=()))
    return progress.NextRound(phase.with_round(published), published, {})


@action(access.MANAGE, in_round=PUBLISH, log=_("{round} published"))
def publish_round(change: Change, phase: int, number: int):
    """Publish a round."""
    check_round_state(change, phase, number)
    played = change.history.phase(phase)
    publish_unpublished(change, played, played.round(number))


@action(access.MANAGE, in_round=UNPUBLISH, log=_("{round} unpublished"))
def unpublish_round(change: Change, phase: int, number: int):
    """Unpublish a round. RuleViolation once it has a result."""
    check_round_state(change, phase, number)
    round_ = change.history.round(phase, number)
    if any(match.played for match in round_.matches):
        text = _("Round {round} has results. Clear them before you unpublish it.")
        raise RuleViolation(text, round=number)
    change.log(round=(phase, number))
    unpublished = replace(round_, state=DRAFT, matches=(), clock=None)
    change.set_part(part_paths.round_(phase, number), unpublished)


@action(access.MANAGE, in_round=REDRAW, pairs=True, log=_("{round} paired again"))
def redraw_round(change: Change, phase: int, number: int, *, seed: str = "", exceptions: bool = False):
    """Redraw an unpublished round with another seed."""
    check_round_state(change, phase, number)
    change.log(round=(phase, number))
    redrawn = change.history.phase(phase)
    old = redrawn.round(number)
    before = redrawn.replace(rounds=tuple(other for other in redrawn.rounds if other.number != number))
    seed, sealed = take_seed(change.event, seed)
    round_, _why = progress.draw(before, seed, exceptions)
    round_ = use_committed_seed(change, round_, seed, sealed)
    change.set_part(part_paths.round_(phase, number), replace(round_, state=DRAFT, matches=()))
    for match in old.matches:
        change.set_part(part_paths.match(phase, number, match), None)
    for match in round_.matches:
        change.set_part(part_paths.match(phase, number, match), match)


@action(
    access.MANAGE,
    in_round=WHILE_PLAYED,
    log={"round_finished": _("{round} finished"), "event_ended": _("Event ended")},
)
def finish_round(change: Change):
    """Finish the current round without pairing the next. RuleViolation while results are missing."""
    apply_expired_reports(change)
    phase = change.history.current_phase
    current = phase.open_round
    if current is None:
        raise RuleViolation(_("No round is in progress."))
    progress.finish_current(phase)
    change.log("round_finished", round=(phase.number, current.number))
    finished = replace(current, state=FINISHED, matches=())
    change.set_part(part_paths.round_(phase.number, current.number), finished)


@action(access.MANAGE, pairs=True)
def cut_to_finals(change: Change, finals_key: str, top: int, *, publish: bool = False) -> progress.NextRound:
    """End the Swiss rounds and begin the finals with the best `top`.

    Raises RuleViolation while results are missing.
    """
    apply_expired_reports(change)
    phase = progress.finish_current(change.history.current_phase)
    if phase.kind == BRACKET:
        raise RuleViolation(_("The top cut has already started."))
    if phase.next:
        raise RuleViolation(_("Another phase follows this one. Pair its first round."))
    if not phase.rounds:
        raise RuleViolation(_("No round has been played yet, so there are no standings to cut from."))
    phase = phase.replace(settings={**phase.record.settings, "rounds": len(phase.rounds)})
    with_finals = replace(phase.history, phases=(*phase.history.phases, bracket_phase(finals_key, top)))
    seed, sealed = take_seed(change.event)
    state = PUBLISHED if publish else DRAFT
    new_round = progress.next_round(with_finals, seed, state=state)
    change.set_phase(phase)
    padded = replace(change.history, phases=(*change.history.phases, PhaseRecord(BRACKET)))
    store_new_round(change, padded, new_round, seed, sealed)
    change.log("make_cut", phase=new_round.phase.number, size=len(new_round.phase.entrants))
    store_restore_point(change, name_before_pairing(new_round))
    return new_round
