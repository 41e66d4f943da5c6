"""Turning push messages on and off: from whose pages, how often, and what ends them."""

import pytest

from tests.support.desk_events import actor_of, fresh, friday, paired
from tests.support.own_pages import address, table_of
from tests.support.picked_names import make_event, pick, sides, submit
from tests.support.played_events import ME, reload_event
from tests.support.registrations import OPEN, act, register
from tests.support.worker import run_worker, run_worker_after
from tournaments.clubs.actions import publish_club
from tournaments.events.actions.cancelling import cancel_event
from tournaments.models import Notice, Person, Player, PushSubscription, Registration
from tournaments.people.actions.staff import hand_over_page
from tournaments.players.actions.erasure import erase_player
from tournaments.players.actions.picks import free_pick
from tournaments.players.actions.players import remove_player
from tournaments.push.actions.subscriptions import MAX_PHONES
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules.people.linking import BY_NAME, BY_STAFF


@pytest.fixture
def event(organiser):
    return friday(organiser)


@pytest.fixture
def own(event):
    return address(event, "Anna", "push/")


def endpoints():
    return set(PushSubscription.objects.values_list("endpoint", flat=True))


def test_it_is_turned_on_and_off_for_one_phone_alone(client, service, own):
    phone, other = service.browser("phone"), service.browser("other")
    for browser in (phone, other):
        assert client.post(own, browser.form()).status_code == 204
    assert client.post(own, other.form(do="off")).status_code == 204
    assert endpoints() == {phone.endpoint}
    client.post(own, phone.form(do="off"))
    assert endpoints() == set()


def test_turning_it_on_again_changes_the_choice_and_stores_no_second_row(client, service, own):
    phone = service.browser("phone")
    client.post(own, phone.form())
    client.post(own, phone.form(shows_names="1"))
    assert PushSubscription.objects.get().shows_names


def test_so_many_phones_may_be_told_and_no_more(client, service, own):
    for number in range(MAX_PHONES):
        client.post(own, service.browser(f"phone{number}").form())
    answer = client.post(own, service.browser("one-more").form())
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("10 phones are told about this page already.")
    assert client.post(own, service.browser("phone0").form()).status_code == 204


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": ""},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": "https://[push"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"endpoint": "https://push.exämple/"},
        {"endpoint": "https://push.example/\nX: y"},
        {"public_key": "AAAA"},
        {"public_key": "é"},
        {"public_key": "A" * 87},
        {"secret": "AAAA"},
        {"secret": ""},
        {"do": "everything"},
    ],
)
def test_what_no_browser_sends_is_refused_with_a_sentence(client, service, own, wrong):
    answer = client.post(own, service.browser("phone").form(**wrong))
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert not PushSubscription.objects.exists()


def test_only_push_services_with_tls_are_taken(client, service, own, settings):
    settings.LOCAL_ADDRESSES = False
    assert client.post(own, service.browser("phone").form()).status_code == 422


def test_an_address_that_leads_to_no_page_turns_nothing_on(client, service, event):
    form = service.browser("phone").form()
    for where in ("me/unknown/push/", "pick/unknown/push/"):
        assert client.post(f"/e/{event.slug}/{where}", form).status_code == 404
    assert not PushSubscription.objects.exists()


def test_who_waits_is_told_of_the_place_and_then_of_the_round(client, service, organiser):
    event = friday(organiser, [])
    act(set_registration, event, OPEN)
    for name in ("Ada", "Bo", "Cy"):
        register(event, name)
    first = Player.objects.get(name="Ada")
    waiting = Registration.objects.get(name="Cy")
    phone = service.browser("phone")
    where = f"/e/{event.slug}/me/{waiting.token}/"
    assert client.post(f"{where}push/", phone.form()).status_code == 204
    act(remove_player, event, first.public_id, now=None)
    run_worker()
    assert phone.titles == ["You moved up from the waitlist"]
    pair_next_round(fresh(event), actor_of(organiser), publish=True)
    run_worker_after(1)
    assert phone.titles[1:] == ["Round 1: table 1"]
    assert phone.messages[1]["path"] == where


def test_a_picked_name_is_told_its_table_and_no_opponent(client, service, db):
    event = make_event()
    token = pick(event, "p1")
    phone = service.browser("phone")
    where = f"/e/{event.slug}/pick/{token}/"
    assert client.post(f"{where}push/", phone.form(shows_names="1")).status_code == 204
    run_worker_after(1)
    [message] = phone.messages
    assert message["title"].startswith("Round 1: table ")
    assert "against" not in message["body"]
    assert message["path"] == where
    # The opponents at both tables change their seats: this player keeps the table.
    a, b = (next(key for key in sides(event, table) if key != "p1") for table in (1, 2))
    adjust_round(reload_event(event), ME, 1, 1, "swap", a=a, b=b, reason="a typing error")
    run_worker_after(2)
    assert Notice.objects.filter(kind=Notice.MOVED, player__public_id="p1").exclude(sent_at=None).exists()
    assert len(phone.messages) == 1
    act(cancel_event, event, "The shop is under water.")
    run_worker_after(2)
    assert len(phone.messages) == 1


def test_a_freed_pick_ends_its_subscription(client, service, db):
    event = make_event()
    token = pick(event, "p1")
    client.post(f"/e/{event.slug}/pick/{token}/push/", service.browser("phone").form())
    assert PushSubscription.objects.exists()
    act(free_pick, event, event.picks.get().pk)
    assert not PushSubscription.objects.exists()


def test_erasing_a_player_ends_their_subscriptions(client, service, event, own, organiser):
    client.post(own, service.browser("phone").form())
    erase_player(event, actor_of(organiser), Player.objects.get(name="Anna").public_id, "Anna")
    assert not PushSubscription.objects.exists()


@pytest.fixture
def anna(event, organiser):
    """Anna as a person of a published club, with an own page."""
    publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    hand_over_page(event.club, actor_of(organiser), Person.objects.get(name="Anna").pk)
    return Person.objects.get(name="Anna")


def test_a_person_is_told_at_all_events_of_the_club(client, service, anna, event, organiser):
    phone = service.browser("phone")
    where = f"/c/the-lantern/me/{anna.token}/"
    assert client.post(f"{where}push/", phone.form()).status_code == 204
    Player.objects.filter(person=anna).update(person_reason=BY_STAFF)
    paired(fresh(event), organiser)
    run_worker_after(1)
    assert [title.partition(":")[0] for title in phone.titles] == ["Round 1"]
    assert phone.messages[0]["path"] == where


def test_a_namesake_tells_the_person_nothing(client, service, anna, event, organiser):
    phone = service.browser("phone")
    client.post(f"/c/the-lantern/me/{anna.token}/push/", phone.form())
    Player.objects.filter(person=anna).update(person_reason=BY_NAME)
    paired(fresh(event), organiser)
    run_worker_after(1)
    assert phone.titles == []


def test_erasing_a_person_ends_their_subscriptions(client, service, anna):
    client.post(f"/c/the-lantern/me/{anna.token}/push/", service.browser("phone").form())
    anna.delete()
    assert not PushSubscription.objects.exists()


def test_a_phone_that_is_told_about_the_player_and_the_person_hears_it_once(
    client, service, anna, event, own, organiser
):
    phone = service.browser("phone")
    client.post(own, phone.form())
    client.post(f"/c/the-lantern/me/{anna.token}/push/", phone.form())
    Player.objects.filter(person=anna).update(person_reason=BY_STAFF)
    paired(fresh(event), organiser)
    run_worker_after(1)
    assert len(phone.titles) == 1


def test_each_of_two_people_on_one_phone_is_told(client, service, event, organiser):
    phone = service.browser("phone")
    for name in ("Anna", "Ben"):
        client.post(address(event, name, "push/"), phone.form())
    paired(event, organiser)
    run_worker_after(1)
    assert len(phone.titles) == 2
    assert table_of(event)


def test_reports_without_phones_to_tell_store_no_notice(service, event):
    event = make_event()
    submit(event, "p1", "2-0", pick(event, "p1"))
    assert not Notice.objects.filter(kind=Notice.RESULT).exists()
