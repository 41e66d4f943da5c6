"""The list of registrations as a table for spreadsheets."""

from django.utils.translation import gettext, gettext_noop

from ...models import Registration
from ...rules.history.registration import RegistrationSettings
from ...rules.registration.entries import PLAYER_ID
from ...rules.registration.entry_table import EMAIL_HEADERS
from ..wording.csv import escape_formula
from .entry_list import DeskEntry, EntryList

# The columns before and after those of the organiser's own fields.
FIRST_TITLES = (
    gettext_noop("Name"),
    gettext_noop("Club"),
    gettext_noop("Division"),
    gettext_noop("Email address"),
    gettext_noop("Player ID"),
)
LAST_TITLES = (
    gettext_noop("State"),
    gettext_noop("Place on the waitlist"),
    gettext_noop("Checked in"),
    gettext_noop("Registered at"),
)


def csv_rows(entry_list: EntryList) -> list[list[str]]:
    """Return the header and a row for each entry; no cell is a formula."""
    rows = [header(entry_list.settings)]
    rows += [row_of(entry, entry_list.settings) for entry in entry_list.entries]
    return [[escape_formula(cell) for cell in row] for row in rows]


def header(settings: RegistrationSettings) -> list[str]:
    return [
        *map(gettext, FIRST_TITLES),
        *(field.label for field in settings.fields),
        *map(gettext, LAST_TITLES),
    ]


def taken_titles() -> frozenset[str]:
    """Return the lower-case titles that an own field cannot have, in English and the user's language."""
    titles = (*FIRST_TITLES, *LAST_TITLES, *EMAIL_HEADERS)
    return frozenset(title.casefold() for title in (*titles, *map(gettext, titles)))


def row_of(entry: DeskEntry, settings: RegistrationSettings) -> list[str]:
    answers = {key: text for key, _label, text in entry.answers}
    return [
        entry.name,
        entry.club,
        entry.division,
        entry.email,
        answers.get(PLAYER_ID, ""),
        *(answers.get(field.key, "") for field in settings.fields),
        str(dict(Registration.STATES)[entry.state]),
        str(entry.place or ""),
        entry.checked_in_at or "",
        entry.registered_at,
    ]
