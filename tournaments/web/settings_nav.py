"""The subjects of the settings, and the navigation between their pages."""

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from ..events.pages.settings import phase_names
from ..history.cache import load_history
from ..rules.history import DRAWN_KINDS
from .layout import get_page_layout

EVENT, FORMAT, PHASES, PAIRING, STANDINGS = "event", "format", "phases", "pairing", "standings"
REGISTRATION = "registration"
REPORTING, LISTS, FINALS, PRIZES, DANGER_ZONE = "reporting", "lists", "finals", "prizes", "danger"
# subject → (label, URL name).
SUBJECTS = {
    EVENT: (gettext_noop("Event"), "desk_settings"),
    REGISTRATION: (gettext_noop("Registration"), "settings_registration"),
    FORMAT: (gettext_noop("Format"), "settings_format"),
    PHASES: (gettext_noop("Phases"), "desk_phases"),
    PAIRING: (gettext_noop("Pairing"), "settings_pairing"),
    STANDINGS: (gettext_noop("Standings"), "settings_standings"),
    REPORTING: (gettext_noop("Reporting"), "settings_reporting"),
    LISTS: (gettext_noop("Lists"), "settings_lists"),
    FINALS: (gettext_noop("Top cut"), "settings_finals"),
    PRIZES: (gettext_noop("Prizes"), "desk_prizes"),
    DANGER_ZONE: (gettext_noop("Danger zone"), "settings_danger"),
}


def settings_context(request, event, current: str) -> dict:
    """Return the layout and the subjects of a settings page, without subjects that have no settings here."""
    history = load_history(event)
    unused = set()
    if not phase_names(history):
        unused |= {FORMAT, STANDINGS}
    if not phase_names(history, DRAWN_KINDS):
        unused.add(PAIRING)
    return {
        "layout": get_page_layout(request, event, "settings"),
        "event": event,
        "subject": gettext(SUBJECTS[current][0]),
        "subjects": [
            (gettext(label), reverse(url_name, args=[event.slug]), subject == current)
            for subject, (label, url_name) in SUBJECTS.items()
            if subject not in unused
        ],
    }
