"""The format lab in a browser: choose two formats, wait for the result, change the axes."""

import re

import pytest

from tests.support.browser import PHONE, quick_sign_in
from tests.support.worker import run_worker

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_two_formats_are_compared_on_a_phone(visitor, organiser):
    page = visitor(PHONE)
    quick_sign_in(page)
    page.goto("/lab/")
    page.get_by_label("Swiss rounds").first.fill("3")
    page.get_by_label("Players", exact=True).fill("16")
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Events").fill("40")
    page.get_by_role("button", name="Run").click()
    page.get_by_text("It starts in a moment").wait_for()
    run_worker("simulations")
    # The page asks by itself.
    page.get_by_role("heading", name="What differs").wait_for()
    page.get_by_label("Across", exact=True).select_option(label="Rounds")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("img", name=re.compile("Across: Rounds. Up: Matches with something at stake")).wait_for()
    assert "x=rounds" in page.url
