"""The staff's actions on entries: accept, decline, put on the waitlist, withdraw, sort the waitlist."""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...models import Mail, Player, Registration
from ...queries.registration.places import count_places_left, count_unclaimed_places, waitlist
from ...queries.registration.states import CLOSED_STATES, WAITING_STATES, find_player
from ...rules.errors import RuleViolation, _
from ...rules.history import PlayerRecord
from ...rules.log import part_paths
from ...rules.registration import settings as rules
from ..change import Change, DuplicateRequest, action
from .acceptance import create_entries, enter_registered, next_order, put_on_waitlist
from .entries import check_not_started
from .mails import queue_mails

FIRST, UP, DOWN = "first", "up", "down"
DISQUALIFIED = _("A disqualified player is among them. Bring them back on the page Players.")


class TooFewPlacesError(RuleViolation):
    """There are fewer places than players to enter; the staff may exceed the cap knowingly."""


@action(
    access.MANAGE,
    log=(
        ngettext_lazy("{count} registration approved", "{count} registrations approved", "count"),
        "{names}",
    ),
)
def accept_registrations(
    change: Change, pks: Iterable[int], keys: Iterable[str] = (), *, exceed: bool = False
) -> int:
    """Enter the players of these entries, after round 1 as late entries; return how many.

    `keys` are ids of players without an entry, who return if they have left. Raises TooFewPlacesError if
    there are not enough places, unless `exceed`.
    """
    rows = [*find_rows(change, pks), *rows_of_players(change, keys)]
    players = players_of(change, rows)
    rows = [row for row in rows if not is_active(players.get(row))]
    if not rows:
        raise DuplicateRequest
    if any(row in players and players[row].disqualified for row in rows):
        raise RuleViolation(DISQUALIFIED)
    held = sum(row.held_until is not None and row.held_until > change.now for row in rows)
    check_places(change, len(rows) - held, exceed)
    check_names(change, rows)
    enter_registered(change, rows)
    for row in rows:
        # The undo of this action puts entries that waited back where they were.
        if row.state not in WAITING_STATES:
            row.state, row.held_until = Registration.REGISTERED, None
            row.save(update_fields=["state", "held_until"])
    queue_mails(change, rows, Mail.REGISTERED)
    change.log_players()
    return len(rows)


def check_places(change: Change, count: int, exceed: bool):
    """Raise TooFewPlacesError unless there are places for so many players, or the staff exceed the cap."""
    free = count_places_left(change.history, change.event, change.now)
    if exceed or free is None or count <= free:
        return
    if free == 0:
        raise TooFewPlacesError(_("All {cap} places are taken."), cap=change.history.registration.cap)
    text = _("There are not enough places: {free} left for {count} players.")
    raise TooFewPlacesError(text, free=free, count=count)


def check_names(change: Change, rows: list[Registration]):
    """Raise RuleViolation if a player of the event, or another of the entries, has the same name."""
    own_ids = {row.player.public_id for row in rows if row.player}
    names = {player.name.casefold() for player in change.history.players if player.id not in own_ids}
    for row in rows:
        if row.name.casefold() in names:
            text = _("Another player is called “{name}”. Change one of the names first.")
            raise RuleViolation(text, name=row.name)
        names.add(row.name.casefold())


def find_rows(change: Change, pks: Iterable[int]) -> list[Registration]:
    """Return the entries with these row ids in order of arrival."""
    rows = Registration.objects.filter(event=change.event, pk__in=list(pks)).select_related("player")
    return list(rows.order_by("order", "id"))


def rows_of_players(change: Change, keys: Iterable[str]) -> list[Registration]:
    """Return the entries of these players; those without one get one."""
    players = Player.objects.filter(event=change.event, public_id__in=list(keys))
    rows, new = [], []
    for player in players.select_related("registration").order_by("id"):
        if player.entry:
            rows.append(player.entry)
        else:
            new.append(Registration(event=change.event, player=player, at=change.now))
    for order, row in enumerate(new, next_order(change.event)):
        row.order, row.state = order, Registration.REGISTERED
        row.name, row.club, row.division = row.player.name, row.player.club, row.player.division
    create_entries(change.event, new)
    return rows + new


def players_of(change: Change, rows: list[Registration]) -> dict[Registration, PlayerRecord]:
    """Return the players of these entries, including players who have left."""
    players = {row: find_player(change.history, row) for row in rows}
    return {row: player for row, player in players.items() if player}


def is_active(player: PlayerRecord | None) -> bool:
    return player is not None and not player.has_left


def leave_before_start(change: Change, players: Iterable[PlayerRecord]):
    """Let the active ones among these players leave before round 1."""
    for player in filter(is_active, players):
        change.set_part(part_paths.player(player.id), replace(player, dropped_after=0, checked_in_at=None))


@action(access.MANAGE, log=_("Registrations declined"))
def decline_registrations(change: Change, pks: Iterable[int]) -> int:
    """Decline entries that are not in the event; return how many."""
    rows = find_rows(change, pks)
    players = players_of(change, rows)
    rows = [row for row in rows if not is_active(players.get(row))]
    rows = [row for row in rows if row.state != Registration.DECLINED]
    if not rows:
        raise DuplicateRequest
    for row in rows:
        row.state, row.held_until = Registration.DECLINED, None
        row.save(update_fields=["state", "held_until"])
    queue_mails(change, rows, Mail.DECLINED)
    return len(rows)


@action(
    access.MANAGE,
    log={
        "move_to_waitlist": (
            ngettext_lazy(
                "{count} player put on the waitlist", "{count} players put on the waitlist", "count"
            ),
            "{names}",
        ),
        "registrations_put_on_waitlist": _("Registrations put on the waitlist"),
    },
)
def move_to_waitlist(change: Change, pks: Iterable[int], keys: Iterable[str] = ()) -> int:
    """Put entries at the end of the waitlist; players among them leave the event. Return how many.

    `keys` are ids of players without an entry. Raises RuleViolation once the event has started, or if there
    are places for them.
    """
    check_not_started(change.history)
    rows = [*find_rows(change, pks), *rows_of_players(change, keys)]
    players = players_of(change, rows)
    rows = [row for row in rows if row.state != Registration.WAITING or is_active(players.get(row))]
    if not rows:
        raise DuplicateRequest
    if any(player.disqualified for player in players.values()):
        raise RuleViolation(DISQUALIFIED)
    leaving = sum(map(is_active, players.values()))
    free = count_unclaimed_places(change.history, change.event, change.now)
    if free is None or free + leaving > waitlist(change.event).count():
        text = _(
            "There are free places, so they would move up at once. Lower the number of places first, or "
            "withdraw or decline them."
        )
        raise RuleViolation(text)
    leave_before_start(change, players.values())
    for row in rows:
        put_on_waitlist(change, row)
    change.log_players(without="registrations_put_on_waitlist")
    return len(rows)


@action(
    access.MANAGE,
    log={
        "withdraw_registrations": (
            ngettext_lazy("{count} player withdrawn", "{count} players withdrawn", "count"),
            "{names}",
        ),
        "registrations_withdrawn": _("Registrations withdrawn"),
    },
)
def withdraw_registrations(change: Change, pks: Iterable[int], keys: Iterable[str] = ()) -> int:
    """Withdraw entries; players among them, also those of `keys` without an entry, leave. Return how many.

    Raises RuleViolation once the event has started, if a player is among them.
    """
    rows = find_rows(change, pks)
    players = players_of(change, rows)
    active = [*players.values(), *(change.history.player(key) for key in keys)]
    active = {player.id: player for player in active if is_active(player)}
    if active and rules.has_started(change.history):
        raise RuleViolation(_("The event has started. Drop the players on the page Players instead."))
    others = [row for row in rows if row.state not in CLOSED_STATES and not is_active(players.get(row))]
    if not (active or others):
        raise DuplicateRequest
    leave_before_start(change, active.values())
    Registration.objects.filter(pk__in=[row.pk for row in rows]).exclude(state__in=CLOSED_STATES).update(
        state=Registration.WITHDRAWN, held_until=None
    )
    leaving = [row for row in rows if is_active(players.get(row))]
    queue_mails(change, leaving + others, Mail.WITHDRAWN)
    change.log_players(without="registrations_withdrawn")
    return len(active) + len(others)


@action(access.MANAGE, log=_("Order of the waitlist changed"))
def move_in_waitlist(change: Change, pk: int, to: str):
    """Move an entry of the waitlist: to FIRST, or one place UP or DOWN."""
    rows = list(waitlist(change.event))
    at = next((n for n, row in enumerate(rows) if row.pk == pk), None)
    if at is None:
        raise RuleViolation(_("This entry isn’t on the waitlist any more."))
    orders = sorted(row.order for row in rows)
    moved = rows.pop(at)
    rows.insert({FIRST: 0, UP: max(at - 1, 0), DOWN: at + 1}[to], moved)
    for row, order in zip(rows, orders, strict=True):
        row.order = order
    Registration.objects.bulk_update(rows, ["order"], 500)
