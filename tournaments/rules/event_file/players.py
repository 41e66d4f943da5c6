"""The settings of registration, check-in and lists in an event file."""

import re

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history.registration import (
    ASKED,
    LIST_VISIBILITIES,
    NEVER,
    OPTIONAL,
    CheckInSettings,
    ListSettings,
    RegistrationField,
    RegistrationSettings,
)
from tournaments.rules.lists.limits import LIMITS
from tournaments.rules.registration.settings import (
    MAX_ADDRESS_LIMIT,
    MAX_CAP,
    MAX_CHOICES,
    MAX_FIELDS,
    MAX_LABEL_LENGTH,
    MAX_LINE_LENGTH,
    MAX_TEXT_LINES,
)
from tournaments.rules.settings import validators

from .fields import choice, flag, items, moment, record, step, text, whole

REGISTRATION_KEYS = (
    *("open", "opens_at", "closes_at", "cap", "waitlist", "approval", "text"),
    *("email", "club", "player_id", "division", "fields", "address_limit"),
)
_FIELD_KEY = re.compile(r"[a-z][a-z0-9_]{0,19}")


def read_registration(data, path="event.registration"):
    """Return the RegistrationSettings of `event.registration`."""
    record(data, path, REGISTRATION_KEYS)
    questions = {
        key: choice(data, key, path, ("", *ASKED), OPTIONAL if key == "email" else "")
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
        ask=choice(data, "ask", path, ("", *ASKED), ""),
        until=moment(data, "until", path),
        visible=choice(data, "visible", path, LIST_VISIBILITIES, NEVER),
        limits=choice(data, "limits", path, ("", *LIMITS), ""),
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
        text({"line": lines[at]}, "line", f"{step(path, key)}[{at}]", most=MAX_LINE_LENGTH)
    return "\n".join(lines)


def _read_fields(data, path):
    """Return the RegistrationFields, whose keys and labels are unique."""
    fields = []
    for where, value in items(data, "fields", path, MAX_FIELDS):
        record(value, where, ("key", "label", "required", "choices"), ("key", "label"))
        key = text(value, "key", where, least=1)
        if not _FIELD_KEY.fullmatch(key) or key == "player_id":
            words = _("{path}: must be a short name of small letters and digits, such as f1.")
            raise RuleViolation(words, path=step(where, "key"))
        choices = [
            text({"choice": choice_text}, "choice", choice_path, least=1, most=MAX_LABEL_LENGTH)
            for choice_path, choice_text in items(value, "choices", where, MAX_CHOICES)
        ]
        label = text(value, "label", where, least=1, most=MAX_LABEL_LENGTH)
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
