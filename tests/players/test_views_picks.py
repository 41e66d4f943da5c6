"""Picking a name: through the venue's QR code only, one for each phone, with few rights."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired, reported
from tests.support.own_pages import address, page, table_of, text_of
from tournaments.access import secret_links
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.models import Event, Pick, Player
from tournaments.players.actions import picks
from tournaments.rules.history import PRIVATE


@pytest.fixture
@cached_state
def event(organiser):
    """Seven players in round 1, where anyone may report."""
    event = friday(organiser, NAMES[:7])
    change_settings(event, actor_of(organiser), 1, reporting="anyone")
    return paired(fresh(event), organiser)


def code_url(event):
    return reverse("venue_code", args=[event.slug, secret_links.venue_code(fresh(event))])


def phone_at(event):
    """A phone that came through the venue's QR code."""
    phone = Client(enforce_csrf_checks=True)
    assert phone.get(code_url(event)).url == f"/e/{event.slug}/"
    return phone


def key_of(event, name):
    return Player.objects.get(event=event, name=name).public_id


def pick(phone, event, name):
    return phone.post(reverse("pick", args=[event.slug]), {"player": key_of(event, name)})


def contest(phone, event, name):
    return phone.post(reverse("contest_pick", args=[event.slug]), {"player": key_of(event, name)})


def send(phone, url, result_text):
    """Report on the page of a picked name."""
    html = phone.get(url).content.decode()
    sent = {
        "seat": re.findall(r'name="seat" value="([^"]*)"', html.partition("</form>")[0]),
        "result_text": result_text,
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
    assert f"You 2–1 {second} Confirmed" in text_of(phone.get(url))


def test_names_are_picked_only_with_the_current_code(event, organiser):
    first, _second = table_of(event)
    stranger, phone = Client(), phone_at(event)
    old = code_url(event)
    assert pick(stranger, event, first).status_code == 403
    picks.renew_venue_code(fresh(event), actor_of(organiser))
    assert pick(phone, event, first).status_code == 403
    assert stranger.get(old).status_code == 404
    assert not stranger.cookies
    for bad in ("x", "%00", "é" * 50):
        assert stranger.get(f"/e/{event.slug}/hall/{bad}/").status_code == 404
    assert not Pick.objects.exists()


def test_the_code_of_one_event_does_not_open_another(event, organiser):
    other = friday(organiser, ["Zoe", "Yan"])
    url = reverse("venue_code", args=[other.slug, secret_links.venue_code(event)])
    assert Client().get(url).status_code == 404
    phone = Client()
    phone.cookies[secret_links.VENUE_COOKIE] = secret_links.venue_code(event)
    assert phone.post(reverse("pick", args=[other.slug]), {"player": "p1"}).status_code == 403


def test_the_cookie_of_the_code_is_for_this_event_s_pages_and_not_for_other_sites(event):
    cookies = phone_at(event).cookies
    for cookie in (cookies[secret_links.VENUE_COOKIE], cookies[secret_links.PICK_COOKIE]):
        assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == (f"/e/{event.slug}/", "Lax", True)
        assert cookie["max-age"] == 2 * 86_400


def test_a_phone_keeps_its_name(event):
    first, second = table_of(event)
    phone, url = picked_phone(event, first)
    assert pick(phone, event, first).url == url
    refused = pick(phone, event, second)
    assert refused.status_code == 409 and f"reports for {first}" in text_of(refused)
    assert Pick.objects.count() == 1


def test_a_phone_whose_answer_was_lost_gets_its_pick_again(event):
    first, _second = table_of(event)
    phone = phone_at(event)
    before = {name: cookie.value for name, cookie in phone.cookies.items()}
    url = pick(phone, event, first).url
    for scans in (False, True):
        again = Client(enforce_csrf_checks=True)
        again.cookies.load(before)
        if scans:
            again.get(code_url(event))
        assert pick(again, event, first).url == url
    assert Pick.objects.count() == 1


def test_a_scan_replaces_the_secret_of_a_freed_pick(event, organiser):
    first, second = table_of(event)
    phone, url = picked_phone(event, first)
    picks.free_pick(fresh(event), actor_of(organiser), Pick.objects.get().pk)
    phone.get(code_url(event))
    assert pick(phone, event, second).url != url and phone.get(url).status_code == 404


@pytest.mark.parametrize("secret", ["", "x", "\x00", "é" * 16, "a b c d e f g h i", "x" * 5000])
def test_a_device_with_a_forged_secret_gets_its_own(event, secret):
    first, _second = table_of(event)
    phone = phone_at(event)
    phone.cookies[secret_links.PICK_COOKIE] = secret
    assert pick(phone, event, first).status_code == 302
    assert re.fullmatch(r"[\w-]{16}", Pick.objects.get().token, re.ASCII)


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
    assert "Confirmed" in text_of(other.get(other_url))


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
    body = page(client, event, first)
    assert re.search("reported by phones that picked both names.* This result is wrong", body)
    assert client.post(address(event, first, "wrong/"), {"key": "k"}).status_code == 302
    body = page(client, event, first)
    assert "Confirmed" not in body and "Disputed result" in body and "You lost 0–2 Confirm" in body


@pytest.mark.parametrize("name", ["me", "report_own", "call_judge", "drop_myself", "dispute_result"])
def test_a_pick_s_secret_opens_no_page_of_the_personal_link(event, name):
    first, _second = table_of(event)
    phone, _url = picked_phone(event, first)
    own, picked = (
        reverse(name, args=[event.slug, token])
        for token in (Player.objects.get(event=event, name=first).secret, Pick.objects.get().token)
    )
    assert phone.get(own).status_code in (200, 302), "the personal link opens it"
    assert phone.get(picked).status_code == 404 and phone.post(picked).status_code in (404, 405)
    assert load_history(fresh(event)).player(key_of(event, first)).dropped_after is None


@pytest.mark.parametrize("name", ["picked", "report_picked", "judge_picked"])
def test_a_personal_link_s_secret_opens_no_page_of_a_picked_name(event, name):
    first, _second = table_of(event)
    phone, _url = picked_phone(event, first)
    url = reverse(name, args=[event.slug, Player.objects.get(event=event, name=first).secret])
    assert phone.get(url).status_code == 404 and phone.post(url).status_code in (404, 405)


def test_the_own_page_reads_no_reports_to_see_that_picked_names_made_the_result(event, client):
    for name in table_of(event):
        send(*picked_phone(event, name), "0-2")
    token = Player.objects.get(event=event, name=table_of(event)[0]).secret
    with CaptureQueriesContext(connection) as queries:
        assert "This result is wrong" in text_of(client.get(f"/e/{event.slug}/me/{token}/"))
    assert not [one["sql"] for one in queries if 'FROM "tournaments_resultrevision"' in one["sql"]]


def test_a_phone_with_a_name_contests_no_other_name(event):
    first, second = table_of(event)
    phone, url = picked_phone(event, first)
    picked_phone(event, second)
    refused = contest(phone, event, second)
    assert refused.status_code == 409 and f"reports for {first}" in text_of(refused)
    assert not Pick.objects.exclude(contested_at=None).exists() and phone.get(url).status_code == 200


def test_a_device_contests_one_name_until_the_desk_has_decided(event, organiser):
    first, second = table_of(event)
    for name in (first, second):
        picked_phone(event, name)
    late = phone_at(event)
    assert contest(late, event, first).status_code == 200
    assert contest(late, event, first).status_code == 200, "sent again"
    refused = contest(late, event, second)
    assert refused.status_code == 409 and "The desk already knows" in text_of(refused)
    assert [pick.player.name for pick in Pick.objects.exclude(contested_at=None)] == [first]
    picks.confirm_pick(fresh(event), actor_of(organiser), Pick.objects.get(player__name=first).pk)
    assert contest(late, event, second).status_code == 200


def test_a_forged_note_of_a_contest_is_ignored(event):
    first, _second = table_of(event)
    picked_phone(event, first)
    late = phone_at(event)
    late.cookies[secret_links.CONTEST_COOKIE] = f"{Pick.objects.get().pk}:forged"
    assert contest(late, event, first).status_code == 200


def test_the_phones_show_the_result_once_the_desk_keeps_a_contested_phone(event, desk):
    first, second = table_of(event)
    phones = [picked_phone(event, name) for name in (first, second)]
    contest(phone_at(event), event, first)
    for phone, url in phones:
        send(phone, url, "2-1")
        assert "Confirmed" not in text_of(phone.get(url))
    pick_of_first = Pick.objects.get(player__name=first)
    desk.post(reverse("confirm_pick", args=[event.slug, pick_of_first.pk]), form(event))
    for phone, url in phones:
        body = text_of(phone.get(url))
        assert "Confirmed" in body and "reports wait" not in body


def test_a_name_with_a_personal_link_says_so(event, client):
    first, _second = table_of(event)
    client.post(address(event, first, "judge/"), {"key": "k"})
    assert "This name uses its personal link." in text_of(pick(phone_at(event), event, first))


def test_a_private_event_advertises_no_code_and_its_settings_say_so(event, desk):
    Event.objects.filter(pk=event.pk).update(visibility=PRIVATE)
    assert "Make a new code" not in text_of(desk.get(reverse("sheet", args=[event.slug, "poster"])))
    screen = reverse("signed_screen", args=[event.slug, secret_links.screen_code(event)])
    assert "Scan to report" not in text_of(Client().get(screen))
    settings = text_of(desk.get(reverse("settings_reporting", args=[event.slug])))
    assert "Not in private events: players use their personal links." in settings


def test_the_page_of_a_pick_shows_no_personal_link_drop_or_list(event):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    html = phone.get(url).content.decode()
    token = Player.objects.get(event=event, name=first).secret
    assert token not in html and "/me/" not in html and 'name="drop"' not in html and "Drop from" not in html


def test_a_pick_s_drop_field_is_ignored(event):
    first, _second = table_of(event)
    phone, url = picked_phone(event, first)
    html = phone.get(url).content.decode()
    sent = dict(re.findall(r'name="(phase|round|table)" value="([^"]*)"', html))
    seats = re.findall(r'name="seat" value="([^"]*)"', html.partition("</form>")[0])
    phone.post(f"{url}report/", sent | {"seat": seats, "result_text": "2-0", "drops": "1", "drop": "1"})
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
    for find in ({}, {"find": ""}, {"find": first[:3]}):
        listed = phone.get(reverse("pick", args=[event.slug]), find).content.decode()
        assert f'value="{key_of(event, first)}"' in listed and "No player called" not in listed
    assert listed.count('name="player"') == 1, "the list is filtered"
    assert phone.get(reverse("pick", args=[event.slug]), {"find": "nobody"}).status_code == 200


@pytest.mark.parametrize("player", ["", "p99", "\x00", "x" * 9999, "p1\x00"])
def test_an_unknown_player_cannot_be_picked(event, player):
    phone = phone_at(event)
    for name in ("pick", "contest_pick"):
        assert phone.post(reverse(name, args=[event.slug]), {"player": player}).status_code == 404


def test_the_poster_has_the_code_only_where_anyone_reports(event, organiser, desk):
    poster = reverse("sheet", args=[event.slug, "poster"])
    assert "Make a new code" in text_of(desk.get(poster))
    assert desk.post(reverse("renew_venue_code", args=[event.slug]), form(event)).status_code == 302
    assert fresh(event).venue_link == 2
    change_settings(fresh(event), actor_of(organiser), 1, reporting="players")
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
    change_settings(fresh(event), actor_of(organiser), 1, reporting="players")
    signed = Client().get(reverse("signed_screen", args=[event.slug, secret_links.screen_code(event)]))
    assert "Scan to report" not in text_of(signed)


def test_the_pairings_opened_without_the_code_say_where_it_is(client, event, organiser):
    words, front = "To report your result, scan the QR code at the venue.", f"/e/{event.slug}/"
    assert text_of(client.get(front)).count(words) == 1
    assert words not in text_of(phone_at(event).get(front))
    change_settings(event, actor_of(organiser), 1, reporting="slips")
    assert words not in text_of(client.get(front))


def pick_all_with_one_phone(event):
    """Pick every name with one browser at one address that forgets its cookies; return phones and pages."""
    return {name: picked_phone(event, name) for name in NAMES[:7]}


def test_one_phone_without_cookies_that_picks_every_name_makes_no_results(event, desk):
    phones = pick_all_with_one_phone(event)
    first, second = table_of(event)
    for name in (first, second):
        send(*phones[name], "2-1")
    phone, url = phones[second]
    assert "Waiting for the desk" in text_of(phone.get(url))
    assert not load_history(fresh(event)).find_match(1, 1, 1).reported
    assert "7 names from one phone?" in text_of(desk.get(reverse("desk", args=[event.slug])))


def test_one_press_accepts_the_phones_of_one_address_for_the_whole_event(event, desk):
    phones = pick_all_with_one_phone(event)
    for name in table_of(event):
        send(*phones[name], "2-1")
    press = form(event, origin=Pick.objects.first().origin)
    assert desk.post(reverse("accept_origin", args=[event.slug]), press).status_code == 302
    assert load_history(fresh(event)).find_match(1, 1, 1).reported
    assert "from one phone?" not in text_of(desk.get(reverse("desk", args=[event.slug])))


def test_one_press_frees_the_names_of_one_phone(event, desk):
    phones = pick_all_with_one_phone(event)
    press = form(event, origin=Pick.objects.first().origin)
    assert desk.post(reverse("free_origin", args=[event.slug]), press).status_code == 302
    assert not Pick.objects.exists()
    assert all(phone.get(url).status_code == 404 for phone, url in phones.values())


def test_different_browsers_and_addresses_are_different_phones(event, desk):
    for number, name in enumerate(NAMES[:6]):
        phone = phone_at(event)
        headers = {"HTTP_USER_AGENT": f"Browser {number % 2}", "REMOTE_ADDR": f"192.0.2.{number % 3}"}
        phone.post(reverse("pick", args=[event.slug]), {"player": key_of(event, name)}, **headers)
    assert len(set(Pick.objects.values_list("origin", flat=True))) == 6
    assert "from one phone?" not in text_of(desk.get(reverse("desk", args=[event.slug])))


def test_a_pick_stores_no_address_or_browser_and_another_hash_in_each_event(event, organiser):
    other = friday(organiser, NAMES[:7], rounds=2)
    change_settings(other, actor_of(organiser), 1, reporting="anyone")
    paired(fresh(other), organiser)
    for one in (event, other):
        url, browser = reverse("pick", args=[one.slug]), "Mozilla/5.0"
        phone_at(one).post(
            url, {"player": key_of(one, "Anna")}, HTTP_USER_AGENT=browser, REMOTE_ADDR="192.0.2.7"
        )
    stored = str(list(Pick.objects.values()))
    assert "192.0.2.7" not in stored and "Mozilla" not in stored
    first, second = Pick.objects.values_list("origin", flat=True)
    assert first != second and len(first) == len(second) == 64


@pytest.mark.parametrize("name", ["accept_origin", "free_origin"])
def test_the_desk_refuses_a_forged_origin(event, desk, name):
    pick_all_with_one_phone(event)
    for origin in ("", "x", "\x00", "é" * 64, "A" * 64, "a" * 5000):
        answer = desk.post(reverse(name, args=[event.slug]), form(event, origin=origin))
        assert answer.status_code == 404, origin
        assert Pick.objects.filter(is_marked=True).count() == 7, origin


def test_a_phone_without_an_address_is_never_marked(event):
    for name in NAMES[:5]:
        phone_at(event).post(
            reverse("pick", args=[event.slug]), {"player": key_of(event, name)}, REMOTE_ADDR=""
        )
    assert not Pick.objects.filter(is_marked=True).exists() and Pick.objects.count() == 5
