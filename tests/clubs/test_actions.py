"""Clubs: made silently, changed through their log, and moved into."""

import pytest
from django.contrib.auth import get_user_model
from django.db.models import ProtectedError

from tests.support.desk_events import actor_of, fresh, friday
from tests.support.played_events import ME
from tournaments.accounts.actions import delete_account
from tournaments.changes.change import Actor, DuplicateRequest
from tournaments.clubs import actions
from tournaments.clubs.pages import club_log
from tournaments.desk.actions import pass_ownership
from tournaments.events.actions.events import create_event, import_event, repeat_event
from tournaments.events.pages.catalogue import can_be_guessed
from tournaments.history.cache import load_history
from tournaments.models import Club, ClubStaff, Event, Person, Staff
from tournaments.people.actions.people import change_person
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import EventHistory, PhaseRecord

HISTORY = EventHistory("Friday", "magic", phases=(PhaseRecord("swiss"),))


def account(name):
    return get_user_model().objects.create_user(name)


def role(club, name, role):
    user = account(name)
    ClubStaff.objects.create(club=club, user=user, role=role)
    return user


def club_of(user):
    return create_event(actor_of(user), HISTORY).club


def test_the_first_event_of_an_account_makes_its_club_silently(organiser):
    first, second = create_event(actor_of(organiser), HISTORY), create_event(actor_of(organiser), HISTORY)
    assert first.club == second.club and Club.objects.count() == 1
    assert not first.club.name and not first.club.is_published and not can_be_guessed(f"-{first.club.slug}")
    assert ClubStaff.objects.get().role == Staff.OWNER


def test_an_event_of_the_command_line_has_no_club(db):
    assert create_event(ME, HISTORY).club is None and not Club.objects.exists()
    assert import_event(HISTORY).club is None and not Club.objects.exists()


def test_an_imported_event_belongs_to_the_club_of_the_account(organiser):
    club = club_of(organiser)
    assert import_event(HISTORY, actor_of(organiser)).club == club
    assert import_event(HISTORY, actor_of(account("ann"))).club not in (club, None)


def test_a_new_event_belongs_to_the_club_of_the_last_one(organiser):
    own, other = club_of(organiser), Club.objects.create(slug="other")
    ClubStaff.objects.create(club=other, user=organiser, role=Staff.ORGANISER)
    assert create_event(actor_of(organiser), HISTORY, other).club == other
    assert create_event(actor_of(organiser), HISTORY).club == other
    assert create_event(actor_of(organiser), HISTORY, own).club == own


@pytest.mark.parametrize("below", [Staff.SCOREKEEPER, Staff.JUDGE])
def test_who_only_helps_in_a_club_gets_an_own_one(organiser, below):
    club = club_of(organiser)
    helper = role(club, "helper", below)
    assert create_event(actor_of(helper), HISTORY, club).club != club


def test_who_helps_at_one_event_repeats_it_in_an_own_club(organiser):
    event, guest = create_event(actor_of(organiser), HISTORY), account("guest")
    Staff.objects.create(event=event, user=guest, role=Staff.ORGANISER)
    assert repeat_event(actor_of(guest), event, HISTORY).club != event.club
    assert repeat_event(actor_of(organiser), event, HISTORY).club == event.club


def test_each_change_is_logged_with_before_and_after(organiser):
    club = club_of(organiser)
    actions.change_club(club, actor_of(organiser), place="Rua do Almada 118", about="")
    entry = club.log.get()
    assert entry.changes == {"club": [{"place": ""}, {"place": "Rua do Almada 118"}]}
    assert [line.sentence for line in club_log(club, 1)] == ["Club changed"]


def test_a_repeated_request_changes_nothing(organiser):
    club, actor = club_of(organiser), Actor("organiser", organiser, key="page.1")
    actions.change_club(club, actor, place="Porto")
    with pytest.raises(DuplicateRequest):
        actions.change_club(club, actor, place="Lisbon")
    club.refresh_from_db()
    assert club.place == "Porto" and club.version == 2


def test_two_people_who_change_the_club_at_once_are_told(organiser):
    club = club_of(organiser)
    actions.change_club(club, actor_of(organiser), place="Porto")
    late = Actor("other", organiser, seen_version=1)
    with pytest.raises(RuleViolation, match="organiser has just changed this"):
        actions.change_club(club, late, place="Lisbon")


def test_two_clubs_never_have_one_address(organiser):
    first, second = club_of(organiser), club_of(account("other"))
    actions.publish_club(first, actor_of(organiser), "The Lantern", "the-lantern")
    with pytest.raises(RuleViolation, match="Another club has this address"):
        actions.publish_club(second, actor_of(organiser), "Lantern", "the-lantern")


def test_publishing_and_withdrawing_reach_the_pages_of_all_events(organiser):
    event = fresh(create_event(actor_of(organiser), HISTORY))
    actions.publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    published = fresh(event)
    assert published.layout_version == event.layout_version + 1
    assert published.published_club.name == "The Lantern"
    actions.unpublish_club(event.club, actor_of(organiser))
    assert fresh(event).layout_version == event.layout_version + 2 and fresh(event).published_club is None


def test_only_owners_make_and_unmake_owners_and_organisers(organiser):
    club = club_of(organiser)
    manager = role(club, "manager", Staff.ORGANISER)
    judge = ClubStaff.objects.get(user=role(club, "judge", Staff.JUDGE))
    actions.change_club_role(club, actor_of(manager), judge.pk, Staff.SCOREKEEPER)
    with pytest.raises(RuleViolation, match="Only an owner"):
        actions.change_club_role(club, actor_of(manager), judge.pk, Staff.OWNER)
    with pytest.raises(RuleViolation, match="Only an owner"):
        actions.remove_club_staff(club, actor_of(manager), club.staff.get(user=organiser).pk)
    actions.change_club_role(club, actor_of(organiser), judge.pk, Staff.OWNER)


def test_an_owner_who_becomes_an_organiser_cannot_take_the_role_back_by_an_invitation(organiser):
    club = club_of(organiser)
    partner = role(club, "partner", Staff.OWNER)
    token = actions.invite_to_club(club, actor_of(partner), Staff.OWNER)
    kept = actions.invite_to_club(club, actor_of(partner), Staff.JUDGE)
    actions.change_club_role(club, actor_of(organiser), club.staff.get(user=partner).pk, Staff.ORGANISER)
    with pytest.raises(RuleViolation, match="no longer valid"):
        actions.take_club_invitation(club, actor_of(partner), token)
    actions.take_club_invitation(club, actor_of(account("judge")), kept)


def test_a_club_keeps_an_owner(organiser):
    club = club_of(organiser)
    with pytest.raises(RuleViolation, match="needs an owner"):
        actions.leave_club(club, actor_of(organiser))
    actions.publish_club(club, actor_of(organiser), "The Lantern", "the-lantern")
    with pytest.raises(RuleViolation, match="only owner of the club The Lantern"):
        Event.objects.get().staff.create(user=account("other"), role=Staff.OWNER)
        delete_account(organiser)
    with pytest.raises(ProtectedError):
        organiser.delete()


def test_a_deleted_account_takes_a_club_without_events_with_it(organiser):
    club_of(organiser)
    Event.objects.all().delete()
    delete_account(organiser)
    assert not Club.objects.exists()


def test_a_deleted_account_leaves_no_name_in_the_log_of_a_club_and_no_open_invitation(organiser):
    club = club_of(organiser)
    manager = role(club, "manager", Staff.ORGANISER)
    actions.change_club(club, actor_of(manager), place="Porto")
    actions.invite_to_club(club, actor_of(manager), Staff.JUDGE)
    delete_account(manager)
    assert club.log.first().who == "former organiser" and club.log.first().user is None
    assert not club.invitations.exists()


def test_a_club_with_events_is_not_deleted(organiser):
    club = club_of(organiser)
    actions.publish_club(club, actor_of(organiser), "The Lantern", "the-lantern")
    club.refresh_from_db()
    with pytest.raises(RuleViolation, match="with events"):
        actions.delete_club(club)
    with pytest.raises(ProtectedError):
        club.delete()
    Event.objects.all().delete()
    actions.delete_club(club)
    assert not Club.objects.exists()


def test_only_owners_of_both_move_an_event(organiser):
    event = friday(organiser)
    other = Club.objects.create(slug="other")
    with pytest.raises(RuleViolation, match="Only an owner"):
        actions.move_event(event, actor_of(organiser), other)
    ClubStaff.objects.create(club=other, user=organiser, role=Staff.OWNER)
    actions.move_event(event, actor_of(organiser), other)
    assert fresh(event).club == other


def test_players_of_a_moved_event_count_for_people_of_the_new_club_under_the_names_they_chose(organiser):
    event = friday(organiser, ["Eva Duarte", "Wen Ng", "Zoe Alves"])
    other = friday(account("ann"), ["Wen Ng"]).club
    ClubStaff.objects.create(club=other, user=organiser, role=Staff.OWNER)
    zoe = Person.objects.get(name="Zoe Alves")
    change_person(event.club, actor_of(organiser), zoe.pk, public_name="Nightowl")
    actions.move_event(event, actor_of(organiser), other)
    people = {player.name: player.person for player in event.players.select_related("person")}
    assert {person.club for person in people.values()} == {other}
    assert people["Wen Ng"] == Person.objects.get(club=other, players__event__staff__user__username="ann")
    assert people["Zoe Alves"].public_name == "Nightowl"
    assert load_history(fresh(event)).with_public_names.names["p3"] == "Nightowl"


def test_passing_an_event_on_takes_it_out_of_a_club_of_one_account_alone(organiser):
    event = friday(organiser)
    row = event.staff.create(user=account("ann"), role=Staff.ORGANISER)
    pass_ownership(event, actor_of(organiser), row.pk)
    assert fresh(event).club is None


def test_whoever_chose_another_public_name_keeps_it_in_an_event_that_is_passed_on(organiser):
    event = friday(organiser, ["Zoe Alves"])
    club, zoe = event.club, Person.objects.get()
    change_person(club, actor_of(organiser), zoe.pk, public_name="Nightowl")
    ann = account("ann")
    row = event.staff.create(user=ann, role=Staff.ORGANISER)
    pass_ownership(event, actor_of(organiser), row.pk)
    assert fresh(event).club is None
    assert load_history(fresh(event)).with_public_names.names["p1"] == "Nightowl"
    change_person(club, actor_of(organiser), zoe.pk, public_name="Owl")
    assert load_history(fresh(event)).with_public_names.names["p1"] == "Owl"
    actions.move_event(fresh(event), actor_of(ann), friday(ann).club)
    assert load_history(fresh(event)).with_public_names.names["p1"] == "Owl"


def test_passing_an_event_on_leaves_it_in_a_club_with_a_name(organiser):
    event = friday(organiser)
    actions.publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    row = event.staff.create(user=account("ann"), role=Staff.ORGANISER)
    pass_ownership(event, actor_of(organiser), row.pk)
    assert fresh(event).club.name == "The Lantern"
