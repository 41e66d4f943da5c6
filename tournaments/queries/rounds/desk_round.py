"""The round's page at the desk: draft with reasons, available actions, and the next cut."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.finals import early_matches
from ...rules.history import (
    BRACKET,
    BYE,
    DRAFT,
    DRAWN_KINDS,
    PUBLISHED,
    ROUND_ROBIN,
    EventHistory,
    MatchRecord,
    RoundRecord,
)
from ...rules.results import text
from ...rules.rounds import permissions_by_state
from ...rules.standings.standings import standings
from ..brackets.early_matches import call_words, matches_ready, opened_early
from ..desk.dashboard import round_at_desk
from ..desk.next_step import Step, called, next_step, progress_left
from ..events.status import round_name
from ..history.cache import load_history
from ..wording.formats import record_text
from .draw_proof import pairing_reasons, seal_of
from .proof_of_optimality import cost_text


@dataclass(frozen=True)
class DraftTable:
    """A table or a bye: (name, record so far) of each seat in order, and the reason for the pairing."""

    number: int | None
    seats: tuple[tuple[str, str], ...]
    why: str
    words: str
    waiting: bool

    @property
    def is_bye(self):
        return len(self.seats) == 1


@dataclass(frozen=True)
class DeskRound:
    """The round's page at the desk; `state` is empty before round 1."""

    version: int
    step: Step
    phase: int
    number: int
    name: str
    state: str
    seed: str
    tables: tuple[DraftTable, ...]
    reported: int
    played: int
    earlier: tuple[tuple[int, int, str], ...]
    can_adjust: bool
    can_unpublish: bool
    can_finish: bool
    can_cut: bool
    cut_is_set: bool
    players: int
    next_name: str
    kind: str
    proof: str
    sealed: str
    ready: tuple[str, ...]
    early: tuple[str, ...]
    call: str

    @property
    def can_pair_rest(self):
        """Return whether more finals matches can be paired without finishing the round."""
        in_finals = self.kind == BRACKET and bool(self.number)
        return in_finals and self.step.action == "pair" and not self.step.blocked and not self.can_finish

    @property
    def is_draft(self):
        return self.state == DRAFT


def desk_round_of(event: Event) -> tuple[DeskRound, EventHistory]:
    """Return the event's current round for its desk, and its history."""
    history = load_history(event)
    version = history.version
    phase, round_ = round_at_desk(history)
    state = round_.state if round_ else ""
    matches = [match for match in round_.matches if not match.is_bye] if round_ else []
    reported = sum(match.reported for match in matches)
    complete = bool(matches) and reported == len(matches) and state != DRAFT
    is_bracket = history.phase(phase).kind == BRACKET
    whole = not is_bracket or early_matches.has_all_matches(history, phase, round_)
    more = not is_bracket and (round_ is None or progress_left(history, phase))
    next_of_all = history.rounds_before(phase + 1) + 1
    return (
        DeskRound(
            version=version,
            step=next_step(history),
            phase=phase,
            number=round_.number if round_ else 0,
            name=round_name(history, phase, round_.number) if round_ else "",
            state=state,
            seed=round_.seed if round_ else "",
            tables=tables_of(event, history, phase, round_) if round_ else (),
            reported=reported,
            played=len(matches),
            earlier=earlier_of(history, phase, round_),
            can_adjust=can_adjust(state, matches, history.phase(phase).kind),
            can_unpublish=state == PUBLISHED and not reported,
            can_finish=state == PUBLISHED and complete and whole,
            can_cut=complete and not is_bracket and phase == len(history.phases),
            cut_is_set=complete and not is_bracket and not more and phase < len(history.phases),
            players=sum(player.plays_in(next_of_all) for player in history.players),
            next_name=called(history, phase, len(history.phase(phase).rounds) + 1) if more else "",
            kind=history.phase(phase).kind,
            proof=cost_text(event, history, phase, round_) if round_ else "",
            sealed=seal_of(event) if draws_lots(history, phase, round_) else "",
            ready=matches_ready(history, phase),
            early=opened_early(history, phase, round_),
            call=call_words(history, phase),
        ),
        history,
    )


def can_adjust(state: str, matches, kind: str) -> bool:
    """Return whether a table of the round can still be changed by hand."""
    open_ = state in (DRAFT, PUBLISHED) and kind in DRAWN_KINDS
    allowed = open_ and permissions_by_state.verdict("adjust_round", state)[0] != permissions_by_state.REFUSED
    return allowed and not all(match.reported for match in matches)


def draws_lots(history: EventHistory, phase: int, round_: RoundRecord | None) -> bool:
    """Return whether the next draw depends on a seed; in a round robin only the first one does."""
    kind, number = history.phase(phase).kind, 1
    if round_:
        number = round_.number + (round_.state != DRAFT)
    return kind in DRAWN_KINDS or (kind == ROUND_ROBIN and number == 1)


def earlier_of(history: EventHistory, phase: int, round_: RoundRecord | None):
    """Return (phase, number, name) of the other rounds, newest first."""
    current = (phase, round_.number) if round_ and not round_.finished else None
    return tuple(
        (n, r.number, round_name(history, n, r.number))
        for n, one in reversed(list(enumerate(history.phases, 1)))
        for r in reversed(one.rounds)
        if (n, r.number) != current
    )


def tables_of(event: Event, history: EventHistory, phase: int, round_: RoundRecord) -> tuple[DraftTable, ...]:
    names = history.names
    rounds = tuple(one for one in history.phase(phase).rounds if one.number < round_.number)
    records = records_of(history.with_phase(phase, rounds=rounds), phase)
    is_drawn = round_.state == DRAFT and history.phase(phase).kind != BRACKET
    why = pairing_reasons(event, phase, round_.number, drafts=True) if is_drawn else {}

    def table_of(match):
        seats = tuple((names[player], records.get(player, "")) for player in match.players)
        waiting = not match.reported and not match.is_bye
        return DraftTable(match.table, seats, why.get(match.players[0], ""), state_words(match), waiting)

    return tuple(map(table_of, round_.matches))


def state_words(match: MatchRecord) -> str:
    """Return “in” or “waiting”; for a bye its kind."""
    if match.is_bye and match.seats[0].result == BYE:
        return gettext("has the bye")
    if match.is_bye:
        return text.score(match, gettext)
    return gettext("in") if match.reported else gettext("waiting")


def records_of(history: EventHistory, phase: int) -> dict[str, str]:
    """Return {player id: “3–1”} after the rounds so far; empty before round 1."""
    if not history.phase(phase).rounds or history.phase(phase).kind == BRACKET:
        return {}
    return {row.player: record_text(row) for row in standings(history, phase).rows}
