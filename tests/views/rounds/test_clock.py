"""The clock, a table's extension and the announcement at the desk, and where everybody sees them."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.views.desk_events import form, fresh, friday, paired, played
from tournaments.actions.change import Actor
from tournaments.actions.events import events
from tournaments.actions.rounds import clock
from tournaments.models import LogEntry
from tournaments.queries.history.cache import load_history

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
HTMX = {"HX-Request": "true"}


def clock_of(event):
    return load_history(fresh(event)).phase(1).rounds[1].clock


def press(desk, event, said, **more):
    sent = form(event, phase=1, round=2, said=said)
    return desk.post(f"/e/{event.slug}/desk/clock/", sent, **more)


def extend(desk, event, **said):
    sent = {"phase": 1, "round": 2, "table": 3, "minutes": 3, **said}
    return desk.post(f"/e/{event.slug}/desk/clock/extend/", form(event, **sent), headers=HTMX)


def announce(desk, event, text, **more):
    return desk.post(f"/e/{event.slug}/desk/announce/", form(event, text=text), **more)


def page(client, event, path=""):
    return client.get(f"/e/{event.slug}/{path}").content.decode()


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def test_the_clock_is_started_changed_paused_and_set_going_again_by_its_buttons(desk, published):
    assert "Start the clock: 50 minutes" in page(desk, published, "desk/")
    press(desk, published, "start")
    assert clock_of(published).ends_at
    press(desk, published, "5")
    press(desk, published, "pause")
    assert 3290 <= clock_of(published).left <= 3300
    shown = page(desk, published, "desk/")
    assert ">Go on<" in shown and ">Pause<" not in shown
    press(desk, published, "resume")
    log = [entry.action for entry in LogEntry.objects.filter(event=published).order_by("-id")[:4]]
    assert log == ["resume_clock", "pause_clock", "change_clock", "start_clock"]


@pytest.mark.parametrize("path", ["", "standings/", "rounds/2/", "players/", "about/", "desk/", "desk/log/"])
def test_every_page_shows_the_clock_and_the_announcement(desk, published, path):
    clock.start_clock(published, Actor("organiser", now=NOON), 1, 2)
    announce(desk, published, "Lunch <until> 14:00")
    shown = page(desk, published, path)
    assert 'data-ends-at="2026-11-14T12:50:00Z"' in shown
    assert "until 12:50" in text_of(shown)
    assert "Lunch &lt;until&gt; 14:00" in shown
    assert "Finish the turn, then play five more turns." in shown


def test_times_of_day_are_those_of_the_event(desk, published):
    events.change_event(published, Actor("organiser"), timezone="Asia/Tokyo")
    clock.start_clock(published, Actor("organiser", now=NOON), 1, 2)
    clock.extend_table(published, Actor("organiser"), 1, 2, 3, 3)
    assert "until 21:50" in text_of(page(desk, published))
    assert "3 minutes more, until 21:53" in page(desk, published, "?by=table")


def test_a_poll_that_is_asked_anyway_brings_both_along_and_costs_one_query_while_nothing_changes(
    desk, published, django_assert_num_queries
):
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
    events.change_settings(event, Actor("organiser"), 1, minutes=0)
    shown = page(desk, event, "desk/")
    assert 'class="desk-clock"' not in shown and "More time for a table" not in shown
    assert press(desk, event, "start").status_code == 422
    assert clock_of(event) is None


def test_a_table_is_given_more_time_and_it_is_told_where_it_sits(desk, published):
    assert "Table 3: 3 minutes more" in extend(desk, published).content.decode()
    assert "3 minutes more" in text_of(page(desk, published, "desk/"))
    for by in ("name", "table"):
        assert "3 minutes more" in text_of(page(Client(), published, f"?by={by}"))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"table": "x"}, "Type a table."),
        ({"table": 99}, "There is no table 99 in round 2."),
        ({"minutes": ""}, "Type the minutes."),
        ({"minutes": -3}, "Table 3 may have 0 to 120 minutes more than the round; it has 0 now."),
        ({"table": 1}, "Table 1 has its result: it needs no more time."),
        ({"round": 1}, "Round 1 is finished."),
    ],
)
def test_an_extension_that_makes_no_sense_says_so_and_keeps_what_was_typed(desk, published, said, words):
    answer = extend(desk, published, **said)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert f'value="{said.get("table", 3)}"' in answer.content.decode()


def test_an_announcement_is_sent_replaced_and_taken_back(desk, published):
    announce(desk, published, "Lunch until 14:00")
    assert "Lunch until 14:00" in page(Client(), published)
    assert "Take back" in page(desk, published, "desk/")
    announce(desk, published, "")
    assert "Lunch until 14:00" not in page(Client(), published)
    assert announce(desk, published, "", headers=HTMX).status_code == 422
    long = announce(desk, published, "x" * 201)
    assert long.status_code == 422 and "x" * 201 in long.content.decode()


@pytest.mark.parametrize("path", ["clock/", "clock/extend/", "announce/"])
def test_only_who_runs_the_event_has_a_say(client, published, django_user_model, path):
    address = f"/e/{published.slug}/desk/{path}"
    assert client.post(address, form(published)).status_code == 302
    client.force_login(django_user_model.objects.create_user("stranger"))
    assert client.post(address, form(published)).status_code == 403
    assert client.get(address).status_code == 403


@pytest.mark.parametrize("said", [{"said": "explode"}, {"said": "start", "round": "x"}])
def test_a_press_that_no_button_sends_is_not_found(desk, published, said):
    address = f"/e/{published.slug}/desk/clock/"
    assert desk.post(address, form(published, **{"phase": 1, "round": 2, **said})).status_code == 404
