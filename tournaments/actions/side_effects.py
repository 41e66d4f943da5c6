"""Rows that an action writes beyond the event's parts: links and entries of players."""

from collections.abc import Collection, Iterable
from datetime import datetime

from ..models import (
    Event,
    LogEntry,
    Player,
    Registration,
    RemovedLink,
)
from ..models.player import new_token
from ..rules.history.registration import RegistrationRecord
from ..rules.log import part_paths
from ..rules.log.part_json import kind_of


def store_imported_registrations(event: Event, entries: tuple[RegistrationRecord, ...]):
    """Store the entries of an imported file; that of a player gets the player's link, others a new one."""
    tokens = dict(Player.objects.filter(event=event).values_list("public_id", "token"))
    Registration.objects.bulk_create(
        Registration(
            event=event,
            token=tokens[entry.player] if entry.player else new_token(),
            state=entry.state,
            order=order,
            at=datetime.fromisoformat(entry.at),
            name=entry.name,
            club=entry.club,
            division=entry.division,
            email=entry.email,
            email_confirmed_at=entry.email_confirmed_at and datetime.fromisoformat(entry.email_confirmed_at),
            held_until=entry.held_until and datetime.fromisoformat(entry.held_until),
            answers=entry.answers,
            language=entry.language,
        )
        for order, entry in enumerate(entries, 1)
    )


def tokens_of_removed_players(event: Event, players: dict) -> dict[str, str]:
    """Return id → secret token of each player whose part is None."""
    removed = [key for (key,), part in players.items() if part is None]
    rows = Player.objects.filter(event=event, public_id__in=removed)
    return dict(rows.values_list("public_id", "token")) if removed else {}


def end_accepted_entries(event: Event, players: dict, removed_tokens: Collection[str]):
    """End the entries of players who leave or are removed, so that they don't wait for a place again.

    An entry that the staff accept keeps its state as long as the player is in the event.
    """
    rows = Player.objects.filter(event=event)
    leavers = [key for (key,), part in players.items() if part and part.has_left]
    leavers = rows.filter(public_id__in=leavers, dropped_after=None, disqualified=False) if leavers else ()
    if tokens := [row.token for row in leavers]:
        entries = Registration.objects.filter(token__in=tokens).exclude(state=Registration.WITHDRAWN)
        entries.update(state=Registration.REGISTERED)
    if removed_tokens:
        entries = Registration.objects.filter(token__in=removed_tokens)
        entries.exclude(state=Registration.WITHDRAWN).update(state=Registration.DECLINED)


def reopen_entries(event: Event, changes: dict):
    """Mark the entries of players whom an undo restores as accepted: their removal had declined them."""
    paths = [path for path, (before, _after) in changes.items() if before is None]
    names = [part_paths.split(path)[1][0] for path in paths if kind_of(path) == "player"]
    if names:
        tokens = Player.objects.filter(event=event, public_id__in=names).values("token")
        declined = Registration.objects.filter(event=event, state=Registration.DECLINED, token__in=tokens)
        declined.update(state=Registration.REGISTERED)


def store_removed_links(entry: LogEntry, tokens: dict[str, str]):
    """Store tokens, id → token, that the undo of this entry restores."""
    RemovedLink.objects.bulk_create(
        RemovedLink(entry=entry, key=key, token=token) for key, token in tokens.items()
    )


def restore_player_links(event: Event, links: Iterable[RemovedLink], changes: dict) -> dict[str, str]:
    """Give restored players their former tokens, the first of several.

    Return id → token of players who had the same id in the meantime.
    """
    tokens, replaced = {}, {}
    for link in links:
        tokens.setdefault(link.key, link.token)
    rows = list(Player.objects.filter(event=event, public_id__in=tokens)) if tokens else []
    for row in rows:
        is_restored = changes.get(part_paths.player(row.public_id), ({},))[0] is None
        if not is_restored and row.token != tokens[row.public_id]:
            replaced[row.public_id] = row.token
    # A token may move from one id to another, and is unique all the time.
    for row in rows if replaced else ():
        row.token = new_token()
    Player.objects.bulk_update(rows if replaced else (), ["token"], 500)
    for row in rows:
        row.token = tokens[row.public_id]
    Player.objects.bulk_update(rows, ["token"], 500)
    return replaced


def set_player_order(event: Event, order: Iterable[str]):
    """Sort the list of players by this order of ids; an empty order changes nothing."""
    positions = {key: position for position, key in enumerate(order)}
    rows = Player.objects.filter(event=event) if positions else ()
    moved = [row for row in rows if row.order != positions[row.public_id]]
    for row in moved:
        row.order = positions[row.public_id]
    Player.objects.bulk_update(moved, ["order"], 500)
