"""Permissions of the desk: the organiser alone opens its pages; no GET changes anything."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.desk_events import form, fresh, friday, played
from tournaments.players.pages.roster import find_player_row

DESK_PAGES = (
    "desk",
    "desk_players",
    "merge_players",
    "desk_pairs",
    "desk_round",
    "desk_settings",
    "settings_format",
    "settings_pairing",
    "settings_standings",
    "settings_reporting",
    "settings_finals",
    "settings_danger",
    "desk_prizes",
    "desk_phases",
    "delete_event",
    "desk_log",
    "event_file",
)
DESK_POSTS = (
    "report",
    "add_players",
    "merge_players",
    "desk_pairs",
    "release_pair",
    "pair",
    "publish_round",
    "unpublish_round",
    "redraw_round",
    "finish_round",
    "cut_to_finals",
    "settings_standings",
    "desk_prizes",
    "delete_event",
    "undo",
)
# Those that are a page to look at, too.
WITH_A_PAGE = {
    "settings_standings",
    "desk_prizes",
    "merge_players",
    "desk_pairs",
    "delete_event",
    "cut_to_finals",
}


@pytest.mark.parametrize("name", DESK_PAGES)
def test_an_anonymous_visitor_is_redirected_to_sign_in(client, organiser, name):
    address = reverse(name, args=[friday(organiser).slug])
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer.url == f"{reverse('login')}?next={address}"


@pytest.mark.parametrize("name", DESK_PAGES)
def test_another_user_is_forbidden(client, organiser, django_user_model, name):
    event = friday(organiser)
    client.force_login(django_user_model.objects.create_user("somebody"))
    assert client.get(reverse(name, args=[event.slug])).status_code == 403


@pytest.mark.parametrize("name", DESK_POSTS)
def test_another_user_changes_nothing(client, organiser, django_user_model, name):
    event = friday(organiser)
    client.force_login(django_user_model.objects.create_user("somebody"))
    fields = form(
        event, name=event.name, names="Zoe", keep="p1", remove="p2", tiebreakers="omw", a="p1", b="p2"
    )
    assert client.post(reverse(name, args=[event.slug]), fields).status_code == 403
    assert fresh(event).version == event.version


@pytest.mark.parametrize("name", DESK_PAGES)
def test_a_get_changes_nothing(desk, organiser, name):
    event = played(friday(organiser), organiser)
    assert desk.get(reverse(name, args=[event.slug])).status_code == 200
    assert fresh(event).version == event.version


@pytest.mark.parametrize("name", sorted({*DESK_POSTS} - WITH_A_PAGE))
def test_a_get_of_an_action_redirects_to_the_desk(desk, organiser, name):
    event = friday(organiser)
    answer = desk.get(reverse(name, args=[event.slug]))
    assert (answer.status_code, answer.url) == (302, f"/e/{event.slug}/desk/")
    assert fresh(event).version == event.version


def test_an_unknown_event_is_not_found(desk, organiser):
    assert desk.get("/e/nowhere/desk/").status_code == 404


def test_a_post_without_its_token_is_refused(organiser):
    event = friday(organiser)
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(organiser)
    assert careful.post(reverse("pair", args=[event.slug]), form(event)).status_code == 403
    assert fresh(event).version == event.version


def test_unprintable_characters_are_removed_from_a_key(desk, organiser):
    event = friday(organiser)
    fields = form(event, names="Zoe", key="one\0two")
    for _ in range(2):
        assert desk.post(reverse("add_players", args=[event.slug]), fields).status_code == 302
    assert event.log.last().key == "onetwo"


def test_an_unprintable_player_id_is_not_found_without_a_query(organiser, django_assert_num_queries):
    event = friday(organiser)
    with django_assert_num_queries(0):
        assert find_player_row(event, "p1\0") is None
