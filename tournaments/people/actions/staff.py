"""What the staff of a club set for a person: the profile, and the link of the own page."""

from ...access.clubs import MANAGE_CLUB
from ...changes.club_change import ClubChange, club_action
from ...models import Person
from ...models.player import new_token
from ...rules.errors import RuleViolation, _
from .people import get_person, show_people


@club_action(MANAGE_CLUB, log=_("Profile hidden by the staff: {people}"))
def hide_profile(change: ClubChange, pk: int):
    """Hide the profile of a person, whatever the person has decided."""
    set_profile(change, get_person(change, pk), is_hidden=True)


@club_action(MANAGE_CLUB, log=_("Profile not hidden by the staff any more: {people}"))
def stop_hiding_profile(change: ClubChange, pk: int):
    """Stop hiding the profile of a person: what the person has decided counts again."""
    set_profile(change, get_person(change, pk), is_hidden=False)


@club_action(MANAGE_CLUB, log=_("Profile switched on by the staff, on the player’s word: {people}"))
def switch_profile_on(change: ClubChange, pk: int):
    """Switch the profile of a person on, who has asked the staff to.

    Raises RuleViolation if the person has switched it off, or is under age.
    """
    person = get_person(change, pk)
    if person.has_profile is False:
        text = _("{person} has switched the profile off. Only the own page can switch it on again.")
        raise RuleViolation(text, person=person.name)
    if person.is_minor:
        raise RuleViolation(_("People under age have no profile."))
    set_profile(change, person, has_profile=True)


def set_profile(change: ClubChange, person: Person, **columns):
    change.edit(person, **columns)
    change.values = {"people": [person.pk]}
    show_people(change, [person.pk])


@club_action(MANAGE_CLUB, log=_("Link of the own page handed over: {people}"))
def hand_over_page(change: ClubChange, pk: int):
    """Give a person an own page of the club, whose link the staff hand over."""
    person = get_person(change, pk)
    if person.token is None:
        set_token(change, person)
    change.values = {"people": [person.pk]}


@club_action(MANAGE_CLUB, log=_("New link of the own page: {people}"))
def renew_page_link(change: ClubChange, pk: int):
    """Give the own page of a person a new link; the old one leads nowhere any more."""
    person = get_person(change, pk)
    set_token(change, person)
    change.values = {"people": [person.pk]}


def set_token(change: ClubChange, person: Person):
    """Store a new secret, which no log holds."""
    person.token = new_token()
    person.save(update_fields=["token"])
