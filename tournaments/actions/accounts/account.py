"""What people do with their own account; no event changes by it."""

from concurrent.futures import ThreadPoolExecutor

from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from qsessions.models import Session

from ...queries.accounts.sessions import name_of

# Mail is sent after the answer: how long it takes would tell whose address is known here.
MAIL = ThreadPoolExecutor(max_workers=1)


def sign_up(form):
    """Make the account of a valid form; None, and what is wrong in the form, where somebody else has taken
    the name since it was looked at."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        form.full_clean()


def change_email(user, address: str) -> str:
    """Give the account another mail address, or none; gives the one before, for `tell_former`."""
    before, user.email = user.email, address
    user.save(update_fields=["email"])
    return before


def tell_former(user, former: str):
    """A line to the mail address that an account had, so that no change of it goes unseen."""
    words = _(
        "The account {name} now has another mail address, or none. If that was not you, ask whoever runs the "
        "site to set a new password."
    ).format(name=user.get_username())
    MAIL.submit(send_mail, _("Your Topcut account: another mail address"), words, None, [former])


def end_session(user, name: str):
    """Sign out the device whose session goes by this name (queries.accounts); nothing where there is none."""
    for session in Session.objects.filter(user=user):
        if name_of(session.session_key) == name:
            session.delete()


def end_others(user, key: str = ""):
    """Sign out every device but the one whose session has this key."""
    Session.objects.filter(user=user).exclude(session_key=key).delete()
