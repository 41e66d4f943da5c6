"""The home page: running, upcoming and past events, and the search."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.desk_events import actor_of, fresh, friday, paired, played, reported
from tests.support.pages import ended_event, text_of
from tournaments.changes.change import Actor
from tournaments.clubs.actions import get_or_create_club
from tournaments.events.actions.events import change_event, create_event
from tournaments.models import Event
from tournaments.rounds.actions.rounds import finish_round, pause_clock, publish_round, start_clock
from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord


def announced(user, name, days=None, place="") -> Event:
    at = None if days is None else (datetime.now(UTC) + timedelta(days=days)).isoformat()
    history = EventHistory(name, "magic", phases=(PhaseRecord(),), starts_at=at, place=place)
    return create_event(actor_of(user), history)


def sections_of(client, query=""):
    """Return the text of the page by its headings."""
    page = text_of(client.get(f"/{query}"))
    sections, rest = {}, page
    for heading in ("Past", "Upcoming", "Live now"):
        rest, _, sections[heading] = rest.partition(f" {heading} ")
    return sections


def test_a_site_without_events_offers_to_create_one(client, db):
    page = client.get("/").content.decode()
    assert "No events yet" in page
    assert 'href="/new/"' in page


def test_a_running_event_shows_its_round_and_the_results_in(client, organiser):
    reported(paired(friday(organiser), organiser), organiser, 3)
    running = sections_of(client)["Live now"]
    assert "Friday night" in running
    assert "Round 1 of 3 3 of 4 results reported" in running


def test_the_round_timer_of_a_running_event_is_shown(client, organiser):
    event = paired(friday(organiser), organiser)
    noon = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
    start_clock(event, Actor("organiser", now=noon), 1, 1)
    assert "0 of 4 results reported, until 12:50" in sections_of(client)["Live now"]
    assert 'data-ends-at="2026-11-14T12:50:00Z"' in client.get("/").content.decode()
    pause_clock(fresh(event), Actor("organiser", now=noon), 1, 1)
    assert "0 of 4 results reported, paused" in sections_of(client)["Live now"]


def test_an_event_between_two_rounds_is_still_running(client, organiser):
    event = played(friday(organiser), organiser)
    finish_round(event, actor_of(organiser))
    sections = sections_of(client)
    assert "Friday night" in sections["Live now"]
    assert "Friday night" not in sections["Past"]


def test_an_ended_event_is_past_and_names_its_winner(client, organiser):
    ended_event(organiser)
    sections = sections_of(client)
    assert "Friday night" in sections["Past"]
    assert "Won by " in sections["Past"]
    assert "Friday night" not in sections["Live now"]


def test_a_draft_keeps_an_event_upcoming(client, organiser):
    paired(friday(organiser), organiser, publish=False)
    assert "Friday night" in sections_of(client)["Upcoming"]


def test_the_next_event_comes_first_and_a_missed_one_is_past(client, organiser):
    for name, days in (("Undated", None), ("Later", 9), ("Soon", 2), ("Missed", -9), ("Today", -0.1)):
        announced(organiser, name, days)
    sections = sections_of(client)
    upcoming = sections["Upcoming"]
    assert sorted(("Undated", "Later", "Soon"), key=upcoming.index) == ["Soon", "Later", "Undated"]
    page = text_of(client.get("/"))
    assert page.index("Today") < page.index("Soon")
    assert "Missed" in sections["Past"] and "Missed" not in upcoming


def test_an_event_of_next_week_is_upcoming_until_round_1_is_published(client, organiser):
    event = friday(organiser)
    next_week = (datetime.now(UTC) + timedelta(days=7)).isoformat()
    change_event(event, actor_of(organiser), starts_at=next_week)
    event = paired(fresh(event), organiser, publish=False)
    assert "Friday night" in sections_of(client)["Upcoming"]
    publish_round(event, actor_of(organiser), 1, 1)
    sections = sections_of(client)
    assert "Friday night" in sections["Live now"] and "Friday night" not in sections["Upcoming"]


def test_an_event_that_ended_before_its_date_is_past_at_once(client, organiser):
    event = ended_event(organiser)
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    change_event(fresh(event), actor_of(organiser), starts_at=tomorrow)
    sections = sections_of(client)
    assert "Friday night" in sections["Past"]
    assert "Friday night" not in sections["Upcoming"] + sections["Live now"]


def test_a_search_finds_by_name_and_place(client, organiser):
    announced(organiser, "Harbour Open", place="Lantern Hall")
    announced(organiser, "Winter series", place="Mill")
    assert "Winter series" not in text_of(client.get("/?q=harb"))
    assert "Harbour Open" in text_of(client.get("/?q=lantern"))
    assert "No events found" in text_of(client.get("/?q=nowhere"))


@pytest.mark.parametrize("query", ("?past=0", "?past=x", "?upcoming=99999999999", "?q=%00", "?running=-1"))
def test_invalid_parameters_are_ignored(client, organiser, query):
    announced(organiser, "Harbour Open")
    assert client.get(f"/{query}").status_code == 200


def test_long_lists_have_pages(client, organiser):
    for number in range(23):
        announced(organiser, f"Event number {number}.", days=number + 1)
    first, second = text_of(client.get("/")), text_of(client.get("/?upcoming=2"))
    assert "Event number 0." in first
    assert "Event number 22." not in first
    assert "Event number 22." in second
    assert "Page 2 of 2" in second


def test_three_events_of_each_kind_cost_no_more_queries_than_one(client, organiser):
    def one_of_each():
        friday(organiser)
        paired(friday(organiser), organiser)
        ended_event(organiser)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/").status_code == 200
        return len(captured)

    one_of_each()
    at_one = queries()
    one_of_each()
    one_of_each()
    assert queries() == at_one


def test_an_event_with_inconsistent_settings_does_not_break_the_list(client, organiser):
    event = played(friday(organiser), organiser)
    finish_round(event, actor_of(organiser))
    last = fresh(event).phases.get(number=1)
    last.entrants, last.settings = None, {"cut": {"top": 4}}
    last.kind = BRACKET
    last.save()
    assert client.get("/").status_code == 200


def test_an_account_without_a_club_reads_that_its_first_event_makes_one(client, organiser):
    words = "Your first event makes your club, too"
    assert words not in client.get("/").content.decode()
    client.force_login(organiser)
    assert words in client.get("/").content.decode()
    get_or_create_club(organiser, None)
    assert words not in client.get("/").content.decode()
