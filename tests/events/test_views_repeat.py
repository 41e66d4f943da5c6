"""Running an event again: same settings and staff, another date, and players to pick from."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, friday, played
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.lists.actions import set_lists
from tournaments.models import Event, Staff
from tournaments.players.actions.check_in import check_in_player, set_check_in
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rules.history.players import (
    CheckInSettings,
    ListSettings,
    RegistrationField,
    RegistrationSettings,
)


def repeat(desk, event, **changed):
    form = {"key": "a key", "name": "Friday again", "day": "2027-01-08", "start": "19:00", "timezone": "UTC"}
    return desk.post(reverse("repeat_event", args=[event.slug]), form | changed)


def newest():
    return Event.objects.order_by("-id").first()


def test_the_new_event_has_the_same_settings_and_no_players_or_rounds(desk, organiser):
    event = played(friday(organiser), organiser)
    change_settings(event, actor_of(organiser), 1, chances=False)
    answer = repeat(desk, event)
    again = newest()
    assert answer.url == reverse("desk_players", args=[again.slug]) and again.name == "Friday again"
    assert again.starts_at.isoformat() == "2027-01-08T19:00:00+00:00"
    before, now = load_history(event), load_history(again)
    assert now.rulebook == before.rulebook and now.players == ()
    assert [phase.overrides for phase in now.phases] == [phase.overrides for phase in before.phases]
    assert not any(phase.begun or phase.entrants for phase in now.phases)


def test_registration_check_in_and_lists_are_kept_closed_and_without_their_times(desk, organiser):
    event, actor = friday(organiser), actor_of(organiser)
    times = {"opens_at": "2026-01-01T10:00:00Z", "closes_at": "2026-01-01T18:00:00Z"}
    settings = RegistrationSettings(cap=16, text="Fee 5 €", fields=(RegistrationField("f1", "Diet"),))
    set_registration(event, actor, replace(settings, open=True, **times))
    set_check_in(event, actor, CheckInSettings(open=True, **times))
    set_lists(event, actor, ListSettings(ask="required", until="2026-01-01T12:00:00Z", visible="at_once"))
    check_in_player(event, actor, load_history(event).players[0].id)
    repeat(desk, event, everyone="1")
    now = load_history(newest())
    assert now.registration == settings
    assert now.check_in == CheckInSettings()
    assert now.lists == ListSettings(ask="required", visible="at_once")
    assert now.players and not any(player.checked_in_at for player in now.players)


def test_the_staff_is_the_same_and_whoever_runs_it_again_owns_it(desk, organiser):
    event = friday(organiser)
    judge = get_user_model().objects.create_user("judge")
    Staff.objects.create(event=event, user=judge, role=Staff.JUDGE)
    repeat(desk, event)
    assert dict(newest().staff.values_list("user__username", "role")) == {
        "organiser": Staff.OWNER,
        "judge": Staff.JUDGE,
    }


def test_players_of_last_time_are_picked_and_start_afresh(desk, organiser):
    event = played(friday(organiser), organiser)
    event.players.filter(public_id="p2").update(dropped_after=1)
    chosen = list(
        event.players.filter(public_id__in=("p1", "p2")).values_list("person__public_id", flat=True)
    )
    answer = repeat(desk, event, people=chosen)
    again = newest()
    assert answer.url == reverse("desk", args=[again.slug])
    players = load_history(again).players
    assert [player.id for player in players] == ["p1", "p2"]
    assert [(player.joined_round, player.dropped_after) for player in players] == [(1, None), (1, None)]
    assert not set(again.players.values_list("token")) & set(event.players.values_list("token"))


def test_one_button_takes_all_players(desk, organiser):
    event = friday(organiser)
    repeat(desk, event, everyone="1")
    assert newest().players.count() == event.players.count() > 4


def test_the_same_form_sent_twice_makes_one_event(desk, organiser):
    event = friday(organiser)
    assert repeat(desk, event).url == repeat(desk, event).url
    assert Event.objects.count() == 2


def test_the_form_proposes_the_next_such_weekday(desk, organiser):
    event = friday(organiser)
    start = timezone.now() - timedelta(days=10)
    Event.objects.filter(pk=event.pk).update(starts_at=start, timezone="UTC")
    page = desk.get(reverse("repeat_event", args=[event.slug])).content.decode()
    assert f'value="{(start + timedelta(days=14)).date()}"' in page


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": ""}, "required"),
        ({"people": ["nobody"]}, "not one of the available"),
        ({"names": "Ada\nAda"}, "already on line 1"),
    ],
)
def test_a_form_that_is_wrong_says_so_and_makes_nothing(desk, organiser, changed, words):
    event = friday(organiser)
    answer = repeat(desk, event, **changed)
    assert answer.status_code == 422 and words in answer.content.decode()
    assert Event.objects.count() == 1


def test_my_events_come_first_and_each_can_be_run_again(desk, organiser):
    event = friday(organiser)
    other = friday(get_user_model().objects.create_user("another"))
    page = desk.get(reverse("home")).content.decode()
    assert page.index("My events") < page.index("Upcoming")
    assert reverse("repeat_event", args=[event.slug]) in page
    # Each event is in one list; the own one leads to its desk.
    assert f'href="/e/{event.slug}/desk/"' in page and f'href="/e/{event.slug}/"' not in page
    assert f'href="/e/{other.slug}/"' in page and f"/e/{other.slug}/desk/" not in page
    assert "My events" not in Client().get(reverse("home")).content.decode()
