"""The bracket of a followed player, and names in full: by the address alone."""

import re

import pytest
from django.core.cache import cache

from tests.support.desk_events import friday, paired, played
from tests.support.pages import ended_event, source_of, text_of
from tournaments.history.cache import load_history

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database

NAMES = ("Bartholomew Featherstonehaugh", *(f"Player {letter}" for letter in "ABCDEFG"))


@pytest.fixture
def event(organiser):
    """Four players after their semi-finals, with the final published."""
    return ended_event(organiser)


@pytest.fixture
def long_names(organiser):
    event = friday(organiser, NAMES, rounds=1, finals=("mcintyre8", 8))
    return paired(played(event, organiser), organiser)


def at(event, query=""):
    return f"/e/{event.slug}/bracket/{query}"


def drawing_in(response) -> str:
    [svg] = re.findall(r'<svg class="br .*?</svg>', source_of(response))
    return svg


def finalist(client, event):
    """Return the id of the loser of the final, who won one match and lost the last."""
    page = source_of(client.get(at(event)))
    return re.findall(r'<a class="br-row" data-of="([^"]+)" href="\?follow=', page.partition("Places")[2])[1]


def test_every_name_is_a_link_that_follows_the_player(client, event):
    page = client.get(at(event))
    svg = drawing_in(page)
    links = re.findall(r'<a class="br-link" data-of="(\w+)" href="\?follow=(\w+)" aria-label="([^"]+)"', svg)
    assert len(links) == svg.count('class="br-name') == 6
    assert all(player == of and re.search(r" \d$", label) for player, of, label in links)
    rows = re.findall(r'<a class="br-row" data-of="(\w+)"', source_of(page))
    assert len(rows) == 2 + 4
    assert "Select a name to follow that player." in text_of(page) and "following" not in svg


@pytest.mark.parametrize("parameter", ("follow", "player"))
def test_a_followed_player_has_a_way_and_a_page(client, event, parameter):
    player = finalist(client, event)
    page = client.get(at(event, f"?{parameter}={player}"))
    svg = drawing_in(page)
    assert 'class="br type-14 following"' in svg
    assert svg.count('class="br-box on"') == 2 and svg.count('class="br-way on"') == 1
    assert svg.count('class="br-link on"') == 2
    [bar] = re.findall(r'<div data-way-of="\w+"><p>.*?</div>', source_of(page))
    name = event.players.get(public_id=player).name
    assert f"<b>{name}</b> <span>Won 2–1, lost" in bar
    assert f'href="/e/{event.slug}/players/{player}/">Player’s page</a>' in bar
    assert 'href="?" data-follow-nobody>Show all</a>' in bar


def test_links_keep_the_round_the_odds_and_the_names(client, long_names):
    page = source_of(client.get(at(long_names, "?round=2&odds=no&names=full&follow=p1")))
    kept = "?round=2&amp;odds=no&amp;names=full"
    assert f'href="{kept}" data-follow-nobody' in page
    assert f'href="{kept}&amp;follow=p2"' in page
    assert 'href="?round=2&amp;odds=no&amp;follow=p1">Short names</a>' in page
    assert 'href="?round=3&amp;odds=no&amp;names=full&amp;follow=p1"' in page


def test_without_a_script_a_list_of_all_players_chooses_whom_to_follow(client, long_names):
    page = source_of(client.get(at(long_names, "?round=2&names=full&follow=p2")))
    [form] = re.findall(r'<form class="field" method="get".*?</form>', page)
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', form))
    assert hidden == {"round": "2", "names": "full"}
    assert '<label for="follow">Follow</label>' in form and '<button class="button">Show</button>' in form
    options = re.findall(r'<option value="(\w*)" data-player="\w*"( selected)?>([^<]+)', form)
    names = load_history(long_names).names
    assert options[0] == ("", "", "Nobody") and {name for _key, _on, name in options[1:]} == set(NAMES)
    assert all(names[key] == name and bool(on) == (key == "p2") for key, on, name in options[1:])


def test_before_the_cut_there_is_nobody_to_follow(client, organiser):
    event = paired(friday(organiser, NAMES, rounds=1, finals=("mcintyre8", 8)), organiser)
    assert 'id="follow"' not in source_of(client.get(at(event)))


@pytest.mark.parametrize("query", ("follow=nobody", "follow=%00", "follow=" + "x" * 5000, "follow=&player="))
def test_nobody_is_followed_by_an_unknown_id(client, event, query):
    page = client.get(at(event, f"?{query}"))
    assert page.status_code == 200 and "following" not in drawing_in(page)


def test_only_what_everybody_shares_is_cached(client, event):
    client.get(at(event)), client.get(at(event, "?names=full"))
    stored = set(cache._cache)
    for query in ("?follow=p1", "?follow=p2&names=full", "?names=sausage", "?player=p3&part=bracket"):
        client.get(at(event, query))
    assert set(cache._cache) == stored
    etags = {
        client.get(at(event, f"?part=bracket{query}"))["ETag"]
        for query in ("", "&names=full", "&follow=p1", "&follow=p2")
    }
    assert len(etags) == 4


def test_long_names_take_an_initial_until_all_are_wanted_in_full(client, long_names):
    page = client.get(at(long_names))
    svg = drawing_in(page)
    assert ">B. Featherstonehaugh</text>" in svg and ">P. A</text>" in svg and "…" not in svg
    assert 'aria-label="Bartholomew Featherstonehaugh"' in svg
    assert 'href="?names=full">Full names</a>' in source_of(page)
    full = drawing_in(client.get(at(long_names, "?names=full")))
    assert ">Bartholomew Featherstonehaugh</text>" in full and ">Player A</text>" in full
    width = r'width="(\d+)"'
    assert int(re.search(width, full)[1]) > int(re.search(width, svg)[1])
    # Lists by rounds have room for all.
    assert "<b>Bartholomew Featherstonehaugh</b>" in source_of(page)


def test_an_id_may_hold_anything(client, event_from):
    odd = "a&b:c #%/é"
    players = [{"id": odd, "name": "Odd"}, {"id": "b", "name": "Bo"}]
    event = event_from(
        {
            "format": "topcut/1",
            "event": {"name": "Odd", "rulebook": "magic"},
            "players": players,
            "phases": [{"kind": "bracket", "settings": {"finals": "single"}, "entrants": [odd, "b"]}],
        }
    )
    page = source_of(client.get(at(event)))
    [address] = re.findall(r'<a class="br-link" data-of="[^"]*" href="(\?follow=a[^"]*)"', page)
    assert 'class="br-link on" data-of="a%26b%3Ac%20%23%25%2F%C3%A9"' in source_of(
        client.get(at(event, address))
    )


def test_paper_has_no_links_and_no_cut_names(desk, long_names):
    page = source_of(desk.get(f"/e/{long_names.slug}/desk/print/bracket/"))
    assert ">B. Featherstonehaugh</text>" in page
    assert "br-link" not in page and "…" not in page.partition('class="sheets"')[2].partition("</svg>")[0]
