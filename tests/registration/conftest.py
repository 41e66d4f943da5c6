"""An event that takes registrations, and players who register on its page."""

import pytest

from tests.support.desk_events import friday
from tests.support.registrations import open_registration


@pytest.fixture
def event(organiser):
    """An event without players and with two places."""
    return open_registration(friday(organiser, names=[]), organiser, cap=2)


@pytest.fixture
def without_mail(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
