"""Players register on their phones: the form, the waitlist, editing, withdrawing, moving up."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE
from tests.support.desk_events import actor_of, fresh, friday
from tests.support.registrations import entry_of, register_online
from tests.support.repetitions import count
from tournaments.changes.change import Actor
from tournaments.models import Player
from tournaments.registration.actions.entries import withdraw
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rules.history.players import RegistrationField, RegistrationSettings


@pytest.fixture
def event(organiser):
    """An event with two places, one of them taken, that asks for a club and an army."""
    event = friday(organiser, names=[])
    fields = (RegistrationField("f1", "Army", required=True, choices=("Elves", "Dwarves")),)
    settings = RegistrationSettings(open=True, cap=2, email="", club="optional", fields=fields)
    set_registration(event, actor_of(organiser), settings)
    register_online(fresh(event), "Bo", field_f1="Elves")
    return fresh(event)


def fill_in(phone, name, army):
    phone.get_by_label("Name", exact=True).fill(name)
    if army:
        phone.get_by_label("Army").select_option(army)


def test_a_phone_asks_before_it_leaves_a_form_with_entries_that_are_not_sent(event, phone):
    questions = []
    phone.on("dialog", lambda dialog: (questions.append(dialog.type), dialog.dismiss()))
    phone.goto(f"/e/{event.slug}/register/")
    fill_in(phone, "Ada", "Elves")
    phone.get_by_role("link", name="Privacy").last.tap()
    expect(phone.get_by_label("Name", exact=True)).to_have_value("Ada")
    assert questions == ["beforeunload"]
    phone.get_by_role("button", name="Register").tap()
    expect(phone.get_by_role("heading", name="You’re registered")).to_be_attached()
    phone.get_by_role("link", name="Edit my entry").tap()
    fill_in(phone, "Ada L.", "Elves")
    phone.get_by_role("link", name="Cancel").tap()
    expect(phone.get_by_role("heading", name="You’re registered")).to_be_attached()
    assert questions == ["beforeunload"]


def test_one_phone_registers_edits_and_withdraws_and_another_moves_up(event, phone, visitor):
    phone.goto(f"/e/{event.slug}/")
    expect(phone.get_by_text("1 of 2 places left")).to_be_visible()
    phone.get_by_role("link", name="Register").tap()
    assert phone.locator('[name="homepage"]').is_hidden()
    fill_in(phone, "Ada Lovelac", "Dwarves")
    phone.get_by_role("button", name="Register").tap()
    expect(phone.get_by_role("heading", name="You’re registered")).to_be_attached()
    expect(phone.locator("svg.qr")).to_be_visible()
    token = entry_of(event, "Ada Lovelac").token
    expect(phone).to_have_url(re.compile(f"/me/{token}/$"))

    other = visitor(PHONE)
    other.goto(f"/e/{event.slug}/register/")
    fill_in(other, "Cleo", "")
    # The browser would not send it without an army.
    other.locator("form").last.evaluate("form => { form.noValidate = true }")
    other.get_by_role("button", name="Join the waitlist").tap()
    expect(other.get_by_label("Name", exact=True)).to_have_value("Cleo")
    expect(other.locator("#id_field_f1_error")).to_be_visible()
    fill_in(other, "Cleo", "Elves")
    other.get_by_role("button", name="Join the waitlist").tap()
    expect(other.get_by_role("heading", name="First on the waitlist")).to_be_visible()

    phone.get_by_role("link", name="Edit my entry").tap()
    expect(phone.get_by_label("Army")).to_have_value("Dwarves")
    fill_in(phone, "Ada Lovelace", "Elves")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_text("Ada Lovelace")).to_be_visible()

    phone.get_by_role("link", name="Withdraw").tap()
    phone.get_by_role("button", name="Withdraw").tap()
    expect(phone.get_by_role("heading", name="You’ve withdrawn")).to_be_visible()
    expect(other.locator(".own h2", has_text="You’re registered")).to_be_visible()
    expect(other.locator("[data-own-player]")).to_be_attached()
    players = Player.objects.filter(event=event, dropped_after=None)
    assert set(players.values_list("name", flat=True)) == {"Bo", "Cleo"}

    phone.get_by_role("button", name="Register again").tap()
    expect(phone.get_by_role("heading", name="First on the waitlist")).to_be_visible()


def test_a_registered_phone_that_comes_back_sees_its_own_entry_instead_of_the_button(event, phone):
    phone.goto(f"/e/{event.slug}/register/")
    fill_in(phone, "Ada", "Elves")
    phone.get_by_role("button", name="Register").tap()
    expect(phone.get_by_role("heading", name="You’re registered")).to_be_attached()
    phone.goto(f"/e/{event.slug}/")
    own = phone.get_by_role("region", name="Your table")
    expect(own.get_by_text("You’re registered")).to_be_visible()
    expect(own.get_by_role("link", name="Your page")).to_be_visible()
    expect(phone.get_by_role("link", name="Join the waitlist")).to_be_hidden()
    phone.get_by_role("button", name="Not Ada?").tap()
    expect(phone.get_by_role("link", name="Join the waitlist")).to_be_visible()


@pytest.mark.slow
def test_a_phone_on_the_waitlist_that_comes_back_sees_its_own_entry_instead_of_the_button(event, phone):
    register_online(event, "Cleo", field_f1="Elves")
    phone.goto(f"/e/{event.slug}/register/")
    fill_in(phone, "Ada", "Elves")
    phone.get_by_role("button", name="Join the waitlist").tap()
    expect(phone.get_by_role("heading", name="First on the waitlist")).to_be_visible()
    phone.goto(f"/e/{event.slug}/")
    own = phone.get_by_role("region", name="Your registration")
    expect(own.get_by_text("First on the waitlist")).to_be_visible()
    expect(own.get_by_text("Ada", exact=True).first).to_be_visible()
    expect(phone.get_by_role("link", name="Join the waitlist")).to_be_hidden()
    own.get_by_role("link", name="Your page").tap()
    expect(phone).to_have_url(re.compile(f"/me/{entry_of(event, 'Ada').token}/$"))

    # When a place is free, the phone knows its player without opening that page again.
    withdraw(fresh(event), Actor("Bo"), entry_of(event, "Bo").token)
    phone.goto(f"/e/{event.slug}/")
    expect(phone.get_by_role("region", name="Your table").get_by_text("You’re registered")).to_be_visible()
    expect(own).to_be_hidden()


@pytest.mark.parametrize("end", ["withdraw", "forget"][:: count(2, 1)])
def test_a_phone_whose_entry_waits_for_approval_sees_it_until_it_ends(event, organiser, phone, end):
    settings = RegistrationSettings(open=True, approval=True)
    set_registration(fresh(event), actor_of(organiser), settings)
    register_online(event, "Ada")
    phone.goto(f"/e/{event.slug}/me/{entry_of(event, 'Ada').token}/")
    phone.goto(f"/e/{event.slug}/")
    own = phone.get_by_role("region", name="Your registration")
    expect(own.get_by_text("Waiting for approval")).to_be_visible()
    expect(phone.get_by_role("link", name="Register")).to_be_hidden()
    if end == "forget":
        own.get_by_role("button", name="Not Ada?").tap()
    else:
        withdraw(fresh(event), Actor("Ada"), entry_of(event, "Ada").token)
        phone.reload()
    expect(phone.get_by_role("link", name="Register")).to_be_visible()
    expect(own).to_be_hidden()
