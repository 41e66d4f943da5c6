"""The bracket page: odds shown, hidden and by rating; the link to the system's help page."""

import re

import pytest

from tests.support.desk_events import NAMES, actor_of, fresh, friday, paired, played
from tests.support.pages import text_of
from tournaments.desk.pages.next_step import has_more_rounds
from tournaments.history.cache import load_history
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.rounds.progress import has_ended

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database


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


@pytest.fixture(params=["single", "mcintyre8"])
def over(request, organiser):
    """Finals of eight, played to the end."""
    event = friday(organiser, rounds=1, finals=(request.param, 8))
    while not has_ended(load_history(event)):
        event = played(event, organiser)
        if not rounds_left(event):
            finish_round(event, actor_of(organiser))
            event = fresh(event)
    return f"/e/{event.slug}/bracket/"


def rounds_left(event):
    history = load_history(event)
    phase = history.current_phase
    return phase.next is not None or has_more_rounds(phase)


def test_a_finished_bracket_names_the_champion_and_the_places_instead_of_odds(client, over):
    text = text_of(client.get(over))
    assert "is the champion." in text and "Places" in text
    assert "Title odds" not in text and "odds" not in text.casefold()
    places = text.partition("Places")[2].split()
    assert [name for name in places if name in NAMES] and len({n for n in places if n in NAMES}) == 8


def test_no_winner_of_a_match_is_labelled_out(client, over):
    body = client.get(over).content.decode()
    matches = re.findall(r'<section class="br-match.*?</section>', body, re.S)
    assert matches and not any(">out<" in match for match in matches)
    assert 'class="br-odds"' not in body
