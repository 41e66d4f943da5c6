"""Concurrent actions have the outcome of a serial order, on SQLite and (`make test-postgres`) PostgreSQL."""

from random import Random

import pytest
from django.db import connection

from tests.support.repetitions import count
from tests.together.cases import CASES
from tests.together.interleaving import Statements, run, run_at_once, run_interleaved
from tests.together.scenario import Scenario

# Number of interleavings, and of simultaneous starts.
REPETITIONS = count(1, 3)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[*CASES][:: 1 if connection.vendor == "postgresql" else count(8, 1)])
def scenario(request, organiser, django_user_model):
    return Scenario(CASES[request.param], organiser, django_user_model.objects.create_user("scorekeeper"))


def test_concurrent_actions_give_the_result_of_sequential_ones(scenario):
    counted = Statements()
    sequential = [
        scenario.outcome(lambda first, second: [run(first, counted), second()]),
        scenario.outcome(lambda first, second: [second(), first()][::-1]),
    ]
    statements = range(1, counted.count + 1)
    for at in Random(scenario.text).sample(statements, min(REPETITIONS, len(statements))):
        outcome = scenario.outcome(lambda first, second, at=at: run_interleaved(first, second, at))
        assert outcome in sequential, f"at statement {at} of {len(statements)}"
    for _ in range(REPETITIONS):
        assert scenario.outcome(run_at_once) in sequential
