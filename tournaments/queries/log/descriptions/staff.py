"""Descriptions of changes to the staff."""

from django.utils.translation import gettext, gettext_noop

from ....models import Staff
from .changes import of_name, plain, suffix_of


def amended(row, names):
    who, _comma, role = suffix_of(row).rpartition(", ")
    role_name = dict(Staff.ROLES).get(role, role)
    return gettext("{name} is now {role}").format(name=who or role, role=role_name), ""


def of_role(message):
    """Describe an action that has a role after its colon."""
    return lambda row, names: (gettext(message).format(role=dict(Staff.ROLES).get(suffix_of(row), "")), "")


DESCRIPTIONS = {
    "amend_staff": amended,
    "remove_staff": of_name(gettext_noop("{name} removed from the staff")),
    "pass_ownership": of_name(gettext_noop("Ownership transferred to {name}")),
    "leave_event": plain(gettext_noop("Left the staff")),
    "invite": of_role(gettext_noop("Invitation created: {role}")),
    "revoke_invitation": plain(gettext_noop("Invitation revoked")),
    "take_invitation": of_role(gettext_noop("Invitation accepted: {role}")),
}
