"""A restored backup shows the same pages, byte for byte."""

import io
import re

import pytest
from django.contrib.auth import get_user_model

from tests.conftest import PASSWORD, clear_caches
from tests.journeys.accessibility.event_states import build_events
from tests.journeys.accessibility.pages import PAGES
from tournaments.log.actions import backups
from tournaments.models import Event

# Values that differ in each response: form keys, times, row ids.
VARIABLE = (
    r"(?<=/desk/staff/)(invitations/)?\d+",
    r'(?<="role)\d+',
    r"data-etag='[^']+'",
    r'(?<=data-version=")\d+',
    r'(?<=data-key=")[hl]\d+',
    r'(?<=data-alerts=")[^"]+',
    r'name="csrfmiddlewaretoken" value="[^"]+"',
    r'name="key" value="[^"]+"',
    r'data-now="[^"]+"',
    r"(?<=>)printed [^<]+",
    # Said of mails that have waited for a minute.
    r"\. Mails are sent by the worker[^<]+",
    r'name="entry" value="r?\d+"|(?<=data-player=")r\d+|\br\d+(?=")',
    r'(?<=value=")(first|up|down) \d+',
    r"/desk/(messages|registration|log|log/before|log/points)/\d+/",
    # Not in a backup: picked names, and the codes of the screens and of the venue's QR code.
    r"(?<=/)(pick|screen|hall)/[\w-]{16,}/",
    r'(?s)(?<=<div class="own-link">).*?</svg>',
    r'(?<=\?a=)\d+|(?<=<option value=")\d+(?=")',
)

EXAMPLES = [
    (name, example)
    for name, examples in PAGES.items()
    # Each visit creates an invitation; simulations belong to no event.
    if name not in ("invitation", "simulation")
    for example in examples
    # Chances are calculated again.
    if example.state not in ("", "with_chances") and not example.typed
]


@pytest.fixture
def events_by_state(django_user_model):
    """Return events in all states of the page examples."""
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    return build_events(organiser, {example.state for _name, example in EXAMPLES})


def pages(client, events_by_state) -> dict[str, str]:
    """Return address → page of every page of every event, signed in and not."""
    pages = {}
    clear_caches()
    organiser = get_user_model().objects.get(username="organiser")
    for signed, change in ((False, client.logout), (True, lambda: client.force_login(organiser))):
        change()
        for name, example in EXAMPLES:
            address = example.address(name, events_by_state)
            # The preview uses a random seed unless the address has one.
            address += "&seed=the+same" if name == "correct" else ""
            if example.is_signed(address) == signed:
                pages[without_variable(address)] = plain(client.get(address))
    for event in events_by_state.values():
        pages[event.slug] = plain(client.get(f"/e/{event.slug}/desk/file/"))
    return pages


def plain(response) -> str:
    assert response.status_code == 200, response
    return without_variable(response.content.decode())


def without_variable(text) -> str:
    for pattern in VARIABLE:
        text = re.sub(pattern, "", text)
    return text


def move_to_clean_site(slugs):
    """Restore a backup of the events on a site without events and accounts."""
    with io.BytesIO() as file:
        file.writelines(backups.stream_backup(slugs))
        Event.objects.all().delete()
        get_user_model().objects.all().delete()
        get_user_model().objects.create_superuser("organiser", password=PASSWORD)
        return backups.restore(file)


@pytest.mark.slow
def test_every_page_is_the_same_on_a_clean_machine(client, events_by_state):
    before = pages(client, events_by_state)
    move_to_clean_site(event.slug for event in events_by_state.values())
    after = pages(
        client, {state: Event.objects.get(slug=event.slug) for state, event in events_by_state.items()}
    )
    assert len(before) > len(EXAMPLES)
    assert before.keys() == after.keys()
    assert [address for address in before if before[address] != after[address]] == []
