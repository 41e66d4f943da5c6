"""Journeys of tests/journeys, repeated on the services desk and public."""

import pytest

from tests.support.browser import report_without_a_network

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("both_hosts_answer")]


def test_a_report_without_a_network_is_kept_and_sent_once(organiser, page, phone, visitor):
    report_without_a_network(organiser, page, phone, visitor)
