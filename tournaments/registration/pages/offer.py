"""What registration offers: places, and states of entries."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ...history.cache import load_history
from ...models import Event, Player, Registration
from ...models.registration import OPEN_STATES
from ...rules import registration
from ...rules.event_file import REGISTRATION
from ...rules.history import EventHistory, PlayerRecord
from ...rules.registration import places_left


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
