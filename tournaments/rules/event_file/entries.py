"""Registrations with contact data in an event file."""

import re

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history.registration import STATES, UNCONFIRMED, RegistrationRecord
from tournaments.rules.players import roster_parser
from tournaments.rules.registration.entries import MAX_EMAIL_LENGTH, MAX_ENTRIES, has_email_form
from tournaments.rules.registration.settings import MAX_FIELDS
from tournaments.rules.settings import validators

from .fields import check_object, describe_value, items, moment, record, step, text

KEYS = (
    *("state", "at", "name", "player", "club", "division"),
    *("email", "email_confirmed_at", "held_until", "answers", "language"),
)
MAX_LANGUAGE_LENGTH = 10
_ANSWER_KEY = re.compile(r"[a-z][a-z0-9_]{0,19}")


def read_registrations(data, player_ids):
    """Return the RegistrationRecord of each entry of `registrations`; their players are in the event."""
    entries, taken = [], set()
    for path, value in items(data, "registrations", "", MAX_ENTRIES):
        entry = _read_entry(value, path)
        if entry.player is not None and entry.player not in player_ids:
            words, wrong = _("{path}: no player has the id {player}."), describe_value(entry.player)
            raise RuleViolation(words, path=step(path, "player"), player=wrong)
        if entry.player is not None and entry.player in taken:
            words = _("{path}: this player already has a registration.")
            raise RuleViolation(words, path=step(path, "player"))
        taken.add(entry.player)
        entries.append(entry)
    return tuple(entries)


def _read_entry(data, path):
    record(data, path, KEYS, required=("state", "at", "name"))
    state = validators.choice(data["state"], step(path, "state"), STATES)
    name = text(data, "name", path, least=1)
    if not roster_parser.has_visible_characters(name):
        words = _("{path}: has only invisible characters. Enter a name.")
        raise RuleViolation(words, path=step(path, "name"))
    held_until = moment(data, "held_until", path)
    if (state == UNCONFIRMED) != (held_until is not None):
        words = _("{path}: must be set if the email address isn’t confirmed, and only then.")
        raise RuleViolation(words, path=step(path, "held_until"))
    return RegistrationRecord(
        state=state,
        at=moment(data, "at", path, null=False),
        name=name,
        player=text(data, "player", path, None, least=1),
        club=text(data, "club", path),
        division=text(data, "division", path),
        email=_read_email(data, path),
        email_confirmed_at=moment(data, "email_confirmed_at", path),
        held_until=held_until,
        answers=_read_answers(data.get("answers", {}), step(path, "answers")),
        language=text(data, "language", path, most=MAX_LANGUAGE_LENGTH),
    )


def _read_email(data, path):
    email = text(data, "email", path, most=MAX_EMAIL_LENGTH)
    if email and not has_email_form(email):
        words = _("{path}: must be an email address, not {value}.")
        raise RuleViolation(words, path=step(path, "email"), value=describe_value(email))
    return email


def _read_answers(data, path):
    """Return the answers by key of the field, also of fields that the event no longer asks for."""
    check_object(data, path)
    if len(data) > MAX_FIELDS + 1:
        words = _("{path}: has {count}; an entry can have at most {most}.")
        raise RuleViolation(words, path=path, count=len(data), most=MAX_FIELDS + 1)
    for key in data:
        if not _ANSWER_KEY.fullmatch(key):
            raise RuleViolation(_("{path}: must be the key of a field."), path=step(path, key))
    return {key: text(data, key, path) for key in sorted(data)}


def registration_fragment(entry):
    """Return one entry of `registrations`."""
    required = {"state": entry.state, "at": entry.at, "name": entry.name}
    optional = {key: getattr(entry, key) for key in KEYS if key not in required and key != "answers"}
    optional["answers"] = dict(sorted(entry.answers.items()))
    return required | {key: value for key, value in optional.items() if value}
