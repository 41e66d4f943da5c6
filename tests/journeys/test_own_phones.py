"""Phones that know their owners at a club: by a link from the desk, by a mail, and one of a whole family."""

import re

import pytest
from django.core import mail
from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import actor_of, fresh, friday, played
from tests.support.qr_codes import codes_in
from tests.support.registrations import NOON, open_registration
from tests.support.worker import run_worker
from tournaments.clubs.actions import publish_club
from tournaments.models import Person, Player
from tournaments.models.keys import hash_for_people
from tournaments.people.actions.staff import hand_over_page
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.people.linking import BY_PAGE

CLUB = "/c/the-lantern/"
FAMILY = ["Ines Carvalho", "Bruno Carvalho", "Clara Carvalho"]


@pytest.fixture
def club(organiser):
    """A published club, in whose last event its regulars have played."""
    event = played(friday(organiser, ["Eva Duarte", "Wen Ng", *FAMILY], rounds=1), organiser)
    finish_round(event, actor_of(organiser))
    publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    return fresh(event).club


@pytest.fixture
def next_week(organiser, club):
    """A function that opens registration for another evening."""
    return lambda: open_registration(friday(organiser, []), organiser, cap=40)


def person(name):
    return Person.objects.get(name=name)


def link_from_desk(desk, name) -> str:
    """Let the staff hand over the link of somebody's page; return what the code on the screen says."""
    desk.goto(f"{CLUB}desk/people/")
    desk.get_by_role("link", name=name).first.click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(name)
    desk.get_by_role("button", name="Hand over the link").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"Own page of {name}")
    # As it was sent: the browser writes the picture in another way.
    [code] = codes_in(desk.request.get(desk.url).text())
    return code


def expect_page_of(phone, name):
    expect(phone.get_by_role("heading", level=1)).to_have_text(name)
    expect(phone.get_by_role("heading", name="Next events")).to_be_visible()


def come_back(phone):
    """Open the club's own page on the phone again, after it was closed."""
    context = phone.context
    phone.close()
    phone = context.new_page()
    phone.goto(f"{CLUB}me/")
    return phone


def register_with_one_tap(phone, name, event):
    phone.get_by_role("button", name=re.compile(f"^Register ?: {event.name}$")).tap()
    expect(phone.get_by_text("Registered", exact=True)).to_be_visible()
    expect_page_of(phone, name)
    player = Player.objects.get(event=event, name=name)
    assert (player.person, player.person_reason, player.is_proposed) == (person(name), BY_PAGE, False)


def test_the_link_from_the_desk_makes_next_week_one_tap(page, phone, next_week):
    quick_sign_in(page)
    phone.goto(link_from_desk(page, "Eva Duarte"))
    expect_page_of(phone, "Eva Duarte")
    expect(phone.get_by_text("No date is announced")).to_be_visible()

    event = next_week()
    phone = come_back(phone)
    expect_page_of(phone, "Eva Duarte")
    register_with_one_tap(phone, "Eva Duarte", event)


def test_the_link_from_a_mail_makes_next_week_one_tap(phone, next_week, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    address = hash_for_people("wen@example.org")
    Person.objects.filter(name="Wen Ng").update(remembered_at=NOON, address_hash=address)
    phone.goto(CLUB)
    phone.get_by_role("link", name="Your page", exact=True).tap()
    phone.get_by_label("Email address").fill("wen@example.org")
    phone.get_by_role("button", name="Send me my link").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Check your mail")
    run_worker()
    [sent] = mail.outbox
    [link] = set(re.findall(r"https?://\S+/me/[^/\s]+/", sent.body))
    phone.goto(link)
    expect_page_of(phone, "Wen Ng")

    event = next_week()
    phone = come_back(phone)
    expect_page_of(phone, "Wen Ng")
    register_with_one_tap(phone, "Wen Ng", event)


def test_a_family_shares_a_phone_as_tabs_with_their_names(phone, organiser, club, next_week):
    for name in FAMILY:
        hand_over_page(club, actor_of(organiser), person(name).pk)
        phone.goto(f"{CLUB}me/{person(name).token}/")
        expect_page_of(phone, name)
    event = next_week()
    phone = come_back(phone)
    tabs = phone.get_by_role("navigation", name="People on this phone")
    # The page opened last comes first.
    expect(tabs.get_by_role("link")).to_have_text([FAMILY[2], FAMILY[1], FAMILY[0]])
    for name in FAMILY:
        tabs.get_by_role("link", name=name).tap()
        expect(tabs.get_by_role("link", name=name)).to_have_attribute("aria-current", "page")
        expect_page_of(phone, name)
        register_with_one_tap(phone, name, event)

    tabs.get_by_role("link", name=FAMILY[1]).tap()
    expect_page_of(phone, FAMILY[1])
    phone.get_by_role("button", name="Forget on this phone").tap()
    expect(phone.get_by_text("This phone has forgotten the page")).to_be_visible()
    expect(phone.get_by_role("link", name=f"Your page: {FAMILY[1]}")).to_have_count(0)
    phone.get_by_role("link", name=f"Your page: {FAMILY[0]}").tap()
    expect_page_of(phone, FAMILY[0])
    expect(tabs.get_by_role("link")).to_have_text([FAMILY[0], FAMILY[2]])
