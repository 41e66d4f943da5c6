"""Invitations to a final as its players and the desk of the event see them."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh
from tests.support.own_pages import text_of
from tests.support.people import signed_in
from tests.support.series_finals import FINALS, invite, series_of, token
from tournaments.clubs.actions import publish_club
from tournaments.registration.actions.entry_desk import accept_registrations
from tournaments.registration.actions.places import free_expired_places
from tournaments.series.actions.final import create_final

DATED = replace(FINALS, starts_at="2031-12-12T18:00:00+00:00", timezone="UTC", place="12 Mill Lane")


@pytest.fixture
def series(organiser):
    return series_of(organiser, 60, 50, 40, 30, 20, 10)


def invite_to_dated(series, organiser, **options):
    create_final(series.club, actor_of(organiser), series.pk, DATED, 4, **options)
    series.refresh_from_db()
    return series.final


def at(event, name, address="me"):
    return reverse(address, args=[event.slug, token(event, name)])


def test_an_invitation_says_when_and_where_and_for_which_place_of_the_table(series, organiser, client):
    event = invite_to_dated(series, organiser)
    page = text_of(client.get(at(event, "Cleo")))
    assert "Friday 12 December, 18:00" in page and "12 Mill Lane" in page
    assert "Number 3" not in page
    publish_club(series.club, actor_of(organiser), "The Lantern", "the-lantern")
    assert "Number 3 of League" in text_of(client.get(at(event, "Cleo")))


def test_who_has_accepted_still_sees_when_and_where(series, organiser, client):
    event = invite_to_dated(series, organiser)
    client.post(at(event, "Cleo", "accept_invitation"))
    page = text_of(client.get(at(event, "Cleo")))
    assert "Friday 12 December, 18:00, 12 Mill Lane. Your table will appear here" in page


def test_declining_asks_first_and_says_afterwards_who_declined(series, organiser, client):
    event = invite(series, organiser)
    page = client.get(at(event, "Ben", "decline_invitation"))
    assert "Decline the invitation to Final?" in text_of(page)
    assert event.registrations.get(name="Ben").state == "invited"
    client.post(at(event, "Ben", "decline_invitation"))
    assert "You have declined" in text_of(client.get(at(event, "Ben")))
    assert client.get(at(event, "Ben", "decline_invitation")).url == at(event, "Ben")


def test_who_has_not_answered_in_time_is_not_told_that_they_declined(series, organiser, client):
    event = invite_to_dated(series, organiser, deadline=timezone.now() + timedelta(days=2))
    free_expired_places(fresh(event), timezone.now() + timedelta(days=3))
    page = text_of(client.get(at(event, "Ben")))
    assert "You no longer have a seat" in page and "You have declined" not in page


def test_the_desk_of_a_final_waits_for_answers_and_links_to_the_invitations(series, organiser):
    event, desk = invite(series, organiser), signed_in(organiser)
    address = reverse("series_final", args=[series.club.slug, series.slug])
    page = desk.get(reverse("desk", args=[event.slug]))
    assert "4 invitations open" in text_of(page) and "wait for answers" in text_of(page)
    assert re.search(rf'<a class="button strong"\s+href="{address}">', page.content.decode())
    pks = event.registrations.filter(name__in=["Anna", "Ben", "Cleo"]).values_list("pk", flat=True)
    accept_registrations(fresh(event), actor_of(organiser), list(pks))
    page = desk.get(reverse("desk", args=[event.slug]))
    assert "1 invitation open" in text_of(page) and f'href="{address}"' in page.content.decode()
    assert "Start round 1" in text_of(page)
