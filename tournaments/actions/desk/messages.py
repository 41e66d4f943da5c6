"""Messages from players' phones to the desk: judge calls and late reports."""

from collections import defaultdict
from functools import reduce
from operator import or_

from django.db.models import Q
from django.dispatch import receiver

from ... import access
from ...changes.signals import changed
from ...models import Message, Player
from ...models.log import MAX_TEXT_LENGTH
from ...rules.errors import RuleViolation, _
from ...rules.history import PUBLISHED, EventHistory, MatchRecord
from ...rules.log import part_paths
from ...rules.log.part_json import seated_players
from ..change import Change, DuplicateRequest, action
from ..players.picks import check_sender
from ..players.players import player_in


@action(None, log=_("Judge called"))
def call_judge(change: Change, key: str, pick_token: str = ""):
    """Call a judge to the player's current table; a table has at most one open call.

    `pick_token` is the secret of the pick if the call comes from a picked name.

    Raises RuleViolation if the player sits at no table.
    """
    player = player_in(change.history, key)
    check_sender(change, player, pick_token)
    seat = current_seat(change.history, player.id)
    if seat is None:
        raise RuleViolation(_("You have no table right now. Please come to the desk."))
    phase, number, match = seat
    place = {"phase": phase, "round": number, "table": match.table}
    if Message.objects.filter(event=change.event, done_at=None, kind=Message.JUDGE, **place).exists():
        raise DuplicateRequest
    send_message(change, Message.JUDGE, player.id, **place)
    change.notified.update(match.players)


def current_seat(history: EventHistory, player: str) -> tuple[int, int, MatchRecord] | None:
    """Return (phase, round number, match) of the player's current round.

    Prefers a match without a result. None if the player sits at no table.
    """
    seats = [
        (number, round_.number, match)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        for match in round_.matches
        if player in match.players and not match.is_bye
    ]
    return min(seats, key=lambda seat: seat[2].reported, default=None)


def send_message(change: Change, kind: str, key: str, *, text: str = "", **place):
    """Store a message to the desk, replacing the player's open one of the same kind and round."""
    change.notified.add(key)
    player = Player.objects.get(event=change.event, public_id=key)
    same = {"event": change.event, "player": player, "kind": kind, "phase": place["phase"]}
    values = {"at": change.now, "who": player.name, "text": text[:MAX_TEXT_LENGTH], **place}
    Message.objects.update_or_create(**same, round=place["round"], done_at=None, defaults=values)


@action(access.HANDLE_REPORTS, log=_("Message marked as done"))
def close_message(change: Change, pk: int):
    """Mark a message as done. RuleViolation if it does not exist, DuplicateRequest if it is done."""
    message = Message.objects.filter(event=change.event, pk=pk).first()
    if message is None:
        raise RuleViolation(_("This message doesn’t exist."))
    if message.done_at:
        raise DuplicateRequest
    message.done_at, message.done_by = change.now, change.actor.who
    message.save(update_fields=["done_at", "done_by"])
    change.notified.update(message_readers(change, message))


@receiver(changed)
def end_judge_calls(change: Change, **_signal):
    """Mark open judge calls as done whose table got a result or other players, or whose round isn't open.

    Nobody closed them: `done_by` stays empty.
    """
    rounds, tables = set(), defaultdict(list)
    for path, (before, after) in change.changes.items():
        (kind, name), part = part_paths.split(path), change.parts[path]
        if kind == "round" and (part is None or part.state != PUBLISHED):
            rounds.add(name)
        is_moved = before and seated_players(before) != seated_players(after)
        if kind == "match" and (is_moved or (part and part.reported)):
            tables[name[:2]].append(name[2])
    # One condition for each round: SQLite refuses a thousand of them.
    places = [Q(phase=phase, round=number) for phase, number in rounds]
    places += [Q(phase=place[0], round=place[1], table__in=tables[place]) for place in tables]
    if places:
        calls = Message.objects.filter(
            reduce(or_, places), event=change.event, kind=Message.JUDGE, done_at=None
        )
        calls.update(done_at=change.now)


def message_readers(change: Change, message: Message) -> set[str]:
    """Return the ids of the players whose own pages show a message: its sender and everyone at the table."""
    match = change.before.find_match(message.phase, message.round, message.table)
    sender = {message.player.public_id} if message.player else set()
    return sender.union(match.players if match else ())
