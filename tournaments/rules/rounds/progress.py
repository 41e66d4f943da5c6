"""Progress of an event: the current round and the next one."""

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
    """The result of pairing. `round` is None if nothing is left to pair.

    `event` is the history with the round, `why` the Reason of each player's table or bye, `ranked` the
    standings used for the draw, if any.
    """

    event: EventHistory
    phase: int
    round: RoundRecord | None
    why: dict
    ranked: Standings | None = None


def open_round(history: EventHistory, phase_number: int) -> RoundRecord | None:
    """The first unfinished round of the phase, or None."""
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
    """Return the history with its current round finished; RuleViolation names the tables without a result."""
    number = history.current
    current = open_round(history, number)
    if current is None:
        return history
    if current.state == DRAFT:
        raise RuleViolation(
            _("Round {number} is a draft: publish it, or take it back."), number=current.number
        )
    if history.phase(number).kind == BRACKET and not early_matches.has_all_matches(history, number, current):
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
    """{round (counted over the event): worth} of the bye that a player joining now gets for the round being
    played; empty if there is none or late entries get nothing."""
    phase = history.current
    running, worth = open_round(history, phase), settings_for(history, phase).late_entry
    late = history.phase(phase).kind in DRAWN_KINDS and running is not None and running.state != DRAFT
    if not late or worth == ABSENT:
        return {}
    return {history.rounds_before(phase) + running.number: worth}


def next_round(history: EventHistory, seed: str, *, exceptions=False, state=PUBLISHED) -> NextRound:
    """Finish the current round and draw the next one, of this phase or the following one.

    The same history and seed give the same round. Raises RuleViolation if results are missing, too few
    players are left, or no round without exceptions exists: with `exceptions`, the cheapest exception is
    made.
    """
    number = history.current
    if history.phase(number).kind != BRACKET or early_matches.has_all_matches(
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
        # Ratings entered later no longer change seeds.
        history = history.with_phase(number, entrants=entrants_of(history, number))
    if history.phase(number).kind == DRAFT_PODS:
        history = booster.with_pods(history, number, seed)
    ranked = standings(history, number) if history.phase(number).kind in DRAWN_KINDS else None
    round_, why = draw(history, number, seed, exceptions, ranked)
    # An existing round opened early: it is being played, and so are the matches added to it.
    is_new = round_.number > len(history.phase(number).rounds)
    round_ = replace(round_, state=state if is_new else PUBLISHED)
    return NextRound(with_round(history, number, round_), number, round_, why, ranked)


def draft_ahead(history: EventHistory) -> int | None:
    """The number of the draft phase whose pods can be drawn now: it has no rounds and the phase before is
    over.
    """
    number = history.current
    if is_over(history, number) and number < len(history.phases):
        number += 1
    phase = history.phase(number)
    return number if phase.kind == DRAFT_PODS and not phase.rounds else None


def draw_pods(history: EventHistory, seed: str) -> NextRound:
    """Draw the pods of the next draft from this seed, replacing existing ones.

    Finishes the round before; no round is drawn yet. RuleViolation if the next phase is not a draft.
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
    """Whether seeds determine the pairings of the phase: finals and pools."""
    phase = history.phase(phase_number)
    return phase.kind == BRACKET or phase.settings.get("pools", 1) > 1


def draw(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
):
    """Return the next round of a phase and {player id: Reason}; `ranked` are its standings, if known."""
    return DRAWS[history.phase(phase_number).kind](history, phase_number, seed, exceptions, ranked)


def draw_round_robin(history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked=None):
    field = round_robin.phase_players(history, phase_number, entrants_of(history, phase_number))
    return round_robin.draw_round(history, phase_number, field, seed)


def draw_finals(history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked=None):
    """The next round of a bracket: missing matches are added to those opened early."""
    matches = finals.next_matches(history, phase_number)
    if not matches:
        return open_round(history, phase_number), {}
    return early_matches.round_with_matches(history, phase_number, matches, seed), {}


# Each returns (next round, {player id: Reason}).
DRAWS = {
    SWISS: swiss.draw,
    PODS: pods.draw,
    DRAFT_PODS: booster.draw,
    ROUND_ROBIN: draw_round_robin,
    BRACKET: draw_finals,
}
