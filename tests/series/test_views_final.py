"""The pages of a final at the desk of its club: the form, the list of invitations, and the sheet of them."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh
from tests.support.own_pages import text_of
from tests.support.people import signed_in
from tests.support.series_finals import FINALS, answer, invite, loaded, press, series_of, token
from tournaments.models import Event, SeriesEntry
from tournaments.registration.actions.invitations import accept_invitation
from tournaments.series.actions.final import create_final
from tournaments.series.pages.final import get_final_page

DATED = replace(FINALS, starts_at="2031-12-12T18:00:00+00:00", timezone="UTC", place="12 Mill Lane")


@pytest.fixture
def series(organiser):
    return series_of(organiser, 60, 50, 40, 30, 20, 10)


@pytest.fixture
def tied(organiser):
    return series_of(organiser, 60, 50, 50, 50, 20, 10)


def at(series, name="series_final"):
    return reverse(name, args=[series.club.slug, series.slug])


def invite_to_dated(series, organiser):
    deadline = timezone.now().replace(hour=21, minute=5) + timedelta(days=2)
    create_final(series.club, actor_of(organiser), series.pk, DATED, 4, deadline=deadline)
    series.refresh_from_db()
    return series.final, deadline


def test_the_form_promises_no_number_while_a_tie_is_open(series, organiser):
    assert "Invite 6 players" in text_of(signed_in(organiser).get(at(series)))
    desk = signed_in(organiser)
    page = text_of(desk.get(at(series) + "?seats=4"))
    assert "Invite 4 players" in page and page.index("Seats") < page.index("Anna")


def test_the_form_of_a_tie_creates_the_final(tied, organiser):
    page = text_of(signed_in(organiser).get(at(tied) + "?seats=3"))
    assert "Create the final" in page and "Invite 1 player" not in page


def test_a_final_is_played_by_the_rulebook_of_the_newest_event(series, organiser):
    facts = {"rulebook": "star-wars-unlimited", "starts_at": timezone.now()}
    for values in (facts, {"rulebook": "chess"}):
        event = Event.objects.create(slug=values["rulebook"], name="Event", club=series.club, **values)
        SeriesEntry.objects.create(series=series, event=event)
    page = signed_in(organiser).get(at(series)).content.decode()
    assert '<option value="star-wars-unlimited" selected>' in page


def test_the_list_says_until_when_and_keeps_the_link_of_who_has_accepted(series, organiser):
    event, deadline = invite_to_dated(series, organiser)
    answer(event, accept_invitation, "Anna")
    page = signed_in(organiser).get(at(series))
    assert "Friday 12 December, 18:00, 12 Mill Lane" in text_of(page)
    assert f"invited, until {deadline.day} {deadline:%b}, 21:05" in text_of(page)
    html = page.content.decode()
    assert token(event, "Anna") in html and html.count('data-copy="link-') == 4
    assert "link action" not in re.search(r'<ol class="rows">.*</ol>', html, re.S)[0]


def test_who_was_drawn_is_said(tied, organiser):
    invite(tied, organiser, seats=3)
    desk = signed_in(organiser)
    page = press(desk, tied, loaded(desk, tied), "draw")
    [draw] = get_final_page(tied).draws
    assert f"Drawn: {' and '.join(draw.drawn)}. They are invited." in page


def test_invitations_are_printed_as_cards_without_the_frame_of_the_desk(series, organiser):
    event, _deadline = invite_to_dated(series, organiser)
    page = signed_in(organiser).get(at(series, "print_series_invitations"))
    text, html = text_of(page), page.content.decode()
    assert "Everybody can see it" not in text and "data-print" in html and html.count("seat-card") == 4
    assert "Friday 12 December, 18:00 12 Mill Lane" in text and "Answer by" in text
    assert "These codes point to this computer only" not in text
    page = signed_in(organiser).get(at(series, "print_series_invitations"), headers={"host": "localhost"})
    assert "These codes point to this computer only" in text_of(page)
    assert page["Cache-Control"] == "private, no-store" and fresh(event).final_of == series
    for entry in event.registrations.all():
        answer(event, accept_invitation, entry.name)
    html = signed_in(organiser).get(at(series, "print_series_invitations")).content.decode()
    assert "Everybody has answered." in html
    assert f'<a class="button" href="{at(series, "series_final")}">The final</a>' in html


def test_the_poster_of_a_series_warns_of_codes_for_this_computer(series, organiser):
    address = at(series, "print_series") + "?sheet=poster"
    assert "this computer only" not in text_of(signed_in(organiser).get(address))
    page = signed_in(organiser).get(address, headers={"host": "localhost"})
    assert "this computer only" in text_of(page)
