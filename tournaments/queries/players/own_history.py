"""What an event holds of one player: their own matches alone, so that a hall of phones costs little."""

from dataclasses import dataclass, replace

from django.db.models import Q

from ...models import Message, Player
from ...rules.history import BRACKET, DRAW, LOSS, PUBLISHED, WIN, EventHistory, MatchRecord, RoundRecord
from ...rules.results import scoring
from ...rules.standings import carry_over
from ..events.status import Facts, facts_of
from ..history.cache import history_of
from ..history.load import published
from ..rounds.neighbours import Beside, each_beside
from ..wording.formats import record_text


@dataclass(frozen=True)
class Record:
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True)
class OwnEvent:
    """What a player's own page is made of. `history` holds all rounds but drafts, in them only the matches of
    this player, and only who sat in those; `messages` what their tables and reports told the desk in the
    current phase, the newest first; `neighbours` the tables next to theirs, by (phase, round)."""

    player: Player
    history: EventHistory
    facts: Facts
    messages: tuple[Message, ...]
    neighbours: dict[tuple[int, int], Beside]


def page_versions(player: Player) -> tuple[int, int, str, str]:
    """Return all that decides whether the player's own page shows something else: see actions.change."""
    return player.event.frame_version, player.page_version, player.token, player.event.visibility


def read_own_event(player: Player) -> OwnEvent:
    """Read what the player's own page shows. Raises Player.DoesNotExist where the player is removed."""
    event, whole = player.event, published(history_of(player.event))
    phases = tuple(
        replace(phase, rounds=tuple(replace(one, matches=own_matches(one, player)) for one in phase.rounds))
        for phase in whole.phases
    )
    seen = {player.key}.union(
        *(match.players for phase in phases for one in phase.rounds for match in one.matches)
    )
    players = tuple(one for one in whole.players if one.id in seen)
    if player.key not in {one.id for one in players}:
        raise Player.DoesNotExist
    told, current = replace(whole, phases=phases, players=players), whole.current
    tables = {match.table for one in told.phase(current).rounds for match in one.matches} - {None}
    theirs = Q(player=player) | Q(kind=Message.JUDGE, table__in=tables)
    return OwnEvent(
        player=player,
        history=told,
        # The same for all versions of one frame.
        facts=facts_of(event).without_results,
        messages=tuple(Message.objects.filter(theirs, event=event, phase=current).order_by("-id")),
        neighbours={
            (current, one.number): neighbours_of(whole, one, match.table)
            for one in whole.phase(current).rounds
            if one.state == PUBLISHED
            for match in own_matches(one, player)
            if match.table and not match.reported
        },
    )


def own_matches(round_: RoundRecord, player: Player) -> tuple[MatchRecord, ...]:
    """Return the player's match of a round, if there is one: nobody sits at two tables."""
    own = next((match for match in round_.matches if player.key in match.players), None)
    return (own,) if own else ()


def neighbours_of(whole: EventHistory, round_: RoundRecord, table: int) -> Beside:
    """Return a table of a round with the tables next to it."""
    names, tables = whole.names, [match for match in round_.matches if match.table]
    place = [match.table for match in tables].index(table)
    near = tables[max(place - 1, 0) : place + 2]
    return each_beside({match.table: [names[key] for key in match.players] for match in near})[table]


def record_of(history: EventHistory, player: str) -> str:
    """“3–1” over the rounds that the standings of the phase count; empty in finals and before a result."""
    if history.phase(history.current).kind == BRACKET:
        return ""
    ends = [
        scoring.outcomes(match)[match.players.index(player)]
        for number in carry_over.counted(history, history.current)
        for round_ in history.phase(number).rounds
        for match in round_.matches
        if match.reported
    ]
    counts = Record(*(ends.count(end) for end in (WIN, LOSS, DRAW)))
    return record_text(counts) if ends else ""
