"""Rounds: pair, publish, finish; their clock."""

from dataclasses import replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...changes.change import Change, action
from ...events.actions.events import bracket_phase
from ...log.actions.undo import store_restore_point
from ...log.pages.undo import name_before_pairing
from ...models.event import commit_next_seed, take_seed
from ...ratings.actions.seeding import seed_players
from ...results.actions.results import apply_expired_reports, check_round_state
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
    RoundClock,
    RoundRecord,
)
from ...rules.log.event_parts import match_path, phase_path, round_path
from ...rules.rounds import clock
from ...rules.rounds.progress import (
    PUBLISH,
    REDRAW,
    UNPUBLISH,
    WHILE_PLAYED,
    NextRound,
    draw,
    finish_current,
    next_round,
)
from ...standings.actions import store_standings

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
) -> NextRound:
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


def log_pairing(change: Change, before: EventPhase, new_round: NextRound):
    """Log the new round, or that the current one, of the phase `before`, is finished and was the last."""
    number, round_ = new_round.phase.number, new_round.round
    if round_ and before.history.find_round(number, round_.number) is None:
        sentence = "round_paired" if round_.state == DRAFT else "round_paired_and_published"
        tables = sum(not match.is_bye for match in round_.matches)
        change.log(sentence, round=(number, round_.number), count=tables)
    elif current := before.open_round:
        change.log("round_finished", round=(before.number, current.number))


def draw_next_round(change: Change, seed: str, state: str, exceptions: bool) -> NextRound:
    """Finish the current round and draw the next one into the change, with a restore point."""
    seed_players(change)
    before = change.history
    seed, sealed = take_seed(change.event, seed)
    new_round = next_round(before, seed, exceptions=exceptions, state=state)
    store_new_round(change, before, new_round, seed, sealed)
    if new_round.round:
        store_restore_point(change, name_before_pairing(new_round))
    current, played = before.current_phase.open_round, new_round.event.phase(before.current_phase.number)
    # A round opened early goes on with the added matches.
    if current and played.round(current.number).finished:
        ranked = new_round.ranked if new_round.phase.number == played.number else None
        store_standings(change, played, current.number, ranked)
    return new_round


def store_new_round(change: Change, before: EventHistory, new_round: NextRound, seed: str, sealed: str):
    """Store what pairing changed: the finished round, the phase that began, the new round.

    Seals the next seed if the round was drawn from the sealed one.
    """
    for number, (old, new) in enumerate(zip(before.phases, new_round.event.phases, strict=True), 1):
        if old.pods != new.pods:
            new = replace(new, pods_sealed=sealed)
            if sealed:
                commit_next_seed(change.event)
        if (old.entrants, old.pods, old.pods_seed) != (new.entrants, new.pods, new.pods_seed):
            change.set_part(phase_path(number), replace(new, rounds=()))
        old_rounds = {round_.number: round_ for round_ in old.rounds}
        for round_ in new.rounds:
            old_round = old_rounds.get(round_.number)
            if round_ == old_round:
                continue
            if old_round is None:
                round_ = use_committed_seed(change, round_, seed, sealed)
            change.set_part(round_path(number, round_.number), replace(round_, matches=()))
            old_matches = set(old_round.matches) if old_round else ()
            for match in round_.matches:
                if match not in old_matches:
                    change.set_part(match_path(number, round_.number, match), match)


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


def publish_unpublished(change: Change, phase: EventPhase, draft: RoundRecord) -> NextRound:
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
    change.set_part(round_path(phase.number, draft.number), replace(published, matches=()))
    return NextRound(phase.with_round(published), published, {})


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
    change.set_part(round_path(phase, number), unpublished)


@action(access.MANAGE, in_round=REDRAW, pairs=True, log=_("{round} paired again"))
def redraw_round(change: Change, phase: int, number: int, *, seed: str = "", exceptions: bool = False):
    """Redraw an unpublished round with another seed."""
    check_round_state(change, phase, number)
    change.log(round=(phase, number))
    redrawn = change.history.phase(phase)
    old = redrawn.round(number)
    before = redrawn.replace(rounds=tuple(other for other in redrawn.rounds if other.number != number))
    seed, sealed = take_seed(change.event, seed)
    round_, _why = draw(before, seed, exceptions)
    round_ = use_committed_seed(change, round_, seed, sealed)
    change.set_part(round_path(phase, number), replace(round_, state=DRAFT, matches=()))
    for match in old.matches:
        change.set_part(match_path(phase, number, match), None)
    for match in round_.matches:
        change.set_part(match_path(phase, number, match), match)


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
    finish_current(phase)
    change.log("round_finished", round=(phase.number, current.number))
    finished = replace(current, state=FINISHED, matches=())
    change.set_part(round_path(phase.number, current.number), finished)


@action(access.MANAGE, pairs=True)
def cut_to_finals(change: Change, finals_key: str, top: int, *, publish: bool = False) -> NextRound:
    """End the Swiss rounds and begin the finals with the best `top`.

    Raises RuleViolation while results are missing.
    """
    apply_expired_reports(change)
    phase = finish_current(change.history.current_phase)
    if phase.kind == BRACKET:
        raise RuleViolation(_("The top cut has already started."))
    if phase.next:
        raise RuleViolation(_("Another phase follows this one. Pair its first round."))
    if not phase.rounds:
        raise RuleViolation(_("No round has been played yet, so there are no standings to cut from."))
    phase = phase.replace(overrides={**phase.overrides, "rounds": len(phase.rounds)})
    with_finals = replace(phase.history, phases=(*phase.history.phases, bracket_phase(finals_key, top)))
    seed, sealed = take_seed(change.event)
    state = PUBLISHED if publish else DRAFT
    new_round = next_round(with_finals, seed, state=state)
    change.set_phase(phase)
    padded = replace(change.history, phases=(*change.history.phases, PhaseRecord(BRACKET)))
    store_new_round(change, padded, new_round, seed, sealed)
    change.log("make_cut", phase=new_round.phase.number, size=len(new_round.phase.entrants))
    store_restore_point(change, name_before_pairing(new_round))
    return new_round


@action(access.ANNOUNCE, in_round=WHILE_PLAYED, log=_("{round}: timer started"))
def start_clock(change: Change, phase: int, number: int):
    """Start a round's timer with the length in the settings.

    Raises RuleViolation as rules.rounds.clock and rules.rounds.progress do.
    """

    def start(current):
        minutes = change.history.phase(phase).settings.minutes
        return clock.start_clock(current, minutes, change.now)

    set_clock(change, phase, number, start)


@action(access.ANNOUNCE, in_round=WHILE_PLAYED, log=_("{round}: timer paused"))
def pause_clock(change: Change, phase: int, number: int):
    """Pause a round's timer."""
    set_clock(change, phase, number, lambda current: clock.pause_clock(current, change.now))


@action(access.ANNOUNCE, in_round=WHILE_PLAYED, log=_("{round}: timer resumed"))
def resume_clock(change: Change, phase: int, number: int):
    """Resume a paused timer."""
    set_clock(change, phase, number, lambda current: clock.resume_clock(current, change.now))


@action(
    access.ANNOUNCE,
    in_round=WHILE_PLAYED,
    log={
        "minutes_added": ngettext_lazy(
            "{round}: {count} minute added", "{round}: {count} minutes added", "count"
        ),
        "minutes_removed": ngettext_lazy(
            "{round}: {count} minute removed", "{round}: {count} minutes removed", "count"
        ),
        "clock_changed": _("{round}: timer changed"),
    },
)
def change_clock(change: Change, phase: int, number: int, minutes: int):
    """Add minutes to a round's timer; negative ones shorten it."""
    before, after = set_clock(
        change, phase, number, lambda current: clock.change_minutes(current, minutes, change.now)
    )
    moved = clock.minutes_between(before, after)
    sentence = "minutes_added" if moved > 0 else "minutes_removed" if moved else "clock_changed"
    change.log(sentence, count=abs(moved))


def set_clock(change: Change, phase: int, number: int, update) -> tuple[RoundClock | None, RoundClock]:
    """Store the round with the timer that `update` returns for the current one; return both timers."""
    check_round_state(change, phase, number)
    round_ = change.history.round(phase, number)
    changed = replace(round_, clock=update(round_.clock), matches=())
    change.set_part(round_path(phase, number), changed)
    change.log(round=(phase, number))
    return round_.clock, changed.clock


@action(
    access.HANDLE_REPORTS,
    in_round=WHILE_PLAYED,
    log={
        "time_extended": (
            ngettext_lazy(
                "Table {table}: time extension of {count} minute",
                "Table {table}: time extension of {count} minutes",
                "count",
            ),
            "{round}",
        ),
        "time_extension_reduced": (
            ngettext_lazy(
                "Table {table}: time extension reduced by {count} minute",
                "Table {table}: time extension reduced by {count} minutes",
                "count",
            ),
            "{round}",
        ),
    },
)
def extend_table(change: Change, phase: int, number: int, table: int, minutes: int):
    """Add minutes to a table's time extension; negative ones take some back."""
    check_round_state(change, phase, number)
    match = change.before.round(phase, number).match_at(table)
    extra = clock.add_table_minutes(match, minutes)
    change.set_part(match_path(phase, number, match), replace(match, extra_minutes=extra))
    added = extra - match.extra_minutes
    sentence = "time_extended" if added >= 0 else "time_extension_reduced"
    change.log(sentence, table=table, round=(phase, number), count=abs(added))
