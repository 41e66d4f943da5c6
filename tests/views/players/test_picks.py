"""Picking a name: through the QR code of the venue only, one for each phone, with few rights."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.views.desk_events import NAMES, actor_of, form, fresh, friday, paired, reported
from tests.views.own_pages import address, page, table_of, text_of
from tournaments.access import secret_links
from tournaments.actions.events import events
from tournaments.actions.players import picks
from tournaments.models import Event, Pick, Player
from tournaments.queries.history.cache import load_history
from tournaments.rules.history import PRIVATE


@pytest.fixture
def event(organiser):
    """Seven players in round 1, where anyone may report."""
    event = friday(organiser, NAMES[:7])
    events.change_settings(event, actor_of(organiser), 1, reporting="anyone")
    return paired(fresh(event), organiser)


def code_url(event):
    return reverse("hall_code", args=[event.slug, secret_links.hall_code(fresh(event))])


def phone_at(event):
    """A phone that came through the QR code of the venue."""
    phone = Client(enforce_csrf_checks=True)
    assert phone.get(code_url(event)).url == f"/e/{event.slug}/"
    return phone


def key_of(event, name):
    return Player.objects.get(event=event, name=name).key


def pick(phone, event, name):
    return phone.post(reverse("pick", args=[event.slug]), {"player": key_of(event, name)})


def contest(phone, event, name):
    return phone.post(reverse("contest_pick", args=[event.slug]), {"player": key_of(event, name)})


def send(phone, url, result_text):
    """Report on the page of a picked name."""
    html = phone.get(url).content.decode()
    sent = {
        "seat": re.findall(r'name="seat" value="([^"]*)"', html.partition("</form>")[0]),
        "said": result_text,
    }
    sent |= dict(re.findall(r'name="(phase|round|table|key)" value="([^"]*)"', html))
    return phone.post(f"{url}report/", sent)


def picked_phone(event, name):
    """A phone that picked a name, and its page's address."""
    phone = phone_at(event)
    return phone, pick(phone, event, name).url


def test_a_phone_picks_a_name_reports_and_the_opponent_confirms(event, organiser):
    first, second = table_of(event)
    phone, url = picked_phone(event, first)
    other, other_url = picked_phone(event, second)
    assert send(phone, url, "2-1").status_code == 302
    assert "You lost 1–2 Confirm" in text_of(other.get(other_url))
    send(other, other_url, "2-1")
    assert "Result confirmed You won 2–1" in text_of(phone.get(url))


def test_names_are_picked_only_with_the_current_code(event, organiser):
    first, _second = table_of(event)
    stranger, phone = Client(), phone_at(event)
    old = code_url(event)
    assert pick(stranger, event, first).status_code == 403
    picks.renew_hall_link(fresh(event), actor_of(organiser))
    assert pick(phone, event, first).status_code == 403
    assert stranger.get(old).status_code == 404
    assert not stranger.cookies
    for bad in ("x", "%00", "é" * 50):
        assert stranger.get(f"/e/{event.slug}/hall/{bad}/").status_code == 404
    assert not Pick.objects.exists()


def test_the_code_of_one_event_does_not_open_another(event, organiser):
    other = friday(organiser, ["Zoe", "Yan"])
    url = reverse("hall_code", args=[other.slug, secret_links.hall_code(event)])
    assert Client().get(url).status_code == 404
    phone = Client()
    phone.cookies[secret_links.HALL_COOKIE] = secret_links.hall_code(event)
    assert phone.post(reverse("pick", args=[other.slug]), {"player": "p1"}).status_code == 403


def test_the_cookie_of_the_code_is_for_this_event_s_pages_and_not_for_other_sites(event):
    cookie = phone_at(event).cookies[secret_links.HALL_COOKIE]
    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == (f"/e/{event.slug}/", "Lax", True)


def test_a_phone_keeps_its_name(event):
    first, second = table_of(event)
    phone, url = picked_phone(event, first)
    assert pick(phone, event, first).url == url
    refused = pick(phone, event, second)
    assert refused.status_code == 409 and f"reports for {first}" in text_of(refused)
    assert Pick.objects.count() == 1


def test_a_second_phone_is_told_and_can_contest_the_name(event, organiser, client):
    first, second = table_of(event)
    phone, url = picked_phone(event, first)
    late = phone_at(event)
    refused = pick(late, event, first)
    assert refused.status_code == 409 and "Somebody else is using my name" in text_of(refused)
    assert contest(late, event, first).status_code == 200
    assert "your reports wait" in text_of(phone.get(url))
    send(phone, url, "2-1")
    other, other_url = picked_phone(event, second)
    send(other, other_url, "2-1")
    assert "Waiting for the desk" in text_of(other.get(other_url))
    assert not load_history(fresh(event)).find_match(1, 1, 1).reported


def test_the_desk_sees_picks_and_frees_one_with_one_press(event, organiser, desk):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    contest(phone_at(event), event, first)
    body = text_of(desk.get(reverse("desk", args=[event.slug])))
    assert "Contested names" in body and f"Another phone also says it is {first}" in body
    free = reverse("free_pick", args=[event.slug, Pick.objects.get().pk])
    assert desk.post(free, form(event)).status_code == 302
    freed_page = phone.get(url)
    assert freed_page.status_code == 404 and "no longer reports" in text_of(freed_page)
    assert pick(phone_at(event), event, first).status_code == 302


def test_the_desk_keeps_a_contested_pick_and_its_reports_count_again(event, desk):
    first, second = table_of(event)
    phone, url = picked_phone(event, first)
    contest(phone_at(event), event, first)
    desk.post(reverse("confirm_pick", args=[event.slug, Pick.objects.get().pk]), form(event))
    send(phone, url, "2-1")
    other, other_url = picked_phone(event, second)
    send(other, other_url, "2-1")
    assert "Result confirmed" in text_of(other.get(other_url))


def test_the_desk_marks_results_of_picked_names_until_it_corrects_them(event, desk, organiser):
    first, second = table_of(event)
    for phone, url in (picked_phone(event, first), picked_phone(event, second)):
        send(phone, url, "2-1")
    address_of_desk = reverse("desk", args=[event.slug])
    assert "Reported by picked names" in text_of(desk.get(address_of_desk))
    reported(event, organiser, 1, "0-2")
    assert "Reported by picked names" not in text_of(desk.get(address_of_desk))


def test_the_real_player_withdraws_a_false_result_from_their_own_page(event, client):
    first, second = table_of(event)
    for phone, url in (picked_phone(event, first), picked_phone(event, second)):
        send(phone, url, "0-2")
    assert "This result is wrong" in page(client, event, first)
    assert client.post(address(event, first, "wrong/"), {"key": "k"}).status_code == 302
    body = page(client, event, first)
    assert "Result confirmed" not in body and "You lost 0–2 Confirm" in body


@pytest.mark.parametrize("more", ["drop/", "wrong/", "links/", "edit/"])
def test_a_pick_s_secret_opens_nothing_but_its_page(event, more):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    assert phone.post(url + more).status_code == 404
    token = Pick.objects.get().token
    for way in ("", "report/", "judge/", "drop/", "wrong/"):
        assert phone.get(f"/e/{event.slug}/me/{token}/{way}").status_code == 404
        assert phone.post(f"/e/{event.slug}/me/{token}/{way}").status_code in (404, 405)


def test_the_page_of_a_pick_shows_no_personal_link_drop_or_list(event):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    html = phone.get(url).content.decode()
    token = Player.objects.get(event=event, name=first).token
    assert token not in html and "/me/" not in html and 'name="drop"' not in html and "Drop from" not in html


def test_a_pick_s_drop_field_is_ignored(event):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    html = phone.get(url).content.decode()
    sent = dict(re.findall(r'name="(phase|round|table)" value="([^"]*)"', html))
    seats = re.findall(r'name="seat" value="([^"]*)"', html.partition("</form>")[0])
    phone.post(f"{url}report/", sent | {"seat": seats, "said": "2-0", "drops": "1", "drop": "1"})
    assert load_history(fresh(event)).player(key_of(event, first)).dropped_after is None


def test_a_pick_calls_a_judge(event, desk):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    phone.post(f"{url}judge/", {"key": "k"})
    assert "Judge call at table 1" in text_of(desk.get(reverse("desk", args=[event.slug])))


def test_the_personal_link_of_the_player_ends_a_pick(event, client):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    client.post(address(event, first, "judge/"), {"key": "k"})
    assert phone.get(url).status_code == 404
    late = phone_at(event)
    refused = pick(late, event, first)
    assert refused.status_code == 409 and "Somebody else" not in text_of(refused)
    assert contest(late, event, first).status_code == 409


def test_a_private_event_hides_code_and_picks(event):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    Event.objects.filter(pk=event.pk).update(visibility=PRIVATE)
    for hidden in (url, f"{url}?part=now", code_url(event), reverse("pick", args=[event.slug])):
        assert phone.get(hidden).status_code == 404
    assert phone.post(f"{url}report/", {}).status_code == 404


def test_only_a_phone_that_came_through_the_code_gets_the_address_to_pick(event):
    home = f"/e/{event.slug}/"
    assert "data-picks-open" in Client().get(home).content.decode()
    assert "data-pick=" not in Client().get(home).content.decode()
    assert f'data-pick="{home}pick/"' in phone_at(event).get(home).content.decode()
    assert "data-pick=" not in Client().get(home).content.decode(), "not cached for others"


def test_a_name_is_picked_without_a_script(event):
    first, _second = table_of(event)
    phone = phone_at(event)
    listed = phone.get(reverse("pick", args=[event.slug]), {"find": first[:3]})
    assert f'value="{key_of(event, first)}"' in listed.content.decode()
    assert phone.get(reverse("pick", args=[event.slug]), {"find": "nobody"}).status_code == 200


@pytest.mark.parametrize("player", ["", "p99", "\x00", "x" * 9999])
def test_an_unknown_player_cannot_be_picked(event, player):
    phone = phone_at(event)
    for name in ("pick", "contest_pick"):
        assert phone.post(reverse(name, args=[event.slug]), {"player": player}).status_code == 404


def test_the_poster_has_the_code_only_where_anyone_reports(event, organiser, desk):
    poster = reverse("sheet", args=[event.slug, "poster"])
    assert "Make a new code" in text_of(desk.get(poster))
    assert desk.post(reverse("renew_hall_link", args=[event.slug]), form(event)).status_code == 302
    assert fresh(event).hall_link == 2
    events.change_settings(fresh(event), actor_of(organiser), 1, reporting="players")
    assert "Make a new code" not in text_of(desk.get(poster))


def test_only_screens_with_the_desk_s_link_show_the_code(event, organiser):
    public, signed = (
        Client().get(address).content.decode()
        for address in (
            reverse("screen", args=[event.slug]),
            reverse("signed_screen", args=[event.slug, secret_links.screen_code(event)]),
        )
    )
    assert "Scan to report" in signed and "Scan to report" not in public
    events.change_settings(fresh(event), actor_of(organiser), 1, reporting="players")
    signed = Client().get(reverse("signed_screen", args=[event.slug, secret_links.screen_code(event)]))
    assert "Scan to report" not in text_of(signed)
