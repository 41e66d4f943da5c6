"""Players join an event, or return to it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from django.db.models import TextField
from django.db.models.functions import Cast

from ...models import Event, Player
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory, MatchRecord, PlayerRecord, SeatRecord
from ...rules.log import part_paths
from ...rules.players import late_entry, roster_parser
from ...rules.players.roster_parser import RosterLine
from ...rules.rounds import progress
from ..change import Change

# The beginning of a changed player's path, in a log entry's changes as text.
PLAYER_CHANGE = '"player:'


def enter_players(change: Change, entries: list[RosterLine], own_ids: list[str] | None = None) -> list[str]:
    """Enter players, after round 1 as late entries; return their ids.

    `own_ids` are those of removed players who enter again, empty for new ones, who get an id that nobody has
    or had. Raises RuleViolation if nobody can join any more, or for too many players.
    """
    if not entries:
        return []
    before = change.history
    joined, missed = joining_round(before), progress.late_byes(before)
    if len(before.players) + len(entries) > roster_parser.MAX_PLAYERS:
        raise RuleViolation(_("An event can have at most {most} players."), most=roster_parser.MAX_PLAYERS)
    new_ids = free_ids(change.event)
    last = max((player.order for player in before.players), default=-1)
    added = [
        PlayerRecord(
            own_id or next(new_ids),
            entry.name,
            entry.club,
            entry.rating,
            entry.seed,
            division=entry.division,
            joined_round=joined,
            byes=missed,
            order=order,
        )
        for order, (entry, own_id) in enumerate(
            zip(entries, own_ids or [""] * len(entries), strict=True), last + 1
        )
    ]
    for player in added:
        store_late_entry(change, player)
    add_entrants(change, [player.id for player in added])
    return [player.id for player in added]


def store_late_entry(change: Change, player: PlayerRecord):
    """Store a player with the byes for the rounds of this phase before they joined."""
    phase = change.history.current_phase
    change.set_part(part_paths.player(player.id), player)
    for event_round, worth in player.byes.items():
        if event_round < player.joined_round:
            bye = MatchRecord((SeatRecord(player.id, result=worth),))
            number = event_round - phase.rounds_before
            change.set_part(part_paths.match(phase.number, number, bye), bye)


def return_player(change: Change, player: PlayerRecord):
    """Let a player who has left play again; one who has never played returns as a late entry.

    RuleViolation if the phase has begun without them.
    """
    if refusal := late_entry.return_refusal(change.history, player.id):
        raise RuleViolation(refusal)
    back = late_entry.returning_player(change.history, player)
    if back.joined_round == player.joined_round:
        change.set_part(part_paths.player(player.id), back)
        return
    store_late_entry(change, back)
    if player.id not in (change.history.current_phase.entrants or ()):
        add_entrants(change, [player.id])


def joining_round(history: EventHistory) -> int:
    """Return the first round, counted over the event, in which a new player can be paired."""
    if refusal := late_entry.join_refusal(history):
        raise RuleViolation(refusal)
    return sum(len(phase.rounds) for phase in history.phases) + 1


def free_ids(event: Event) -> Iterator[str]:
    """Yield ids that no player of the event has or had: p1, p2, …"""
    players = Player.with_removed.filter(event=event)
    taken = imported_ids(event).union(players.values_list("public_id", flat=True))
    return (f"p{number}" for number in count(1) if f"p{number}" not in taken)


def imported_ids(event: Event) -> set[str]:
    """Return the ids of players in an imported log, whose removed players have no rows."""
    lines = event.log.filter(version=0).alias(text=Cast("changes", TextField()))
    lines = lines.filter(text__contains=PLAYER_CHANGE).values_list("changes", flat=True)
    return {path.removeprefix("player:") for changes in lines for path in changes}


def add_entrants(change: Change, ids: list[str]):
    """Add new players to the current phase if its entrants are listed."""
    current = change.history.current_phase
    path = part_paths.phase(current.number)
    phase = change.parts.get(path, current.record)
    if phase.entrants is not None:
        change.set_part(path, replace(phase, entrants=(*phase.entrants, *ids), rounds=()))
