"""The event status in the header, which every fragment updates."""

import re
from html import unescape

import pytest

from tests.support.desk_events import friday, paired, reported
from tests.support.own_pages import address as own_address
from tests.support.pages import ended_event
from tests.support.people import joined
from tournaments.history.cache import load_history
from tournaments.models import Staff
from tournaments.rules.standings.final import final_standings

FRAGMENTS = (
    "?part=now",
    "standings/?part=table",
    "rounds/1/?part=tables",
    "bracket/?part=bracket",
    "players/?part=list",
    "players/p1/?part=player",
    "forecast/?part=forecast",
    "prizes/?part=list",
    "hall/?part=quiet",
)


def status_in(response) -> str:
    """Return the text of the status that a fragment updates, with the notes of the tabs."""
    assert response.status_code == 200
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", brought_in(response)).split()))


def brought_in(response) -> str:
    html = response.content.decode()
    return re.search(r'<div id="event-status" hx-swap-oob="innerHTML">(.*)</div>', html, re.S)[1]


@pytest.fixture
def event(organiser):
    """A first round with two of four results."""
    return reported(paired(friday(organiser), organiser), organiser, 2)


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_every_fragment_updates_the_round_and_the_results(client, organiser, event, fragment):
    assert "Round 1 of 3 2 of 4 results reported" in status_in(client.get(f"/e/{event.slug}/{fragment}"))
    paired(reported(event, organiser), organiser)
    assert "Round 2 of 3 0 of 4 results reported" in status_in(client.get(f"/e/{event.slug}/{fragment}"))


def test_the_page_shows_the_same_status_in_its_header(client, event):
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    inside = brought_in(client.get(f"/e/{event.slug}/standings/?part=table")).strip()
    assert re.search(rf'<div class="sidebar-status" id="event-status">\s*{re.escape(inside)}\s*</div>', page)


@pytest.mark.parametrize(
    "fragment", ("desk/?part=progress", "desk/?phase=1&round=1&part=count", "hall/?part=desk")
)
def test_only_the_desk_shows_unpublished_rounds(desk, client, organiser, event, fragment):
    paired(reported(event, organiser), organiser, publish=False)
    assert status_in(desk.get(f"/e/{event.slug}/{fragment}")).startswith("Round 2 of 3")
    for public in FRAGMENTS:
        assert status_in(desk.get(f"/e/{event.slug}/{public}")).startswith("Round 1 of 3")


def test_the_desk_status_requires_the_permission(client, event):
    assert client.get(f"/e/{event.slug}/hall/?part=desk").status_code == 404
    _row, viewer = joined(event, "vera", Staff.VIEWER)
    assert viewer.get(f"/e/{event.slug}/hall/?part=desk").status_code == 404
    _row, judge = joined(event, "jo", Staff.JUDGE)
    assert judge.get(f"/e/{event.slug}/hall/?part=desk").status_code == 200


def test_a_players_own_page_shows_nothing_of_the_results_at_other_tables(client, event):
    own = own_address(event, "Anna")
    assert "results reported" not in client.get(own).content.decode()
    assert status_in(client.get(f"{own}?part=now")) == "Round 1 of 3 Round 1 8 8 1"


def test_a_public_page_of_a_player_shows_the_next_result(client, organiser, event):
    page = f"/e/{event.slug}/players/p1/"
    before = client.get(f"{page}?part=player")
    paired(reported(event, organiser), organiser)
    answer = client.get(f"{page}?part=player", headers={"If-None-Match": before["ETag"]})
    assert answer.status_code == 200 and answer.content.decode().count("live-mark") > 0
    assert "Round 2" in answer.content.decode() and "Round 2" not in before.content.decode()


def test_the_list_of_players_shows_records_as_they_come(client, organiser, event):
    def winners():
        return client.get(f"/e/{event.slug}/players/?part=list").content.decode().count("1–0")

    assert winners() == 2
    reported(event, organiser)
    assert winners() == 4


NOWHERE = ("players/?part=page", "players/p1/?part=list", "players/nobody/?part=player")


@pytest.mark.parametrize("address", NOWHERE)
def test_an_unknown_fragment_is_404(client, event, address):
    assert client.get(f"/e/{event.slug}/{address}").status_code == 404


def test_a_finished_event_shows_its_champion_instead_of_a_round(client, organiser):
    event = ended_event(organiser)
    champion = final_standings(load_history(event))[0].name
    status = status_in(client.get(f"/e/{event.slug}/standings/?part=table"))
    assert f"Finished top 4 Champion: {champion}" in status
    assert "results reported" not in status and "Final" not in status


def test_the_line_of_rounds_runs_to_the_end_when_the_event_is_over(client, organiser):
    html = client.get(f"/e/{ended_event(organiser).slug}/standings/").content.decode()
    lines = dict(re.findall(r'class="track-(path|done)" d="M\d+ 12H(\d+)"', html))
    assert lines["done"] == lines["path"]
