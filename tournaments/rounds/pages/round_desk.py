"""Rounds at the desk, and requests for pairings."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext

from ...brackets.pages.cut import (
    find_available_cut,
    matches_ready,
    opened_early,
    pending_choice_text,
    preview_cut,
)
from ...changes.registry import find_action
from ...desk.pages.next_step import add_cut_text, get_next_step, has_more_rounds, round_in_sentence
from ...desk.pages.step import Step
from ...history.cache import load_history
from ...log.pages.undo import last_action
from ...models import Event
from ...results.pages.reports import STATES, get_table_state
from ...rules import finals
from ...rules.finals import early_matches
from ...rules.history import (
    BRACKET,
    BYE,
    DRAFT,
    DRAWN_KINDS,
    PUBLISHED,
    ROUND_ROBIN,
    EventHistory,
    EventPhase,
    MatchRecord,
    RoundRecord,
)
from ...rules.pairing.round_robin import met_pairs
from ...rules.results.notation import abbreviate_result
from ...rules.rounds import seating
from ...rules.rounds.progress import ADJUST, REFUSED
from ...rules.standings.standings import standings
from ...web.answers import new_idempotency_key
from ...web.status import round_name
from ...web.wording import record_text
from .pairings import seed_texts
from .proofs import cost_text, get_pairing_reasons, get_seed_hash


@dataclass(frozen=True)
class DraftTable:
    """A table or a bye: (name, record so far or seed) of each seat in order.

    `reason` says why they were paired; in finals it is the name of the match. `score` is empty without a
    result, for a bye its kind; `state` is one of STATES, in the words of the desk.
    """

    number: int | None
    seats: tuple[tuple[str, str], ...]
    reason: str
    score: str
    state: str

    @property
    def state_text(self):
        return gettext(STATES[self.state])

    @property
    def is_bye(self):
        return len(self.seats) == 1


@dataclass(frozen=True)
class DeskRound:
    """The round's page at the desk; `number` is 0 and the texts are empty before round 1.

    `earlier` are (phase, number, name) of the other rounds. `ready` finals could be opened before their
    round, `early` ones have been; `call` says who chooses an opponent. `add_cut` names the finals that can be
    added although none are planned.
    """

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
    add_cut: str
    cut_is_set: bool
    players: int
    next_name: str
    kind: str
    proof: str
    seed_hash: str
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


def get_desk_round(event: Event) -> tuple[DeskRound, EventHistory]:
    """Return the event's current round for its desk, and its history."""
    history = load_history(event)
    phase = history.current_phase
    round_ = phase.current_round
    state = round_.state if round_ else ""
    matches = [match for match in round_.matches if not match.is_bye] if round_ else []
    reported = sum(match.reported for match in matches)
    is_complete = bool(matches) and reported == len(matches) and state != DRAFT
    in_finals = phase.kind == BRACKET
    ends_phase = is_complete and not in_finals
    has_all_matches = not in_finals or early_matches.has_all_matches(phase, round_)
    has_next = not in_finals and (round_ is None or has_more_rounds(phase))
    next_event_round = phase.rounds_before + len(phase.rounds) + 1
    page = DeskRound(
        version=history.version,
        step=get_next_step(history),
        phase=phase.number,
        number=round_.number if round_ else 0,
        name=round_name(phase, round_.number) if round_ else "",
        state=state,
        seed=round_.seed if round_ else "",
        tables=list_tables(event, phase, round_) if round_ else (),
        reported=reported,
        played=len(matches),
        earlier=list_other_rounds(phase, round_),
        can_adjust=can_adjust(state, matches, phase.kind),
        can_unpublish=state == PUBLISHED and not reported,
        can_finish=state == PUBLISHED and is_complete and has_all_matches,
        add_cut=add_cut_text(phase) if ends_phase and phase.next is None else "",
        cut_is_set=ends_phase and not has_next and phase.next is not None,
        players=sum(player.plays_in(next_event_round) for player in history.players),
        next_name=round_in_sentence(phase, len(phase.rounds) + 1) if has_next else "",
        kind=phase.kind,
        proof=cost_text(event, phase, round_) if round_ else "",
        seed_hash=get_seed_hash(event) if is_next_draw_random(phase, round_) else "",
        ready=matches_ready(phase),
        early=opened_early(phase, round_),
        call=pending_choice_text(phase),
    )
    return page, history


def can_adjust(state: str, matches, kind: str) -> bool:
    """Return whether a table of the round can still be changed by hand."""
    if state not in (DRAFT, PUBLISHED) or kind not in DRAWN_KINDS:
        return False
    level, _text = ADJUST[state]
    return level != REFUSED and not all(match.reported for match in matches)


def is_next_draw_random(phase: EventPhase, round_: RoundRecord | None) -> bool:
    """Return whether the next draw depends on a seed; in a round robin only the first one does."""
    kind = phase.kind
    is_first_draw = round_ is None or (round_.number == 1 and round_.state == DRAFT)
    return kind in DRAWN_KINDS or (kind == ROUND_ROBIN and is_first_draw)


def list_other_rounds(phase: EventPhase, round_: RoundRecord | None):
    """Return (phase, number, name) of all rounds but the unfinished current one, newest first."""
    current = (phase.number, round_.number) if round_ and not round_.finished else None
    return tuple(
        (each.number, other.number, round_name(each, other.number))
        for each in reversed(phase.history.all_phases)
        for other in reversed(each.rounds)
        if (each.number, other.number) != current
    )


def list_tables(event: Event, phase: EventPhase, round_: RoundRecord) -> tuple[DraftTable, ...]:
    names = phase.history.names
    if phase.kind == BRACKET:
        records, reasons = seed_texts(phase), match_names(phase, round_.number)
    else:
        records, is_draft = records_before(phase, round_), round_.state == DRAFT
        reasons = get_pairing_reasons(event, phase.number, round_.number, drafts=True) if is_draft else {}
    return tuple(
        DraftTable(
            match.table,
            tuple((names[player], records.get(player, "")) for player in match.players),
            reasons.get(match.players[0], ""),
            score_text(match),
            get_table_state(match),
        )
        for match in round_.matches
    )


def match_names(phase: EventPhase, number: int) -> dict[str, str]:
    """Return {player id: “Quarter-final 1”} of the first players of a round of finals."""
    return {
        meeting.match.players[0]: capfirst(meeting.slot.name.render(gettext))
        for meeting in finals.bracket_of(phase).round(number)
        if meeting.match
    }


def score_text(match: MatchRecord) -> str:
    """Return “2–1”, for a bye its kind; empty without a result."""
    if match.is_bye and match.seats[0].result == BYE:
        return gettext("bye")
    return abbreviate_result(match, gettext)


def records_before(phase: EventPhase, round_: RoundRecord) -> dict[str, str]:
    """Return {player id: “3–1”} before a round; empty for round 1."""
    before = seating.phase_before(phase, round_)
    return {row.player: record_text(row) for row in standings(before).rows} if before.rounds else {}


def get_pairing_requests(event: Event) -> dict[str, list[tuple]]:
    """Return the lists `apart` and `wished` in stored order: ids of both players, their names, a status."""
    history = load_history(event)
    names, met = history.names, met_pairs(history)
    return {
        "apart": [
            (a, b, names[a], names[b], gettext("have already met") if frozenset((a, b)) in met else "")
            for a, b in history.forbidden
        ],
        "wished": [(a, b, names[a], names[b], wish_status(history, (a, b), met)) for a, b in history.wished],
    }


def wish_status(history: EventHistory, pair: tuple[str, str], met: set) -> str:
    """Return the status of a wanted pair: met, waiting for a dropped player, or pending."""
    if frozenset(pair) in met:
        return gettext("have already met")
    dropped = [p.name for p in history.players if p.id in pair and p.has_left]
    if dropped:
        return gettext("on hold: {name} has dropped").format(name=dropped[0])
    return gettext("from the next round both play")


def get_round_context(event: Event, offer=None) -> dict:
    """Return the template's values of the current round, with a preview of the planned cut after the rounds.

    `offer` is an exception without which no legal next round exists.
    """
    round_, history = get_desk_round(event)
    last = last_action(event)
    preview, available_cut = None, find_available_cut(history)
    if available_cut and not available_cut.again and round_.cut_is_set:
        preview = preview_cut(history.phase(available_cut.number))
    return {
        "round": round_,
        "preview": preview,
        "available_cut": available_cut,
        "offer": offer,
        "pairing_entry": last if round_.is_draft and last and find_action(last.action).pairs else None,
        "undo_key": new_idempotency_key(),
    }
