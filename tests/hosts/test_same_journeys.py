"""Journeys that one host is enough for, again on two of them."""

import pytest

from tests.journeys.test_outbox import test_a_report_without_a_network_is_kept_and_sent_once  # noqa: F401
from tests.journeys.test_reports import (
    test_two_players_and_the_desk_settle_their_results,  # noqa: F401
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.proved,
    pytest.mark.late,
    pytest.mark.usefixtures("both_hosts_answer"),
]
