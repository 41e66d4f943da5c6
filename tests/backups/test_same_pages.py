"""A restored backup shows the same pages, byte for byte."""

import io

import pytest
from django.contrib.auth import get_user_model

from tests.backups.archives import EXAMPLES, make_lazy_examples, pages
from tests.journeys.accessibility.event_states import build_events
from tests.support.accounts import PASSWORD
from tests.support.worker import run_worker
from tournaments.changes.tasks import CHANCES
from tournaments.log.actions import backups
from tournaments.models import Event, Preview


@pytest.fixture
def events_by_state(django_user_model):
    """Return events in all states of the page examples."""
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    return build_events(organiser, {example.state for _name, example in EXAMPLES})


def move_to_clean_site(slugs):
    """Restore a backup of the events on a site without events and accounts."""
    with io.BytesIO() as file:
        file.writelines(backups.stream_backup(slugs))
        Event.objects.all().delete()
        get_user_model().objects.all().delete()
        get_user_model().objects.create_superuser("organiser", password=PASSWORD)
        return backups.restore(file)


def store_results():
    """Run the tasks that store results of players; pictures of links, which are drawn anew, are left out."""
    run_worker(CHANCES)
    Preview.objects.all().delete()


@pytest.mark.slow
def test_every_page_is_the_same_on_a_clean_machine(client, events_by_state):
    make_lazy_examples(events_by_state)
    store_results()
    before = pages(client, events_by_state)
    move_to_clean_site(list(Event.objects.order_by("pk").values_list("slug", flat=True)))
    store_results()
    after = pages(
        client, {state: Event.objects.get(slug=event.slug) for state, event in events_by_state.items()}
    )
    assert len(before) > len(EXAMPLES)
    assert before.keys() == after.keys()
    assert [address for address in before if before[address] != after[address]] == []
