"""Organisers answer doubts, merge and split people, and undo it."""

import pytest

from tests.support.desk_events import actor_of, draft_night, fresh, friday
from tournaments.changes.change import Actor
from tournaments.log.actions.undo import create_restore_point, restore_to_point, undo
from tournaments.models import Person, PersonName, Player
from tournaments.people.actions import people as actions
from tournaments.people.actions.linking import link_players
from tournaments.people.actions.own_page import hide_myself
from tournaments.people.pages.matching import find_undecided
from tournaments.players.actions.players import add_players
from tournaments.rules.errors import RuleViolation


@pytest.fixture
def last_week(organiser):
    return friday(organiser, ["Michael Chen", "Eva Duarte", "Wen Ng"])


@pytest.fixture
def club(last_week):
    return last_week.club


def person(name):
    return Person.objects.get(name=name)


def player(event, name):
    return Player.objects.get(event=event, name=name)


def people_of(event):
    players = Player.objects.filter(event=event).select_related("person")
    return {row.name: row.person and row.person.name for row in players}


def newest(club):
    return club.log.order_by("-id").first()


def rows_of_people():
    return (
        list(Person.with_merged.order_by("id").values()),
        list(PersonName.objects.order_by("id").values()),
        list(Player.objects.order_by("id").values("id", "person", "person_reason")),
    )


def test_same_links_the_player_and_is_known_the_next_time(club, organiser):
    event = draft_night(organiser, ["Mike Chen"])
    actions.assign_player(club, actor_of(organiser), player(event, "Mike Chen").pk, person("Michael Chen").pk)
    assert people_of(event) == {"Mike Chen": "Michael Chen"}
    assert people_of(friday(organiser, ["Mike Chen", "Zoe"]))["Mike Chen"] == "Michael Chen"


def test_somebody_else_becomes_a_person_of_the_club(club, organiser):
    event = draft_night(organiser, ["Mike Chen"])
    michael = person("Michael Chen")
    actions.deny_people(club, actor_of(organiser), player(event, "Mike Chen").pk, [michael.pk])
    assert people_of(event) == {"Mike Chen": "Mike Chen"} and not find_undecided(event)


def test_two_players_of_an_event_are_never_one_person(club, organiser, last_week):
    with pytest.raises(RuleViolation, match="Two players are never one person"):
        actions.assign_player(
            club, actor_of(organiser), player(last_week, "Wen Ng").pk, person("Eva Duarte").pk
        )
    with pytest.raises(RuleViolation, match="Both play in “Friday night”"):
        actions.merge_people(club, actor_of(organiser), person("Wen Ng").pk, person("Eva Duarte").pk)


@pytest.fixture
def two(club, organiser):
    """Two people who turn out to be one, and the event of the second."""
    event = draft_night(organiser, ["Mike Chen"])
    michael = person("Michael Chen")
    actions.deny_people(club, actor_of(organiser), player(event, "Mike Chen").pk, [michael.pk])
    return michael, person("Mike Chen"), event


def test_merging_moves_the_events_and_the_stricter_setting_wins(club, organiser, two):
    michael, mike, event = two
    Person.objects.filter(pk=michael.pk).update(has_profile=True)
    Person.objects.filter(pk=mike.pk).update(has_profile=False, is_minor=True)
    version = fresh(event).layout_version
    actions.merge_people(club, actor_of(organiser), michael.pk, mike.pk)
    michael.refresh_from_db()
    assert people_of(event) == {"Mike Chen": "Michael Chen"} and fresh(event).layout_version > version
    assert (michael.has_profile, michael.is_minor) == (False, True)
    assert Person.with_merged.get(pk=mike.pk).merged_into == michael
    assert people_of(friday(organiser, ["Mike Chen", "Zoe"]))["Mike Chen"] == "Michael Chen"


def test_a_chosen_public_name_outlasts_a_merge_with_somebody_who_shows_the_name(club, organiser, two):
    michael, mike, _event = two
    Person.objects.filter(pk=mike.pk).update(public_name="The Moth")
    actions.merge_people(club, actor_of(organiser), michael.pk, mike.pk)
    michael.refresh_from_db()
    assert (michael.name, michael.public_name) == ("Michael Chen", "The Moth")


def test_an_undone_merge_leaves_everything_as_it_was_and_later_events_where_they_are(club, organiser, two):
    michael, mike, event = two
    before = rows_of_people()
    actions.merge_people(club, actor_of(organiser), michael.pk, mike.pk)
    merge = newest(club)
    later = friday(organiser, ["Mike Chen"])
    actions.undo_club_entry(club, actor_of(organiser), merge.pk)
    assert people_of(event) == {"Mike Chen": "Mike Chen"}
    assert people_of(later) == {"Mike Chen": "Michael Chen"}
    Player.objects.filter(event=later).delete()
    assert rows_of_people() == before


def test_a_split_makes_a_person_of_some_events_and_is_undone(club, organiser, last_week):
    event = draft_night(organiser, ["Eva Duarte"])
    eva, before = person("Eva Duarte"), rows_of_people()
    moved = [player(event, "Eva Duarte").pk]
    new = actions.split_person(club, actor_of(organiser), eva.pk, moved, "Eva Duarte (Braga)")
    assert people_of(event) == {"Eva Duarte": new.name}
    assert people_of(last_week)["Eva Duarte"] == "Eva Duarte"
    actions.undo_club_entry(club, actor_of(organiser), newest(club).pk)
    assert rows_of_people() == before


def test_only_the_newest_change_of_the_same_people_can_be_undone(club, organiser, two):
    michael, mike, _event = two
    actor = actor_of(organiser)
    actions.change_person(club, actor, michael.pk, name="Michael T. Chen")
    rename = newest(club)
    actions.change_person(club, actor, person("Eva Duarte").pk, name="Eva Melo")
    actions.merge_people(club, actor, michael.pk, mike.pk)
    merge = newest(club)
    with pytest.raises(RuleViolation, match="newer change"):
        actions.undo_club_entry(club, actor, rename.pk)
    actions.undo_club_entry(club, actor, merge.pk)
    actions.undo_club_entry(club, actor, rename.pk)
    assert person("Michael Chen") == michael and not PersonName.objects.filter(person=michael).exists()
    with pytest.raises(RuleViolation, match="any more"):
        actions.undo_club_entry(club, actor, rename.pk)


def test_a_former_name_serves_matching(club, organiser):
    eva = person("Eva Duarte")
    actions.change_person(club, actor_of(organiser), eva.pk, name="Eva Melo")
    eva.refresh_from_db()
    assert (eva.name, eva.public_name) == ("Eva Melo", "Eva Melo")
    assert people_of(draft_night(organiser, ["Duarte, Eva"])) == {"Duarte, Eva": "Eva Melo"}


def test_undo_of_an_event_leaves_links_alone(club, organiser):
    event = draft_night(organiser, ["Eva Duarte"])
    actions.assign_player(club, actor_of(organiser), player(event, "Eva Duarte").pk, person("Wen Ng").pk)
    undo(event, actor_of(organiser))
    link_players(fresh(event), event.created_at, "organiser")
    assert Player.with_removed.get(event=event).person == person("Wen Ng")


def test_a_restore_point_from_before_a_merge_leaves_links_alone(club, organiser, two):
    michael, mike, event = two
    create_restore_point(event, actor_of(organiser), "Before the merge")
    actions.merge_people(club, actor_of(organiser), michael.pk, mike.pk)
    add_players(fresh(event), actor_of(organiser), "Zoe")
    restore_to_point(fresh(event), actor_of(organiser), event.restore_points.get().pk)
    assert people_of(event) == {"Mike Chen": "Michael Chen"}
    undo(fresh(event), actor_of(organiser))
    assert people_of(event) == {"Mike Chen": "Michael Chen", "Zoe": "Zoe"}


def test_a_person_of_another_club_is_unknown(club, organiser, two):
    other = Person.objects.create(club=type(club).objects.create(slug="other"), name="Wen", public_name="Wen")
    with pytest.raises(RuleViolation, match="not in the club"):
        actions.change_person(club, Actor("organiser", organiser), other.pk, name="Ben")


def test_who_is_split_off_is_as_hidden_as_the_person(organiser):
    last_week, tonight = (friday(organiser, ["Wen Ng", "Eva Duarte"]) for _evening in range(2))
    actor, person = actor_of(organiser), Person.objects.get(name="Wen Ng")
    actions.change_person(last_week.club, actor, person.pk, public_name="Quill", is_minor=True)
    player = Player.objects.get(event=tonight, person=person)
    new = actions.split_person(last_week.club, actor, person.pk, [player.pk], "Wen Ng")
    assert (new.public_name, new.is_minor) == ("Quill", True)
    actions.undo_club_entry(last_week.club, actor, last_week.club.log.get(action="split_person").pk)
    player = Player.objects.get(event=tonight, name="Eva Duarte")
    other = actions.split_person(last_week.club, actor, player.person_id, [player.pk], "Eva Maria")
    assert (other.public_name, other.is_minor) == ("Eva Maria", False)


def test_undoing_a_merge_brings_nobody_back_who_was_hidden_meanwhile(organiser):
    club, actor = friday(organiser, ["Wen Ng"]).club, actor_of(organiser)
    friday(organiser, ["Nora Jarvis"])
    Person.objects.update(has_profile=True)
    keep, other = Person.objects.get(name="Wen Ng"), Person.objects.get(name="Nora Jarvis")
    actions.merge_people(club, actor, keep.pk, other.pk)
    actions.change_person(club, actor, keep.pk, is_minor=True)
    hide_myself(club, actor, keep.pk)
    actions.undo_club_entry(club, actor, club.log.get(action="change_person").pk)
    actions.undo_club_entry(club, actor, club.log.get(action="merge_people").pk)
    assert Person.objects.get(pk=other.pk).has_profile is False


def test_a_split_is_not_undone_once_the_new_person_has_chosen_something(organiser):
    last_week, tonight = (friday(organiser, ["Wen Ng"]) for _evening in range(2))
    actor, person = actor_of(organiser), Person.objects.get(name="Wen Ng")
    player = Player.objects.get(event=tonight, person=person)
    new = actions.split_person(last_week.club, actor, person.pk, [player.pk], "Wen Ngo")
    entry = last_week.club.log.get(action="split_person").pk
    hide_myself(last_week.club, actor, new.pk)
    with pytest.raises(RuleViolation, match="has done something"):
        actions.undo_club_entry(last_week.club, actor, entry)
    assert Person.objects.get(pk=new.pk).has_profile is False
