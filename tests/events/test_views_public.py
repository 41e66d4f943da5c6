"""The first page of an event and what is played there, before, during and after it."""

import html
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.desk_events import NAMES, actor_of, fresh, friday, paired, played, reported
from tests.support.pages import ended_event, source_of, text_of
from tournaments.events.actions.events import change_settings
from tournaments.players.actions.players import drop_player
from tournaments.rounds.actions.rounds import finish_round

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database

PAGES = ("", "?by=table", "phases/1/", "standings/", "players/", "players/p1/", "about/")


@pytest.mark.parametrize("address", PAGES)
def test_every_page_answers_before_the_event(client, organiser, address):
    event = friday(organiser)
    assert client.get(f"/e/{event.slug}/{address}").status_code == 200


@pytest.mark.parametrize("address", (*PAGES, "rounds/1/", "rounds/2/?by=name", "?find=an"))
def test_every_page_answers_while_it_runs(client, organiser, address):
    event = reported(paired(played(friday(organiser), organiser), organiser), organiser, 1)
    assert client.get(f"/e/{event.slug}/{address}").status_code == 200


@pytest.mark.parametrize("address", (*PAGES, "phases/2/", "phases/2/rounds/1/", "phases/2/standings/"))
def test_every_page_answers_when_it_is_over(client, organiser, address):
    event = ended_event(organiser)
    assert client.get(f"/e/{event.slug}/{address}").status_code == 200


@pytest.mark.parametrize(
    "address",
    (
        "rounds/1/",
        "rounds/0/",
        "phases/9/",
        "phases/0/",
        "phases/9/rounds/1/",
        "players/nobody/",
        "?part=all",
    ),
)
def test_missing_pages_are_404(client, organiser, address):
    event = friday(organiser)
    assert client.get(f"/e/{event.slug}/{address}").status_code == 404
    assert client.get(f"/e/nothing/{address}").status_code == 404


def test_before_round_1_the_page_lists_the_players(client, organiser):
    page = text_of(client.get(f"/e/{friday(organiser).slug}/"))
    assert "8 players so far" in page
    assert all(name in page for name in NAMES)


def test_an_event_without_players_says_so(client, organiser):
    assert "No players yet" in text_of(client.get(f"/e/{friday(organiser, names=()).slug}/"))


def test_each_player_is_listed_with_table_and_opponent(client, organiser):
    event = paired(friday(organiser), organiser)
    page = source_of(client.get(f"/e/{event.slug}/"))
    rows = re.findall(r'data-name="(\w+)" data-table="(\d)" data-opponent="(\w+)"', page)
    seats = {name: (table, opponent) for name, table, opponent in rows}
    assert sorted(seats) == NAMES
    assert all(seats[opponent] == (table, name) for name, (table, opponent) in seats.items())


def test_the_list_by_table_has_the_same_data(client, organiser):
    event = paired(friday(organiser), organiser)
    known = re.compile(r'data-player="(\w+)" data-name="(\w+)" data-table="(\d)" data-opponent="(\w+)"')
    by_name = known.findall(source_of(client.get(f"/e/{event.slug}/?by=name")))
    by_table = known.findall(source_of(client.get(f"/e/{event.slug}/?by=table")))
    assert sorted(by_name) == sorted(by_table)
    assert len(by_name) == 8


def test_the_server_finds_names_without_scripts(client, organiser):
    event = paired(friday(organiser), organiser)
    page = client.get(f"/e/{event.slug}/?find=ANN").content.decode()
    own = page[page.index("<main") :]
    assert "Anna" in own
    assert "part=now" not in own
    assert "No player called" in text_of(client.get(f"/e/{event.slug}/?find=zzz"))


def test_a_table_is_found_by_its_number_with_its_neighbours(client, organiser):
    event = paired(friday(organiser), organiser)
    page = text_of(client.get(f"/e/{event.slug}/?find=2"))
    assert "2 players found" in page
    assert re.search(r"Table 1 \w+ v \w+ Table 2 \w+ v \w+ Table 3 \w+ v \w+", " ".join(page.split()))


def test_searches_are_limited_and_escaped(client, organiser):
    event = paired(friday(organiser), organiser)
    page = client.get(f"/e/{event.slug}/", {"find": "<script>\x00" + "x" * 5000, "by": "<b>"})
    assert page.status_code == 200
    assert "<script>x" not in page.content.decode()


def test_between_two_rounds_the_page_says_that_it_updates_itself(client, organiser):
    event = played(friday(organiser), organiser)
    finish_round(event, actor_of(organiser))
    assert "Round 1 is finished" in text_of(client.get(f"/e/{event.slug}/"))


def test_a_finished_event_shows_its_champion_first_and_polls_once_a_minute(client, organiser):
    event = ended_event(organiser)
    page = source_of(client.get(f"/e/{event.slug}/"))
    assert re.search(r'Champion of Friday night</p><h1><a href="[^"]+">\w+</a></h1>', page)
    assert 'hx-trigger="every 60s"' in page


def test_a_running_event_polls_every_ten_seconds(client, organiser):
    event = paired(friday(organiser), organiser)
    assert 'hx-trigger="every 10s"' in client.get(f"/e/{event.slug}/").content.decode()


def test_a_draft_is_hidden(client, organiser):
    event = paired(friday(organiser), organiser, publish=False)
    page = text_of(client.get(f"/e/{event.slug}/"))
    assert "8 players so far" in page
    assert client.get(f"/e/{event.slug}/rounds/1/").status_code == 404
    assert "No matches yet" in text_of(client.get(f"/e/{event.slug}/players/p1/"))
    client.force_login(organiser)
    assert client.get(f"/e/{event.slug}/rounds/1/").status_code == 404


def test_about_names_the_rulebook_its_numbers_and_the_organisers(client, organiser):
    page = text_of(client.get(f"/e/{friday(organiser, finals=('mcintyre8', 8)).slug}/about/"))
    for words in ("win 3, draw 1, loss 0, bye 3", "OMW %", "best of 3", "33.00", "the top 8", "organiser"):
        assert words in page


def etag_in(page, part):
    """Return the ETag that the page's script would send for a fragment."""
    text = html.unescape(page.content.decode())
    return re.search(rf"data-etag='([^']+)' hx-get=\"[^\"]*part={part}\"", text).group(1)


LIVE = (
    ("", "now"),
    ("rounds/1/", "tables"),
    ("standings/", "table"),
    ("players/", "list"),
    ("players/p1/", "player"),
)


@pytest.mark.parametrize(("address", "part"), LIVE)
def test_a_poll_is_304_until_a_result_comes_in(client, organiser, address, part):
    event = paired(friday(organiser), organiser)
    page = client.get(f"/e/{event.slug}/{address}")
    etag = etag_in(page, part)
    url = f"/e/{event.slug}/{address}?part={part}"
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
    reported(event, organiser, 1)
    changed = client.get(url, headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


@pytest.mark.parametrize(("address", "part"), LIVE)
def test_an_unchanged_poll_costs_one_query(client, organiser, django_assert_num_queries, address, part):
    event = paired(friday(organiser), organiser)
    etag = etag_in(client.get(f"/e/{event.slug}/{address}"), part)
    with django_assert_num_queries(1):
        poll = client.get(f"/e/{event.slug}/{address}?part={part}", headers={"If-None-Match": etag})
    assert poll.status_code == 304


@pytest.mark.parametrize(("address", "part"), LIVE)
def test_the_page_contains_the_same_html_as_the_fragment(client, organiser, address, part):
    event = reported(paired(friday(organiser), organiser), organiser, 2)
    page = client.get(f"/e/{event.slug}/{address}").content.decode()
    cache.clear()
    inside = client.get(f"/e/{event.slug}/{address}?part={part}").content.decode()
    inside, *brought = re.split(r'<div id="[-\w]+" hx-swap-oob', inside)
    assert inside.strip() and brought
    assert inside in page


@pytest.mark.parametrize(("address", "part"), LIVE)
def test_a_fragment_does_not_depend_on_the_user(client, organiser, address, part):
    event = reported(paired(friday(organiser), organiser), organiser, 2)
    url = f"/e/{event.slug}/{address}?part={part}"
    response = client.get(url)
    client.force_login(organiser)
    cache.clear()
    seen_by_organiser = client.get(url)
    assert seen_by_organiser.content == response.content
    assert seen_by_organiser["ETag"] == response["ETag"]
    assert "csrf" not in response.content.decode()


@pytest.mark.parametrize(
    "address", ("", "rounds/1/", "rounds/1/draw/", "standings/", "players/", "players/p1/", "about/")
)
def test_a_page_costs_the_same_queries_for_2_players_and_for_16(client, organiser, address):
    small = paired(friday(organiser, names=NAMES[:2]), organiser)
    big = paired(friday(organiser, names=[f"{name} {n}" for name in NAMES for n in (1, 2)]), organiser)
    assert queries_of(client, small, address) == queries_of(client, big, address)


def queries_of(client, event, address):
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(f"/e/{event.slug}/{address}").status_code == 200
    return len(captured)


def test_a_bye_and_a_drop_are_shown(client, organiser):
    event = friday(organiser, names=NAMES[:7])
    event = paired(event, organiser)
    assert "bye, 3 points" in text_of(client.get(f"/e/{event.slug}/?by=name"))
    reported(event, organiser)
    finish_round(fresh(event), actor_of(organiser))
    drop_player(fresh(event), actor_of(organiser), "p2")
    assert "dropped after round 1" in text_of(client.get(f"/e/{event.slug}/players/"))


def test_the_front_page_has_the_top_of_the_standings_and_what_the_event_is(client, organiser):
    event = paired(friday(organiser, finals=("single", 4)), organiser)
    text = text_of(client.get(event.get_absolute_url()))
    assert "Full standings" not in text
    assert "Rulebook Magic Swiss 3 rounds, best of 3 Finals the top 4, Single elimination" in text
    reported(event, organiser, count=1)
    text = text_of(client.get(event.get_absolute_url() + "?part=now"))
    assert "1–0, 3 points" in text and "Full standings" in text


def test_hidden_points_are_not_on_the_front_page(client, organiser):
    event = reported(paired(friday(organiser, rulebook="hareruya"), organiser), organiser)
    assert "Full standings" not in text_of(client.get(event.get_absolute_url()))


def test_the_about_page_of_an_event_with_score_bands_names_their_width(client, organiser):
    event = friday(organiser)
    change_settings(event, actor_of(organiser), 1, band=3)
    text = text_of(client.get(f"/e/{event.slug}/about/"))
    assert "at random within each score group" in text and "3 points wide" in text
    assert "equal points" not in text
