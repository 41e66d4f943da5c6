"""Check-in on the player's page, at the desk and by a scanned code; the start of the event; no-shows."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.database_states import cached_state
from tests.support.desk_events import NAMES, actor_of, draft_night, form, fresh, friday, paired
from tests.support.own_pages import address, text_of
from tests.support.pages import source_of
from tests.support.people import at, joined
from tests.support.played_events import pairings_of
from tournaments.history.cache import load_history
from tournaments.models import Registration, Staff
from tournaments.players.actions import check_in
from tournaments.players.actions.check_in import set_check_in
from tournaments.players.actions.players import drop_player
from tournaments.registration.actions.entries import register
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.requests import forbid_pair
from tournaments.rounds.actions.rounds import publish_round
from tournaments.rules.event_file.fields import format_utc
from tournaments.rules.history.players import CheckInSettings, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry


@pytest.fixture
@cached_state
def event(organiser):
    """Four players, check-in is open."""
    event = friday(organiser, NAMES[:4])
    set_check_in(event, actor_of(organiser), CheckInSettings(open=True))
    return fresh(event)


@pytest.fixture
def phone():
    return Client()


def in_minutes(minutes):
    return format_utc(timezone.now() + timedelta(minutes=minutes))


def check_in_players(event, *names):
    for name in names:
        check_in.check_in_player(fresh(event), actor_of(event.staff.first().user), player(event, name).id)


def player(event, name):
    return next(one for one in load_history(fresh(event)).players if one.name == name)


def poll(client, event, name, etag=""):
    headers = {"If-None-Match": etag} if etag else {}
    return client.get(address(event, name), {"part": "now"}, headers=headers)


# --- The player's own page ---


def test_a_player_checks_in_with_one_tap_and_the_page_says_when(phone, event):
    assert "Check-in is open" in text_of(phone.get(address(event, "Anna")))
    url = address(event, "Anna", "check-in/")
    assert f'action="{url}"' in phone.get(address(event, "Anna")).content.decode()
    assert phone.post(url).url == address(event, "Anna")
    body = phone.get(address(event, "Anna")).content.decode()
    assert re.search(r"Checked in at \d\d:\d\d", body) and f'action="{url}"' not in body


def test_htmx_gets_the_fragment_or_the_reason(phone, event, organiser):
    htmx = {"HX-Request": "true"}
    answer = phone.post(address(event, "Anna", "check-in/"), headers=htmx)
    assert "Checked in at" in answer.content.decode() and "<html" not in answer.content.decode()
    set_check_in(fresh(event), actor_of(organiser), CheckInSettings())
    answer = phone.post(address(event, "Ben", "check-in/"), headers=htmx)
    assert answer.status_code == 422 and "Check-in isn’t open" in answer.content.decode()
    assert player(event, "Ben").checked_in_at is None


@pytest.mark.parametrize(
    "settings, text",
    [
        (lambda: CheckInSettings(True, in_minutes(30)), "Check-in opens on"),
        (lambda: CheckInSettings(True, None, in_minutes(-30)), "Check-in is closed"),
        (CheckInSettings, "Your table will appear here when round 1 is published"),
    ],
)
def test_without_open_check_in_there_is_no_button(phone, event, organiser, settings, text):
    set_check_in(event, actor_of(organiser), settings())
    answer = phone.get(address(event, "Anna"))
    assert text in text_of(answer) and "check-in/" not in answer.content.decode()


@pytest.mark.parametrize("times, opens", [((1, None), True), ((None, 1), False)])
def test_the_page_shows_within_a_poll_that_check_in_opened_or_closed_by_time(
    phone, event, organiser, times, opens, monkeypatch
):
    moments = [minutes and in_minutes(minutes) for minutes in times]
    set_check_in(event, actor_of(organiser), CheckInSettings(True, *moments))
    before = poll(phone, event, "Anna")
    assert poll(phone, event, "Anna", before["ETag"]).status_code == 304
    assert ("check-in/" in before.content.decode()) is not opens
    later = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    after = poll(phone, event, "Anna", before["ETag"])
    assert after.status_code == 200 and after["ETag"] != before["ETag"]
    assert ("check-in/" in after.content.decode()) is opens


def test_the_page_of_a_player_whom_the_staff_check_in_changes(phone, event):
    etag = poll(phone, event, "Anna")["ETag"]
    check_in_players(event, "Anna")
    after = poll(phone, event, "Anna", etag)
    assert after.status_code == 200 and "Checked in at" in after.content.decode()


@pytest.mark.parametrize("publish", [False, True])
def test_after_the_start_check_in_is_over_on_every_page(phone, desk, event, organiser, publish):
    paired(event, organiser, publish=publish)
    assert "check-in/" not in phone.get(address(event, "Anna")).content.decode()
    assert phone.post(address(event, "Anna", "check-in/")).status_code == 422
    assert "Check-in is over" in text_of(desk.get(at(event, "desk_check_in")))
    assert "Not checked in" not in text_of(desk.get(address(event, "Anna")))
    assert desk.get(at(event, "start_event")).url == at(event, "desk")
    desk.post(at(event, "check_in_player", player(event, "Ben").id))
    assert player(event, "Ben").checked_in_at is None


def test_a_player_on_the_waitlist_has_no_check_in_button(phone, event, organiser):
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings(open=True, cap=4))
    row = register(fresh(event), actor_of(organiser), RegistrationEntry("Zora"))
    answer = phone.get(reverse("me", args=[event.slug, row.token]))
    assert "waitlist" in text_of(answer) and "check-in/" not in answer.content.decode()


# --- The desk ---


def names_in_order(answer):
    return re.findall(r'data-name="(\w+)"', answer.content.decode())


def test_the_desk_lists_the_missing_players_first_and_counts(desk, event):
    check_in_players(event, "Anna", "Cleo")
    answer = desk.get(at(event, "desk_check_in"))
    assert names_in_order(answer) == ["Ben", "Dan", "Anna", "Cleo"]
    assert "2 of 4 checked in" in text_of(answer)
    assert names_in_order(desk.get(at(event, "desk_check_in"), {"find": "cl"})) == ["Cleo"]
    assert "No player with that name" in text_of(desk.get(at(event, "desk_check_in"), {"find": "zz"}))


def test_without_javascript_each_button_leads_back_to_the_search(desk, event):
    key = player(event, "Ben").id
    answer = desk.post(at(event, "check_in_player", key), {"find": "b"})
    assert answer.url == f"{at(event, 'desk_check_in')}?find=b" and player(event, "Ben").checked_in_at
    desk.post(at(event, "undo_check_in", key))
    assert player(event, "Ben").checked_in_at is None


def test_with_htmx_the_answer_is_the_row_and_the_count(desk, event):
    url = at(event, "check_in_player", player(event, "Ben").id)
    for _twice in range(2):  # the second is another member of the staff at the same moment
        answer = desk.post(url, headers={"HX-Request": "true"})
        body = answer.content.decode()
        assert body.startswith("<li") and "checked in at" in body and 'id="live-count"' in body
        assert "1 of 4 checked in" in body and "Anna" not in body
    assert fresh(event).log.filter(action="check_in_player").count() == 1


def test_the_list_polls_and_shows_what_others_checked_in(desk, event):
    first = desk.get(at(event, "desk_check_in"), {"part": "count"})
    assert "0 of 4" in first.content.decode()
    check_in_players(event, "Dan")
    again = desk.get(at(event, "desk_check_in"), {"part": "count"}, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200 and "1 of 4" in again.content.decode()
    assert 'id="live-list"' in again.content.decode()


def test_a_judge_checks_in_but_does_not_open_check_in_or_start(event):
    _row, judge = joined(event, "judge", Staff.JUDGE)
    body = judge.get(at(event, "desk_check_in")).content.decode()
    assert "Check in" in body and "Close check-in" not in body
    judge.post(at(event, "check_in_player", player(event, "Ben").id))
    assert player(event, "Ben").checked_in_at
    assert judge.post(at(event, "set_check_in"), {"check_in": "close"}).status_code == 403
    assert judge.get(at(event, "start_event")).status_code == 403
    assert at(event, "desk_check_in") in judge.get(at(event, "desk")).content.decode()


def test_check_in_is_opened_and_closed_with_one_tap_and_keeps_a_later_end(desk, event):
    desk.post(at(event, "set_check_in"), form(event, check_in="close"))
    assert load_history(fresh(event)).check_in == CheckInSettings()
    desk.post(
        at(event, "set_check_in"), form(event, opens_at="2040-01-01T10:00", closes_at="2040-01-01T11:00")
    )
    assert load_history(fresh(event)).check_in.opens_at == "2040-01-01T10:00:00Z"
    assert "Check-in opens on" in text_of(desk.get(at(event, "desk_check_in")))
    desk.post(at(event, "set_check_in"), form(event, check_in="open"))
    assert load_history(fresh(event)).check_in == CheckInSettings(True, None, "2040-01-01T11:00:00Z")


def test_wrong_times_are_refused_at_their_field(desk, event):
    times = {"opens_at": "2040-01-01T12:00", "closes_at": "2040-01-01T11:00"}
    answer = desk.post(at(event, "set_check_in"), form(event, **times))
    assert answer.status_code == 422 and "must close after it opens" in text_of(answer)
    assert 'value="2040-01-01T12:00"' in answer.content.decode()


def test_the_desks_next_step_counts_and_leads_to_the_question(desk, event):
    check_in_players(event, "Anna", "Ben", "Cleo")
    for page in ("desk", "desk_players", "desk_round"):
        answer = desk.get(at(event, page))
        assert f'href="{at(event, "start_event")}"' in answer.content.decode(), page
    assert "Check-in is open: 3 of 4 checked in" in text_of(desk.get(at(event, "desk")))
    check_in_players(event, "Dan")
    body = desk.get(at(event, "desk")).content.decode()
    assert f'formaction="{at(event, "pair")}"' in body and at(event, "start_event") not in body


def test_the_desk_shows_within_a_poll_that_check_in_opened_by_time(desk, event, organiser, monkeypatch):
    set_check_in(event, actor_of(organiser), CheckInSettings(True, in_minutes(1)))
    first = desk.get(at(event, "desk"), {"part": "progress"})
    assert "Check-in is open" not in first.content.decode()
    later = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    again = desk.get(at(event, "desk"), {"part": "progress"}, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200 and "Check-in is open" in again.content.decode()


def test_an_event_without_check_in_starts_as_before(desk, organiser):
    event = friday(organiser, NAMES[:4])
    assert f'formaction="{at(event, "pair")}"' in desk.get(at(event, "desk")).content.decode()
    assert desk.get(at(event, "start_event")).url == at(event, "desk")


@pytest.mark.parametrize("count", [4, 40])
def test_the_queries_of_the_list_do_not_grow(desk, organiser, count, django_assert_max_num_queries):
    event = friday(organiser, [f"Player {number:02}" for number in range(count)])
    desk.get(at(event, "desk_check_in"))
    with django_assert_max_num_queries(14):
        assert len(re.findall("data-player=", desk.get(at(event, "desk_check_in")).content.decode())) == count


# --- A scanned code ---


def test_staff_who_open_a_players_address_get_one_large_button(desk, event):
    answer = desk.get(address(event, "Anna"))
    body = answer.content.decode()
    assert "Not checked in" in body and answer["Cache-Control"] == "private, no-store"
    assert body.count("button strong") == 1 and "data-worker" not in body
    sent = desk.post(at(event, "check_in_player", player(event, "Anna").id), {"back": "scan"})
    assert sent.url == address(event, "Anna")
    body = desk.get(sent.url).content.decode()
    assert "Checked in at" in body and "Undo check-in" in body
    assert "Drop from the event" not in body
    page = desk.get(f"{address(event, 'Anna')}?player")
    assert "Your table will appear here" in text_of(page)


def test_others_and_events_without_check_in_show_the_players_page(phone, desk, event, organiser):
    _row, viewer = joined(event, "viewer", Staff.VIEWER)
    for browser in (phone, viewer):
        assert "Check-in is open" in text_of(browser.get(address(event, "Anna")))
    set_check_in(fresh(event), actor_of(organiser), CheckInSettings())
    assert "You’re registered" in text_of(desk.get(address(event, "Anna")))


def test_staff_who_scan_an_entry_that_waits_read_why_it_cannot_check_in(desk, event, organiser):
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings(open=True, cap=4))
    row = register(fresh(event), actor_of(organiser), RegistrationEntry("Zora"))
    url = reverse("me", args=[event.slug, row.token])
    _row, judge = joined(event, "judge", Staff.JUDGE)
    assert "on the waitlist" in text_of(desk.get(url)) and "Approve them" in text_of(desk.get(url))
    assert "on the waitlist" in text_of(judge.get(url)) and "Approve them" not in text_of(judge.get(url))
    Registration.objects.update(state=Registration.PENDING)
    assert "waiting for approval" in text_of(desk.get(url))
    drop_player(fresh(event), actor_of(organiser), player(event, "Ben").id)
    assert "has withdrawn" in text_of(desk.get(address(event, "Ben")))


# --- The start ---


def start(desk, event, **fields):
    return desk.post(at(event, "start_event"), form(event, **fields))


def test_the_start_says_who_is_missing_and_leaves_them_out_by_default(desk, event):
    check_in_players(event, "Anna", "Ben", "Cleo")
    answer = desk.get(at(event, "start_event"))
    body = answer.content.decode()
    assert "3 of 4 checked in" in body and "Dan" in body and 'value="absent" checked' in body
    answer = start(desk, event, others="absent")
    assert answer.url == at(event, "desk_round")
    dan = player(event, "Dan")
    assert dan.dropped_after == 0
    assert not any(dan.id in seats for seats in pairings_of(event, 1).values())
    assert "1 player not in the event: Dan" in text_of(desk.get(at(event, "desk_log")))
    assert "Discard draft" in text_of(desk.get(at(event, "desk_round")))


@pytest.mark.parametrize(
    "fields, left", [({"others": "playing"}, []), ({"others": "chosen", "playing": ["Dan"]}, ["Cleo"])]
)
def test_missing_players_can_play_or_be_chosen_one_by_one(desk, event, fields, left):
    check_in_players(event, "Anna", "Ben")
    keys = [player(event, name).id for name in fields.get("playing", [])]
    start(desk, event, **{**fields, "playing": keys})
    assert [one.name for one in load_history(fresh(event)).players if one.has_left] == left


def test_a_refused_start_keeps_the_choice_and_changes_nothing(desk, event):
    check_in_players(event, "Anna")
    answer = start(desk, event, others="absent")
    assert answer.status_code == 422 and not player(event, "Dan").has_left
    assert start(desk, event, others="?").status_code == 422
    answer = start(desk, event, others="chosen", playing="nobody")
    assert answer.status_code == 422 and 'value="chosen" checked' in answer.content.decode()


def test_a_forbidden_pair_is_offered_as_an_exception_without_losing_the_choice(desk, event, organiser):
    forbid_pair(fresh(event), actor_of(organiser), player(event, "Anna").id, player(event, "Ben").id)
    check_in_players(event, "Anna", "Ben")
    answer = start(desk, event, others="absent")
    assert answer.status_code == 422 and "Start with this exception" in text_of(answer)
    assert not player(event, "Dan").has_left
    assert start(desk, event, others="absent", exceptions="on").status_code == 302
    assert player(event, "Dan").has_left


def test_the_pods_of_a_draft_are_drawn_after_the_same_question(desk, organiser):
    night = draft_night(organiser, [*NAMES, "Ivo"])
    check_in_players(night, *NAMES)
    assert "Draw pods" in text_of(desk.get(at(night, "start_event")))
    assert start(desk, night, others="absent").url == at(night, "desk_draft")
    assert player(night, "Ivo").has_left and len(load_history(fresh(night)).phase(1).pods) == 1


def test_the_start_page_counts_the_players_who_wait(desk, event, organiser):
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings(open=True, cap=4))
    register(fresh(event), actor_of(organiser), RegistrationEntry("Zora"))
    assert "1 player is on the waitlist." in text_of(desk.get(at(event, "start_event")))


# --- Substitutes from the waitlist ---


@pytest.fixture
@cached_state
def full_event(event, organiser):
    """All four places are taken; Zora and Yan wait."""
    set_registration(event, actor_of(organiser), RegistrationSettings(open=True, cap=4))
    for name in ("Zora", "Yan"):
        register(fresh(event), actor_of(organiser), RegistrationEntry(name))
    return fresh(event)


def buttons(page):
    return re.findall(r"<button[^>]*>(.*?)<span", source_of(page))


def press(desk, event, name, **fields):
    """Press the button of this name of a list, and follow it to the page."""
    return desk.post(at(event, name, *fields.pop("address")), fields, follow=True)


def test_one_press_seats_the_first_on_the_waitlist_who_is_here_and_one_undo_takes_it_back(desk, full_event):
    page = desk.get(at(full_event, "desk_check_in"))
    assert buttons(page).count("Here") == 2 and not any("Seat" in label for label in buttons(page))
    yan = full_event.registrations.get(name="Yan")
    page = press(desk, full_event, "check_in_waiting", address=[yan.pk])
    assert "here since" in text_of(page) and buttons(page).count("Seat Yan instead") == 4
    page = press(desk, full_event, "seat_instead", address=[player(full_event, "Dan").id], entry=yan.pk)
    assert "Yan plays instead of Dan" in text_of(page) and names_in_order(page)[-1] == "Yan"
    assert "Dan" not in names_in_order(page) and "1 of 4 checked in" in text_of(page)
    assert "Yan seated instead of Dan" in text_of(desk.get(at(full_event, "desk_log")))
    desk.post(at(full_event, "undo"), form(full_event))
    page = desk.get(at(full_event, "desk_check_in"))
    assert "Dan" in names_in_order(page) and buttons(page).count("Seat Yan instead") == 4


def test_an_old_button_says_who_is_first_now_and_seats_nobody(desk, full_event, organiser):
    yan, zora = (full_event.registrations.get(name=name) for name in ("Yan", "Zora"))
    for row in (yan, zora):
        check_in.check_in_waiting(fresh(full_event), actor_of(organiser), row.pk)
    dan = player(full_event, "Dan").id
    page = press(desk, full_event, "seat_instead", address=[dan], entry=yan.pk)
    assert "Zora is now the first on the waitlist who is here" in text_of(page)
    assert buttons(page).count("Seat Zora instead") == 4 and not player(full_event, "Dan").has_left


def test_players_on_the_waitlist_who_are_here_are_not_on_the_list_of_players(desk, full_event, organiser):
    yan = full_event.registrations.get(name="Yan")
    check_in.check_in_waiting(fresh(full_event), actor_of(organiser), yan.pk)
    page = text_of(desk.get(at(full_event, "desk_players")))
    assert "Yan" not in page and "withdrew" not in page


def test_a_judge_checks_the_waitlist_in_but_seats_nobody(client, full_event, django_user_model):
    judge = django_user_model.objects.create_user("judge", password="x")
    Staff.objects.create(event=full_event, user=judge, role=Staff.JUDGE)
    client.force_login(judge)
    yan = full_event.registrations.get(name="Yan")
    page = press(client, full_event, "check_in_waiting", address=[yan.pk])
    assert "here since" in text_of(page) and "instead" not in "".join(buttons(page))


# --- No-shows ---


def test_the_no_shows_of_round_1_are_linked_listed_and_dropped_in_one_action(desk, event, organiser):
    paired(event, organiser)
    assert at(event, "no_shows") not in desk.get(at(event, "desk")).content.decode()
    report_result(fresh(event), actor_of(organiser), 1, 1, 1, "no-show 2")
    for page in ("desk", "desk_round"):
        body = desk.get(at(event, page)).content.decode()
        assert at(event, "no_shows") in body and "Drop 1 no-show" in body
    absent = pairings_of(event, 1)[1][1]
    assert f'name="player" value="{absent}" checked' in desk.get(at(event, "no_shows")).content.decode()
    assert desk.post(at(event, "no_shows"), form(event, player=absent)).url == at(event, "desk")
    assert load_history(fresh(event)).player(absent).dropped_after == 0
    assert at(event, "no_shows") not in desk.get(at(event, "desk")).content.decode()
    assert "No no-shows to drop" in text_of(desk.get(at(event, "no_shows")))


def test_a_late_arrival_returns_from_the_list_of_players(desk, event):
    check_in_players(event, "Anna", "Ben", "Cleo")
    start(desk, event, others="absent")
    publish_round(fresh(event), actor_of(event.staff.first().user), 1, 1)
    dan = player(event, "Dan").id
    desk.post(at(event, "bring_back_player", dan), form(event))
    assert player(event, "Dan").joined_round == 2 and not player(event, "Dan").has_left
