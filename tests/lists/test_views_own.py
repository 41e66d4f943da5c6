"""A player's own list: on their page, and on the page to send it."""

from types import SimpleNamespace

import pytest
from django.core.cache import caches

from tests.support.action_states import with_army_lists, with_lists
from tests.support.own_pages import text_of
from tests.support.played_events import ME, pair, reload_event
from tournaments.lists.actions import change_list, set_lists
from tournaments.models import ListVersion
from tournaments.models.player import new_token
from tournaments.players.actions import picks
from tournaments.players.actions.players import drop_player
from tournaments.rules.history.players import OPTIONAL, REQUIRED, ListSettings
from tournaments.web.middleware import limits


@pytest.fixture
def event(db):
    return with_lists()


def address(event, key, more=""):
    return f"/e/{event.slug}/me/{event.players.get(public_id=key).secret}/{more}"


def send(client, event, key, text):
    return client.post(address(event, key, "list/"), {"text": text, "key": "a form"})


def test_a_player_pastes_a_list_and_sees_it_counted_and_checked(client, event):
    answer = send(client, event, "p3", "58 Mountain\r\n\r\nSideboard\r\n5 Shock\r\n")
    assert answer.status_code == 302
    text = text_of(client.get(answer.url))
    assert "Sent: 58 and 5" in text
    assert "58 of at least 60 cards in the main deck" in text
    assert "5 × Shock, at most 4" in text


def test_the_own_page_says_whether_the_list_is_missing_or_sent(client, event):
    assert "Decklist: missing, due before round 1" in text_of(client.get(address(event, "p3")))
    assert "Decklist: sent, 60 and 12" in text_of(client.get(address(event, "p1")))


def test_the_own_page_is_another_one_once_a_list_was_sent(client, event):
    before = client.get(address(event, "p3"), {"part": "now"})
    send(client, event, "p3", "60 Mountain")
    after = client.get(address(event, "p3"), {"part": "now"}, headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, "sent, 60" in text_of(after)) == (200, True)


def test_an_optional_list_and_a_deadline_of_its_own(client, event):
    settings = ListSettings(ask=OPTIONAL, until="2100-11-28T18:00:00Z")
    set_lists(reload_event(event), ME, settings)
    assert "Decklist: optional, due by 28 Nov, 18:00" in text_of(client.get(address(event, "p3")))


def test_after_the_deadline_the_list_is_read_only(client, event):
    pair(event)
    page = client.get(address(event, "p1", "list/")).content.decode()
    assert "too late" in page and "<textarea" not in page and "Mountain" in page
    answer = send(client, event, "p1", "60 Island")
    assert (answer.status_code, "too late" in text_of(answer)) == (422, True)
    assert "Decklist" not in text_of(client.get(address(event, "p3")))


def test_a_refused_list_stays_in_its_field(client, event):
    answer = send(client, event, "p3", "4 Shock\n" + "x" * 20_000)
    assert answer.status_code == 422
    assert "Use at most 20000 characters." in text_of(answer) and "xxxx" in answer.content.decode()
    assert send(client, event, "p3", "  ").status_code == 422


def test_a_hostile_list_is_shown_as_text(client, event):
    send(client, event, "p3", "4 <script>alert(1)</script>\n{{ 7 }}\n4 \u202eevil\n// </pre><b>")
    page = client.get(address(event, "p3", "list/")).content.decode()
    assert "&lt;script&gt;" in page and "<script>alert" not in page and "</pre><b>" not in page


def test_the_player_sees_all_versions_and_why_the_staff_changed_one(client, event):
    text = text_of(client.get(address(event, "p1", "list/")))
    assert "Changed by organiser: deck check" in text and "2 versions" in text


def test_the_outcome_of_a_deck_check_is_for_the_staff(client, event):
    assert "too many" not in text_of(client.get(address(event, "p1", "list/")))


def test_wargames_ask_for_army_lists_and_show_them_as_text(client, db):
    event = with_army_lists()
    text = text_of(client.get(address(event, "p1")))
    assert "Army list: sent" in text and "Decklist" not in text
    assert "Boyz x20 [160 pts]" in text_of(client.get(address(event, "p1", "list/")))


def test_an_event_without_lists_shows_none(client, event):
    set_lists(reload_event(event), ME, ListSettings())
    assert "Decklist" not in text_of(client.get(address(event, "p1")))


def test_a_dropped_player_reads_their_list_and_sends_none(client, event):
    drop_player(reload_event(event), ME, "p1")
    page = client.get(address(event, "p1", "list/")).content.decode()
    assert "<textarea" not in page
    assert send(client, event, "p1", "60 Island").status_code == 422


def test_a_picked_name_gets_no_list(client, event):
    from tournaments.events.actions.events import change_settings

    change_settings(reload_event(event), ME, 1, reporting="anyone")
    pair(event)
    token = picks.pick_name(reload_event(event), ME, "p3", new_token())
    assert "Decklist" not in text_of(client.get(f"/e/{event.slug}/pick/{token}/"))
    assert client.get(f"/e/{event.slug}/pick/{token}/list/").status_code == 404
    assert client.get(f"/e/{event.slug}/me/{token}/list/").status_code == 404


def test_one_link_sends_at_most_30_lists_a_minute(client, event, monkeypatch):
    caches["limits"].clear()
    # All in one minute, whenever the test runs.
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 1_800_000_000))
    answers = [send(client, event, "p3", " ").status_code for _ in range(31)]
    assert set(answers) <= {422, 429} and answers[-1] == 429


def test_required_lists_stop_nobody(client, event):
    set_lists(reload_event(event), ME, ListSettings(ask=REQUIRED))
    pair(event)
    assert ListVersion.objects.filter(event=event).count() < event.players.count()
    change_list(reload_event(event), ME, "p3", "60 Mountain", "handed in on paper")
    assert "Mountain" in text_of(client.get(address(event, "p3", "list/")))
