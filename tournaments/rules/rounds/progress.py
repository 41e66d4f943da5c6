"""How far the event is, and what is allowed there."""

from dataclasses import dataclass, replace

from .. import finals
from ..drafts import draw_round, with_pods
from ..errors import RuleViolation, _
from ..finals import early_matches
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
    EventPhase,
    MatchRecord,
    RoundRecord,
)
from ..pairing import round_robin
from ..standings.standings import Standings, standings
from . import swiss
from .phases import entrants_of, round_count


@dataclass(frozen=True, slots=True)
class NextRound:
    """The result of pairing. `round` is None if nothing is left to pair.

    `phase` has the round, `why` is the Reason of each player's table or bye, `ranked` are the standings used
    for the draw, if any.
    """

    phase: EventPhase
    round: RoundRecord | None
    why: dict
    ranked: Standings | None = None

    @property
    def event(self) -> EventHistory:
        return self.phase.history


def is_over(phase: EventPhase) -> bool:
    """Return whether every round of the phase has been played."""
    rounds = phase.rounds
    all_finished = bool(rounds) and all(round_.finished for round_ in rounds)
    return all_finished and len(rounds) >= round_count(phase)


def current_or_next(history: EventHistory) -> EventPhase:
    """Return the current phase; the next one, if any, once it is over."""
    phase = history.current_phase
    return phase.next or phase if is_over(phase) else phase


def has_ended(history: EventHistory) -> bool:
    """Return whether the last phase is over."""
    phase = history.current_phase
    return phase.next is None and is_over(phase)


def last_open_round(history: EventHistory) -> RoundRecord | None:
    """Return the last round of the event while it is played; None before it and after the end."""
    phase = history.current_phase
    current = phase.open_round
    if phase.next or current is None or current.state != PUBLISHED or current.number < round_count(phase):
        return None
    return None if lacks_matches(phase, current) else current


def awaits_end(history: EventHistory) -> bool:
    """Return whether all results of the last round are in, but nobody has finished it."""
    current = last_open_round(history)
    return current is not None and not unreported(current)


def unreported(round_: RoundRecord) -> tuple[MatchRecord, ...]:
    """Return the tables without a result."""
    return tuple(match for match in round_.matches if not match.is_bye and not match.reported)


def lacks_matches(phase: EventPhase, round_: RoundRecord | None) -> bool:
    """Return whether matches are still to be added to this round of finals, which were opened early."""
    return phase.kind == BRACKET and not early_matches.has_all_matches(phase, round_)


def finish_if_complete(history: EventHistory) -> EventHistory:
    """Return the history with its current round finished if all its results are in, else as it is."""
    phase = history.current_phase
    current = phase.open_round
    if current is None or current.state == DRAFT or lacks_matches(phase, current) or unreported(current):
        return history
    return phase.with_round(replace(current, state=FINISHED)).history


def finish_current(phase: EventPhase) -> EventPhase:
    """Return the phase with its current round finished; RuleViolation names the tables without a result."""
    current = phase.open_round
    if current is None:
        return phase
    if current.state == DRAFT:
        message = _("Round {number} is a draft. Publish it or discard it.")
        raise RuleViolation(message, number=current.number)
    if lacks_matches(phase, current):
        raise RuleViolation(_("Round {number} has unpaired matches. Pair them first."), number=current.number)
    if missing := unreported(current):
        message = _("Round {number} can’t be finished yet. Waiting for the result of table {tables}.")
        tables = ", ".join(str(match.table) for match in missing)
        raise RuleViolation(message, number=current.number, tables=tables)
    return phase.with_round(replace(current, state=FINISHED))


def late_byes(history: EventHistory) -> dict[int, str]:
    """Return {round (counted over the event): worth} of a late entry's byes for the rounds missed.

    These are the phase's rounds that are published or over. Empty if late entries get nothing.
    """
    phase = history.current_phase
    before, worth = phase.rounds_before, phase.settings.late_entry
    if phase.kind not in DRAWN_KINDS or worth == ABSENT:
        return {}
    return {before + round_.number: worth for round_ in phase.rounds if round_.state != DRAFT}


def next_round(history: EventHistory, seed: str, *, exceptions=False, state=PUBLISHED) -> NextRound:
    """Finish the current round and draw the next one, of this phase or the following one.

    The same history and seed give the same round. Raises RuleViolation if results are missing, too few
    players are left, or no round without exceptions exists: with `exceptions`, the cheapest exception is
    made.
    """
    phase = history.current_phase
    if not lacks_matches(phase, phase.open_round):
        phase = finish_current(phase)
    if is_over(phase):
        if phase.next is None:
            return NextRound(phase, None, {})
        phase = phase.next.replace(entrants=entrants_of(phase.next))
    phase = prepare_phase(phase, seed)
    ranked = standings(phase) if phase.kind in DRAWN_KINDS else None
    round_, why = draw(phase, seed, exceptions, ranked)
    # An existing round opened early: it is being played, and so are the matches added to it.
    is_new = round_.number > len(phase.rounds)
    round_ = replace(round_, state=state if is_new else PUBLISHED)
    return NextRound(phase.with_round(round_), round_, why, ranked)


def prepare_phase(phase: EventPhase, seed: str) -> EventPhase:
    """Fix the seeds of finals and pools, and draw the pods of a draft, if that is not done yet."""
    is_seeded = phase.kind == BRACKET or phase.settings.pools > 1
    if is_seeded and phase.entrants is None:
        # Ratings entered later no longer change seeds.
        phase = phase.replace(entrants=entrants_of(phase))
    return with_pods(phase, seed) if phase.kind == DRAFT_PODS else phase


def draft_ahead(history: EventHistory) -> EventPhase | None:
    """Return the draft whose pods can be drawn now: it has no rounds, and the phase before is over."""
    phase = current_or_next(history)
    return phase if phase.kind == DRAFT_PODS and not phase.rounds else None


def draw_pods(history: EventHistory, seed: str) -> NextRound:
    """Draw the pods of the next draft from this seed, replacing existing ones.

    Finishes the round before; no round is drawn yet. RuleViolation if the next phase is not a draft.
    """
    phase = draft_ahead(finish_current(history.current_phase).history)
    if phase is None:
        raise RuleViolation(_("Draw the pods before the first round of a draft."))
    entrants = entrants_of(phase) if phase.previous else phase.entrants
    phase = phase.replace(entrants=entrants, pods=(), pods_sealed="", build_until=None)
    return NextRound(with_pods(phase, seed), None, {})


def draw(phase: EventPhase, seed: str, exceptions: bool, ranked: Standings | None = None):
    """Return the next round of a phase and {player id: Reason}; `ranked` are its standings, if known."""
    return DRAWS[phase.kind](phase, seed, exceptions, ranked)


def draw_round_robin(phase: EventPhase, seed: str, exceptions: bool, ranked=None):
    """Return the next round of a round robin and {player id: Reason}."""
    field = round_robin.phase_players(phase, entrants_of(phase))
    return round_robin.draw_round(phase, field, seed)


def draw_finals(phase: EventPhase, seed: str, exceptions: bool, ranked=None):
    """Return the next round of a bracket: missing matches are added to those opened early."""
    matches = finals.next_matches(phase)
    if not matches:
        return phase.open_round, {}
    return early_matches.round_with_matches(phase, matches, seed), {}


# Each returns (next round, {player id: Reason}).
DRAWS = {
    SWISS: swiss.draw_round,
    PODS: swiss.draw_pod_round,
    DRAFT_PODS: draw_round,
    ROUND_ROBIN: draw_round_robin,
    BRACKET: draw_finals,
}

# Situations of a round: unpublished; being played; finished and the last one; finished and followed by a
# drawn round; the same in a bracket, where the next matches follow from its winners.
OVER, FOLLOWED, PLAYED_ON = "over", "followed", "played_on"
SITUATIONS = (DRAFT, PUBLISHED, OVER, FOLLOWED, PLAYED_ON)

ALLOWED, WARNED, REFUSED = "allowed", "warned", "refused"

NOT_PUBLISHED = _("Round {round} is still a draft. Publish it first.")
IS_PUBLISHED = _("Round {round} is already published.")
IS_FINISHED = _("Round {round} is finished.")
PAIRINGS_STAY = _(
    "Round {round} is finished and the next round is paired. A change affects the standings, "
    "not the pairings."
)
TAKE_BACK = _("The next bracket round is based on these winners. Undo that round first.")
DRAWN_FROM = _(
    "Round {next} is already paired. If you change a result here, you’ll be asked what to do with it."
)
ADJUST_IT = _("Round {round} is a draft. Adjust it instead.")
IS_OUT = _("Round {round} is published. Choose an option below; affected players will be notified.")
MADE_FROM = _(
    "Later matches depend on the winners of round {round}. You’ll see what another winner undoes first."
)
NOTHING_FOLLOWS = _("No round has been paired from round {round} yet. Enter the result as usual.")

# Each rule: {situation: (ALLOWED, WARNED or REFUSED; the text with places `{round}` and `{next}`)}.
# Not allowed once the round is finished.
IF_FINISHED = dict.fromkeys((OVER, FOLLOWED, PLAYED_ON), (REFUSED, IS_FINISHED))
WHILE_PLAYED = {DRAFT: (REFUSED, NOT_PUBLISHED), PUBLISHED: (ALLOWED, ""), **IF_FINISHED}
CHANGE_PLAYERS = {DRAFT: (REFUSED, ADJUST_IT), PUBLISHED: (WARNED, IS_OUT), **IF_FINISHED}
ENTER_RESULT = {
    DRAFT: (REFUSED, NOT_PUBLISHED),
    PUBLISHED: (ALLOWED, ""),
    OVER: (ALLOWED, ""),
    FOLLOWED: (WARNED, PAIRINGS_STAY),
    PLAYED_ON: (REFUSED, MADE_FROM),
}
PUBLISH = {DRAFT: (ALLOWED, ""), PUBLISHED: (REFUSED, IS_PUBLISHED), **IF_FINISHED}
UNPUBLISH = {
    DRAFT: (REFUSED, _("Round {round} is not published.")),
    PUBLISHED: (ALLOWED, ""),
    **IF_FINISHED,
}
REDRAW = {
    DRAFT: (ALLOWED, ""),
    PUBLISHED: (REFUSED, _("Round {round} is published. Unpublish it before you pair it again.")),
    **IF_FINISHED,
}
ADJUST = {
    DRAFT: (ALLOWED, ""),
    PUBLISHED: (WARNED, _("Round {round} is published. Give a reason; affected players will be notified.")),
    **IF_FINISHED,
}
CORRECT_RESULT = {
    DRAFT: (REFUSED, NOT_PUBLISHED),
    PUBLISHED: (REFUSED, NOTHING_FOLLOWS),
    OVER: (REFUSED, NOTHING_FOLLOWS),
    FOLLOWED: (WARNED, DRAWN_FROM),
    PLAYED_ON: (WARNED, MADE_FROM),
}
CORRECT_SEATS = {
    DRAFT: (REFUSED, ADJUST_IT),
    PUBLISHED: (REFUSED, _("Round {round} is in progress. Change its pairings instead.")),
    OVER: (ALLOWED, ""),
    FOLLOWED: (WARNED, DRAWN_FROM),
    PLAYED_ON: (REFUSED, TAKE_BACK),
}


def situation_of(state: str, followed: bool, bracket: bool = False) -> str:
    """Return the situation of a round from its state and whether a later round has been drawn."""
    if state != FINISHED:
        return state
    if not followed:
        return OVER
    return PLAYED_ON if bracket else FOLLOWED


def check(rule: dict, situation: str, round_number: int):
    """Raise RuleViolation if the rule refuses the action in this situation."""
    level, message = rule[situation]
    if level == REFUSED:
        raise RuleViolation(message, round=round_number)
