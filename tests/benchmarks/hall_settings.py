"""The site's own settings, with an empty view beside its pages and a count of what is rendered."""

import os

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.hall_urls"
# A byte for each live part that is rendered, by whichever process: "o" for a player’s own, else ".".
RENDERED = os.environ["HALL_RENDERED"]
