"""Unlisted and private events: who sees them, what is told of them, and what stays of them anywhere."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, draft_night, form, fresh, friday, paired
from tests.support.own_pages import report, table_of
from tests.support.pages import FACTS
from tournaments.drafts.actions import draw_pods
from tournaments.events.actions.events import change_event
from tournaments.models import Staff
from tournaments.models.player import SECRET
from tournaments.players.actions.players import renew_link, renew_links

PAGES = (
    "",
    "rounds/1/",
    "standings/",
    "players/",
    "about/",
    "screen/",
    "prizes/",
    "forecast/",
    "manifest.webmanifest",
)


@pytest.fixture
def event(organiser):
    return paired(friday(organiser), organiser)


def made(event, organiser, visibility):
    change_event(fresh(event), actor_of(organiser), visibility=visibility)
    return fresh(event)


def own(event, number=0):
    return reverse("me", args=[event.slug, event.players.order_by("order")[number].secret])


def timeless(answer):
    return re.sub(rb'data-now="[^"]*"', b"", answer.content)


def statuses(browser, event, pages=PAGES):
    return {browser.get(event.get_absolute_url() + page).status_code for page in pages}


@pytest.mark.parametrize(("visibility", "robots"), [("public", None), ("unlisted", "noindex")])
def test_an_unlisted_event_is_there_for_whoever_has_its_address_and_on_no_list(
    client, organiser, event, visibility, robots
):
    event = made(event, organiser, visibility)
    assert statuses(client, event) == {200}
    assert client.get(event.get_absolute_url()).get("X-Robots-Tag") == robots
    for home in ("/", "/?q=friday"):
        assert (event.name in client.get(home).content.decode()) == (visibility == "public")


def test_its_staff_have_it_on_their_list(desk, organiser, event, django_user_model):
    event = made(event, organiser, "private")
    assert event.name in desk.get("/").content.decode() and "private" in desk.get("/").content.decode()
    other = Client()
    other.force_login(django_user_model.objects.create_user("somebody"))
    assert event.name not in other.get("/").content.decode()


def test_others_cannot_tell_a_private_event_from_a_missing_one(client, organiser, event):
    event = made(event, organiser, "private")
    for page in (*PAGES, "me/nobody/", "hall/?part=quiet", "standings/?part=table"):
        response = client.get(event.get_absolute_url() + page)
        nowhere = client.get(f"/e/nowhere/{page}")
        assert response.status_code == nowhere.status_code == 404, page
        # Each request has a number of its own.
        assert {**response.headers, "X-Request-ID": ""} == {**nowhere.headers, "X-Request-ID": ""}
        assert timeless(response) == timeless(nowhere)
    assert client.post(reverse("confirm_expired_reports", args=[event.slug])).status_code == 404
    assert client.get(f"{reverse('compare')}?event={event.slug}").status_code == 404
    assert fresh(event).version == event.version


def test_a_player_who_has_opened_their_page_sees_the_rest_on_that_phone_alone(client, organiser, event):
    event = made(event, organiser, "private")
    opened = client.get(own(event))
    assert opened.status_code == 200 and opened["X-Keep"] == "no"
    cookie = client.cookies["player"]
    assert cookie["httponly"] and cookie["path"] == event.get_absolute_url() and cookie["samesite"] == "Lax"
    assert statuses(client, event) == {200}
    assert statuses(Client(), event) == {404}


def test_a_new_link_takes_it_away_again(client, organiser, event):
    event = made(event, organiser, "private")
    client.get(own(event))
    renew_link(fresh(event), actor_of(organiser), event.players.order_by("order")[0].public_id)
    assert statuses(client, event) == {404}
    client.get(own(event, 1))
    renew_links(fresh(event), actor_of(organiser))
    assert statuses(client, event) == {404}


def test_a_cookie_that_nobody_signed_opens_nothing(client, organiser, event):
    event = made(event, organiser, "private")
    token = event.players.first().secret
    for value in (token, f"{token}:forged", "x"):
        client.cookies["player"] = value
        assert statuses(client, event, [""]) == {404}


def test_one_event_s_player_sees_no_other_private_event(client, organiser, event):
    other = made(friday(organiser, names=NAMES[:4]), organiser, "private")
    event = made(event, organiser, "private")
    client.get(own(event))
    client.cookies["player"]["path"] = "/"
    assert statuses(client, other, [""]) == {404}


def test_whose_role_is_taken_away_is_answered_nothing_any_more_not_even_a_poll(organiser, event, client):
    event = made(event, organiser, "private")
    viewer = Staff.objects.create(event=event, user=organiser_like(organiser, "vera"), role="viewer")
    client.force_login(viewer.user)
    part = f"{event.get_absolute_url()}standings/?part=table"
    etag = client.get(part)["ETag"]
    assert client.get(part, headers={"if-none-match": etag}).status_code == 304
    # Even where the row goes without an action, and so without a new version.
    viewer.delete()
    assert client.get(part, headers={"if-none-match": etag}).status_code == 404


def organiser_like(user, name):
    return type(user).objects.create_user(name)


def test_nothing_of_it_stays_in_a_browser_or_on_a_phone(desk, client, organiser, event):
    event = made(event, organiser, "private")
    phone = Client()
    phone.get(own(event))
    for browser in (desk, phone):
        for page in ("", "standings/", "standings/?part=table", "standings/?format=csv"):
            answer = browser.get(event.get_absolute_url() + page)
            assert answer["Cache-Control"] == "private, no-store", page
            assert answer.get("X-Keep", "no") == "no" and answer["X-Robots-Tag"] == "noindex"


def test_the_settings_say_who_sees_it_and_the_log_who_changed_that(desk, event):
    settings = reverse("desk_settings", args=[event.slug])
    answer = desk.post(settings, form(event, **FACTS | {"visibility": "private"}))
    assert answer.status_code == 302 and fresh(event).visibility == "private"
    assert fresh(event).log.last().action == "change_event"
    assert desk.post(settings, form(event, **FACTS | {"visibility": "secret"})).status_code == 422
    assert fresh(event).visibility == "private"


@pytest.mark.parametrize("way", ["restore_before", "restore_point"])
def test_going_back_makes_no_private_event_public_again(desk, organiser, event, way):
    event = made(event, organiser, "private")
    row = event.restore_points.first() if way == "restore_point" else event.log.get(action="pair_next_round")
    where = reverse(way, args=[event.slug, row.pk])
    assert "Visibility" not in desk.get(where).content.decode()
    assert desk.post(where, form(event)).status_code == 302
    assert not event.phases.get(number=1).rounds.exists()
    assert fresh(event).visibility == "private" and statuses(Client(), event) == {404}


def test_a_private_draft_is_for_staff_alone(desk, organiser):
    night = draft_night(organiser, NAMES)
    draw_pods(night, actor_of(organiser))
    event = made(night, organiser, "private")
    page = reverse("draft", args=[event.slug])
    assert (Client().get(page).status_code, desk.get(page).status_code) == (404, 200)


def test_all_links_are_renewed_after_a_look(desk, event, organiser):
    before = set(event.players.values_list(SECRET, flat=True))
    page = reverse("player_links", args=[event.slug])
    assert "All 8 current links" in " ".join(desk.get(page).content.decode().split())
    assert set(event.players.values_list(SECRET, flat=True)) == before
    desk.post(reverse("renew_links", args=[event.slug]), form(event))
    assert not before & set(event.players.values_list(SECRET, flat=True))
    assert fresh(event).log.last().action == "renew_links"


def test_a_judge_takes_what_a_player_reports_and_nothing_else(client, organiser, event, django_user_model):
    judge = django_user_model.objects.create_user("judy")
    Staff.objects.create(event=event, user=judge, role="judge")
    report(client, event, table_of(event, 2)[0], "2-1")
    client.force_login(judge)
    take = reverse("take_report", args=[event.slug, 1, 1, 2])
    client.post(take, form(event, result_text="2-0"))
    assert fresh(event).log.last().action == "claim_result"
    client.post(take, form(event, result_text="2-1"))
    assert (fresh(event).log.last().action, fresh(event).log.last().who) == ("report_result", "judy")
