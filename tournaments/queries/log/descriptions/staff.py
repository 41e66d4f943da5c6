"""Descriptions of changes to the staff."""

from django.utils.translation import gettext, gettext_noop

from ....models import Staff
from .changes import of_name, plain


def of_staff(words):
    """Describe an action that names a person and maybe their new role."""

    def describe(row, names):
        who, _comma, role = row.action.partition(": ")[2].rpartition(", ")
        return gettext(words).format(name=who or role, role=dict(Staff.ROLES).get(role, role)), ""

    return describe


def of_role(words):
    return lambda row, names: (
        gettext(words).format(role=dict(Staff.ROLES).get(row.action.partition(": ")[2], "")),
        "",
    )


WORDS = {
    "amend_staff": of_staff(gettext_noop("{name} is {role} now")),
    "remove_staff": of_name(gettext_noop("{name} removed from the staff")),
    "pass_ownership": of_name(gettext_noop("The event is passed on to {name}")),
    "leave_event": plain(gettext_noop("Left the staff")),
    "invite": of_role(gettext_noop("Invitation made: {role}")),
    "revoke_invitation": plain(gettext_noop("Invitation revoked")),
    "take_invitation": of_role(gettext_noop("Invitation taken: {role}")),
}
