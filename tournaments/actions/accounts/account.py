"""A user's own account; no event changes."""

from django.db import IntegrityError, transaction
from qsessions.models import Session

from ...queries.accounts.sessions import session_name
from .mails import notify_former_address


def sign_up(form):
    """Create the account of a valid form.

    Returns None, with errors in the form, if the name was taken since it was validated.
    """
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        form.full_clean()


def change_email(user, address: str, language: str):
    """Set or clear the account's mail address, and notify the former one."""
    with transaction.atomic():
        former, user.email = user.email, address
        user.save(update_fields=["email"])
        if former and former != address:
            notify_former_address(user, former, language)


def end_session(user, name: str):
    """Sign out the device with this session name (queries.accounts)."""
    for session in Session.objects.filter(user=user):
        if session_name(session.session_key) == name:
            session.delete()


def end_others(user, key: str = ""):
    """Sign out all devices except the one with this session key."""
    Session.objects.filter(user=user).exclude(session_key=key).delete()
