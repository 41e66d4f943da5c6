"""Where an event stands and what comes next: from its history alone."""

from dataclasses import dataclass, replace

from .. import finals
from ..drafts import booster
from ..errors import RuleViolation, _
from ..finals import early_matches
from ..finals.early_matches import with_round
from ..history import (
    ABSENT,
    BRACKET,
    DRAFT,
    DRAFT_PODS,
    DRAWN_KINDS,
    FINISHED,
    PODS,
    PUBLISHED,
    ROUND_ROBIN,
    SWISS,
    Event,
    Match,
    Round,
)
from ..pairing import round_robin
from ..standings.standings import Standings, standings
from . import pods, swiss
from .phases import entrants_of, round_count, settings_for


@dataclass(frozen=True, slots=True)
class NextRound:
    """What pairing leads to. `round` is None where nothing is left to pair.

    `event` is the history with it in place, `why` words for each player's table or bye, `ranked` the
    standings of the phase by which it was drawn, if it was.
    """

    event: Event
    phase: int
    round: Round | None
    why: dict
    ranked: Standings | None = None


def open_round(event: Event, phase_number: int) -> Round | None:
    """The current round: the lowest of the phase that is not finished."""
    return next((r for r in event.phase(phase_number).rounds if not r.finished), None)


def is_over(event: Event, phase_number: int) -> bool:
    """Whether every round of the phase has been played."""
    rounds = event.phase(phase_number).rounds
    return (
        bool(rounds) and all(r.finished for r in rounds) and len(rounds) >= round_count(event, phase_number)
    )


def has_ended(event: Event) -> bool:
    return event.current == len(event.phases) and is_over(event, event.current)


def unreported(round_: Round) -> tuple[Match, ...]:
    return tuple(match for match in round_.matches if not match.is_bye and not match.reported)


def finish_current(event: Event) -> Event:
    """The event with its current round finished; refuses while results are missing, naming the tables."""
    number = event.current
    current = open_round(event, number)
    if current is None:
        return event
    if current.state == DRAFT:
        raise RuleViolation(
            _("Round {number} is a draft: publish it, or take it back."), number=current.number
        )
    if event.phase(number).kind == BRACKET and not early_matches.is_whole(event, number, current):
        raise RuleViolation(_("Round {number} still lacks matches: pair them first."), number=current.number)
    if missing := unreported(current):
        tables = ", ".join(str(match.table) for match in missing)
        raise RuleViolation(
            _("Round {number} cannot be finished: no result yet from table {tables}."),
            number=current.number,
            tables=tables,
        )
    return with_round(event, number, replace(current, state=FINISHED))


def late_byes(event: Event) -> dict[int, str]:
    """{round, counted over the event: worth} of the drawn round under way to somebody who joins now; empty
    where none is, or where it is not counted."""
    phase = event.current
    running, worth = open_round(event, phase), settings_for(event, phase).late_entry
    late = event.phase(phase).kind in DRAWN_KINDS and running is not None and running.state != DRAFT
    if not late or worth == ABSENT:
        return {}
    return {event.rounds_before(phase) + running.number: worth}


def next_round(event: Event, seed: str, *, exceptions=False, state=PUBLISHED) -> NextRound:
    """Finish the current round and draw the next one, of this phase or of the one after it.

    The same history and seed give the same round. Raises RuleViolation where results are missing, too few
    players are left, or there is no round as it was asked and without a rematch: with `exceptions` the
    cheapest one is made then.
    """
    number = event.current
    if event.phase(number).kind != BRACKET or early_matches.is_whole(
        event, number, open_round(event, number)
    ):
        event = finish_current(event)
    if is_over(event, number):
        if number == len(event.phases):
            return NextRound(event, number, None, {})
        entrants = entrants_of(event, number + 1)
        number += 1
        event = event.with_phase(number, entrants=entrants)
    if is_seeded(event, number) and event.phase(number).entrants is None:
        # From here on no rating that is given late moves a seed.
        event = event.with_phase(number, entrants=entrants_of(event, number))
    if event.phase(number).kind == DRAFT_PODS:
        event = booster.with_pods(event, number, seed)
    ranked = standings(event, number) if event.phase(number).kind in DRAWN_KINDS else None
    round_, why = draw(event, number, seed, exceptions, ranked)
    # A round that is there opened early: it is being played, and so is what joins it.
    is_new = round_.number > len(event.phase(number).rounds)
    round_ = replace(round_, state=state if is_new else PUBLISHED)
    return NextRound(with_round(event, number, round_), number, round_, why, ranked)


def draft_ahead(event: Event) -> int | None:
    """The number of the draft whose pods can be drawn now: before its first round, and once what comes before
    it is over."""
    number = event.current
    if is_over(event, number) and number < len(event.phases):
        number += 1
    phase = event.phase(number)
    return number if phase.kind == DRAFT_PODS and not phase.rounds else None


def pods_drawn(event: Event, seed: str) -> NextRound:
    """The event with the pods of the draft that comes next, drawn from this seed, in place of those it has.

    Finishes the round before; no round is drawn yet. RuleViolation where no draft comes next.
    """
    event = finish_current(event)
    number = draft_ahead(event)
    if number is None:
        raise RuleViolation(_("Pods are drawn before the first round of a draft."))
    if number > 1:
        event = event.with_phase(number, entrants=entrants_of(event, number))
    event = event.with_phase(number, pods=(), pods_sealed="", build_until=None)
    return NextRound(booster.with_pods(event, number, seed), number, None, {})


def is_seeded(event: Event, phase_number: int) -> bool:
    """Whether seeds say who meets whom in the phase: finals, and pools."""
    phase = event.phase(phase_number)
    return phase.kind == BRACKET or phase.settings.get("pools", 1) > 1


def draw(event: Event, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None):
    """The next round of a phase and, by player id, why; `ranked` are its standings, if they are known."""
    return DRAWS[event.phase(phase_number).kind](event, phase_number, seed, exceptions, ranked)


def draw_round_robin(event: Event, phase_number: int, seed: str, exceptions: bool, ranked=None):
    field = round_robin.field_of(event, phase_number, entrants_of(event, phase_number))
    return round_robin.draw(event, phase_number, field, seed)


def draw_finals(event: Event, phase_number: int, seed: str, exceptions: bool, ranked=None):
    """The next round of a bracket: what is missing of it joins what opened early."""
    matches = finals.next_matches(event, phase_number)
    if not matches:
        return open_round(event, phase_number), {}
    return early_matches.joined(event, phase_number, matches, seed), {}


# Each draws a phase's next Round and gives, by player id, why.
DRAWS = {
    SWISS: swiss.draw,
    PODS: pods.draw,
    DRAFT_PODS: booster.draw,
    ROUND_ROBIN: draw_round_robin,
    BRACKET: draw_finals,
}
