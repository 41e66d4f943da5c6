"""Checks the values of a backup, which may be damaged or made by somebody else."""

import re

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db.models import DateTimeField, Field, JSONField

from ...rules.errors import RuleViolation, _

TOKENS = ("token", "calendar_token")
# Valid secret tokens.
SECRET = re.compile(r"[A-Za-z0-9_-]{8,64}")
MAX_NAME_LENGTH = 150
IS_INCONSISTENT = _("The backup is inconsistent: {wrong}.")
# Of values for columns of these types; others take scalar values.
TYPES = {JSONField: object, DateTimeField: str | None}


def fits(value, shape) -> bool:
    """Return whether a JSON value has a shape.

    A shape is a type; [shape of each item]; (shape of the first item, …); {str: shape of each value}; or
    {key: shape} for those keys that the value has.
    """
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    if isinstance(shape, tuple):
        return isinstance(value, list) and len(value) == len(shape) and all(map(fits, value, shape))
    if isinstance(shape, dict):
        keys = value if str in shape else shape
        return isinstance(value, dict) and all(
            fits(value[key], shape.get(str) or shape[key]) for key in keys if key in value
        )
    return isinstance(value, shape)


def column_value(field: Field, value):
    """Return the value validated for its column. RuleViolation if it is invalid."""
    if not isinstance(value, TYPES.get(type(field), str | int | float | None)):
        raise RuleViolation(IS_INCONSISTENT, wrong=field.name)
    empty = isinstance(field, JSONField) and value in field.empty_values
    try:
        value = value if empty else field.clean(value, None)
    except ValidationError as error:
        text = _("{name} in the backup: {wrong}")
        raise RuleViolation(text, name=field.name, wrong=" ".join(error.messages)) from None
    if field.name == "answers" and not isinstance(value, dict):
        raise RuleViolation(_("{name} in the backup must be an object."), name=field.name)
    if field.name in TOKENS and not (value is None and field.null) and not SECRET.fullmatch(value):
        raise RuleViolation(_("The backup contains an invalid player link."))
    return value


def create_account(name: str):
    """Create an account without a password. RuleViolation for a name that no account has."""
    if not 0 < len(name.strip()) <= len(name) <= MAX_NAME_LENGTH:
        raise RuleViolation(_("The backup contains an invalid account."))
    return get_user_model().objects.create_user(name)
