"""Accounts: sign-up, mails, sessions, deletion."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from axes.utils import reset
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext
from django_tasks import task
from qsessions.models import Session

from ..changes.change import Actor, Change, action
from ..changes.tasks import MAIL
from ..clubs.actions import end_club_invitations
from ..desk.actions import end_invitations, has_other_owner
from ..models import (
    AccountMail,
    Club,
    ClubLogEntry,
    ClubStaff,
    Event,
    Invitation,
    LogEntry,
    Message,
    RestorePoint,
    ResultRevision,
    Staff,
)
from ..models.registration import hash_address
from ..rules import event_file
from ..rules.errors import RuleViolation, _
from ..rules.history import ADMIN, DESK
from ..rules.log.erasure import PlayerEraser
from ..web.mails import try_to_send

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


@dataclass(frozen=True)
class Device:
    """A signed-in browser; `name` identifies its session without revealing the secret key.

    `last_seen` is exact to ten minutes; `is_current`: it sent this request.
    """

    name: str
    browser: str
    address: str
    last_seen: datetime
    is_current: bool


def session_name(session_key: str) -> str:
    return hashlib.sha256(session_key.encode()).hexdigest()[:16]


def devices_of(user, current_key: str) -> list[Device]:
    """Return the user's devices: the one with the current session key first, then the last used."""
    sessions = Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-updated_at")
    devices = [
        Device(
            name=session_name(session.session_key),
            browser=browser_text(session),
            address=session.ip or "",
            last_seen=session.updated_at,
            is_current=session.session_key == current_key,
        )
        for session in sessions
    ]
    return sorted(devices, key=lambda device: not device.is_current)


def browser_text(session) -> str:
    """Return “Firefox on Linux”, as far as the browser identifies itself."""
    device_info = session.device_info
    browser = device_info.user_agent.family if device_info and device_info.user_agent else ""
    system = device_info.os.family if device_info and device_info.os else ""
    if browser and system:
        return gettext("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or gettext("Unknown browser")


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
    """Sign out the device with this `session_name`."""
    for session in Session.objects.filter(user=user):
        if session_name(session.session_key) == name:
            session.delete()


def end_others(user, key: str = ""):
    """Sign out all devices except the one with this session key."""
    Session.objects.filter(user=user).exclude(session_key=key).delete()


FORMER = "former organiser"
# Columns that hold the name of an account.
NAME_COLUMNS = (
    (Message, "done_by"),
    (RestorePoint, "who"),
    (Invitation, "made_by"),
    (Invitation, "taken_by"),
)
# The same for rows of clubs.
CLUB_NAME_COLUMNS = ((Invitation, "made_by"), (Invitation, "taken_by"), (ClubLogEntry, "who"))
# Sources of actions by accounts; "" if the log does not say.
ACCOUNT_SOURCES = ("", DESK, ADMIN)


@transaction.atomic
def delete_account(user):
    """Delete an account and remove its name from its events, with one log entry each.

    Raises RuleViolation while it is the only owner of an event or of a club with events, or the only
    administrator of the site.
    """
    check_not_last_owner(user)
    # Always in the same order, so that two deletions at once cannot deadlock.
    for event in Event.objects.filter(pk__in=events_of(user)).order_by("pk"):
        forget_organiser(event, Actor(FORMER, source=DESK), user)
    for row in ClubStaff.objects.filter(user=user):
        end_club_invitations(row, None)
    for model, column in CLUB_NAME_COLUMNS:
        named = model.objects.filter(**{column: user.get_username()}).exclude(club=None)
        named.update(**{column: FORMER})
    reset(username=user.get_username())
    user.delete()


@action(None, log=_("A staff member deleted their account"))
def forget_organiser(change: Change, user):
    forget_account(change.event, user)


def check_not_last_owner(user):
    """Raise RuleViolation if an event, a club or the site would have no owner or administrator left."""
    for role in Staff.objects.filter(user=user, role=Staff.OWNER).select_related("event"):
        if not has_other_owner(role):
            text = _("You are the only owner of {name}. Transfer it to someone else or delete it first.")
            raise RuleViolation(text, name=role.event.name)
    for club in Club.objects.filter(staff__user=user, staff__role=Staff.OWNER):
        if club.needs_owner_besides(user):
            text = _("You are the only owner of the club {name}. Make somebody else an owner first.")
            raise RuleViolation(text, name=club)
    others = get_user_model().objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise RuleViolation(
            _("You are the only administrator of this site. Make someone else an administrator first.")
        )


def events_of(user) -> set[int]:
    """Return the ids of the events whose rows name this account."""
    name = user.get_username()
    named = (
        LogEntry.objects.filter(user=user).values_list("event"),
        ResultRevision.objects.filter(user=user).values_list("match__round__phase__event"),
        Staff.objects.filter(user=user).values_list("event"),
        *(model.objects.filter(**{column: name}).values_list("event") for model, column in NAME_COLUMNS),
    )
    return {pk for rows in named for (pk,) in rows.distinct().order_by()}


def forget_account(event: Event, user):
    """Remove the account's name from the event's rows, log and restore points."""
    name = user.get_username()
    for row in Staff.objects.filter(event=event, user=user):
        end_invitations(row, None)
    LogEntry.objects.filter(event=event, user=user).update(who=FORMER)
    ResultRevision.objects.filter(match__round__phase__event=event, user=user).update(who=FORMER)
    for model, column in NAME_COLUMNS:
        model.objects.filter(event=event, **{column: name}).update(**{column: FORMER})
    eraser = PlayerEraser(frozenset(), (name,), (), FORMER)
    # Entries about roles name the account in their action.
    for entry in LogEntry.objects.filter(event=event, action__contains=name):
        action, colon, rest = entry.action.partition(": ")
        entry.action = action + colon + eraser.erase_text(rest)
        entry.save(update_fields=["action"])
    for point in RestorePoint.objects.filter(
        event=event, file__contains=json.dumps(name, ensure_ascii=False)
    ):
        file = json.loads(point.file)
        file["log"] = [line_without(line, name) for line in file.get("log", ())]
        point.file = event_file.format_json(file)
        point.save(update_fields=["file"])


def line_without(line: dict, name: str) -> dict:
    is_by_account = line.get("who") == name and line.get("source", "") in ACCOUNT_SOURCES
    return line | {"who": FORMER} if is_by_account else line
