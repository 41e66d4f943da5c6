"""A restored backup shows the same pages, byte for byte."""

import io
import re

import pytest
from django.contrib.auth import get_user_model

from tests.conftest import PASSWORD, forget_all
from tests.journeys.everyone.hall import whole_hall
from tests.journeys.everyone.pages import PAGES
from tournaments.actions.log import backups
from tournaments.models import Event

# What each answer has for itself alone: the key of a form, the moment, the number of a row in its table.
OWN = (
    r"(?<=/desk/staff/)(invitations/)?\d+",
    r'(?<="role)\d+',
    r"data-etag='[^']+'",
    r'(?<=data-version=")\d+',
    r'(?<=data-key=")[hl]\d+',
    r'(?<=data-rings=")[^"]+',
    r'name="csrfmiddlewaretoken" value="[^"]+"',
    r'name="key" value="[^"]+"',
    r'data-now="[^"]+"',
    r"(?<=>)printed [^<]+",
    r'name="entry" value="\d+"',
    r"/desk/(messages|log|log/before|log/points)/\d+/",
    r'(?<=\?a=)\d+|(?<=<option value=")\d+(?=")',
)

EXAMPLES = [
    (name, example)
    for name, examples in PAGES.items()
    # Each look at an invitation makes one.
    if name != "invitation"
    for example in examples
    if example.state and not example.typed
]


@pytest.fixture
def hall(django_user_model):
    """Events in every state that a page is looked at in."""
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    return whole_hall(organiser, {example.state for _name, example in EXAMPLES})


def pages(client, hall) -> dict[str, str]:
    """What every page of every event answers, to who runs it or to anybody."""
    pages = {}
    forget_all()
    organiser = get_user_model().objects.get(username="organiser")
    for signed, change in ((False, client.logout), (True, lambda: client.force_login(organiser))):
        change()
        for name, example in EXAMPLES:
            address = example.address(name, hall)
            # What a draw would give is shown by a seed of the visit's own.
            address += "&seed=the+same" if name == "correct" else ""
            if example.is_signed(address) == signed:
                pages[without_own(address)] = plain(client.get(address))
    for event in hall.values():
        pages[event.slug] = plain(client.get(f"/e/{event.slug}/desk/file/"))
    return pages


def plain(answer) -> str:
    assert answer.status_code == 200, answer
    return without_own(answer.content.decode())


def without_own(text) -> str:
    for own in OWN:
        text = re.sub(own, "", text)
    return text


def restored(slugs):
    """The events' backup, restored where there is no event and nobody has an account."""
    with io.BytesIO() as file:
        backups.back_up(slugs, file)
        Event.objects.all().delete()
        get_user_model().objects.all().delete()
        get_user_model().objects.create_superuser("organiser", password=PASSWORD)
        return backups.restore(file)


@pytest.mark.slow
def test_every_page_is_the_same_on_a_clean_machine(client, hall):
    before = pages(client, hall)
    restored(event.slug for event in hall.values())
    after = pages(client, {state: Event.objects.get(slug=event.slug) for state, event in hall.items()})
    assert len(before) > len(EXAMPLES)
    assert before.keys() == after.keys()
    assert [address for address in before if before[address] != after[address]] == []
