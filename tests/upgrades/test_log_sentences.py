"""A log of the release that stored no sentences reads the same after the upgrade."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.upgrades.databases import NEW, fill_database
from tournaments.log.pages.log_lines import get_log_lines
from tournaments.models import Event

OLD = json.loads(Path(__file__).with_name("log_before_sentences.json").read_text(encoding="utf-8"))
LAST = "0027_trust_by_settings"


@pytest.fixture
def old_log(empty_database):
    """Use a database with all kinds of log entries, made by the last release without sentences."""
    fill_database(LAST, OLD["rows"])


def test_every_entry_has_the_sentence_that_the_old_release_showed(old_log):
    call_command("migrate", database=NEW, verbosity=0)
    lines = [line for event in Event.objects.all() for line in get_log_lines(event, count=100)]
    texts = {str(line.id): [line.text, in_any_order(line.detail), line.drop] for line in lines}
    assert texts == {
        pk: [text, in_any_order(detail), drop] for pk, (text, detail, drop) in OLD["texts"].items()
    }


def in_any_order(detail: str) -> list[str]:
    """Return the parts of a detail: PostgreSQL lists changed settings in another order than SQLite."""
    return sorted(re.split("[;,] ", detail))
