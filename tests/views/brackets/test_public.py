"""The bracket's page: its odds shown, hidden, by rating; where its system is explained."""

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


def test_odds_stand_there_until_they_are_hidden(client, in_finals):
    shown = text_of(client.get(in_finals))
    assert "every match even, worked out exactly" in shown and "1/8" in shown
    hidden = text_of(client.get(in_finals, {"odds": "no"}))
    assert "Title odds" not in hidden and "1/8" not in hidden
    assert "Show odds" in hidden


def test_odds_are_counted_by_rating_where_there_are_ratings(client, in_finals):
    assert "Odds by rating" in text_of(client.get(in_finals))
    rated = text_of(client.get(in_finals, {"odds": "rated"}))
    assert "by the players’ ratings, worked out exactly" in rated
    assert "1/8" not in rated


def test_an_odd_word_for_the_odds_is_the_usual_one(client, in_finals):
    assert "every match even" in text_of(client.get(in_finals, {"odds": "sausage"}))


def test_the_bracket_leads_to_the_page_of_its_system(client, in_finals):
    assert 'href="/help/finals/single/"' in client.get(in_finals).content.decode()
