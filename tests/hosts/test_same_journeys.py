"""Journeys of tests/journeys, repeated on the services desk and public."""

import pytest

from tests.journeys.test_outbox import test_a_report_without_a_network_is_kept_and_sent_once  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("both_hosts_answer")]
