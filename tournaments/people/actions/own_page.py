"""What people do on their own page of the club, with its secret; the log of the club says who by their id."""

from ...changes.change import DuplicateRequest
from ...changes.club_change import ClubChange, club_action
from ...models import Person, PersonRequest
from ...models.player import new_token
from ...rules.errors import RuleViolation, _
from ...rules.players.roster import check_name
from ..pages.club_people import with_merged
from ..pages.requests import open_requests
from .people import get_person, show_people
from .public_names import check_public_name, short_name_of


@club_action(None, log=_("Public name chosen on the own page: {people}"))
def choose_public_name(change: ClubChange, pk: int, public_name: str):
    """Set the name on public pages. Raises RuleViolation for one that no player can have, or another has."""
    check_name(public_name)
    person = get_own_row(change, pk)
    check_public_name(person, public_name, person.name)
    change.edit(person, public_name=public_name)
    show_people(change, [person.pk])


@club_action(None, log=_("Profile switched on on the own page: {people}"))
def switch_own_profile_on(change: ClubChange, pk: int):
    """Let everybody see the profile. Raises RuleViolation for people under age."""
    person = get_own_row(change, pk)
    if person.is_minor:
        raise RuleViolation(_("People under age have no profile."))
    change.edit(person, has_profile=True)
    show_people(change, [person.pk])


@club_action(None, log=_("Profile switched off on the own page: {people}"))
def switch_own_profile_off(change: ClubChange, pk: int):
    """Show the profile to nobody; only the own page can switch it on again."""
    person = get_own_row(change, pk)
    change.edit(person, has_profile=False)
    show_people(change, [person.pk])


@club_action(None, log=_("Hidden on the own page: {people}"))
def hide_myself(change: ClubChange, pk: int):
    """Switch the profile off, and show first name and initial unless another public name was chosen.

    A single name has no initial: then a pseudonym is shown.
    """
    person = get_own_row(change, pk)
    columns = {"has_profile": False}
    if person.public_name == person.name:
        columns["public_name"] = short_name_of(person)
    change.edit(person, **columns)
    show_people(change, [person.pk])


@club_action(None, log=_("Asked to be forgotten: {people}"))
def ask_to_be_forgotten(change: ClubChange, pk: int):
    """Ask the staff to erase the person. DuplicateRequest if that has been asked."""
    person = get_own_row(change, pk)
    if open_requests(person).exists():
        raise DuplicateRequest
    PersonRequest.objects.create(person=person, kind=PersonRequest.FORGET, at=change.now)


@club_action(None, log=_("No longer asks to be forgotten: {people}"))
def withdraw_request(change: ClubChange, pk: int):
    """Withdraw the request to be forgotten. DuplicateRequest without one."""
    person = get_own_row(change, pk)
    deleted, _rows = open_requests(person).delete()
    if not deleted:
        raise DuplicateRequest


@club_action(None, log=_("New link made on the own page: {people}"))
def renew_own_link(change: ClubChange, pk: int) -> str:
    """Give the own page a new secret, and return it; the old ones, also of merged people, lead nowhere."""
    person = get_own_row(change, pk)
    replace_secrets(person, "token")
    return person.token


@club_action(None, log=_("New address of the calendar made on the own page: {people}"))
def renew_own_calendar(change: ClubChange, pk: int):
    """Give the person's calendar a new address; the old one leads nowhere any more."""
    person = get_own_row(change, pk)
    replace_secrets(person, "calendar_token")


def replace_secrets(person: Person, column: str):
    """Store a new secret instead of the old ones, also of people who were merged into this one."""
    Person.with_merged.filter(pk__in=[one.pk for one in with_merged(person)]).update(**{column: None})
    store_secret(person, column)


def store_secret(person: Person, column: str):
    """Store a new secret, which no log holds."""
    setattr(person, column, new_token())
    person.save(update_fields=[column])


@club_action(None, log=_("Account connected on the own page: {people}"))
def connect_account(change: ClubChange, pk: int, user):
    """Let an account open the own page. Raises RuleViolation if it opens another person's in this club."""
    person = get_own_row(change, pk)
    own = Person.with_merged.filter(pk__in=[one.pk for one in with_merged(person)])
    if Person.with_merged.filter(club=change.club, account=user).exclude(pk__in=own.values("pk")).exists():
        raise RuleViolation(_("Your account is connected with another person of this club."))
    # Of somebody who was merged into the person.
    own.filter(account=user).update(account=None)
    person.account = user
    person.save(update_fields=["account"])


@club_action(None, log=_("Account no longer connected: {people}"))
def disconnect_account(change: ClubChange, pk: int):
    """Let no account open the own page. DuplicateRequest without one."""
    people = [one.pk for one in with_merged(get_own_row(change, pk))]
    if not Person.with_merged.filter(pk__in=people).exclude(account=None).update(account=None):
        raise DuplicateRequest


def get_own_row(change: ClubChange, pk: int) -> Person:
    """Return the person of the page, locked; the log names them by their id."""
    person = get_person(change, pk)
    change.values = {"people": [person.pk]}
    return person
