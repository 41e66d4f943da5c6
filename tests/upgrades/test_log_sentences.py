"""A log of the release that stored no sentences reads the same after the upgrade."""

import re

from tests.upgrades.databases import contents
from tournaments.log.pages.log_lines import get_log_lines
from tournaments.models import Event


def test_every_entry_has_the_sentence_that_the_old_release_showed(upgraded_from):
    """The database has all kinds of log entries, made by the last release without sentences."""
    upgraded_from("log_before_sentences", "0027_trust_by_settings")
    lines = [line for event in Event.objects.all() for line in get_log_lines(event, count=100)]
    texts = {str(line.id): [line.text, in_any_order(line.detail), line.drop] for line in lines}
    assert texts == {
        pk: [text, in_any_order(detail), drop]
        for pk, (text, detail, drop) in contents("log_before_sentences")["texts"].items()
    }


def in_any_order(detail: str) -> list[str]:
    """Return the parts of a detail: PostgreSQL lists changed settings in another order than SQLite."""
    return sorted(re.split("[;,] ", detail))
