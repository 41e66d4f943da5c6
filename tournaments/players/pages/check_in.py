"""Check-in at the desk, and the question before the start of round 1."""

from collections import Counter
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from ...desk.pages.next_step import get_next_step
from ...history.cache import load_history
from ...models import Event, Player, Registration
from ...models.registration import WAITING_STATES
from ...registration.pages.entries import public_name
from ...rounds.pages.proofs import get_seed_hash
from ...rules import registration
from ...rules.history import DRAFT_PODS, EventHistory, PlayerRecord
from ...rules.registration import has_started
from ...web.status import moment_text, time_text
from ...web.wording import departure_text
from .entry_list import name_words, search_names


@dataclass(frozen=True)
class CheckInEntry:
    """A player on the list; `time` is when they checked in, empty if they are missing.

    `desk_name` is the name that the staff know, empty if it is the public one.
    """

    key: str
    name: str
    desk_name: str
    club: str
    note: str
    time: str
    has_left: bool


@dataclass(frozen=True)
class WaitingEntry:
    """An entry of the waitlist; `time` is when its player (`key`) was checked in, empty if they weren't."""

    pk: int
    key: str
    name: str
    club: str
    time: str


@dataclass(frozen=True)
class CheckInPage:
    """Check-in at the desk: `entries` are the active players who were searched for, the missing ones first.

    `waiting` are the entries of the waitlist who were searched for, the first one first; `substitute` is the
    first of all who is here: a press seats them instead of a missing player.
    `times` says when check-in opens or closes by itself, if it does. `is_over`: the event has started.
    """

    version: int
    is_open: bool
    is_over: bool
    times: str
    checked_in: int
    expected: int
    entries: tuple[CheckInEntry, ...]
    waiting: tuple[WaitingEntry, ...]
    substitute: WaitingEntry | None


def get_check_in(event: Event, find: str = "") -> CheckInPage:
    """Return the check-in of an event, with the players whose name matches `find`."""
    history, now = load_history(event), timezone.now()
    known = history.public_names.desk
    players = [player for player in history.players if not player.has_left]
    if find:
        players = search_names(find, players, lambda player: f"{player.name} {known.get(player.id, '')}")
    players = sorted(players, key=lambda player: (bool(player.checked_in_at), name_words(player.name)))
    waiting = () if has_started(history) else waiting_entries(event, history)
    expected, missing = (
        len(registration.expected_players(history)),
        len(registration.missing_players(history)),
    )
    return CheckInPage(
        version=history.version,
        is_open=registration.is_open(history, now),
        is_over=has_started(history),
        times=times_text(history, now),
        checked_in=expected - missing,
        expected=expected,
        entries=tuple(entry_of(history, player) for player in players),
        waiting=tuple(search_names(find, waiting, lambda entry: entry.name) if find else waiting),
        substitute=next((entry for entry in waiting if entry.time), None),
    )


def waiting_entries(event: Event, history: EventHistory) -> tuple[WaitingEntry, ...]:
    """Return the entries of the waitlist in its order."""
    entries = []
    for row in Registration.objects.waitlist(event):
        player = row.player_in(history)
        time = time_text(history.timezone, player.checked_in_at) if player and player.checked_in_at else ""
        entries.append(
            WaitingEntry(row.pk, player.id if player else "", (player or row).name, row.club, time)
        )
    return tuple(entries)


def times_text(history: EventHistory, now) -> str:
    """Say when check-in opens or closes by itself; empty if it does not."""
    settings, zone = history.check_in, history.timezone
    opening = registration.opening(settings, now)
    if opening == registration.EARLY:
        return gettext("Check-in opens on {time}.").format(time=moment_text(settings.opens_at, zone))
    if opening == registration.OPEN and settings.closes_at:
        return gettext("Check-in closes on {time}.").format(time=moment_text(settings.closes_at, zone))
    return ""


def entry_of(history: EventHistory, player: PlayerRecord) -> CheckInEntry:
    time = time_text(history.timezone, player.checked_in_at) if player.checked_in_at else ""
    note = departure_text(history, player)
    if not note and not time and 1 in player.byes:
        note = gettext("bye in round 1")
    desk_name = history.public_names.desk.get(player.id, "")
    return CheckInEntry(player.id, player.name, desk_name, player.club, note, time, player.has_left)


def find_entry(event: Event, key: str) -> CheckInEntry | None:
    """Return the player with this id; None if the event has none."""
    history = load_history(event)
    player = history.find_player(key)
    return entry_of(history, player) if player else None


def has_check_in(event: Event) -> bool:
    """Return whether the event has check-in and has not started: staff who scan a code want to check in."""
    return registration.is_used(load_history(event))


@dataclass(frozen=True)
class ScannedPlayer:
    """A scanned personal address, shown to staff before the event starts.

    `entry` is a player in the event, to check in. Without one, `state` is that of the registration.
    """

    name: str
    entry: CheckInEntry | None = None
    state: str = ""


def get_scanned_player(event: Event, player: Player | None, row: Registration | None) -> ScannedPlayer:
    """Return the player, or the entry without an active one, whose address was opened."""
    entry = find_entry(event, player.public_id) if player else None
    if entry and not entry.has_left:
        return ScannedPlayer(entry.name, entry)
    state, name = Registration.WITHDRAWN, entry.name if entry else (player or row).name
    if row:
        state, name = row.state_in(load_history(event)), public_name(row)
    return ScannedPlayer(name, state=state)


@dataclass(frozen=True)
class StartPage:
    """The question before the event starts: `missing` are the (id, name, club) of players not checked in.

    `waiting` are the numbers of entries that wait for a place, for approval or to be confirmed, by state.
    """

    version: int
    checked_in: int
    expected: int
    missing: tuple[tuple[str, str, str], ...]
    waiting: dict[str, int]
    draws_pods: bool
    seed_hash: str


def get_start_page(event: Event) -> StartPage | None:
    """Return the question before the event starts; None without check-in, or if it cannot start now."""
    history = load_history(event)
    if not registration.is_used(history) or not get_next_step(history).starts:
        return None
    missing = sorted(registration.missing_players(history), key=lambda player: name_words(player.name))
    expected = len(registration.expected_players(history))
    waiting = Registration.objects.not_in_event(event, *WAITING_STATES)
    return StartPage(
        version=history.version,
        checked_in=expected - len(missing),
        expected=expected,
        missing=tuple((player.id, player.name, player.club) for player in missing),
        waiting=Counter(waiting.values_list("state", flat=True)),
        draws_pods=history.phase(1).kind == DRAFT_PODS,
        seed_hash=get_seed_hash(event),
    )
