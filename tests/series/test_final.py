"""The final of a series: invited, accepted, declined, filled from the table, and ties at the line."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh
from tests.support.people import signed_in
from tests.support.series_finals import (
    NAMES,
    answer,
    invite,
    loaded,
    press,
    series_of,
    states,
    token,
)
from tournaments.history.cache import load_history
from tournaments.models import Event, Person, Registration, Series, Staff
from tournaments.people.actions.erasing import erase_person, finish_erasing
from tournaments.people.actions.people import merge_people
from tournaments.people.pages.own_entry import find_places
from tournaments.registration.actions.entry_desk import accept_registrations, set_registration
from tournaments.registration.actions.invitations import accept_invitation, decline_invitation, offer_again
from tournaments.registration.actions.places import free_expired_places
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history.players import RegistrationSettings
from tournaments.rules.rounds.phases import entrants_of
from tournaments.series.actions.final import draw_final_seats, give_seat
from tournaments.series.pages.final import get_final_page


@pytest.fixture
def series(organiser):
    return series_of(organiser, 60, 50, 40, 30, 20, 10)


@pytest.fixture
def tied(organiser):
    return series_of(organiser, 60, 50, 50, 50, 20, 10)


def test_the_first_four_are_invited_in_the_order_of_the_table(series, organiser):
    event = invite(series, organiser)
    assert states(event) == dict.fromkeys(NAMES[:4], "invited")
    assert not event.players.exists() and event.club == series.club


def test_accepted_invitations_play_in_the_order_of_the_series_as_the_people_they_are(series, organiser):
    event = invite(series, organiser)
    answer(event, accept_invitation, "Dan", "Ben", "Anna", "Cleo")
    history = load_history(fresh(event))
    names = {player.id: player.name for player in history.players}
    assert [names[key] for key in entrants_of(history.phase(1))] == NAMES[:4]
    assert all(player.person.name == player.name for player in event.players.all())


def test_a_declined_seat_goes_to_the_next_one_once(series, organiser):
    event = invite(series, organiser)
    answer(event, decline_invitation, "Ben")
    assert states(event) == {**dict.fromkeys(NAMES[:5], "invited"), "Ben": "declined"}
    answer(event, accept_invitation, "Eva")
    assert len(states(event)) == 5


def test_invitations_without_an_answer_go_to_the_next_ones_at_the_deadline(series, organiser):
    event = invite(series, organiser, deadline=timezone.now() + timedelta(days=2))
    answer(event, accept_invitation, "Anna", "Ben")
    later = timezone.now() + timedelta(days=3)
    for _again in range(2):
        free_expired_places(fresh(event), later)
    assert list(states(event).values()) == ["registered"] * 2 + ["declined"] * 2 + ["invited"] * 2


def test_an_invitation_offered_again_takes_the_seat_back_from_the_last_one(series, organiser):
    event = invite(series, organiser)
    answer(event, decline_invitation, "Ben")
    offer_again(fresh(event), actor_of(organiser), event.registrations.get(name="Ben").pk, 4)
    assert states(event) == dict.fromkeys(NAMES[:4], "invited")


def test_one_who_has_declined_cannot_accept(series, organiser):
    event = invite(series, organiser)
    answer(event, decline_invitation, "Ben")
    with pytest.raises(RuleViolation):
        answer(event, accept_invitation, "Ben")


def test_all_who_are_level_at_the_line_can_be_invited(tied, organiser):
    event = invite(tied, organiser, seats=2, with_ties=True)
    assert list(states(event)) == NAMES[:4] and tied.final_seats == 4


def test_a_play_off_leaves_the_seat_open_for_its_winner(tied, organiser):
    event = invite(tied, organiser, seats=2)
    assert list(states(event)) == ["Anna"]
    tie = get_final_page(tied).tie
    give_seat(fresh(event), actor_of(organiser), tied, tie, Person.objects.get(name="Dan").pk)
    assert list(states(event)) == ["Anna", "Dan"]
    assert not get_final_page(tied).tied


def test_a_draw_uses_the_seed_whose_hash_was_shown_before_and_can_be_repeated(tied, organiser):
    event = invite(tied, organiser, seats=3)
    before = get_final_page(tied)
    draw_final_seats(fresh(event), actor_of(organiser), tied, before.tie)
    (draw,) = get_final_page(Series.objects.get()).draws
    assert draw.hash == before.commitment and {"Anna", *draw.drawn} == set(states(event))
    assert len(draw.drawn) == 2 and draw.people == ["Ben", "Cleo", "Dan"]


def test_the_seat_of_an_erased_person_goes_to_the_next_one(series, organiser):
    event = invite(series, organiser)
    person = Person.objects.get(name="Ben")
    erase_person(series.club, actor_of(organiser), person.pk, "Ben")
    finish_erasing.call(person.pk)
    names = states(event)
    assert "Ben" not in names and names["Eva"] == "invited"


def test_the_page_of_an_invitation_accepts_with_one_button(series, organiser, client):
    event = invite(series, organiser)
    page = client.get(reverse("me", args=[event.slug, token(event, "Anna")]))
    assert "You are invited" in page.content.decode()
    client.post(reverse("accept_invitation", args=[event.slug, token(event, "Anna")]))
    assert states(event)["Anna"] == Registration.REGISTERED


def test_the_desk_shows_the_preview_makes_the_final_and_shows_the_links(series, organiser):
    desk = signed_in(organiser)
    address = reverse("series_final", args=[series.club.slug, series.slug])
    assert "The first 8 of the table" in desk.get(address).content.decode()
    values = {"name": "Final", "seats": 4, "finals": "single", "rulebook": "magic", "ties": "all"}
    assert desk.post(address, values).status_code == 302
    event = Series.objects.get().final
    page = desk.get(address).content.decode()
    assert token(event, "Anna") in page
    desk.post(address, {"do": f"decline {event.registrations.get(name='Anna').pk}"})
    assert states(event)["Eva"] == "invited"
    printed = desk.get(f"{address}print/").content.decode()
    assert token(event, "Ben") in printed and token(event, "Anna") not in printed


def test_an_answer_that_has_changed_in_another_tab_is_not_changed_again(series, organiser):
    event, desk = invite(series, organiser), signed_in(organiser)
    ben = event.registrations.get(name="Ben").pk
    tab = loaded(desk, series)
    assert "Saved" in press(desk, series, tab, f"decline {ben}")
    for button in ("accept", "decline"):
        assert "The answer of Ben has changed" in press(desk, series, tab, f"{button} {ben}")
    assert states(event)["Ben"] == "declined" and not event.players.exists()


def test_a_tie_that_has_changed_in_another_tab_is_neither_drawn_nor_played_off(tied, organiser):
    event, desk = invite(tied, organiser, seats=3), signed_in(organiser)
    tab = loaded(desk, tied)
    dan, cleo = (Person.objects.get(name=name).pk for name in ("Dan", "Cleo"))
    assert "Saved" in press(desk, tied, tab, f"give {dan}")
    for button in ("draw", f"give {cleo}", "all"):
        assert "have changed since you opened this page" in press(desk, tied, tab, button)
    assert list(states(event)) == ["Anna", "Dan"]


def test_who_runs_the_club_but_not_the_event_neither_sees_nor_changes_the_invitations(series, organiser):
    event = invite(series, organiser)
    # Of another club, as no move makes it.
    Event.objects.filter(pk=event.pk).update(club=None)
    desk = signed_in(organiser)
    address = reverse("series_final", args=[series.club.slug, series.slug])
    Staff.objects.filter(event=event).delete()
    answers = [desk.get(address), desk.get(f"{address}print/"), desk.post(address, {"do": "more"})]
    assert [answer.status_code for answer in answers] == [403] * 3
    assert series.final_seats == Series.objects.get().final_seats


def test_the_desk_accepts_up_to_the_cap_and_says_so(series, organiser):
    event, desk = invite(series, organiser), signed_in(organiser)
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings(cap=2))
    pks = {row.name: row.pk for row in event.registrations.all()}
    for name in ("Anna", "Ben"):
        assert "Saved" in press(desk, series, loaded(desk, series), f"accept {pks[name]}")
    assert "All 2 places are taken." in press(desk, series, loaded(desk, series), f"accept {pks['Cleo']}")
    with pytest.raises(RuleViolation, match="All 2 places"):
        answer(event, accept_invitation, "Dan")
    assert event.players.count() == 2


def test_an_invitation_without_a_deadline_holds_a_place_that_the_desk_can_give(series, organiser):
    event = invite(series, organiser)
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings(cap=4))
    pks = [row.pk for row in event.registrations.all()]
    accept_registrations(fresh(event), actor_of(organiser), pks)
    assert event.players.count() == 4


def test_the_own_page_of_the_club_has_the_buttons_also_after_a_merge(series, organiser):
    event = invite(series, organiser)
    anna = Person.objects.get(name="Anna")
    kept = Person.objects.create(club=series.club, name="Anna B", public_name="Anna B", key="anna b")
    merge_people(series.club, actor_of(organiser), kept.pk, anna.pk)
    assert find_places(kept)[event.slug].state == "invited"
    answer(event, accept_invitation, "Anna")
    assert event.players.get().person == kept
