"""Players and registration in the event file."""

import re
from dataclasses import replace

from ..errors import RuleViolation, _
from ..history import BYES, PlayerRecord
from ..history.players import (
    ASKED,
    ASKED_FACTS,
    ASKED_FIELDS,
    INVITED,
    LIST_VISIBILITIES,
    STATES,
    TEXT_FACTS,
    UNCONFIRMED,
    CheckInSettings,
    ListSettings,
    PersonReference,
    RegistrationField,
    RegistrationRecord,
    RegistrationSettings,
)
from ..lists.limits import LIMITS
from ..players.roster import has_visible_characters
from ..registration import (
    EMAIL_SHAPE,
    MAX_ADDRESS_LIMIT,
    MAX_CAP,
    MAX_CHOICES,
    MAX_EMAIL_LENGTH,
    MAX_ENTRIES,
    MAX_FIELDS,
    MAX_LABEL_LENGTH,
    MAX_LINE_LENGTH,
    MAX_TEXT_LINES,
    has_email_form,
)
from ..settings.fields import choice
from .field_types import (
    FLAG,
    MOMENT,
    NAME,
    NUMBER,
    POSITIVE,
    TEXT,
    WHOLE,
    FieldType,
    RecordFields,
    bounded_text,
    list_of,
    one_of,
    or_null,
    sort_keys,
    whole,
)
from .fields import check_keys, check_object, describe_value, items, step

# Browsers resolve these two path segments, so they cannot be part of an address.
UNUSABLE_IDS = (".", "..")
MAX_LANGUAGE_LENGTH = 10
_BYE_ROUND = "[1-9][0-9]{0,4}"
_FIELD_KEY = "[a-z][a-z0-9_]{0,19}"


def read_byes(data, path="byes"):
    """Return {round: worth of its bye} for an object such as {"3": "bye"}."""
    check_object(data, path)
    for key in data:
        if not re.fullmatch(_BYE_ROUND, key):
            raise RuleViolation(_("{path}: must be the number of a round."), path=step(path, key))
    byes = {int(key): choice(worth, step(path, key), BYES) for key, worth in data.items()}
    return dict(sorted(byes.items()))


PLAYER_FIELDS = RecordFields(
    PlayerRecord,
    {
        "id": replace(NAME, schema=NAME.schema | {"not": {"enum": list(UNUSABLE_IDS)}}),
        "name": NAME,
        "club": TEXT,
        "rating": or_null(NUMBER),
        "seed": or_null(NUMBER),
        "joined_round": WHOLE,
        "dropped_after": or_null(WHOLE),
        "disqualified": FLAG,
        "soft": or_null(NUMBER),
        **dict.fromkeys(TEXT_FACTS, TEXT),
        "table": or_null(POSITIVE),
        "byes": FieldType(
            read_byes,
            {
                "type": "object",
                "patternProperties": {f"^{_BYE_ROUND}$": {"enum": list(BYES)}},
                "additionalProperties": False,
            },
            lambda byes: {str(number): worth for number, worth in sorted(byes.items())},
        ),
        "checked_in_at": or_null(MOMENT),
    },
    attributes={"soft": "soft_score"},
    always=("club", "rating", "seed", "joined_round", "dropped_after"),
)


MAX_IDENTIFIERS = 20


def _read_identifiers(data, path):
    check_object(data, path)
    if len(data) > MAX_IDENTIFIERS:
        words = _("{path}: has {count}; a person can have at most {most}.")
        raise RuleViolation(words, path=path, count=len(data), most=MAX_IDENTIFIERS)
    return {NAME.read(key, path): NAME.read(data[key], step(path, key)) for key in sorted(data)}


PERSON_FIELDS = RecordFields(
    PersonReference,
    {
        "person": NAME,
        "identifiers": FieldType(
            _read_identifiers,
            {
                "type": "object",
                "propertyNames": NAME.schema,
                "additionalProperties": NAME.schema,
                "maxProperties": MAX_IDENTIFIERS,
            },
            sort_keys,
        ),
    },
)
# A player of a file; those of the log have no person.
PLAYER_SCHEMA = PLAYER_FIELDS.schema | {
    "properties": PLAYER_FIELDS.schema["properties"] | PERSON_FIELDS.schema["properties"],
    "dependentRequired": {"identifiers": ["person"]},
}


def read_player_and_person(data, path, order):
    """Return (PlayerRecord, PersonReference or None) of one entry of `players` of a file."""
    check_keys(data, path, (*PLAYER_FIELDS.types, *PERSON_FIELDS.types))
    person = {key: value for key, value in data.items() if key in PERSON_FIELDS.types}
    player = {key: value for key, value in data.items() if key not in person}
    return read_player(player, path, order), PERSON_FIELDS.read(person, path) if person else None


def read_player(data, path="player", order=0):
    """Return the PlayerRecord of one entry of `players`; RuleViolation with the path of an invalid value."""
    return PLAYER_FIELDS.read(data, path, order=order)


def _read_field_key(value, path):
    key = NAME.read(value, path)
    if not re.fullmatch(_FIELD_KEY, key) or key == "player_id":
        words = _("{path}: must be a short name of small letters and digits, such as f1.")
        raise RuleViolation(words, path=path)
    return key


_LABEL = bounded_text(least=1, most=MAX_LABEL_LENGTH)
FORM_FIELD = RecordFields(
    RegistrationField,
    {
        "key": FieldType(_read_field_key, {"type": "string", "pattern": f"^{_FIELD_KEY}$"}),
        "label": _LABEL,
        "required": FLAG,
        "choices": list_of(_LABEL, MAX_CHOICES, uniqueItems=True),
    },
)
_FORM_FIELDS = list_of(FORM_FIELD, MAX_FIELDS)


def _read_form_fields(values, path):
    """Return the RegistrationFields, whose keys and labels are unique."""
    fields = _FORM_FIELDS.read(values, path)
    for at, field in enumerate(fields):
        for name in ("key", "label"):
            if getattr(field, name) in (getattr(earlier, name) for earlier in fields[:at]):
                raise RuleViolation(_("{path}: is used twice."), path=f"{path}[{at}].{name}")
        if len(set(field.choices)) < len(field.choices):
            raise RuleViolation(_("{path}: a choice is listed twice."), path=f"{path}[{at}].choices")
    return fields


_LINES = list_of(bounded_text(most=MAX_LINE_LENGTH), MAX_TEXT_LINES)
_ASKED = one_of(("", *ASKED))
_TIMES = {"open": FLAG, "opens_at": or_null(MOMENT), "closes_at": or_null(MOMENT)}
REGISTRATION_FIELDS = RecordFields(
    RegistrationSettings,
    _TIMES
    | {
        "cap": or_null(whole(1, MAX_CAP)),
        "waitlist": FLAG,
        "approval": FLAG,
        "text": FieldType(
            lambda value, path: "\n".join(_LINES.read(value, path)),
            _LINES.schema,
            lambda lines: lines.split("\n"),
        ),
        **dict.fromkeys(ASKED_FIELDS, _ASKED),
        "fields": FieldType(_read_form_fields, _FORM_FIELDS.schema, _FORM_FIELDS.write),
        "address_limit": whole(1, MAX_ADDRESS_LIMIT),
    },
)
CHECK_IN_FIELDS = RecordFields(CheckInSettings, _TIMES)
LISTS = RecordFields(
    ListSettings,
    {
        "ask": _ASKED,
        "until": or_null(MOMENT),
        "visible": one_of(LIST_VISIBILITIES),
        # The limits may become more.
        "limits": FieldType(one_of(("", *LIMITS)).read, TEXT.schema),
    },
)


def _between_times(fields):
    """Return the type of settings with these fields that close after they open."""

    def read(data, path):
        settings = fields.read(data, path)
        if settings.opens_at and settings.closes_at and settings.closes_at <= settings.opens_at:
            words = _("{path}: must be later than opens_at.")
            raise RuleViolation(words, path=step(path, "closes_at"))
        return settings

    return FieldType(read, fields.schema, fields.write)


REGISTRATION, CHECK_IN = _between_times(REGISTRATION_FIELDS), _between_times(CHECK_IN_FIELDS)


def _read_email(value, path):
    email = _EMAIL_TEXT.read(value, path)
    if email and not has_email_form(email):
        words = _("{path}: must be an email address, not {value}.")
        raise RuleViolation(words, path=path, value=describe_value(email))
    return email


def _read_answers(data, path):
    """Return the answers by key of the field, also of fields that the event no longer asks for."""
    check_object(data, path)
    if len(data) > MAX_FIELDS + 1:
        words = _("{path}: has {count}; an entry can have at most {most}.")
        raise RuleViolation(words, path=path, count=len(data), most=MAX_FIELDS + 1)
    for key in data:
        if not re.fullmatch(_FIELD_KEY, key):
            raise RuleViolation(_("{path}: must be the key of a field."), path=step(path, key))
    return {key: TEXT.read(data[key], step(path, key)) for key in sorted(data)}


_EMAIL_TEXT = bounded_text(most=MAX_EMAIL_LENGTH)
_EMAIL_SCHEMA = {"type": "string", "pattern": f"^({EMAIL_SHAPE.pattern})?$", "maxLength": MAX_EMAIL_LENGTH}
_ANSWERS_SCHEMA = {
    "type": "object",
    "propertyNames": {"pattern": f"^{_FIELD_KEY}$"},
    "additionalProperties": TEXT.schema,
    "maxProperties": MAX_FIELDS + 1,
}
ENTRY_FIELDS = RecordFields(
    RegistrationRecord,
    {
        "state": one_of(STATES),
        "at": MOMENT,
        "name": NAME,
        "player": NAME,
        **dict.fromkeys(ASKED_FACTS, TEXT),
        "email": FieldType(_read_email, _EMAIL_SCHEMA),
        "email_confirmed_at": or_null(MOMENT),
        "held_until": or_null(MOMENT),
        "language": bounded_text(most=MAX_LANGUAGE_LENGTH),
        "answers": FieldType(_read_answers, _ANSWERS_SCHEMA, sort_keys),
    },
)


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
    entry = ENTRY_FIELDS.read(data, path)
    if not has_visible_characters(entry.name):
        words = _("{path}: has only invisible characters. Enter a name.")
        raise RuleViolation(words, path=step(path, "name"))
    if entry.state != INVITED and (entry.state == UNCONFIRMED) != (entry.held_until is not None):
        words = _("{path}: must be set if the email address isn’t confirmed, and only then.")
        raise RuleViolation(words, path=step(path, "held_until"))
    return entry
