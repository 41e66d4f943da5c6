"""Every page makes as many database queries for 256 players as for 8."""

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.growing.addresses import PART, addresses
from tests.growing.shapes import SHAPES
from tests.journeys.accessibility.event_states import link_to
from tests.journeys.accessibility.places import CLUB
from tests.support.accounts import PASSWORD
from tests.support.database_states import clear_caches
from tournaments.models import Club, Event, Person, Player

FEW, MANY = 8, 256
# The parts of an address that identify the event.
OWN = re.compile(r"(?<=/e/)[^/]+|(?<=/me/)[^/]+|(?<=/pick/)[^/]+|(?<=/screen/)[^/]+(?=/)")
VALUES = re.compile(r"'[^']*'|\b\d[\w.-]*")


def queries_of(client, address):
    """Return (status, queries) of a first and a second visit, and the text of the response."""
    clear_caches()
    visits = []
    for _visit in ("first", "cached"):
        with CaptureQueriesContext(connection) as captured:
            response = client.get(address)
        visits.append((response.status_code, [query["sql"] for query in captured]))
    return visits, b"".join(response).decode(errors="replace")


def put_into_own_club(event):
    """Put the event into a club of its own, at the address of the examples, whose people have profiles.

    Other events and clubs are deleted.
    """
    for other in Event.objects.exclude(pk=event.pk):
        other.delete()
    Club.objects.filter(slug=CLUB).delete()
    club = Club.objects.create(slug=CLUB, name="The Lantern", is_published=True)
    Player.with_removed.filter(event=event).update(person=None, person_reason="")
    event = link_to(event, club)
    Person.objects.filter(club=club).update(has_profile=True)
    return event


def visit_all(clients, event):
    """Return the visits of every address and of every live fragment on its pages."""
    visits, parts = {}, {}
    event = put_into_own_club(event)
    for example, (address, is_signed) in addresses(event).items():
        visits[example], text = queries_of(clients[is_signed], address)
        for part in PART.findall(text):
            parts[OWN.sub("", part), is_signed] = part.replace("&amp;", "&")
    for (example, is_signed), address in parts.items():
        visits[example, is_signed], _text = queries_of(clients[is_signed], address)
    return visits


def differing(few, many):
    """Yield the differences in status or number of queries, as text."""
    for example in few:
        visits = zip(few[example], many[example], strict=True)
        for (few_status, few_queries), (many_status, many_queries) in visits:
            if few_status != many_status or len(few_queries) != len(many_queries):
                more = Counter(map(plain, many_queries)) - Counter(map(plain, few_queries))
                counts = f"{len(few_queries)} queries for {FEW}, {len(many_queries)} for {MANY}"
                yield f"{example}: {few_status} and {many_status}, {counts}\n    " + "\n    ".join(more)


def plain(sql):
    return VALUES.sub("?", sql)


@pytest.mark.slow
@pytest.mark.any_database
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_query_counts_do_not_grow_with_players(transactional_db, django_user_model, client, shape):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    clients = {False: client, True: type(client)()}
    clients[True].force_login(organiser)
    # A first visit stores the session.
    clients[True].get("/")
    few, many = (visit_all(clients, shape(organiser, count)) for count in (FEW, MANY))
    assert few.keys() == many.keys()
    assert sum(visits[0][0] == 200 for visits in few.values()) > 40
    differences = list(differing(few, many))
    assert not differences, "\n".join(differences)
