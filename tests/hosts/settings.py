"""The site's settings for tests of several services: static files as they lie, passwords hashed fast.

Fragments are cached for a fifth of a second, so that phones see many versions in a short test.
"""

from tests.settings_uncollected import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
FRAGMENT_CACHE_SECONDS = 0.2
