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
    EventHistory,
    MatchRecord,
    RoundRecord,
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

    event: EventHistory
    phase: int
    round: RoundRecord | None
    why: dict
    ranked: Standings | None = None


def open_round(history: EventHistory, phase_number: int) -> RoundRecord | None:
    """The current round: the lowest of the phase that is not finished."""
    return next((r for r in history.phase(phase_number).rounds if not r.finished), None)


def is_over(history: EventHistory, phase_number: int) -> bool:
    """Whether every round of the phase has been played."""
    rounds = history.phase(phase_number).rounds
    return (
        bool(rounds) and all(r.finished for r in rounds) and len(rounds) >= round_count(history, phase_number)
    )


def has_ended(history: EventHistory) -> bool:
    return history.current == len(history.phases) and is_over(history, history.current)


def unreported(round_: RoundRecord) -> tuple[MatchRecord, ...]:
    return tuple(match for match in round_.matches if not match.is_bye and not match.reported)


def finish_current(history: EventHistory) -> EventHistory:
    """The event with its current round finished; refuses while results are missing, naming the tables."""
    number = history.current
    current = open_round(history, number)
    if current is None:
        return history
    if current.state == DRAFT:
        raise RuleViolation(
            _("Round {number} is a draft: publish it, or take it back."), number=current.number
        )
    if history.phase(number).kind == BRACKET and not early_matches.is_whole(history, number, current):
        raise RuleViolation(_("Round {number} still lacks matches: pair them first."), number=current.number)
    if missing := unreported(current):
        tables = ", ".join(str(match.table) for match in missing)
        raise RuleViolation(
            _("Round {number} cannot be finished: no result yet from table {tables}."),
            number=current.number,
            tables=tables,
        )
    return with_round(history, number, replace(current, state=FINISHED))


def late_byes(history: EventHistory) -> dict[int, str]:
    """{round, counted over the event: worth} of the drawn round under way to somebody who joins now; empty
    where none is, or where it is not counted."""
    phase = history.current
    running, worth = open_round(history, phase), settings_for(history, phase).late_entry
    late = history.phase(phase).kind in DRAWN_KINDS and running is not None and running.state != DRAFT
    if not late or worth == ABSENT:
        return {}
    return {history.rounds_before(phase) + running.number: worth}


def next_round(history: EventHistory, seed: str, *, exceptions=False, state=PUBLISHED) -> NextRound:
    """Finish the current round and draw the next one, of this phase or of the one after it.

    The same history and seed give the same round. Raises RuleViolation where results are missing, too few
    players are left, or there is no round as it was asked and without a rematch: with `exceptions` the
    cheapest one is made then.
    """
    number = history.current
    if history.phase(number).kind != BRACKET or early_matches.is_whole(
        history, number, open_round(history, number)
    ):
        history = finish_current(history)
    if is_over(history, number):
        if number == len(history.phases):
            return NextRound(history, number, None, {})
        entrants = entrants_of(history, number + 1)
        number += 1
        history = history.with_phase(number, entrants=entrants)
    if is_seeded(history, number) and history.phase(number).entrants is None:
        # From here on no rating that is given late moves a seed.
        history = history.with_phase(number, entrants=entrants_of(history, number))
    if history.phase(number).kind == DRAFT_PODS:
        history = booster.with_pods(history, number, seed)
    ranked = standings(history, number) if history.phase(number).kind in DRAWN_KINDS else None
    round_, why = draw(history, number, seed, exceptions, ranked)
    # A round that is there opened early: it is being played, and so is what joins it.
    is_new = round_.number > len(history.phase(number).rounds)
    round_ = replace(round_, state=state if is_new else PUBLISHED)
    return NextRound(with_round(history, number, round_), number, round_, why, ranked)


def draft_ahead(history: EventHistory) -> int | None:
    """The number of the draft whose pods can be drawn now: before its first round, and once what comes before
    it is over."""
    number = history.current
    if is_over(history, number) and number < len(history.phases):
        number += 1
    phase = history.phase(number)
    return number if phase.kind == DRAFT_PODS and not phase.rounds else None


def pods_drawn(history: EventHistory, seed: str) -> NextRound:
    """The event with the pods of the draft that comes next, drawn from this seed, in place of those it has.

    Finishes the round before; no round is drawn yet. RuleViolation where no draft comes next.
    """
    history = finish_current(history)
    number = draft_ahead(history)
    if number is None:
        raise RuleViolation(_("Pods are drawn before the first round of a draft."))
    if number > 1:
        history = history.with_phase(number, entrants=entrants_of(history, number))
    history = history.with_phase(number, pods=(), pods_sealed="", build_until=None)
    return NextRound(booster.with_pods(history, number, seed), number, None, {})


def is_seeded(history: EventHistory, phase_number: int) -> bool:
    """Whether seeds say who meets whom in the phase: finals, and pools."""
    phase = history.phase(phase_number)
    return phase.kind == BRACKET or phase.settings.get("pools", 1) > 1


def draw(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
):
    """The next round of a phase and, by player id, why; `ranked` are its standings, if they are known."""
    return DRAWS[history.phase(phase_number).kind](history, phase_number, seed, exceptions, ranked)


def draw_round_robin(history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked=None):
    field = round_robin.field_of(history, phase_number, entrants_of(history, phase_number))
    return round_robin.draw(history, phase_number, field, seed)


def draw_finals(history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked=None):
    """The next round of a bracket: what is missing of it joins what opened early."""
    matches = finals.next_matches(history, phase_number)
    if not matches:
        return open_round(history, phase_number), {}
    return early_matches.joined(history, phase_number, matches, seed), {}


# Each draws a phase's next Round and gives, by player id, why.
DRAWS = {
    SWISS: swiss.draw,
    PODS: pods.draw,
    DRAFT_PODS: booster.draw,
    ROUND_ROBIN: draw_round_robin,
    BRACKET: draw_finals,
}
