"""What phones tell the desk: a judge is needed, a report came late; and what the desk has seen to."""

from ...models import Event, Message, Player
from ...models.log import LONGEST
from ...rules.errors import RuleViolation, _
from ...rules.history import PUBLISHED, EventHistory, MatchRecord
from ...rules.log.replay import matches_at
from ..change import AlreadyDone, By, Change, changing
from ..players.players import player_in


def call_judge(event: Event, by: By, key: str):
    """Ask for a judge at the table where this player sits now; a table has one open call at most.

    RuleViolation where they sit at none.
    """
    with changing(event, by, "call_judge") as change:
        player = player_in(change.history, key)
        where = seat_now(change.history, player.id)
        if where is None:
            raise RuleViolation(_("You sit at no table now: come to the desk."))
        phase, number, match = where
        place = {"phase": phase, "round": number, "table": match.table}
        if open_messages(event).filter(kind=Message.JUDGE, **place).exists():
            raise AlreadyDone
        put_message(change, Message.JUDGE, player.id, **place)
        change.notified.update(match.players)


def seat_now(event: EventHistory, player: str) -> tuple[int, int, MatchRecord] | None:
    """(phase, round number, match) of the round that is being played in which they sit; a match without a
    result before one that has it."""
    there = [
        (number, round_.number, match)
        for number, phase in enumerate(event.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        for match in round_.matches
        if player in match.players and not match.is_bye
    ]
    return min(there, key=lambda found: found[2].reported, default=None)


def open_messages(event: Event):
    return Message.objects.filter(event=event, done_at=None)


def put_message(change: Change, kind: str, key: str, *, text: str = "", **where):
    """A message to the desk, in place of one of the same kind that this player sent for the same round."""
    change.notified.add(key)
    player = Player.objects.get(event=change.event, key=key)
    same = {"event": change.event, "player": player, "kind": kind, "phase": where["phase"]}
    said = {"at": change.now, "who": player.name, "text": text[:LONGEST], **where}
    Message.objects.update_or_create(**same, round=where["round"], done_at=None, defaults=said)


def close_message(event: Event, by: By, pk: int):
    """Mark a message as seen to. RuleViolation where there is none; AlreadyDone where it is."""
    with changing(event, by, "close_message") as change:
        message = Message.objects.filter(event=event, pk=pk).first()
        if message is None:
            raise RuleViolation(_("There is no such message."))
        if message.done_at:
            raise AlreadyDone
        message.done_at, message.done_by = change.now, change.by.who
        message.save(update_fields=["done_at", "done_by"])
        change.notified.update(message_readers(change, message))


def message_readers(change: Change, message: Message) -> set[str]:
    """Return the ids of those whose own pages show a message: its sender, and a judge call's whole table."""
    place = message.phase, message.round, message.table
    tables = matches_at(change.before, [place]).values()
    sender = {message.player.key} if message.player else set()
    return sender.union(*(match.players for match in tables))
