"""The part of an event's history that a player's own page needs: only their matches, for speed."""

from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils import timezone

from ...models import Event, Message, Pick, Player
from ...rules.event_file import read_check_in
from ...rules.history import BRACKET, DRAW, LOSS, PUBLISHED, WIN, EventHistory, RoundRecord
from ...rules.registration import check_in
from ...rules.results import scoring
from ...rules.standings import carry_over
from ..events.status import EventStatus, get_event_status
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..rounds.neighbours import TableNeighbours, neighbours_by_table
from ..wording.formats import record_text


@dataclass(frozen=True)
class WinLossRecord:
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True)
class OwnEvent:
    """The data of a player's own page.

    `history` has the published rounds with only this player's matches and the players in them. `messages` are
    the ones from their tables and reports in the current phase, newest first; `neighbours` the tables next to
    theirs, by (phase, round). `check_in` is EARLY, OPEN or CLOSED before the event starts, else empty. `pick`
    is set on the page of a picked name.
    """

    player: Player
    history: EventHistory
    status: EventStatus
    messages: tuple[Message, ...]
    neighbours: dict[tuple[int, int], TableNeighbours]
    check_in: str = ""
    pick: Pick | None = None


def page_versions(player: Player) -> tuple:
    """Return all values that the own page depends on: see actions.change. Check-in also opens by time."""
    event = player.event
    opening = check_in.opening(read_check_in(event.check_in), timezone.now())
    chances_at = event.chances_at and event.chances_at.isoformat()
    return event.layout_version, player.page_version, event.visibility, opening, chances_at


def load_own_event(player: Player, pick: Pick | None = None) -> OwnEvent:
    """Return the data of a player's own page. Raises Player.DoesNotExist if the player was removed."""
    event, history = player.event, without_draft_rounds(load_history(player.event))
    if history.find_player(player.public_id) is None:
        raise Player.DoesNotExist
    own = keep_own_matches(history, player.public_id)
    current = history.current_phase
    tables = {match.table for round_ in own.current_phase.rounds for match in round_.matches} - {None}
    own_messages = Q(player=player) | Q(kind=Message.JUDGE, table__in=tables)
    messages = Message.objects.filter(own_messages, event=event, phase=current.number).order_by("-id")
    open_tables = (
        (round_, match)
        for round_ in current.rounds
        if round_.state == PUBLISHED and (match := round_.find_match_of(player.public_id))
        if match.table and not match.reported
    )
    return OwnEvent(
        player=player,
        history=own,
        # The same for all versions of one layout_version.
        status=get_event_status(event).without_results,
        messages=tuple(messages),
        neighbours={
            (current.number, round_.number): find_neighbours(history.names, round_, match.table)
            for round_, match in open_tables
        },
        check_in=opening_before_start(player.event),
        pick=pick,
    )


def opening_before_start(event: Event) -> str:
    """Return EARLY, OPEN or CLOSED while the event has check-in and has not started, else an empty string."""
    history = load_history(event)
    return check_in.opening(history.check_in, timezone.now()) if check_in.is_used(history) else ""


def keep_own_matches(history: EventHistory, player: str) -> EventHistory:
    """Return the history with only this player's matches and the players in them."""
    visible, phases = {player}, []
    for phase in history.phases:
        rounds = []
        for round_ in phase.rounds:
            match = round_.find_match_of(player)
            visible.update(match.players if match else ())
            rounds.append(replace(round_, matches=(match,) if match else ()))
        phases.append(replace(phase, rounds=tuple(rounds)))
    players = tuple(other for other in history.players if other.id in visible)
    return replace(history, phases=tuple(phases), players=players)


def find_neighbours(names: dict[str, str], round_: RoundRecord, table: int) -> TableNeighbours:
    """Return a table of a round with the tables next to it."""
    tables = [match for match in round_.matches if match.table]
    place = [match.table for match in tables].index(table)
    nearby = tables[max(place - 1, 0) : place + 2]
    return neighbours_by_table({match.table: [names[key] for key in match.players] for match in nearby})[
        table
    ]


def own_record_text(history: EventHistory, player: str) -> str:
    """“3–1” over the rounds that the standings of the phase count; empty in finals and before a result."""
    if history.current_phase.kind == BRACKET:
        return ""
    outcomes = [
        scoring.outcomes(match)[match.players.index(player)]
        for phase in carry_over.counted_phases(history.current_phase)
        for round_ in phase.rounds
        for match in round_.matches
        if match.reported
    ]
    record = WinLossRecord(*(outcomes.count(outcome) for outcome in (WIN, LOSS, DRAW)))
    return record_text(record) if outcomes else ""
