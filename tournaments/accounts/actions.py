"""Mails to the owners of accounts: links to reset a password, and notices of a changed address."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext
from django_tasks import task

from ...models import AccountMail
from ...queries.registration.mail import hash_address
from ..registration.mail_delivery import try_to_send
from ..task_queue import MAIL

# To one address, however many accounts have it; and notices of one account's changed addresses.
MAX_RESETS_PER_HOUR, MAX_NOTICES_PER_HOUR = 4, 4
# Rows of mails that are sent or refused are deleted after this time.
KEEP = timedelta(days=1)


def request_reset(email: str, site_url: str, language: str):
    """Mail a link to reset the password to the accounts with this address; `site_url` is scheme and host.

    A task looks for them, so that a request takes the same time whether the address is known or not. Tasks
    are stored for a while: this one does not hold the address itself.
    """
    find_accounts.enqueue(hash_address(email), site_url, language)


@task(queue_name=MAIL)
def find_accounts(address_hash: str, site_url: str, language: str):
    """Queue the mails of the accounts whose address has this hash, a few an hour for the address."""
    users = User.objects.filter(is_active=True).exclude(email="")
    known = [user for user in users if constant_time_compare(hash_address(user.email), address_hash)]
    with_password = [user for user in known if user.has_usable_password()]
    room = MAX_RESETS_PER_HOUR - count_recent_mails(AccountMail.RESET, known)
    for user in with_password[: max(room, 0)]:
        store_mail(user, AccountMail.RESET, site_url=site_url, language=language)


def count_recent_mails(kind: str, users: list[User]) -> int:
    """Count the mails of this kind to these users that wait, or were queued in the last hour."""
    waiting_or_recent = Q(sent_at=None, refused=False) | Q(at__gt=timezone.now() - timedelta(hours=1))
    return AccountMail.objects.filter(waiting_or_recent, kind=kind, user__in=users).count()


def notify_former_address(user: User, former: str, language: str):
    """Notify the former mail address, so that no change goes unnoticed.

    Only a few an hour: changing to and fro between two addresses must not fill the mailbox of another person.
    """
    if count_recent_mails(AccountMail.FORMER_ADDRESS, [user]) >= MAX_NOTICES_PER_HOUR:
        return
    store_mail(user, AccountMail.FORMER_ADDRESS, address=former, language=language)


def store_mail(user: User, kind: str, **values):
    with transaction.atomic():
        mail = AccountMail.objects.create(user=user, kind=kind, at=timezone.now(), **values)
        send_account_mail.enqueue(mail.pk)


# Somebody waits for it.
@task(queue_name=MAIL, priority=10)
def send_account_mail(mail_pk: int):
    """Send a mail, or try again later; one that was sent or deleted is left alone."""
    delete_old_mails(timezone.now())
    mail = AccountMail.objects.select_related("user").filter(pk=mail_pk).first()
    if mail is None or mail.sent_at or mail.refused:
        return
    if try_to_send(mail, deliver, send_account_mail):
        AccountMail.objects.filter(pk=mail.pk).update(address="")


def delete_old_mails(now: datetime):
    """Delete the mails that were sent or refused, with former addresses, after a day."""
    done = AccountMail.objects.filter(~Q(sent_at=None) | Q(refused=True))
    done.filter(at__lte=now - KEEP).delete()


def deliver(mail: AccountMail):
    """Write the mail and give it to the mail server. Without one, Django's backend prints it."""
    with translation.override(mail.language or settings.LANGUAGE_CODE):
        if mail.kind == AccountMail.RESET:
            subject, text, address = gettext("Topcut: reset your password"), reset_text(mail), mail.user.email
        else:
            subject, address = gettext("Topcut: your email address was changed"), mail.address
            text = gettext(
                "The email address of your account {name} was changed or removed. If it wasn’t you, ask the "
                "site’s administrator to reset your password."
            ).format(name=mail.user.get_username())
        if address:
            send_mail(subject, text, None, [address])


def reset_text(mail: AccountMail) -> str:
    """Return the text with a new link, which works for an hour from now."""
    values = {
        "user": mail.user,
        "uid": urlsafe_base64_encode(force_bytes(mail.user.pk)),
        "token": default_token_generator.make_token(mail.user),
        "site": mail.site_url,
    }
    return render_to_string("accounts/reset_mail.txt.jinja", values)
