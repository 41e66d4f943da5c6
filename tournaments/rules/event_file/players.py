"""Players and registration in the event file."""

import re

from ..errors import RuleViolation, _
from ..history import BYES, PlayerRecord
from ..history.players import (
    ASKED,
    LIST_VISIBILITIES,
    NEVER,
    OPTIONAL,
    STATES,
    UNCONFIRMED,
    CheckInSettings,
    ListSettings,
    RegistrationField,
    RegistrationRecord,
    RegistrationSettings,
)
from ..lists.limits import LIMITS
from ..players.roster import has_visible_characters
from ..registration import (
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
from ..settings import fields as validators
from ..settings.fields import choice
from .fields import (
    bounded_text,
    check_object,
    describe_value,
    flag,
    items,
    moment,
    number,
    read_choice,
    record,
    step,
    whole,
)

KEYS = (
    *("id", "name", "club", "rating", "seed", "joined_round", "dropped_after", "disqualified"),
    *("soft", "household", "division", "table", "byes", "checked_in_at"),
)
_ROUND = re.compile(r"[1-9][0-9]{0,4}")


def read_player(data, path="player", order=0):
    """Return the PlayerRecord of one entry of `players`; RuleViolation with the path of an invalid value."""
    record(data, path, KEYS, required=("id", "name"))
    return PlayerRecord(
        id=bounded_text(data, "id", path, least=1),
        name=bounded_text(data, "name", path, least=1),
        club=bounded_text(data, "club", path),
        rating=number(data, "rating", path),
        seed=number(data, "seed", path),
        joined_round=whole(data, "joined_round", path, 1),
        dropped_after=whole(data, "dropped_after", path, null=True),
        disqualified=flag(data, "disqualified", path),
        soft_score=number(data, "soft", path),
        household=bounded_text(data, "household", path),
        division=bounded_text(data, "division", path),
        table=whole(data, "table", path, low=1, null=True),
        byes=read_byes(data.get("byes", {}), step(path, "byes")),
        checked_in_at=moment(data, "checked_in_at", path),
        order=order,
    )


def read_byes(data, path="byes"):
    """Return {round: worth of its bye} for an object such as {"3": "bye"}."""
    check_object(data, path)
    for key in data:
        if not _ROUND.fullmatch(key):
            raise RuleViolation(_("{path}: must be the number of a round."), path=step(path, key))
    byes = {int(key): choice(worth, step(path, key), BYES) for key, worth in data.items()}
    return dict(sorted(byes.items()))


ENTRY_KEYS = (
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
    record(data, path, ENTRY_KEYS, required=("state", "at", "name"))
    state = choice(data["state"], step(path, "state"), STATES)
    name = bounded_text(data, "name", path, least=1)
    if not has_visible_characters(name):
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
        player=bounded_text(data, "player", path, None, least=1),
        club=bounded_text(data, "club", path),
        division=bounded_text(data, "division", path),
        email=_read_email(data, path),
        email_confirmed_at=moment(data, "email_confirmed_at", path),
        held_until=held_until,
        answers=_read_answers(data.get("answers", {}), step(path, "answers")),
        language=bounded_text(data, "language", path, most=MAX_LANGUAGE_LENGTH),
    )


def _read_email(data, path):
    email = bounded_text(data, "email", path, most=MAX_EMAIL_LENGTH)
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
    return {key: bounded_text(data, key, path) for key in sorted(data)}


def registration_fragment(entry):
    """Return one entry of `registrations`."""
    required = {"state": entry.state, "at": entry.at, "name": entry.name}
    optional = {key: getattr(entry, key) for key in ENTRY_KEYS if key not in required and key != "answers"}
    optional["answers"] = dict(sorted(entry.answers.items()))
    return required | {key: value for key, value in optional.items() if value}


REGISTRATION_KEYS = (
    *("open", "opens_at", "closes_at", "cap", "waitlist", "approval", "text"),
    *("email", "club", "player_id", "division", "fields", "address_limit"),
)
_FIELD_KEY = re.compile(r"[a-z][a-z0-9_]{0,19}")


def read_registration(data, path="event.registration"):
    """Return the RegistrationSettings of `event.registration`."""
    record(data, path, REGISTRATION_KEYS)
    questions = {
        key: read_choice(data, key, path, ("", *ASKED), OPTIONAL if key == "email" else "")
        for key in ("email", "club", "player_id", "division")
    }
    cap = whole(data, "cap", path, low=1, null=True)
    if cap is not None:
        validators.whole(cap, step(path, "cap"), 1, MAX_CAP)
    settings = RegistrationSettings(
        open=flag(data, "open", path),
        opens_at=moment(data, "opens_at", path),
        closes_at=moment(data, "closes_at", path),
        cap=cap,
        waitlist="waitlist" not in data or flag(data, "waitlist", path),
        approval=flag(data, "approval", path),
        text=_read_lines(data, "text", path),
        **questions,
        fields=_read_fields(data, path),
        address_limit=validators.whole(
            data.get("address_limit", RegistrationSettings().address_limit),
            step(path, "address_limit"),
            1,
            MAX_ADDRESS_LIMIT,
        ),
    )
    check_times(settings, path)
    return settings


def read_check_in(data, path="event.check_in"):
    """Return the CheckInSettings of `event.check_in`."""
    record(data, path, ("open", "opens_at", "closes_at"))
    settings = CheckInSettings(
        open=flag(data, "open", path),
        opens_at=moment(data, "opens_at", path),
        closes_at=moment(data, "closes_at", path),
    )
    check_times(settings, path)
    return settings


def read_lists(data, path="event.lists"):
    """Return the ListSettings of `event.lists`."""
    record(data, path, ("ask", "until", "visible", "limits"))
    return ListSettings(
        ask=read_choice(data, "ask", path, ("", *ASKED), ""),
        until=moment(data, "until", path),
        visible=read_choice(data, "visible", path, LIST_VISIBILITIES, NEVER),
        limits=read_choice(data, "limits", path, ("", *LIMITS), ""),
    )


def check_times(settings, path):
    """Raise RuleViolation unless it closes after it opens."""
    if settings.opens_at and settings.closes_at and settings.closes_at <= settings.opens_at:
        words = _("{path}: must be later than opens_at.")
        raise RuleViolation(words, path=step(path, "closes_at"))


def _read_lines(data, key, path):
    """Return the text of a list of lines."""
    lines = [line for _path, line in items(data, key, path, MAX_TEXT_LINES)]
    for at in range(len(lines)):
        bounded_text({"line": lines[at]}, "line", f"{step(path, key)}[{at}]", most=MAX_LINE_LENGTH)
    return "\n".join(lines)


def _read_fields(data, path):
    """Return the RegistrationFields, whose keys and labels are unique."""
    fields = []
    for where, value in items(data, "fields", path, MAX_FIELDS):
        record(value, where, ("key", "label", "required", "choices"), ("key", "label"))
        key = bounded_text(value, "key", where, least=1)
        if not _FIELD_KEY.fullmatch(key) or key == "player_id":
            words = _("{path}: must be a short name of small letters and digits, such as f1.")
            raise RuleViolation(words, path=step(where, "key"))
        choices = [
            bounded_text({"choice": choice_text}, "choice", choice_path, least=1, most=MAX_LABEL_LENGTH)
            for choice_path, choice_text in items(value, "choices", where, MAX_CHOICES)
        ]
        label = bounded_text(value, "label", where, least=1, most=MAX_LABEL_LENGTH)
        for name, known in (("key", [f.key for f in fields]), ("label", [f.label for f in fields])):
            if value[name] in known:
                raise RuleViolation(_("{path}: is used twice."), path=step(where, name))
        if len(set(choices)) < len(choices):
            raise RuleViolation(_("{path}: a choice is listed twice."), path=step(where, "choices"))
        fields.append(RegistrationField(key, label, flag(value, "required", where), tuple(choices)))
    return tuple(fields)


def settings_fragment(settings):
    """Return settings of this module as JSON values, without default values."""
    defaults = type(settings)()
    values = {
        name: getattr(settings, name)
        for name in settings.__dataclass_fields__
        if getattr(settings, name) != getattr(defaults, name)
    }
    if "text" in values:
        values["text"] = values["text"].split("\n")
    if "fields" in values:
        values["fields"] = [_field_fragment(field) for field in settings.fields]
    return values


def _field_fragment(field):
    optional = {"required": field.required, "choices": list(field.choices)}
    return {"key": field.key, "label": field.label} | {key: value for key, value in optional.items() if value}
