"""What players are told of: noticed when it is stored, and sent after a while, so that an undo can stop it.

What is sent cannot be undone. A notice of a round waits 15 seconds after publishing, one of the end of an
event 60; an undo before that deletes it, a later one tells once that the round is being paired again. A
player whose table or opponent changes after that is told so, unless both are the old ones again by then.
"""

from datetime import timedelta

from django.db.models import Exists, OuterRef

from ...changes.change import Change
from ...changes.registry import listens_to_changes
from ...history import load
from ...models import Notice, Player, PushSubscription
from ...rules.history import DRAFT, PHONE, PICK, EventHistory
from ...rules.log.event_parts import family, seated_players, split
from ...rules.rounds.progress import has_ended
from ...standings.actions import is_finished
from ..pages import list_opponents
from .sending import send_notice

ROUND_DELAY, END_DELAY, NO_DELAY = timedelta(seconds=15), timedelta(seconds=60), timedelta()
DELAYS = {
    Notice.ROUND: ROUND_DELAY,
    Notice.AGAIN: ROUND_DELAY,
    Notice.END: END_DELAY,
    Notice.GOES_ON: END_DELAY,
    Notice.RESULT: NO_DELAY,
    Notice.MOVED_UP: NO_DELAY,
    Notice.MOVED: ROUND_DELAY,
    Notice.CANCELLED: END_DELAY,
    Notice.REVIVED: END_DELAY,
}
# Actions that give a place to who waited.
MOVES_UP = ("move_up", "seat_instead")
# The action after which an opponent has another id, and is the same person.
MERGE = "merge_players"
# Some phone is to be told about the player.
HAS_PHONE = (
    Exists(PushSubscription.objects.filter(player=OuterRef("pk")))
    | Exists(PushSubscription.objects.filter(entry__player=OuterRef("pk")))
    | Exists(PushSubscription.objects.filter(person=OuterRef("person")))
)


def add_notices(change: Change, kind: str, players=(None,), **place):
    """Store notices of a kind, one for each of these players, None for all, and queue their sending."""
    due_at = change.now + DELAYS[kind]
    notices = [
        Notice(event=change.event, kind=kind, player=player, due_at=due_at, **place) for player in players
    ]
    for notice in Notice.objects.bulk_create(notices):
        send_notice.using(run_after=due_at).enqueue(notice.pk)


def correct_notices(change: Change, kind: str, correction: str, **place):
    """Delete the notices of this kind that wait; add the correction if one was sent since the last one."""
    notices = Notice.objects.filter(event=change.event, player=None, **place)
    notices.filter(kind=kind, sent_at=None).delete()
    last = notices.filter(kind__in=(kind, correction)).exclude(sent_at=None).order_by("id").last()
    if last and last.kind == kind:
        add_notices(change, correction, **place)


@listens_to_changes("round")
def notice_rounds(change: Change):
    """Tell of the rounds that a change publishes, or takes back, and of the end of the event."""
    for path, (before, after) in change.changes.items():
        kind, name = split(path)
        if kind != "round":
            continue
        place = {"phase": name[0], "round": name[1]}
        was_published, is_published = is_shown(before), is_shown(after)
        if is_published and not was_published:
            # The notice of the whole round tells the tables, too.
            waiting = Notice.objects.filter(event=change.event, sent_at=None, **place)
            waiting.filter(kind__in=(Notice.AGAIN, Notice.MOVED)).delete()
            add_notices(change, Notice.ROUND, **place)
        elif was_published and not is_published:
            correct_notices(change, Notice.ROUND, Notice.AGAIN, **place)
    notice_end(change)


def notice_end(change: Change):
    """Tell that the event has ended, or that it goes on after all."""
    finished = [
        (is_finished(before), is_finished(after))
        for path, (before, after) in change.changes.items()
        if path.startswith("round:")
    ]
    if any(before and not after for before, after in finished):
        correct_notices(change, Notice.END, Notice.GOES_ON)
    # A change that draws the next round does not end the event.
    is_last = any(after and not before for before, after in finished) and all(after for _, after in finished)
    if is_last and has_ended(load.read_history_from_db(change.event)):
        add_notices(change, Notice.END)


def is_shown(round_: dict | None) -> bool:
    """Return whether a round as stored in the log is published; a missing one is not."""
    return round_ is not None and round_["state"] != DRAFT


@listens_to_changes("match")
def notice_moves(change: Change):
    """Tell those who have another table or opponent than the published round had told them."""
    for place, moves in list_moves(change).items():
        phase, number = place
        round_notices = Notice.objects.filter(event=change.event, phase=phase, round=number, sent_at=None)
        # The notice of the whole round will tell the new tables.
        if not is_published(change.before, phase, number) or round_notices.filter(kind=Notice.ROUND).exists():
            continue
        waiting = round_notices.filter(kind=Notice.MOVED).values("player")
        players = Player.objects.filter(HAS_PHONE, event=change.event, public_id__in=moves)
        for player in players.exclude(pk__in=waiting):
            table, opponents = moves[player.public_id]
            told = {"table": table, "opponents": opponents}
            add_notices(change, Notice.MOVED, (player,), phase=phase, round=number, **told)


def list_moves(change: Change) -> dict[tuple[int, int], dict[str, tuple[int | None, list[str]]]]:
    """Return the table and the opponents before, by (phase, round) and player id, of players with others now.

    A bye has no table and no opponents.
    """
    before, after = {}, {}
    for path, change_of_part in change.changes.items():
        kind, name = split(path)
        if family(kind) != "match":
            continue
        table = name[2] if kind == "match" else None
        for part, seats in zip(change_of_part, (before, after), strict=True):
            players = seated_players(part)
            own = {player: (table, list_opponents(players, player)) for player in players}
            seats.setdefault(name[:2], {}).update(own)
    is_merge, moves = change.action.name == MERGE, {}
    for place, seats in after.items():
        was = before.get(place, {})
        moved = {key: was.get(key, (None, [])) for key, seat in seats.items() if was.get(key) != seat}
        if is_merge:
            moved = {key: told for key, told in moved.items() if told[0] != seats[key][0]}
        if moved:
            moves[place] = moved
    return moves


def is_published(history: EventHistory, phase: int, number: int) -> bool:
    """Return whether players saw this round in the history."""
    phases = (one for one in history.all_phases if one.number == phase)
    rounds = (round_ for one in phases for round_ in one.rounds if round_.number == number)
    return any(round_.state != DRAFT for round_ in rounds)


@listens_to_changes("event")
def notice_cancelling(change: Change):
    """Tell that the event is cancelled, or takes place after all."""
    parts = change.changes.get("event", (None, None))
    before, after = (bool(part and part.get("cancelled")) for part in parts)
    if after and not before:
        Notice.objects.filter(event=change.event, kind=Notice.REVIVED, sent_at=None).delete()
        add_notices(change, Notice.CANCELLED)
    elif before and not after:
        correct_notices(change, Notice.CANCELLED, Notice.REVIVED)
        queue_waiting(change)


def queue_waiting(change: Change):
    """Queue again what waited while the event was cancelled, after the message that it takes place.

    What has a task still is sent by that one.
    """
    notices = Notice.objects.filter(event=change.event, sent_at=None)
    is_corrected = notices.filter(kind=Notice.REVIVED).exists()
    due_at = change.now + ROUND_DELAY + (DELAYS[Notice.REVIVED] if is_corrected else NO_DELAY)
    for pk in notices.exclude(kind=Notice.REVIVED).values_list("pk", flat=True):
        send_notice.using(run_after=due_at).enqueue(pk)


@listens_to_changes("match")
def notice_reports(change: Change):
    """Tell those at a table whose result another player has reported, if a phone of theirs is to be told."""
    if change.actor.source not in (PHONE, PICK):
        return
    for path, (before, after) in change.changes.items():
        if family(split(path)[0]) != "match" or before is None or after is None:
            continue
        waiting = [seat["player"] for seat in after.get("seats", ()) if not seat.get("claim")]
        has_new_report = any(seat.get("claim") for seat in after.get("seats", ()))
        if not has_new_report or seated_players(before) != seated_players(after) or not waiting:
            continue
        phase, number, _table = split(path)[1]
        players = Player.objects.filter(HAS_PHONE, event=change.event, public_id__in=waiting)
        add_notices(change, Notice.RESULT, players, phase=phase, round=number)


@listens_to_changes("player")
def notice_moved_up(change: Change):
    """Tell those who have moved up from the waitlist."""
    if change.action.name not in MOVES_UP:
        return
    players = Player.objects.filter(event=change.event, public_id__in=change.entries)
    add_notices(change, Notice.MOVED_UP, players)
