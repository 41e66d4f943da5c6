"""Times are told as the hall's clocks show them: in the event's time zone, on every page and sheet."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from tests.conftest import PASSWORD
from tests.journeys.everyone.hall import whole_hall
from tests.journeys.everyone.pages import PAGES

FAR_AWAY = ZoneInfo("Pacific/Auckland")
TIME = re.compile(r"\b(?:[01]\d|2[0-3]):[0-5]\d\b")
# Where times are told: if a page of these stops telling one, this test no longer looks at it.
TELL = {"event", "about", "desk", "desk_log", "draw", "sheet", "screen", "me"}


def minutes_around(now):
    """The times that its clock may show: what was done just now, and the end of the round that runs."""
    return {f"{now + timedelta(minutes=minute):%H:%M}" for minute in range(-10, 90)}


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_tells_the_halls_own_time(client, django_user_model):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    hall = whole_hall(organiser, {"busy"})
    type(hall["busy"]).objects.update(starts_at=timezone.now())
    client.force_login(organiser)
    here = minutes_around(timezone.now().astimezone(FAR_AWAY))
    tell = set()
    for name, examples in PAGES.items():
        for example in [example for example in examples if example.state == "busy"][:1]:
            address = example.address(name, hall)
            said = TIME.findall(strip_tags(client.get(address).content.decode()))
            assert set(said) <= here, address
            tell |= {name} if said else set()
    assert tell >= TELL
