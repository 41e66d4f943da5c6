"""Words of players' lists: decklist or army list, sections, deadlines."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...rules import rulebooks
from ...rules.history import EventHistory
from ...rules.history.registration import AFTER_CUT, AFTER_EVENT, AT_ONCE, NEVER, OPTIONAL, REQUIRED
from ...rules.lists.sections import COMMANDER, EXTRA, LEADER, MAIN, SIDEBOARD
from .formats import when_text

SECTION_NAMES = {
    COMMANDER: gettext_noop("Commander"),
    LEADER: gettext_noop("Leader, base, identity, equipment"),
    MAIN: gettext_noop("Main deck"),
    EXTRA: gettext_noop("Extra deck"),
    SIDEBOARD: gettext_noop("Sideboard"),
}
# Choices of the settings.
ASK_CHOICES = (
    ("", gettext_noop("No lists")),
    (OPTIONAL, gettext_noop("Players may send one")),
    (REQUIRED, gettext_noop("Every player must send one")),
)
VISIBILITY_CHOICES = (
    (NEVER, gettext_noop("Staff only")),
    (AFTER_CUT, gettext_noop("Everyone, after the cut")),
    (AFTER_EVENT, gettext_noop("Everyone, after the event")),
    (AT_ONCE, gettext_noop("Everyone, at once")),
)
# Who sees a list, as its player is told before sending it.
READERS = {
    NEVER: gettext_noop("Only the staff see your list."),
    AFTER_CUT: gettext_noop("Until the cut only the staff see your list, then everyone who sees the event."),
    AFTER_EVENT: gettext_noop(
        "Until the event ends only the staff see your list, then everyone who sees the event."
    ),
    AT_ONCE: gettext_noop("Everyone who sees the event sees your list at once."),
}


def list_noun(rulebook: str) -> str:
    """Return what the players of a rulebook hand in: “Decklist”, in wargames “Army list”."""
    is_wargame = rulebooks.rulebook(rulebook).report == rulebooks.VP
    return gettext("Army list") if is_wargame else gettext("Decklist")


def list_noun_plural(rulebook: str) -> str:
    is_wargame = rulebooks.rulebook(rulebook).report == rulebooks.VP
    return gettext("Army lists") if is_wargame else gettext("Decklists")


def deadline_text(history: EventHistory) -> str:
    """“until 18:00”, “until 28 Nov, 18:00” or “until round 1 starts”."""
    time = deadline_time(history)
    return gettext("until {time}").format(time=time) if time else gettext("until round 1 starts")


def due_text(history: EventHistory) -> str:
    """“due by 18:00”, “due by 28 Nov, 18:00” or “due before round 1”."""
    time = deadline_time(history)
    return gettext("due by {time}").format(time=time) if time else gettext("due before round 1")


def deadline_time(history: EventHistory) -> str:
    """“18:00” today, “28 Nov, 18:00” on another day; empty without a time."""
    if not history.lists.until:
        return ""
    zone = ZoneInfo(history.timezone)
    at = timezone.localtime(datetime.fromisoformat(history.lists.until), zone)
    is_today = at.date() == timezone.localtime(timezone.now(), zone).date()
    return date_format(at, "H:i") if is_today else when_text(at, zone)
