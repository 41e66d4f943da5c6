"""Every page makes as many database queries for 256 players as for 8."""

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import PASSWORD, forget_all
from tests.growing.asked import PART, addresses
from tests.growing.shapes import SHAPES

FEW, MANY = 8, 256
# The parts of an address that identify the event.
OWN = re.compile(r"(?<=/e/)[^/]+|(?<=/me/)[^/]+")
VALUES = re.compile(r"'[^']*'|\b\d[\w.-]*")


def queries_of(client, address):
    """Return (status, queries) of a first and a second visit, and the text of the response."""
    forget_all()
    visits = []
    for _visit in ("first", "kept"):
        with CaptureQueriesContext(connection) as captured:
            response = client.get(address)
        visits.append((response.status_code, [query["sql"] for query in captured]))
    return visits, b"".join(response).decode(errors="replace")


def walked(clients, event):
    """Return the visits of every address and of every live fragment on its pages."""
    visits, parts = {}, {}
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
        for one, other in zip(few[example], many[example], strict=True):
            if one[0] != other[0] or len(one[1]) != len(other[1]):
                more = Counter(map(plain, other[1])) - Counter(map(plain, one[1]))
                counts = f"{len(one[1])} queries for {FEW}, {len(other[1])} for {MANY}"
                yield f"{example}: {one[0]} and {other[0]}, {counts}\n    " + "\n    ".join(more)


def plain(sql):
    return VALUES.sub("?", sql)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_a_page_asks_as_often_for_256_players_as_for_8(transactional_db, django_user_model, client, shape):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    clients = {False: client, True: type(client)()}
    clients[True].force_login(organiser)
    # A first visit stores the session.
    clients[True].get("/")
    few, many = (walked(clients, shape(organiser, count)) for count in (FEW, MANY))
    assert few.keys() == many.keys()
    assert sum(visits[0][0] == 200 for visits in few.values()) > 40
    differences = list(differing(few, many))
    assert not differences, "\n".join(differences)
