"""A user's own account; no event changes."""

from concurrent.futures import ThreadPoolExecutor

from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from qsessions.models import Session

from ...queries.accounts.sessions import session_name

# Mail is sent in the background: the response time would reveal which addresses have an account.
MAIL = ThreadPoolExecutor(max_workers=1)


def sign_up(form):
    """Create the account of a valid form.

    Returns None, with errors in the form, if the name was taken since it was validated.
    """
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        form.full_clean()


def change_email(user, address: str) -> str:
    """Set or clear the account's mail address; return the former one, for `notify_former_address`."""
    before, user.email = user.email, address
    user.save(update_fields=["email"])
    return before


def notify_former_address(user, former: str):
    """Notify the former mail address, so that no change goes unnoticed."""
    text = _(
        "The email address of your account {name} was changed or removed. If it wasn’t you, ask the site’s "
        "administrator to reset your password."
    ).format(name=user.get_username())
    MAIL.submit(send_mail, _("Topcut: your email address was changed"), text, None, [former])


def end_session(user, name: str):
    """Sign out the device with this session name (queries.accounts)."""
    for session in Session.objects.filter(user=user):
        if session_name(session.session_key) == name:
            session.delete()


def end_others(user, key: str = ""):
    """Sign out all devices except the one with this session key."""
    Session.objects.filter(user=user).exclude(session_key=key).delete()
