"""Times are in the event's time zone on every page and sheet."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from tests.journeys.accessibility.event_states import build_events
from tests.journeys.accessibility.pages import PAGES
from tests.support.accounts import PASSWORD

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database

FAR_AWAY = ZoneInfo("Pacific/Auckland")
TIME = re.compile(r"\b(?:[01]\d|2[0-3]):[0-5]\d\b")
# Where times are told: if a page of these stops telling one, this test no longer looks at it.
TELL = {"event", "about", "desk", "desk_log", "draw", "sheet", "screen", "me"}


def minutes_shown(first, now):
    """Return the times that may be shown: of changes since the first one, and the end of the current round.

    The event may have been made by another test, some minutes ago.
    """
    minutes = int((now - first) / timedelta(minutes=1))
    return {f"{now + timedelta(minutes=minute):%H:%M}" for minute in range(-10 - minutes, 90)}


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_shows_times_in_the_time_zone_of_the_event(client, django_user_model):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    hall = build_events(organiser, {"busy"})
    type(hall["busy"]).objects.update(starts_at=timezone.now())
    client.force_login(organiser)
    here = minutes_shown(hall["busy"].created_at, timezone.now().astimezone(FAR_AWAY))
    tell = set()
    for name, examples in PAGES.items():
        for example in [example for example in examples if example.state == "busy"][:1]:
            address = example.address(name, hall)
            times = TIME.findall(strip_tags(client.get(address).content.decode()))
            assert set(times) <= here, address
            tell |= {name} if times else set()
    assert tell >= TELL
