"""Sentences that several pages share."""

import pytest

from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.web.wording import results_text, rulebook_text


@pytest.mark.parametrize(
    ("reported", "played", "text"),
    [
        (0, 1, "0 of 1 results reported"),
        (1, 1, "The result is in"),
        (1, 2, "1 of 2 results reported"),
        (2, 2, "Both results are in"),
        (3, 3, "3 of 3 results reported"),
    ],
)
def test_the_results_of_one_or_two_matches_are_not_counted(reported, played, text):
    assert results_text(reported, played) == text


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("mantis-3", "Mantis 3.0 (Hearthstone)"),
        ("magic", "Magic"),
        ("dreamhack", "Dreamhack Hearthstone"),
        ("wargame-wtc", "WTC 20-0 (Warhammer 40,000)"),
    ],
)
def test_a_rulebook_is_named_with_its_game(key, text):
    assert rulebook_text(RULEBOOKS[key]) == text
