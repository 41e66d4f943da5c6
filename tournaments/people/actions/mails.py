"""Mails to people of a club: the links of their own pages, and links that confirm an address."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django_tasks import task

from ...changes.change import program_actor
from ...changes.club_change import ClubChange, club_action
from ...changes.tasks import MAIL
from ...models import Club, Person, PersonMail
from ...models.keys import hash_for_people
from ...registration.pages.entries import MailText, one_line
from ...rules.errors import _
from ...web.mails import NotDue, try_to_send
from .own_page import get_own_row, store_secret

# Rows are deleted after this time; links that confirm an address work for as long.
LIFETIME = timedelta(days=1)
# To one address.
MAX_MAILS_PER_HOUR = 3


def request_link(club: Club, address: str, site_url: str, language: str):
    """Mail the links of the people with this confirmed address; `site_url` is scheme and host.

    A task looks for them, so that a request takes the same time whether the address is known or not.
    """
    queue_mail(club, address, PersonMail.LINK, site_url=site_url, language=language)


def ask_to_confirm(person: Person, address: str, site_url: str, language: str):
    """Mail a link to this address that makes it the person's; `site_url` is scheme and host."""
    queue_mail(person.club, address, PersonMail.CONFIRM, person=person, site_url=site_url, language=language)


def queue_mail(club: Club, address: str, kind: str, **values):
    with transaction.atomic():
        mail = PersonMail.objects.create(
            club=club,
            kind=kind,
            at=timezone.now(),
            address=address,
            address_hash=hash_for_people(address),
            **values,
        )
        send_person_mail.enqueue(mail.pk)


# Somebody waits for it.
@task(queue_name=MAIL, priority=10)
def send_person_mail(mail_pk: int):
    """Send a mail, or try again later; one that was sent or deleted is left alone."""
    delete_old_person_mails(timezone.now())
    mail = PersonMail.objects.select_related("club", "person").filter(pk=mail_pk).first()
    if mail is None or mail.sent_at or mail.refused:
        return
    if try_to_send(mail, deliver_if_known, send_person_mail):
        PersonMail.objects.filter(pk=mail.pk).update(address="")


def delete_old_person_mails(now: datetime):
    """Delete the rows of mails asked for a day ago or earlier, sent or not: their links are too old."""
    PersonMail.objects.filter(at__lte=now - LIFETIME).delete()


def deliver_if_known(mail: PersonMail):
    """Deliver a mail; delete one to an address that nobody has, or that has had enough mails."""
    people = recipients(mail)
    if not (people and mail.club.is_published) or has_had_enough(mail, timezone.now()):
        mail.delete()
        raise NotDue
    for person in people:
        if mail.kind == PersonMail.LINK and person.token is None:
            person.token = make_own_page(mail.club, program_actor(), person.pk)
    deliver(mail, people)


def recipients(mail: PersonMail) -> list[Person]:
    """Return whom a mail is about: one person to confirm an address, or all who have confirmed it."""
    if mail.kind == PersonMail.CONFIRM:
        is_wanted = mail.person and mail.person.merged_into_id is None and mail.person.remembered_at
        return [mail.person] if is_wanted else []
    # An address of somebody who was merged counts for who they are now, if that one has agreed, too.
    rows = Person.with_merged.filter(club=mail.club, address_hash=mail.address_hash).order_by("pk")
    people = {row.current.pk: row.current for row in rows}
    return [person for person in people.values() if person.remembered_at]


def has_had_enough(mail: PersonMail, now: datetime) -> bool:
    """Return whether the address has had as many mails of people in the last hour as it may."""
    sent = PersonMail.objects.filter(address_hash=mail.address_hash, sent_at__gt=now - timedelta(hours=1))
    return sent.count() >= MAX_MAILS_PER_HOUR


@club_action(None, log=_("Own page made for a mail to the confirmed address: {people}"))
def make_own_page(change: ClubChange, pk: int) -> str:
    """Give a person an own page, and return its secret."""
    person = get_own_row(change, pk)
    if person.token is None:
        store_secret(person, "token")
    return person.token


def deliver(mail: PersonMail, people: list[Person]):
    """Write the mail and give it to the mail server."""
    with translation.override(mail.language or settings.LANGUAGE_CODE):
        text = write_mail(mail, people)
        context = {"mail": text, "language": translation.get_language()}
        message = EmailMultiAlternatives(
            text.subject,
            render_to_string("mail/mail.txt.jinja", context),
            to=[mail.address],
            # So that no program answers it.
            headers={"Auto-Submitted": "auto-generated"},
        )
        message.attach_alternative(render_to_string("mail/mail.jinja", context), "text/html")
        message.send()


def write_mail(mail: PersonMail, people: list[Person]) -> MailText:
    """Write a mail in the current language. That which confirms an address names nobody: it may be wrong."""
    club = one_line(mail.club.name)
    if mail.kind == PersonMail.CONFIRM:
        subject = gettext("Confirm your email address")
        words = gettext("Somebody entered this address on their own page of {club}. Was it you?")
        more = gettext(
            "The link works for a day. Then {club} can send the link of your page to this address."
        )
        label = gettext("Confirm my address")
        links = [(label, reverse("confirm_club_address", args=[mail.club.slug, mail.token]))]
    else:
        subject = gettext("Your personal link")
        words = gettext("This is the link of your own page of {club}.")
        more = gettext("Keep its address to yourself.")
        links = [
            (
                gettext("Page of {name}").format(name=one_line(person.name)),
                reverse("own_club_page", args=[mail.club.slug, person.token]),
            )
            for person in people
        ]
    footer = gettext(
        "You get this mail because this address was entered for {club}. If it wasn’t you, ignore it."
    )
    site = (settings.SITE_URL or mail.site_url).rstrip("/")
    return MailText(
        subject=subject,
        greeting=gettext("Hello,"),
        paragraphs=[words.format(club=club), more.format(club=club)],
        links=[(label, site + path) for label, path in links],
        facts=[],
        footer=footer.format(club=club),
    )
