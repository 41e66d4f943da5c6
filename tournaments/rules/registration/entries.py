"""The fields that a player enters to register, checked against the event's settings."""

import re
from dataclasses import dataclass, field

from ..errors import RuleViolation, _
from ..history.registration import REQUIRED, RegistrationSettings
from ..players import roster_parser

PLAYER_ID = "player_id"
# Entries of one event, withdrawn ones included.
MAX_ENTRIES = 20_000
MAX_EMAIL_LENGTH = 254
EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
# A domain of the internet: at least two parts, and no address of a machine.
DOMAIN = re.compile(r"([^\W_]([\w-]*[^\W_])?\.)+(?![0-9]+$)[^\W_]([\w-]*[^\W_])?")
# Domains that only mean something inside one network.
LOCAL_DOMAINS = ("localhost", "localdomain", "local", "internal")


@dataclass(frozen=True, slots=True)
class RegistrationEntry:
    """The fields of the form; `answers` are by key of the field, and PLAYER_ID."""

    name: str
    club: str = ""
    division: str = ""
    email: str = ""
    answers: dict[str, str] = field(default_factory=dict)


def check_entry(settings: RegistrationSettings, entry: RegistrationEntry):
    """Raise RuleViolation unless the entry has all that is required, and nothing that is not asked for."""
    roster_parser.check_name(entry.name)
    values = {
        "club": (entry.club, settings.club),
        "division": (entry.division, settings.division),
        "email": (entry.email, settings.email),
        PLAYER_ID: (entry.answers.get(PLAYER_ID, ""), settings.player_id),
    }
    for text, setting in values.values():
        roster_parser.check_text(text)
        if setting == REQUIRED and not text:
            raise RuleViolation(_("Fill in all required fields."))
    if entry.email and not is_email(entry.email):
        raise RuleViolation(_("Enter a valid email address."))
    known = {field.key for field in settings.fields} | {PLAYER_ID}
    if unknown := entry.answers.keys() - known:
        raise RuleViolation(_("The form has changed: “{field}” isn’t asked any more."), field=min(unknown))
    for asked_field in settings.fields:
        answer = entry.answers.get(asked_field.key, "")
        roster_parser.check_text(answer)
        if asked_field.required and not answer:
            raise RuleViolation(_("Fill in “{field}”."), field=asked_field.label)
        if answer and asked_field.choices and answer not in asked_field.choices:
            raise RuleViolation(_("Choose one of the options for “{field}”."), field=asked_field.label)


def is_email(text: str) -> bool:
    """Return whether it is an email address on the internet, as `name@example.org`."""
    domain = text.rpartition("@")[2].casefold()
    is_public = DOMAIN.fullmatch(domain) and domain.rpartition(".")[2] not in LOCAL_DOMAINS
    return has_email_form(text) and bool(is_public)


def has_email_form(text: str) -> bool:
    """Return whether an event file may have this as an email address: older events have others, too."""
    return len(text) <= MAX_EMAIL_LENGTH and EMAIL.fullmatch(text) is not None
