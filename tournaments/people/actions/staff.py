"""What the staff of a club set for a person: profile, link of the own page, and what it is remembered by."""

from ...access.clubs import MANAGE_CLUB
from ...changes.club_change import ClubChange, club_action
from ...models import Person, PersonIdentifier
from ...rules.errors import RuleViolation, _
from ..pages.matching import hash_of, identifiers_of
from .linking import is_to_be_remembered
from .locks import lock_with_events
from .own_page import replace_secrets, store_secret
from .people import find_person, find_player, get_person, show_people


@club_action(MANAGE_CLUB, log=_("Profile blocked by the staff: {people}"))
def hide_profile(change: ClubChange, pk: int):
    """Hide the profile of a person, whatever the person has decided."""
    set_profile(change, get_person(change, pk), is_hidden=True)


@club_action(MANAGE_CLUB, log=_("Profile not blocked by the staff any more: {people}"))
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
        store_secret(person, "token")
    change.values = {"people": [person.pk]}


@club_action(MANAGE_CLUB, log=_("New link of the own page: {people}"))
def renew_page_link(change: ClubChange, pk: int):
    """Give the own page of a person a new link; the old ones, also of merged people, lead nowhere."""
    person = get_person(change, pk)
    replace_secrets(person, "token")
    change.values = {"people": [person.pk]}


@club_action(MANAGE_CLUB, log=_("Wish to be remembered confirmed: {people}"))
def confirm_wish(change: ClubChange, player_pk: int):
    """Store what a player agreed to be remembered by, because the staff know that it is this person.

    The log holds neither identifiers nor the address. Raises RuleViolation without a wish.
    """
    player = find_player(change, player_pk)
    lock_with_events([player.person_id] if player.person_id else [], [player.event_id])
    player = find_player(change, player_pk)
    if player.person_id is None or player.is_proposed or not is_to_be_remembered(player.entry):
        raise RuleViolation(_("This player does not wish to be remembered any more."))
    person = find_person(change, player.person_id)
    person.remembered_at, person.address_hash = change.now, hash_of(player.entry) or person.address_hash
    person.save(update_fields=["remembered_at", "address_hash"])
    for publisher, value in identifiers_of(player.event, player.entry).items():
        PersonIdentifier.objects.get_or_create(person=person, publisher=publisher, value=value)
    change.values = {"people": [person.pk], "event": player.event_id}
