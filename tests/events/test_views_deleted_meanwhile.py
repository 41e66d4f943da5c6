"""An event that is deleted during a request: 404 or the former page, never a server error."""

from contextlib import contextmanager
from itertools import count
from threading import Thread

import pytest
from django.db import connection

from tests.support.desk_events import friday, paired, reported
from tests.support.own_pages import table_of
from tournaments.history import cache
from tournaments.models import Event, Player

PAGES = ("standings/", "desk/")
MORE_PAGES = (
    "",
    "rounds/1/draw/",
    "players/p1/",
    "rounds/1/",
    "players/",
    "bracket/",
    "about/",
    "forecast/",
    "prizes/",
    "screen/",
    "standings/?open=p1:omw",
)
# On PostgreSQL two pages show it.
MORE = [pytest.mark.slow, pytest.mark.any_database]
DESK_PAGES = ("desk/", "desk/players/", "desk/round/", "desk/log/", "desk/settings/", "desk/print/")


@contextmanager
def deleted_before_query(event, number):
    """Delete event, from another connection, just before the request's query of this number."""
    numbers, deletions = count(1), []

    def delete():
        Event.objects.filter(pk=event.pk).delete()
        connection.close()

    def execute(run, *query):
        if next(numbers) == number:
            deletions.append(Thread(target=delete))
            deletions[0].start()
            deletions[0].join()
        return run(*query)

    with connection.execute_wrapper(execute):
        yield deletions


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "address", [*PAGES, *(pytest.param(page, marks=MORE) for page in (*MORE_PAGES, *DESK_PAGES))]
)
@pytest.mark.parametrize("is_known", [False, True], ids=["read anew", "read before"])
def test_deleting_the_event_during_a_request_is_never_a_server_error(desk, organiser, address, is_known):
    for number in count(1):
        event = reported(paired(friday(organiser), organiser), organiser, 1)
        if is_known:
            assert desk.get(f"/e/{event.slug}/{address}").status_code in (200, 302)
        else:
            cache._history_cache.clear()
        with deleted_before_query(event, number) as deletions:
            status = desk.get(f"/e/{event.slug}/{address}").status_code
        if not deletions:
            break
        assert status in (200, 302, 404), number
    # A page whose history is known may read the event alone.
    assert number > (1 if is_known else 2)


@pytest.mark.django_db(transaction=True)
def test_deleting_the_event_during_a_request_of_an_own_page_is_never_a_server_error(client, organiser):
    for number in count(1):
        event = paired(friday(organiser), organiser)
        player = Player.objects.get(event=event, name=table_of(event)[0])
        with deleted_before_query(event, number) as deletions:
            status = client.get(f"/e/{event.slug}/me/{player.token}/").status_code
        if not deletions:
            break
        assert status in (200, 404), number
    assert number > 2
