"""What registration offers: places, states of entries, and check-in."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext, ngettext_lazy

from ...desk.pages.next_step import get_next_step
from ...history.cache import load_history
from ...models import Event, Player, Registration
from ...models.registration import OPEN_STATES, WAITING_STATES
from ...players.pages.entry_list import name_words, search_names
from ...rounds.pages.proofs import get_seed_hash
from ...rules import registration
from ...rules.event_file import REGISTRATION
from ...rules.history import DRAFT_PODS, EventHistory, PlayerRecord
from ...rules.registration import has_started, places_left
from ...web.status import time_text
from ...web.wording import departure_text


def find_player(history: EventHistory, row: Registration) -> PlayerRecord | None:
    """Return the player of an entry; None without one, or if the player was removed."""
    return history.find_player(row.player.public_id) if row.player else None


def state_of(row: Registration, player: PlayerRecord | None) -> str:
    """Return the state, one of Registration.STATES, of an entry and its player in the event.

    A player who has left may be on the waitlist again. A registered player who is no longer in the event was
    removed by the staff.
    """
    if player and not player.has_left:
        return Registration.REGISTERED
    if player and player.disqualified:
        return Registration.WITHDRAWN
    if row.state == Registration.REGISTERED:
        return Registration.WITHDRAWN if player else Registration.DECLINED
    return row.state


def count_held_places(event: Event, now: datetime) -> int:
    """Return how many places are held for players who have to confirm their email address."""
    return open_entries(event, Registration.UNCONFIRMED).filter(held_until__gt=now).count()


def waitlist(event: Event):
    """Return the entries of the waitlist, first come first."""
    return open_entries(event, Registration.WAITING)


def first_present_entry(event: Event) -> Registration | None:
    """Return the first entry of the waitlist whose player is checked in."""
    present = Player.objects.filter(event=event, checked_in_at__isnull=False)
    return waitlist(event).filter(player__in=present).first()


def waiting_players(event: Event) -> set[str]:
    """Return the ids of the players on the waitlist who were in the event before or are checked in."""
    ids = Player.objects.filter(registration__in=waitlist(event)).values_list("public_id", flat=True)
    return set(ids)


def waitlist_place(row: Registration) -> int:
    """Return the place of an entry on the waitlist: 1 for the first."""
    return waitlist(row.event).filter(order__lt=row.order).count() + 1


def has_entries(event: Event) -> bool:
    """Return whether the event has, or had, registrations: its settings may be the default ones again."""
    return Registration.objects.filter(event=event).exists()


def open_entries(event: Event, *states: str):
    """Return the entries in these states whose player is not in the event, nor disqualified, in their order.

    An entry that the staff accepted keeps its state, so that the undo puts it back.
    """
    players = Player.objects.filter(Q(dropped_after=None) | Q(disqualified=True), event=event)
    rows = Registration.objects.filter(event=event, state__in=states).exclude(player__in=players)
    return rows.select_related("player").order_by("order", "id")


def other_entries(event: Event, now: datetime, row: Registration | None):
    """Return the open entries that have their name and email address to themselves, except this one."""
    others = Registration.objects.filter(event=event, state__in=OPEN_STATES)
    others = others.exclude(state=Registration.UNCONFIRMED, held_until__lte=now)
    # The staff have removed the players of such entries.
    players = Player.objects.filter(event=event)
    others = others.filter(~Q(state=Registration.REGISTERED) | Q(player__in=players))
    return others.exclude(pk=row.pk) if row else others


def count_places_left(history: EventHistory, event: Event, now: datetime) -> int | None:
    """Return how many places are free, 0 or more; None without a cap."""
    held = 0 if history.registration.cap is None else count_held_places(event, now)
    return places_left(history, held)


def count_unclaimed_places(history: EventHistory, event: Event, now: datetime) -> int | None:
    """Return how many places are free for new entries and the waitlist; None without a cap.

    With approval, the entries that wait for it come first.
    """
    left = count_places_left(history, event, now)
    if left and history.registration.approval:
        return max(0, left - open_entries(event, Registration.PENDING).count())
    return left


MOMENT = "l j F, H:i"
# The states of a registration: players can register, or go on the waitlist; or nobody can, and why.
OPEN, WAITLIST, FULL, EARLY, CLOSED = "open", "waitlist", "full", "early", "closed"


@dataclass(frozen=True)
class RegistrationOffer:
    """The registration of an event as visitors see it.

    `heading` says the state and `places` how many are left, `advice` what to do if there is no form. `opens`
    and `closes` are in the event's time zone, empty without a time.
    """

    state: str
    heading: str
    places: str
    advice: str
    opens: str
    closes: str
    timezone: str
    text: str

    @property
    def has_form(self) -> bool:
        return self.state in (OPEN, WAITLIST)

    @property
    def is_announced(self) -> bool:
        """Return whether the event's public pages show it."""
        return self.state != CLOSED


def get_offer(event: Event) -> RegistrationOffer:
    """Return the current state of an event's registration."""
    history, now = load_history(event), timezone.now()
    settings, refusal = history.registration, registration.refusal(history, now)
    opens = moment_text(settings.opens_at, event.timezone)
    closes = moment_text(settings.closes_at, event.timezone)
    left, waiting, places, advice = None, 0, "", ""
    if not refusal:
        left, waiting = count_unclaimed_places(history, event, now), waitlist(event).count()
        state, heading, places, advice = describe_places(settings, left, waiting)
    elif refusal == registration.NOT_OPEN_YET:
        state, heading = EARLY, gettext("Registration opens on {time}").format(time=opens)
        advice = gettext("Come back to this page then.")
    else:
        state, heading, advice = CLOSED, *describe_refusal(refusal, closes)
    return RegistrationOffer(
        state=state,
        heading=heading,
        places=places,
        advice=advice,
        opens=opens,
        closes=closes,
        timezone=event.timezone,
        text=settings.text,
    )


def describe_places(settings, left: int | None, waiting: int) -> tuple[str, str, str, str]:
    """Return (state, heading, places, advice) of a registration that is open."""
    heading = gettext("Registration is open")
    if left is None:
        return OPEN, heading, "", ""
    # Those who wait come first.
    free = max(0, left - waiting)
    if free:
        text = gettext("{left} of {cap} places left").format(left=free, cap=settings.cap)
        return OPEN, heading, text, ""
    full = ngettext("The only place is taken", "All {cap} places are taken", settings.cap)
    full = full.format(cap=settings.cap)
    if not settings.waitlist:
        return FULL, full, "", gettext("Look again later: a place becomes free when somebody withdraws.")
    if not waiting:
        return WAITLIST, full, gettext("You can join the waitlist, where nobody is waiting yet."), ""
    text = ngettext(
        "You can join the waitlist, where {count} player is waiting.",
        "You can join the waitlist, where {count} players are waiting.",
        waiting,
    )
    return WAITLIST, full, text.format(count=waiting), ""


def describe_refusal(refusal: str, closes: str) -> tuple[str, str]:
    """Return (heading, advice) for a registration that nobody can use any more, or not at all."""
    if refusal == registration.HAS_STARTED:
        return gettext("The event has started"), gettext("Ask at the desk if you can still join.")
    if refusal == registration.HAS_CLOSED:
        text = gettext("It closed on {time}. Ask the organiser if you can still join.").format(time=closes)
        return gettext("Registration has closed"), text
    if refusal == registration.EVENT_IS_OVER:
        return gettext("This event is over"), gettext("See the standings for the final places.")
    return gettext("Registration isn’t open"), gettext("Ask the organiser how to join this event.")


def registration_moment(event: Event) -> str:
    """Return OPEN, EARLY or CLOSED by the event's row and the clock, which changes no version."""
    if not event.registration:
        return CLOSED
    settings, now = REGISTRATION.read(event.registration, "event.registration"), timezone.now()
    if not settings.open or registration.is_too_late(settings, now):
        return CLOSED
    return EARLY if registration.is_too_early(settings, now) else OPEN


def moment_text(iso_time: str | None, zone: str) -> str:
    """Return “Saturday 14 November, 10:00” in this time zone; empty without a time."""
    if not iso_time:
        return ""
    return date_format(datetime.fromisoformat(iso_time).astimezone(ZoneInfo(zone)), MOMENT)


@dataclass(frozen=True)
class CheckInEntry:
    """A player on the list; `time` is when they checked in, empty if they are missing."""

    key: str
    name: str
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
    players = [player for player in history.players if not player.has_left]
    if find:
        players = search_names(find, players, lambda player: player.name)
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
    for row in waitlist(event):
        player = find_player(history, row)
        time = time_text(history.timezone, player.checked_in_at) if player and player.checked_in_at else ""
        entries.append(WaitingEntry(row.pk, player.id if player else "", row.name, row.club, time))
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
    return CheckInEntry(player.id, player.name, player.club, note, time, player.has_left)


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
    """A scanned personal address, shown to staff before the event starts; `entry` is a player to check in."""

    name: str
    text: str
    entry: CheckInEntry | None
    can_be_accepted: bool


SCAN_TEXTS = {
    Registration.UNCONFIRMED: gettext_noop("Not in the event yet: the email address isn’t confirmed."),
    Registration.PENDING: gettext_noop("Not in the event yet: waiting for approval."),
    Registration.WAITING: gettext_noop("Not in the event yet: on the waitlist."),
    Registration.WITHDRAWN: gettext_noop("Not in the event: has withdrawn."),
    Registration.DECLINED: gettext_noop("Not in the event: the registration was declined."),
}


def get_scanned_player(event: Event, player: Player | None, row: Registration | None) -> ScannedPlayer:
    """Return the player, or the entry without an active one, whose address was opened."""
    entry = find_entry(event, player.public_id) if player else None
    if entry and not entry.has_left:
        text = gettext("Not checked in")
        if entry.time:
            text = gettext("Checked in at {time}").format(time=entry.time)
        elif entry.note:
            text = f"{text}, {entry.note}"
        return ScannedPlayer(entry.name, text, entry, False)
    state = Registration.WITHDRAWN
    if row:
        state = state_of(row, find_player(load_history(event), row))
    return ScannedPlayer((player or row).name, gettext(SCAN_TEXTS[state]), None, state in WAITING_STATES)


@dataclass(frozen=True)
class StartPage:
    """The question before the event starts: `missing` are the (id, name, club) of players not checked in.

    `waiting` are sentences about the entries that wait for a place, for approval or to be confirmed.
    """

    version: int
    checked_in: int
    expected: int
    missing: tuple[tuple[str, str, str], ...]
    waiting: tuple[str, ...]
    draws_pods: bool
    seed_hash: str


def get_start_page(event: Event) -> StartPage | None:
    """Return the question before the event starts; None without check-in, or if it cannot start now."""
    history = load_history(event)
    if not registration.is_used(history) or not get_next_step(history).starts:
        return None
    missing = sorted(registration.missing_players(history), key=lambda player: name_words(player.name))
    expected = len(registration.expected_players(history))
    return StartPage(
        version=history.version,
        checked_in=expected - len(missing),
        expected=expected,
        missing=tuple((player.id, player.name, player.club) for player in missing),
        waiting=waiting_texts(event),
        draws_pods=history.phase(1).kind == DRAFT_PODS,
        seed_hash=get_seed_hash(event),
    )


def waiting_texts(event: Event) -> tuple[str, ...]:
    """Return a sentence for each state in which entries wait, with their number."""
    counts = Counter(open_entries(event, *WAITING_STATES).values_list("state", flat=True))
    templates = {
        Registration.WAITING: ngettext_lazy(
            "{n} player is on the waitlist.", "{n} players are on the waitlist.", "n"
        ),
        Registration.PENDING: ngettext_lazy(
            "{n} player waits for your approval.", "{n} players wait for your approval.", "n"
        ),
        Registration.UNCONFIRMED: ngettext_lazy(
            "{n} player hasn’t confirmed the email address.",
            "{n} players haven’t confirmed the email address.",
            "n",
        ),
    }
    return tuple(text.format(n=counts[state]) for state, text in templates.items() if counts[state])
