"""The form of a new event offers the club's current series, for which the event then counts."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import actor_of, friday
from tests.support.pages import send_event
from tournaments.models import Club, ClubStaff, Event, Series, SeriesEntry
from tournaments.series.actions.entries import add_events
from tournaments.series.actions.series import create_series, end_series


@pytest.fixture
def club(organiser):
    return friday(organiser).club


@pytest.fixture
def league(club, organiser):
    return new_series(club, organiser, "Winter league")


def new_series(club, organiser, name, **columns):
    return create_series(Club.objects.get(pk=club.pk), actor_of(organiser), name, "ten-eight-six", **columns)


def choices_of(answer) -> dict[str, bool]:
    """Return the offered series with whether each is ticked."""
    page = answer.content.decode()
    found = re.findall(r'name="counts_for" value="(\d+)"( checked)?', page)
    return {Series.objects.get(pk=pk).name: bool(ticked) for pk, ticked in found}


def new_form(desk, **query):
    return choices_of(desk.get(reverse("new_event"), query))


def counted(name="Harbour Open"):
    return {entry.series.name for entry in SeriesEntry.objects.filter(event__name=name)}


def test_a_new_event_counts_for_the_series_that_are_ticked_and_the_log_of_the_club_says_so(
    desk, club, league, organiser
):
    other = new_series(club, organiser, "Club cup")
    send_event(desk, counts_for=[league.pk, other.pk])
    assert counted() == {"Winter league", "Club cup"}
    assert [entry.action for entry in club.log.order_by("-id")[:2]] == ["add_events"] * 2
    # The same request again is the same event.
    send_event(desk, counts_for=[league.pk, other.pk])
    assert SeriesEntry.objects.count() == 2
    send_event(desk, name="For fun", key="another")
    assert counted("For fun") == set()


def test_the_series_of_the_newest_event_that_counts_for_one_are_ticked(desk, club, league, organiser):
    add_events(Club.objects.get(pk=club.pk), actor_of(organiser), league.pk, [Event.objects.get().pk])
    newer = new_series(club, organiser, "Club cup")
    assert new_form(desk) == {"Winter league": True, "Club cup": False}
    send_event(desk, counts_for=[league.pk, newer.pk])
    assert new_form(desk) == {"Club cup": True, "Winter league": True}
    send_event(desk, name="One of a kind", key="another")
    assert new_form(desk) == {"Club cup": True, "Winter league": True}


def test_the_newest_series_is_ticked_before_any_event_counts(desk, club, league, organiser):
    new_series(club, organiser, "Club cup")
    assert new_form(desk) == {"Club cup": True, "Winter league": False}


def test_a_season_that_has_ended_is_not_offered(desk, club, league, organiser):
    end_series(Club.objects.get(pk=club.pk), actor_of(organiser), league.pk)
    assert new_form(desk) == {}
    assert "Counts for" not in desk.get(reverse("new_event")).content.decode()
    answer = send_event(desk, counts_for=[league.pk])
    assert answer.status_code == 422 and "not one of the available" in answer.content.decode()
    assert Event.objects.count() == 1


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_a_public_series_refuses_an_event_that_is_not_public_and_says_what_to_do(desk, league, visibility):
    answer = send_event(desk, counts_for=[league.pk], visibility=visibility)
    page = answer.content.decode()
    assert answer.status_code == 422 and "“Winter league” is public and counts public events only." in page
    assert 'href="#id_counts_for"' in page and 'id="id_counts_for"' in page
    assert choices_of(answer) == {"Winter league": True}
    assert Event.objects.count() == 1
    send_event(desk, counts_for=[], visibility=visibility)
    assert Event.objects.count() == 2


def test_a_series_for_the_staff_counts_private_events(desk, club, organiser):
    new_series(club, organiser, "Winter league")
    assert new_form(desk, visibility="private") == {"Winter league": False}
    testers = new_series(club, organiser, "Testers", is_public=False)
    assert new_form(desk, visibility="private") == {"Winter league": False, "Testers": True}
    send_event(desk, counts_for=[testers.pk], visibility="private")
    assert counted() == {"Testers"}


def test_only_series_of_the_chosen_club_count(desk, league, organiser):
    other = Club.objects.create(slug="other", name="Other club")
    ClubStaff.objects.create(club=other, user=organiser, role="owner")
    theirs = new_series(other, organiser, "Their league")
    assert new_form(desk) == {"Winter league": True, "Their league": True}
    # The form came with one series of each club ticked.
    send_event(desk, club="other", counts_for=[league.pk, theirs.pk])
    assert counted() == {"Their league"}


def test_series_of_clubs_in_which_the_user_creates_no_events_are_not_offered(desk, league, organiser):
    other = Club.objects.create(slug="other", name="Other club")
    ClubStaff.objects.create(club=other, user=organiser, role="judge")
    theirs = new_series(other, organiser, "Their league")
    assert new_form(desk) == {"Winter league": True}
    assert send_event(desk, counts_for=[theirs.pk]).status_code == 422
