"""Every page asks the database as often for 256 players as for 8."""

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import PASSWORD, forget_all
from tests.growing.asked import PART, addresses
from tests.growing.shapes import SHAPES

FEW, MANY = 8, 256
# What an address has of its event alone.
OWN = re.compile(r"(?<=/e/)[^/]+|(?<=/me/)[^/]+")
VALUES = re.compile(r"'[^']*'|\b\d[\w.-]*")


def queries_of(client, address):
    """(status, queries) of whoever comes first, and of who comes after them; and the answer's text."""
    forget_all()
    told = []
    for _visit in ("first", "kept"):
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        told.append((answer.status_code, [query["sql"] for query in asked]))
    return told, b"".join(answer).decode(errors="replace")


def walked(clients, event):
    """{what is asked: its visits} of every address, and of every live part that its pages name."""
    told, parts = {}, {}
    for what, (address, is_signed) in addresses(event).items():
        told[what], text = queries_of(clients[is_signed], address)
        for part in PART.findall(text):
            parts[OWN.sub("", part), is_signed] = part.replace("&amp;", "&")
    for (what, is_signed), address in parts.items():
        told[what, is_signed], _text = queries_of(clients[is_signed], address)
    return told


def differing(few, many):
    """What is answered otherwise, or asks more or less often, in words."""
    for what in few:
        for one, other in zip(few[what], many[what], strict=True):
            if one[0] != other[0] or len(one[1]) != len(other[1]):
                more = Counter(map(plain, other[1])) - Counter(map(plain, one[1]))
                counts = f"{len(one[1])} queries for {FEW}, {len(other[1])} for {MANY}"
                yield f"{what}: {one[0]} and {other[0]}, {counts}\n    " + "\n    ".join(more)


def plain(sql):
    return VALUES.sub("?", sql)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_a_page_asks_as_often_for_256_players_as_for_8(transactional_db, django_user_model, client, shape):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    clients = {False: client, True: type(client)()}
    clients[True].force_login(organiser)
    # Whoever comes for the first time is written down.
    clients[True].get("/")
    few, many = (walked(clients, shape(organiser, count)) for count in (FEW, MANY))
    assert few.keys() == many.keys()
    assert sum(visits[0][0] == 200 for visits in few.values()) > 40
    wrong = list(differing(few, many))
    assert not wrong, "\n".join(wrong)
