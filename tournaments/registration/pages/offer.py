"""The public text about registration: whether it is open, until when, and how many places are left."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.registration import settings as rules
from ..history.cache import load_history
from ..history.load import event_from_row
from .places import count_unclaimed_places, waitlist

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
    settings, refusal = history.registration, rules.refusal(history, now)
    opens = moment_text(settings.opens_at, event.timezone)
    closes = moment_text(settings.closes_at, event.timezone)
    left, waiting, places, advice = None, 0, "", ""
    if not refusal:
        left, waiting = count_unclaimed_places(history, event, now), waitlist(event).count()
        state, heading, places, advice = describe_places(settings, left, waiting)
    elif refusal == rules.NOT_OPEN_YET:
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
    if refusal == rules.HAS_STARTED:
        return gettext("The event has started"), gettext("Ask at the desk if you can still join.")
    if refusal == rules.HAS_CLOSED:
        text = gettext("It closed on {time}. Ask the organiser if you can still join.").format(time=closes)
        return gettext("Registration has closed"), text
    if refusal == rules.EVENT_IS_OVER:
        return gettext("This event is over"), gettext("See the standings for the final places.")
    return gettext("Registration isn’t open"), gettext("Ask the organiser how to join this event.")


def registration_moment(event: Event) -> str:
    """Return OPEN, EARLY or CLOSED by the event's row and the clock, which changes no version."""
    if not event.registration:
        return CLOSED
    settings, now = event_from_row(event).registration, timezone.now()
    if not settings.open or rules.is_too_late(settings, now):
        return CLOSED
    return EARLY if rules.is_too_early(settings, now) else OPEN


def moment_text(iso_time: str | None, zone: str) -> str:
    """Return “Saturday 14 November, 10:00” in this time zone; empty without a time."""
    if not iso_time:
        return ""
    return date_format(datetime.fromisoformat(iso_time).astimezone(ZoneInfo(zone)), MOMENT)
