"""Hareruya's points and results: hidden from players until the last round is over, and then all there."""

import re

import pytest

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, form, fresh, paired, reported
from tournaments.events.actions.events import create_event
from tournaments.players.actions.players import add_players
from tournaments.rules.history import DRAFT_PODS, PODS, EventHistory, PhaseRecord

PAGES = (
    "standings/",
    "standings/?after=1",
    "standings/?open=anna:points",
    "players/",
    "forecast/",
    "prizes/",
)
MORE = (
    "",
    "rounds/1/",
    "rounds/1/?by=name",
    "rounds/1/draw/",
    "players/{key}/",
    "standings/?part=table",
    "screen/?show=tables,standings",
)
NAMES = [f"Player {n:02}" for n in range(1, 9)]
WORDS = "Points and results are hidden until the last round is over"


@pytest.fixture
@cached_state
def night(organiser):
    """A Hareruya night of two rounds: round 1 played by seat 1, round 2 published with one result in."""
    phases = (PhaseRecord(PODS, "Swiss", {"rounds": 2}),)
    event = create_event(actor_of(organiser), EventHistory("Night", "hareruya", phases=phases))
    add_players(event, actor_of(organiser), "\n".join(NAMES))
    event = reported(paired(fresh(event), organiser), organiser, result_text="1")
    return reported(paired(event, organiser), organiser, count=1, result_text="2")


def body(client, event, page):
    key = event.players.order_by("id").first().public_id
    response = client.get(f"/e/{event.slug}/{page.format(key=key)}")
    assert response.status_code == 200, page
    return response.content.decode()


@pytest.mark.parametrize("page", [*PAGES, *MORE])
def test_no_public_page_shows_a_hidden_point_or_result(client, night, page):
    text = body(client, night, page)
    # Neither points, as cells and words have them, nor who won, in words or as a disc.
    results = r">\s*(1210|1425|1145|930|864\.9)\b|lost to|beat |won the|has won|0–1|1–0"
    matches = [match[0] for match in re.finditer(rf'{results}|class="(result-icon )?(won|lost)"|, won', text)]
    assert matches == []


@pytest.mark.parametrize("page", ["standings/", "players/", "players/{key}/", "forecast/", "rounds/1/"])
def test_the_pages_explain_hidden_points(client, night, page):
    assert WORDS in body(client, night, page)


def test_a_players_page_does_not_reveal_missing_results(client, night):
    assert "no result yet" not in body(client, night, "players/{key}/")


def test_the_csv_file_has_no_rows_while_points_are_hidden(client, night):
    assert len(body(client, night, "standings/?format=csv").splitlines()) == 1


def test_the_rulebook_comparison_hides_points_too(client, night):
    text = client.get(f"/help/compare/?event={night.slug}").content.decode()
    assert WORDS in text and "1210" not in text


def test_organisers_see_hidden_points_with_a_note(desk, night):
    text = body(desk, night, "standings/")
    assert "1210" in text and "Only you can see this" in text
    assert "1210" in body(desk, night, "standings/?format=csv")


def test_organisers_pages_are_not_cached_for_others(client, organiser, night):
    client.force_login(organiser)
    assert "1210" in body(client, night, "standings/?part=table")
    client.logout()
    assert "1210" not in body(client, night, "standings/?part=table")


def test_all_points_are_shown_after_the_last_round(client, organiser, night):
    paired(reported(night, organiser, result_text="2"), organiser)
    text = body(client, night, "standings/")
    assert WORDS not in text and "864.9" in text
    assert "won the table" in body(client, night, f"standings/?open={first(night)}:points")
    assert "points" in body(client, night, "players/{key}/")


def first(event):
    return event.players.order_by("id").first().public_id


def test_an_event_of_another_rulebook_hides_as_it_is_set(client, organiser):
    phases = (PhaseRecord(PODS, "Swiss", {"rounds": 2, "hidden_standings": True}),)
    event = create_event(actor_of(organiser), EventHistory("Pods", "pods-multiplayer", phases=phases))
    add_players(event, actor_of(organiser), "\n".join(NAMES))
    event = reported(paired(fresh(event), organiser), organiser, result_text="1")
    assert WORDS in body(client, event, "standings/")


def test_the_organiser_shows_and_hides_at_the_desk_and_sets_the_bets(desk, night):
    page = f"/e/{night.slug}/desk/settings/format/"
    assert "Pod scoring" in desk.get(page).content.decode()
    sent = form(night, start="1000", percent="10", rounding="none", draws="split", short_pods="none")
    assert desk.post(page, sent).status_code == 302
    stored = night.phases.get(number=1).settings
    assert stored["betting"] == {"percent": 10, "rounding": "none", "draws": "split", "short_pods": "none"}
    assert stored["hidden_standings"] is False
    text = desk.get(page).content.decode()
    assert "bets 10 % of their points" in text
    desk.logout()
    assert "1300" in body(desk, night, "standings/")


def test_an_invalid_bet_is_refused_and_stays_typed(desk, night):
    response = desk.post(f"/e/{night.slug}/desk/settings/format/", form(night, percent="500"))
    assert response.status_code == 422 and 'value="500"' in response.content.decode()


def test_a_draft_whose_pods_play_a_bracket_hides_nothing_for_who_plays_on_has_won(client, organiser):
    settings = {"draft_inside": "bracket", "hidden_standings": True}
    phases = (PhaseRecord(DRAFT_PODS, "Draft", settings),)
    event = create_event(actor_of(organiser), EventHistory("Draft", "magic", phases=phases))
    add_players(event, actor_of(organiser), "\n".join(NAMES))
    event = paired(reported(paired(fresh(event), organiser), organiser), organiser)
    for page in (*PAGES, *MORE):
        assert WORDS not in body(client, event, page)
