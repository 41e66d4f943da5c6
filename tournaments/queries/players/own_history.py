"""The part of an event's history that a player's own page needs: only their matches, to keep it cheap."""

from dataclasses import dataclass, replace

from django.db.models import Q

from ...models import Message, Player
from ...rules.history import BRACKET, DRAW, LOSS, PUBLISHED, WIN, EventHistory, MatchRecord, RoundRecord
from ...rules.results import scoring
from ...rules.standings import carry_over
from ..events.status import EventStatus, facts_of
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
    those from their tables and reports in the current phase, newest first; `neighbours` the tables next to
    theirs, by (phase, round).
    """

    player: Player
    history: EventHistory
    facts: EventStatus
    messages: tuple[Message, ...]
    neighbours: dict[tuple[int, int], TableNeighbours]


def page_versions(player: Player) -> tuple[int, int, str, str]:
    """Return all that decides whether the player's own page shows something else: see actions.change."""
    return player.event.frame_version, player.page_version, player.token, player.event.visibility


def read_own_event(player: Player) -> OwnEvent:
    """Read what the player's own page shows. Raises Player.DoesNotExist where the player is removed."""
    event, full_history = player.event, without_draft_rounds(load_history(player.event))
    phases = tuple(
        replace(phase, rounds=tuple(replace(one, matches=own_matches(one, player)) for one in phase.rounds))
        for phase in full_history.phases
    )
    visible_ids = {player.key}.union(
        *(match.players for phase in phases for one in phase.rounds for match in one.matches)
    )
    players = tuple(one for one in full_history.players if one.id in visible_ids)
    if player.key not in {one.id for one in players}:
        raise Player.DoesNotExist
    own_history, current = replace(full_history, phases=phases, players=players), full_history.current
    tables = {match.table for one in own_history.phase(current).rounds for match in one.matches} - {None}
    own_messages = Q(player=player) | Q(kind=Message.JUDGE, table__in=tables)
    return OwnEvent(
        player=player,
        history=own_history,
        # The same for all versions of one frame.
        facts=facts_of(event).without_results,
        messages=tuple(Message.objects.filter(own_messages, event=event, phase=current).order_by("-id")),
        neighbours={
            (current, one.number): neighbours_of(full_history, one, match.table)
            for one in full_history.phase(current).rounds
            if one.state == PUBLISHED
            for match in own_matches(one, player)
            if match.table and not match.reported
        },
    )


def own_matches(round_: RoundRecord, player: Player) -> tuple[MatchRecord, ...]:
    """Return the player's match of a round as a tuple, empty without one."""
    own = next((match for match in round_.matches if player.key in match.players), None)
    return (own,) if own else ()


def neighbours_of(history: EventHistory, round_: RoundRecord, table: int) -> TableNeighbours:
    """Return a table of a round with the tables next to it."""
    names, tables = history.names, [match for match in round_.matches if match.table]
    place = [match.table for match in tables].index(table)
    near = tables[max(place - 1, 0) : place + 2]
    return neighbours_by_table({match.table: [names[key] for key in match.players] for match in near})[table]


def record_of(history: EventHistory, player: str) -> str:
    """“3–1” over the rounds that the standings of the phase count; empty in finals and before a result."""
    if history.phase(history.current).kind == BRACKET:
        return ""
    ends = [
        scoring.outcomes(match)[match.players.index(player)]
        for number in carry_over.counted_phases(history, history.current)
        for round_ in history.phase(number).rounds
        for match in round_.matches
        if match.reported
    ]
    counts = WinLossRecord(*(ends.count(end) for end in (WIN, LOSS, DRAW)))
    return record_text(counts) if ends else ""
