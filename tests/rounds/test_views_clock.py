"""The round timer, time extensions and announcements, at the desk and on public pages."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_event, change_settings
from tournaments.history import cache
from tournaments.history.cache import load_history
from tournaments.models import LogEntry
from tournaments.rounds.actions.rounds import extend_table, finish_round, start_clock

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
HTMX = {"HX-Request": "true"}


def clock_of(event):
    return load_history(fresh(event)).phase(1).rounds[1].clock


def press(desk, event, button, **more):
    sent = form(event, phase=1, round=2, do=button)
    return desk.post(f"/e/{event.slug}/desk/clock/", sent, **more)


def extend(desk, event, **fields):
    sent = {"phase": 1, "round": 2, "table": 3, "minutes": 3, **fields}
    return desk.post(f"/e/{event.slug}/desk/clock/extend/", form(event, **sent), headers=HTMX)


def announce(desk, event, text, ends="", **more):
    return desk.post(f"/e/{event.slug}/desk/announce/", form(event, text=text, ends=ends), **more)


def page(client, event, path=""):
    return client.get(f"/e/{event.slug}/{path}").content.decode()


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def test_buttons_start_change_pause_and_resume_the_timer(desk, published):
    assert "Start timer: 50 minutes" in page(desk, published, "desk/")
    press(desk, published, "start")
    assert clock_of(published).ends_at
    press(desk, published, "5")
    press(desk, published, "pause")
    assert 3290 <= clock_of(published).left <= 3300
    body = page(desk, published, "desk/")
    assert re.search(r">\s*Resume\s*<", body) and not re.search(r">\s*Pause\s*<", body)
    press(desk, published, "resume")
    log = [entry.action for entry in LogEntry.objects.filter(event=published).order_by("-id")[:4]]
    assert log == ["resume_clock", "pause_clock", "change_clock", "start_clock"]


def test_the_answer_to_the_timer_brings_the_running_clock(desk, published):
    for status in (200, 422):
        answer = press(desk, published, "start", headers=HTMX)
        clock_part = answer.content.decode().split('<div id="live-clock" hx-swap-oob="innerHTML">')[1]
        assert answer.status_code == status
        assert ">Pause<" in clock_part and "Start timer" not in clock_part
        assert 'id="event-clock"' in clock_part


@pytest.mark.parametrize("path", ["", "standings/", "rounds/2/", "players/", "about/", "desk/", "desk/log/"])
def test_every_page_shows_the_clock_and_the_announcement(desk, published, path):
    start_clock(published, Actor("organiser", now=NOON), 1, 2)
    announce(desk, published, "Lunch <until> 14:00")
    body = page(desk, published, path)
    assert 'data-ends-at="2026-11-14T12:50:00Z"' in body
    assert "until 12:50" in text_of(body)
    assert "Lunch &lt;until&gt; 14:00" in body
    assert "Finish the current turn, then play five more turns." in body


def test_times_are_in_the_events_time_zone(desk, published):
    change_event(published, Actor("organiser"), timezone="Asia/Tokyo")
    start_clock(published, Actor("organiser", now=NOON), 1, 2)
    extend_table(published, Actor("organiser"), 1, 2, 3, 3)
    assert "until 21:50" in text_of(page(desk, published))
    assert "3-minute time extension, until 21:53" in page(desk, published, "?by=table")


def test_a_poll_includes_timer_and_announcement_with_one_query(desk, published, django_assert_num_queries):
    client = Client()
    for path in ("?part=now", "standings/?part=table", "hall/?part=quiet"):
        address = f"/e/{published.slug}/{path}"
        before = client.get(address)
        assert "clock-left" not in before.content.decode()
        with django_assert_num_queries(1):
            same = client.get(address, headers={"If-None-Match": before["ETag"]})
        assert same.status_code == 304
    press(desk, published, "start")
    for path in ("?part=now", "standings/?part=table", "hall/?part=quiet"):
        assert "clock-left" in client.get(f"/e/{published.slug}/{path}").content.decode()
    assert client.get(f"/e/{published.slug}/hall/").status_code == 404


def test_a_round_without_minutes_has_no_clock_anywhere(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    change_settings(event, Actor("organiser"), 1, minutes=0)
    body = page(desk, event, "desk/")
    assert 'class="desk-clock"' not in body and "Time extension" not in body
    assert press(desk, event, "start").status_code == 422
    assert clock_of(event) is None


def test_a_time_extension_is_shown_at_its_table(desk, published):
    assert "Table 3: time extension of 3 minutes" in extend(desk, published).content.decode()
    assert "3-minute time extension" in text_of(page(desk, published, "desk/"))
    for by in ("name", "table"):
        assert "3-minute time extension" in text_of(page(Client(), published, f"?by={by}"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"table": "x"}, "Enter a table number."),
        ({"table": 99}, "There is no table 99 in round 2."),
        ({"minutes": ""}, "Enter the number of minutes."),
        ({"minutes": -3}, "Table 3 can have a time extension of 0 to 120 minutes; it now has 0."),
        ({"table": 1}, "Table 1 already has a result, so it can’t have a time extension."),
        ({"round": 1}, "Round 1 is finished."),
    ],
)
def test_an_invalid_extension_is_refused_with_the_typed_values(desk, published, fields, words):
    answer = extend(desk, published, **fields)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert f'value="{fields.get("table", 3)}"' in answer.content.decode()


def test_an_announcement_is_set_replaced_and_removed(desk, published):
    announce(desk, published, "Lunch until 14:00")
    assert "Lunch until 14:00" in page(Client(), published)
    assert "Remove" in page(desk, published, "desk/")
    announce(desk, published, "")
    assert "Lunch until 14:00" not in page(Client(), published)
    assert announce(desk, published, "", headers=HTMX).status_code == 422
    long = announce(desk, published, "x" * 201)
    assert long.status_code == 422 and "x" * 201 in long.content.decode()


def test_the_desk_says_how_an_announcement_ends(desk, published):
    announce(desk, published, "Side events at table 20", ends="round")
    assert "ends with Round 2" in text_of(page(desk, published, "desk/"))
    announce(desk, published, "Pizza is here", ends="15")
    assert "ends at" in text_of(page(desk, published, "desk/"))
    assert announce(desk, published, "Pizza is here", ends="7").status_code == 422


@pytest.mark.parametrize("path", ["", "standings/", "players/", "about/", "screen/", "hall/?part=quiet"])
def test_an_announcement_that_has_ended_is_on_no_page_nor_in_the_cache(desk, published, path):
    announce(desk, published, "Pizza is here", ends="5")
    before = Client().get(f"/e/{published.slug}/{path}")
    assert "Pizza is here" in before.content.decode()
    # As if the minutes were over: nothing is stored then, and no version changes.
    event = fresh(published)
    event.announcement["ends_at"] = "2026-01-01T12:00:00Z"
    event.save(update_fields=["announcement"])
    cache._history_cache.clear()
    headers = {"If-None-Match": before["ETag"]} if "ETag" in before else {}
    after = Client().get(f"/e/{published.slug}/{path}", headers=headers)
    assert after.status_code == 200 and "Pizza is here" not in after.content.decode()


@pytest.mark.parametrize("path", ["clock/", "clock/extend/", "announce/"])
def test_timer_and_announcement_need_permission(client, published, django_user_model, path):
    address = f"/e/{published.slug}/desk/{path}"
    assert client.post(address, form(published)).status_code == 302
    client.force_login(django_user_model.objects.create_user("stranger"))
    assert client.post(address, form(published)).status_code == 403
    assert client.get(address).status_code == 403


@pytest.mark.parametrize("fields", [{"do": "explode"}, {"do": "start", "round": "x"}])
def test_an_unknown_timer_button_is_not_found(desk, published, fields):
    address = f"/e/{published.slug}/desk/clock/"
    assert desk.post(address, form(published, **{"phase": 1, "round": 2, **fields})).status_code == 404


def test_an_announcement_ends_with_the_round_unless_another_end_is_chosen(desk, published):
    body = desk.get(f"/e/{published.slug}/desk/").content.decode()
    assert '<option value="round" selected>With this round</option>' in body


def test_no_announcement_outlives_its_event(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    announce(desk, event, "Lunch until 14:00")
    assert "Lunch until 14:00" in desk.get(f"/e/{event.slug}/").content.decode()
    finish_round(fresh(event), actor_of(organiser))
    for page in ("", "standings/"):
        assert "Lunch until 14:00" not in desk.get(f"/e/{event.slug}/{page}").content.decode()
    assert "announce-text" not in desk.get(f"/e/{event.slug}/desk/").content.decode()
    answer = announce(desk, fresh(event), "Prizes now", headers=HTMX)
    assert answer.status_code == 422 and "The event has ended" in answer.content.decode()
