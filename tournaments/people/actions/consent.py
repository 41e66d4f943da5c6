"""What a club may remember of a person: identifiers and a hash of the address, with consent alone."""

from django.db.models import TextField
from django.db.models.functions import Cast

from ...changes.change import DuplicateRequest
from ...changes.club_change import ClubChange, club_action, path_of
from ...models import Club, Person, PersonIdentifier, PersonMail, Registration
from ...models.person import MAX_IDENTIFIER_LENGTH
from ...rules.errors import RuleViolation, _
from ...rules.players.roster import check_text
from ..pages.club_people import with_merged
from ..pages.matching import as_identifier
from .mails import LIFETIME
from .own_page import get_own_row

NEEDS_CONSENT = _("Agree to be remembered first.")


@club_action(None, log=_("Agreed to be remembered: {people}"))
def agree_to_be_remembered(change: ClubChange, pk: int):
    """Let the club store identifiers and a hash of the address. DuplicateRequest if that was agreed."""
    person = get_own_row(change, pk)
    if person.remembered_at:
        raise DuplicateRequest
    person.remembered_at = change.now
    person.save(update_fields=["remembered_at"])


@club_action(None, log=_("No longer wants to be remembered: {people}"))
def withdraw_consent(change: ClubChange, pk: int):
    """Delete the identifiers and the hash of the address at once, also from the log and merged people."""
    person = get_own_row(change, pk)
    forget_what_was_agreed(change.club, [one.pk for one in with_merged(person)])


def forget_what_was_agreed(club: Club, people: list[int]):
    """Delete what people of the club are remembered by; entries of theirs no longer ask for it."""
    identifiers = PersonIdentifier.objects.filter(person__in=people)
    delete_from_log(club, {path_of(row) for row in identifiers}, people)
    identifiers.delete()
    PersonMail.objects.filter(person__in=people).delete()
    Person.with_merged.filter(pk__in=people).update(remembered_at=None, address_hash="")
    Registration.objects.filter(player__person__in=people, remember=True).update(remember=False)


def delete_from_log(club: Club, paths: set[str], people: list[int]):
    """Delete identifiers of people, now and formerly stored, from the changes in the log of the club."""
    prefix = f"{PersonIdentifier._meta.model_name}:"
    entries = club.log.annotate(text=Cast("changes", TextField())).filter(text__contains=prefix)
    for entry in entries:
        kept = {
            path: sides
            for path, sides in entry.changes.items()
            if not (path in paths or (path.startswith(prefix) and is_of(sides, people)))
        }
        if kept != entry.changes:
            entry.changes = kept
            entry.save(update_fields=["changes"])


def is_of(sides: list[dict | None], people: list[int]) -> bool:
    """Return whether a row in the log, as [before, after], belongs to one of these people."""
    return any(side and side.get("person_id") in people for side in sides)


@club_action(None, log=_("Identifier entered on the own page: {people}"))
def set_own_identifier(change: ClubChange, pk: int, publisher: str, value: str):
    """Store the person's identifier with a publisher, instead of a former one; "" deletes it.

    Nothing says whether somebody else has it: then it is shared, and decides nothing. No log holds it.
    Raises RuleViolation without consent.
    """
    person = get_own_row(change, pk)
    if person.remembered_at is None:
        raise RuleViolation(NEEDS_CONSENT)
    value = as_identifier(value)
    check_text(value)
    if len(value) > MAX_IDENTIFIER_LENGTH:
        raise RuleViolation(_("Use at most {most} characters."), most=MAX_IDENTIFIER_LENGTH)
    PersonIdentifier.objects.filter(person__in=with_merged(person), publisher=publisher).delete()
    if value:
        PersonIdentifier.objects.create(person=person, publisher=publisher, value=value)


@club_action(None, log=_("Address confirmed: {people}"))
def confirm_address(change: ClubChange, token: str):
    """Store the hash of an address, whose mail has this secret; RuleViolation if it is too old or unknown."""
    mails = PersonMail.objects.filter(club=change.club, kind=PersonMail.CONFIRM, token=token)
    mail = mails.filter(at__gt=change.now - LIFETIME).first()
    if mail is None or mail.person.merged_into_id or mail.person.remembered_at is None:
        raise RuleViolation(_("This link is too old. Enter the address on your page again."))
    person = get_own_row(change, mail.person_id)
    person.address_hash = mail.address_hash
    person.save(update_fields=["address_hash"])
    mail.delete()


@club_action(None, log=_("Address deleted on the own page: {people}"))
def delete_address(change: ClubChange, pk: int):
    """Delete the hash of the address, and mails that would confirm one."""
    people = [one.pk for one in with_merged(get_own_row(change, pk))]
    PersonMail.objects.filter(person__in=people).delete()
    Person.with_merged.filter(pk__in=people).update(address_hash="")
