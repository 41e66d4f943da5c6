"""The site's settings, with every event told as late to who polls as the biggest one may be."""

from tests.uncollected import *  # noqa: F403

LAG_TIMES = 1_000_000
