"""Invitations to the final of a series: sent, accepted, declined, and offered again."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.utils.translation import ngettext_lazy

from ... import access
from ...changes.change import Change, DuplicateRequest, action, same_action
from ...models import Mail, Person, Registration
from ...models.keys import hash_for_people
from ...models.registration import CLOSED_STATES
from ...rules.errors import RuleViolation, _
from ...rules.registration import has_started
from .entries import check_not_started, check_unique_name, find_registration
from .entry_desk import accept_registrations, accept_rows, check_cap, decline_registrations, decline_rows
from .mails import queue_mails
from .places import check_entry_count, enter_registered, free_places_later


@action(
    None,
    self_service=True,
    log=ngettext_lazy("{count} person invited", "{count} people invited", "count"),
)
def invite_people(
    change: Change,
    people: Sequence[tuple[int, Person]],
    held_until: datetime | None = None,
    site_url: str = "",
):
    """Invite people, given with their place in the order of seeds.

    The seats are held until `held_until`, or until the event starts.
    """
    rows = store_invitations(change, people, held_until, site_url)
    change.log(count=len(rows))


def store_invitations(
    change: Change,
    people: Sequence[tuple[int, Person]],
    held_until: datetime | None,
    site_url: str,
) -> list[Registration]:
    """Store invitations in the action of this change, and mail them to addresses that are known.

    RuleViolation once the event has started.
    """
    check_not_started(change.history)
    check_entry_count(change.event, len(people))
    contacts = find_contacts([person for _order, person in people])
    rows = [
        Registration(
            event=change.event,
            state=Registration.INVITED,
            order=order,
            at=change.now,
            name=person.name,
            person=person,
            held_until=held_until,
            site_url=site_url,
            **contacts.get(person.pk, {}),
        )
        for order, person in people
    ]
    Registration.objects.bulk_create(rows, 500)
    queue_mails(change, rows, Mail.INVITED)
    if held_until:
        free_places_later.using(run_after=held_until).enqueue(change.event.pk)
    return rows


def find_contacts(people: Sequence[Person]) -> dict[int, dict]:
    """Return address and language of the people whose confirmed address an entry has, by primary key.

    It is the one that the person lets the club remember: an entry with an older address does not count.
    """
    hashes = {person.pk: person.address_hash for person in people if person.address_hash}
    of_players = Q(player__person__in=hashes, player__is_proposed=False)
    entries = Registration.objects.filter(of_players | Q(person__in=hashes), email_confirmed_at__isnull=False)
    contacts = {}
    for row in entries.exclude(email="").select_related("player").order_by("-email_confirmed_at", "-pk"):
        pk = row.player.person_id if row.player else row.person_id
        if pk not in contacts and hash_for_people(row.email) == hashes.get(pk):
            columns = ("email", "email_confirmed_at", "language")
            contacts[pk] = {name: getattr(row, name) for name in columns}
    return contacts


@action(None, self_service=True, log=_("{who} accepted the invitation"))
def accept_invitation(change: Change, token: str):
    """Enter the player of an invitation. DuplicateRequest if it is accepted.

    Raises RuleViolation if it was declined, its time is over, or the event has started or is cancelled.
    """
    row = find_registration(change, token)
    state = row.state_in(change.history)
    if state == Registration.REGISTERED:
        raise DuplicateRequest
    if state != Registration.INVITED:
        raise RuleViolation(_("You have declined. Ask the organiser if you want to play after all."))
    if change.history.cancelled:
        raise RuleViolation(_("This event is cancelled."))
    if has_started(change.history) or (row.held_until and row.held_until <= change.now):
        raise RuleViolation(_("The time to answer is over. Ask the organiser if you can still play."))
    check_cap(change, 1)
    if row.person_id is None:
        check_unique_name(change, row.name, row)
    enter_registered(change, [row])
    row.state, row.held_until = Registration.REGISTERED, None
    row.save(update_fields=["state", "held_until"])


@action(None, self_service=True, log=_("{who} declined the invitation"))
def decline_invitation(change: Change, token: str):
    """Decline an invitation: the seat goes to the next one. DuplicateRequest if there is none to decline."""
    row = find_registration(change, token)
    if row.state_in(change.history) != Registration.INVITED:
        raise DuplicateRequest
    row.state, row.held_until = Registration.DECLINED, None
    row.save(update_fields=["state", "held_until"])


@same_action(accept_registrations)
def accept_for(change: Change, pk: int):
    """Accept an invitation for the one who has it. RuleViolation if it is answered, or without a place."""
    accept_rows(change, [find_in_state(change, pk, Registration.INVITED)], exceed=False)


@same_action(decline_registrations)
def decline_for(change: Change, pk: int):
    """Decline an invitation for the one who has it. RuleViolation if it is answered."""
    decline_rows(change, [find_in_state(change, pk, Registration.INVITED)])


def find_in_state(change: Change, pk: int, *states: str) -> Registration:
    """Return an entry; RuleViolation if it has none of these states any more, which the page has shown."""
    row = Registration.objects.filter(event=change.event, pk=pk).select_related("player").first()
    if row is None:
        raise RuleViolation(_("This registration doesn’t exist any more."))
    if row.state_in(change.history) not in states:
        text = _("The answer of {name} has changed since you opened this page. Look at it, then decide.")
        raise RuleViolation(text, name=row.name)
    return row


@action(access.MANAGE, log=_("Invitation offered again"))
def offer_again(change: Change, pk: int, seats: int | None):
    """Offer a declined invitation again.

    If all `seats` are taken, the last one in order who has not answered gives theirs back. Raises
    RuleViolation if everybody has accepted, or the entry is open.
    """
    check_not_started(change.history)
    row = find_in_state(change, pk, *CLOSED_STATES)
    open_rows = Registration.objects.not_in_event(change.event, Registration.INVITED)
    taken = open_rows.count() + sum(not player.has_left for player in change.history.players)
    if seats is not None and taken >= seats:
        last = open_rows.last()
        if last is None:
            raise RuleViolation(_("All seats are taken, and everybody has accepted. Add a seat first."))
        last.delete()
    row.state, row.held_until = Registration.INVITED, None
    row.save(update_fields=["state", "held_until"])
