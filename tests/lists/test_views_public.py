"""Lists for everyone: when they are shown, and to whom."""

import pytest

from tests.support.action_states import with_army_lists, with_lists
from tests.support.database_states import cached_state
from tests.support.own_pages import text_of
from tests.support.played_events import ME, make, pair, play_round, reload_event
from tournaments.lists.actions import send_list, set_lists
from tournaments.models import Event
from tournaments.players.actions.players import add_players, remove_player
from tournaments.rounds.actions.rounds import finish_round, pair_next_round, publish_round
from tournaments.rules.history import PRIVATE
from tournaments.rules.history.players import AFTER_CUT, AFTER_EVENT, NEVER, REQUIRED, ListSettings

PAGES = ("lists/", "lists/p1/", "lists/p1/text/")


def statuses(client, event, pages=PAGES):
    return [client.get(f"/e/{event.slug}/{page}").status_code for page in pages]


@pytest.fixture
def event(db):
    return with_lists()


def test_a_public_list_can_be_read_copied_and_downloaded(client, event):
    index = client.get(f"/e/{event.slug}/lists/")
    assert "Player 01" in text_of(index) and "Player 03" not in text_of(index)
    page = client.get(f"/e/{event.slug}/lists/p1/")
    assert "Decklist: 60 and 12" in text_of(page) and 'data-copy="list-text"' in page.content.decode()
    download = client.get(f"/e/{event.slug}/lists/p1/text/")
    assert download["Content-Type"] == "text/plain; charset=utf-8"
    assert download["Content-Disposition"].startswith("attachment")
    assert download.content.decode() == "56 Mountain\n4 Shock\n\n12 Swamp"


def test_the_newest_version_is_shown_and_no_reason_or_check(client, event):
    text = text_of(client.get(f"/e/{event.slug}/lists/p1/"))
    assert "12 Swamp" in text and "15 Swamp" not in text and "deck check" not in text.lower()


def test_the_players_page_and_the_about_page_lead_to_public_lists(client, event):
    for page, link in (("players/p1/", "lists/p1/"), ("about/", "lists/")):
        assert f'href="/e/{event.slug}/{link}"' in client.get(f"/e/{event.slug}/{page}").content.decode()
    assert "Decklist" not in text_of(client.get(f"/e/{event.slug}/players/p3/"))
    set_lists(reload_event(event), ME, ListSettings(ask=REQUIRED, visible=NEVER))
    for page in ("players/p1/", "about/"):
        assert "Decklist" not in text_of(client.get(f"/e/{event.slug}/{page}"))


def test_hidden_lists_are_not_found(client, event):
    assert statuses(client, event) == [200, 200, 200]
    set_lists(reload_event(event), ME, ListSettings(ask=REQUIRED, visible=NEVER))
    assert statuses(client, event) == [404, 404, 404]
    set_lists(reload_event(event), ME, ListSettings(visible="at_once"))
    assert statuses(client, event) == [404, 404, 404]


def test_a_player_without_a_list_and_nobody_are_not_found(client, event):
    pages = ("lists/p3/", "lists/p3/text/", "lists/nobody/", "lists/nobody/text/")
    assert statuses(client, event, pages) == [404] * 4


@pytest.fixture
@cached_state
def event_with_finals(db):
    event = make(8, rounds_set=1, finals=("single", 2))
    set_lists(event, ME, ListSettings(ask=REQUIRED, visible=AFTER_CUT))
    send_list(reload_event(event), ME, "p1", "60 Mountain")
    return reload_event(event)


def test_after_the_cut_means_once_the_finals_are_published(client, event_with_finals):
    event = event_with_finals
    play_round(event)
    assert statuses(client, event) == [404] * 3
    pair_next_round(reload_event(event), ME, seed="s")
    assert statuses(client, event) == [404] * 3
    publish_round(reload_event(event), ME, 2, 1)
    assert statuses(client, event) == [200] * 3


def test_after_the_event_means_at_its_end(client, event_with_finals):
    event = event_with_finals
    set_lists(event, ME, ListSettings(ask=REQUIRED, visible=AFTER_EVENT))
    play_round(event)
    play_round(event)
    assert statuses(client, event) == [404] * 3
    finish_round(reload_event(event), ME)
    assert statuses(client, event) == [200] * 3


def test_without_finals_after_the_cut_is_the_end(client, db):
    event = make(4, rounds_set=1)
    set_lists(event, ME, ListSettings(ask=REQUIRED, visible=AFTER_CUT))
    send_list(reload_event(event), ME, "p1", "60 Mountain")
    play_round(event)
    assert statuses(client, event) == [404] * 3
    finish_round(reload_event(event), ME)
    assert statuses(client, event) == [200] * 3


def test_a_record_is_shown_beside_the_name(client, event):
    play_round(event)
    text = text_of(client.get(f"/e/{event.slug}/lists/"))
    assert "1–0" in text or "0–1" in text


def test_private_events_hide_their_lists(client, event):
    Event.objects.filter(pk=event.pk).update(visibility=PRIVATE)
    assert statuses(client, event) == [404] * 3


def test_a_removed_player_has_no_list(client, event):
    remove_player(reload_event(event), ME, "p1")
    assert statuses(client, event, PAGES[1:]) == [404] * 2
    add_players(reload_event(event), ME, "Player 01")
    assert statuses(client, event, PAGES[1:]) == [404] * 2


def test_an_army_list_is_shown_as_it_was_sent(client, db):
    event = with_army_lists()
    page = client.get(f"/e/{event.slug}/lists/p1/")
    assert "Army list" in text_of(page) and "  * Attack squig" in page.content.decode()
    assert "Army lists" in text_of(client.get(f"/e/{event.slug}/about/"))


def test_pairing_does_not_hide_them_again(client, event):
    pair(event)
    assert statuses(client, event) == [200] * 3
