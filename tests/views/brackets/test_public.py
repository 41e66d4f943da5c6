"""The bracket page: odds shown, hidden and by rating; the link to the system's help page."""

import pytest

from tests.views.desk_events import friday, paired, played
from tests.views.events.test_public import text_of


@pytest.fixture
def in_finals(organiser):
    """Eight players in the quarter-finals; only the eighth name has a rating."""
    event = paired(played(friday(organiser, rounds=1, finals=("single", 8)), organiser), organiser)
    event.players.filter(name="Hana").update(rating=2400)
    event.players.filter(name="Anna").update(rating=1200)
    return f"/e/{event.slug}/bracket/"


def test_odds_are_shown_and_can_be_hidden(client, in_finals):
    visible = text_of(client.get(in_finals))
    assert "Title odds if every match is 50–50 (exact)." in visible and "1/8" in visible
    hidden = text_of(client.get(in_finals, {"odds": "no"}))
    assert "Title odds" not in hidden and "1/8" not in hidden
    assert "Show odds" in hidden


def test_odds_can_be_calculated_by_rating(client, in_finals):
    assert "Odds by rating" in text_of(client.get(in_finals))
    rated = text_of(client.get(in_finals, {"odds": "rated"}))
    assert "Title odds based on player ratings (exact)." in rated
    assert "1/8" not in rated


def test_an_unknown_odds_mode_is_the_default(client, in_finals):
    assert "if every match is 50–50" in text_of(client.get(in_finals, {"odds": "sausage"}))


def test_the_bracket_links_to_the_help_page_of_its_system(client, in_finals):
    assert 'href="/help/finals/single/"' in client.get(in_finals).content.decode()
