"""The signed link of the venue's screens: it opens the screens of one event, and nothing else."""

import re

import pytest
from django.core.signing import Signer
from django.test import Client
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired
from tournaments.access.secret_links import screen_code, venue_code
from tournaments.events.actions.events import change_event
from tournaments.screens.actions import renew_screen_link


@pytest.fixture
@cached_state
def event(organiser):
    """A private event with a published round."""
    event = paired(friday(organiser), organiser)
    change_event(fresh(event), actor_of(organiser), visibility="private")
    return fresh(event)


def address_of(event):
    return reverse("signed_screen", args=[event.slug, screen_code(event)])


def statuses(visitor, *addresses):
    return [visitor.get(address).status_code for address in addresses]


@pytest.fixture
def visitor():
    """A browser without an account; the one of pytest-django is the desk's."""
    return Client()


def test_the_desk_shows_the_link_and_its_code_which_open_a_private_screen(desk, visitor, event):
    html = desk.get(reverse("desk_screens", args=[event.slug])).content.decode()
    assert 'class="qr"' in html and "They see nothing else of this private event." in html
    (address,) = re.findall(r'href="http://testserver(/e/[^"]+/screen/[^"]+)"', html)
    answer = visitor.get(address)
    assert answer.status_code == 200 and "Anna" in answer.content.decode()
    assert answer["Cache-Control"] == "private, no-store" and answer["X-Robots-Tag"] == "noindex"
    assert not visitor.cookies


def test_a_screen_polls_at_its_own_signed_address(visitor, event):
    html = visitor.get(address_of(event)).content.decode()
    assert f"{address_of(event)}?part=lists" in html
    poll = visitor.get(f"{address_of(event)}?part=lists")
    assert poll.status_code == 200 and poll["Cache-Control"] == "private, no-store"
    unchanged = visitor.get(f"{address_of(event)}?part=lists", headers={"if-none-match": poll["ETag"]})
    assert unchanged.status_code == 304


def test_the_link_opens_no_other_page(visitor, event):
    visitor.get(address_of(event))
    base, code = event.get_absolute_url(), screen_code(event)
    pages = (
        "",
        "screen/",
        "standings/",
        "players/",
        "about/",
        "bracket/",
        "hall/?part=quiet",
        "desk/screens/",
    )
    for page in pages:
        for address in (f"{base}{page}", f"{base}{page}{'&' if '?' in page else '?'}code={code}"):
            assert visitor.get(address).status_code != 200, address
    assert set(statuses(visitor, f"{base}standings/{code}/", f"{address_of(event)}standings/")) == {404}
    assert visitor.get(f"{address_of(event)}?part=table").status_code == 404
    assert visitor.post(address_of(event)).status_code == 405


@pytest.mark.parametrize(
    "forge",
    [
        lambda event: "x",
        lambda event: screen_code(event)[:-1],
        lambda event: venue_code(event),
        lambda event: Signer(salt="screen").signature(f"{event.pk}:{event.screen_link + 1}"),
        lambda event: Signer(key="guessed", salt="screen").signature(f"{event.pk}:1"),
        lambda event: "é\x00",
    ],
    ids=["made up", "cut off", "of the poster", "of the next link", "with another key", "odd characters"],
)
def test_a_wrong_code_is_answered_as_a_missing_event(visitor, event, forge):
    address = reverse("signed_screen", args=[event.slug, forge(event)])
    missing = reverse("signed_screen", args=["nowhere", forge(event)])
    assert statuses(visitor, address, missing) == [404, 404]


def test_another_events_link_opens_nothing(visitor, event, organiser):
    other = paired(friday(organiser, names=NAMES[:4]), organiser)
    assert screen_code(other) != screen_code(event)
    address = reverse("signed_screen", args=[event.slug, screen_code(other)])
    assert statuses(visitor, address) == [404]


def test_a_new_link_ends_the_old_one_and_is_logged(desk, visitor, event):
    old = address_of(event)
    poll = visitor.get(f"{old}?part=lists")
    answer = desk.post(reverse("renew_screen_link", args=[event.slug]), form(event), follow=True)
    assert "New screen link made" in answer.content.decode()
    assert fresh(event).log.last().action == "renew_screen_link"
    assert statuses(visitor, old, address_of(fresh(event))) == [404, 200]
    assert visitor.get(f"{old}?part=lists", headers={"if-none-match": poll["ETag"]}).status_code == 404


def test_an_earlier_link_stays_ended_after_undoing_and_restoring(desk, event, organiser):
    codes = {screen_code(event)}
    for _time in range(3):
        renew_screen_link(fresh(event), actor_of(organiser))
        codes.add(screen_code(fresh(event)))
    assert len(codes) == 4
    entry = event.log.get(action="pair_next_round")
    desk.post(reverse("restore_before", args=[event.slug, entry.pk]), form(fresh(event)))
    assert fresh(event).screen_link == 4


def test_the_link_also_opens_public_screens(organiser, visitor):
    event = paired(friday(organiser), organiser)
    assert statuses(visitor, address_of(event), reverse("screen", args=[event.slug])) == [200, 200]


def test_only_those_who_print_make_a_new_link(visitor, event):
    address = reverse("renew_screen_link", args=[event.slug])
    assert Client().post(address, form(event)).status_code == 302
    assert fresh(event).screen_link == 1
