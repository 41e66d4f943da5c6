"""Concurrent actions have the outcome of a serial order, on SQLite and (`make test-postgres`) PostgreSQL."""

from random import Random

import pytest
from django.db import connection

from tests.repetitions import count
from tests.together.cases import CASES
from tests.together.meeting import Statements, at_once, interleaved, ran
from tests.together.places import Place

# The number of statements before which the second action is interleaved, and of simultaneous starts.
MEETINGS = count(1, 3)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[*CASES][:: 1 if connection.vendor == "postgresql" else count(8, 1)])
def place(request, organiser, django_user_model):
    return Place(CASES[request.param], organiser, django_user_model.objects.create_user("scorekeeper"))


def test_two_at_once_leave_what_one_after_the_other_leaves(place):
    counted = Statements()
    in_turn = [
        place.meeting(lambda one, other: [ran(one, counted), other()]),
        place.meeting(lambda one, other: [other(), one()][::-1]),
    ]
    statements = range(1, counted.count + 1)
    for at in Random(place.text).sample(statements, min(MEETINGS, len(statements))):
        between = place.meeting(lambda one, other, at=at: interleaved(one, other, at))
        assert between in in_turn, f"at statement {at} of {len(statements)}"
    for _ in range(MEETINGS):
        assert place.meeting(at_once) in in_turn
