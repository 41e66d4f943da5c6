"""The site’s settings, with every event told late to who polls, by a second always; passwords as in tests."""

from tests.uncollected import *  # noqa: F403

LAG_SECONDS, LAG_TIMES = 1, 1_000_000
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
