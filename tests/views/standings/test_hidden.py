"""Hareruya's points and results: hidden from players until the last round is over, and then all there."""

import re

import pytest

from tests.database_states import kept
from tests.views.desk_events import actor_of, form, fresh, paired, reported
from tournaments.actions.events import events
from tournaments.actions.players import players
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
@kept
def night(organiser):
    """A Hareruya night of two rounds: round 1 played by seat 1, round 2 published with one result in."""
    phases = (PhaseRecord(PODS, "Swiss", {"rounds": 2}),)
    event = events.create_event(actor_of(organiser), EventHistory("Night", "hareruya", phases=phases))
    players.add_players(event, actor_of(organiser), "\n".join(NAMES))
    event = reported(paired(fresh(event), organiser), organiser, said="1")
    return reported(paired(event, organiser), organiser, count=1, said="2")


def body(client, event, page):
    key = event.players.order_by("id").first().key
    answer = client.get(f"/e/{event.slug}/{page.format(key=key)}")
    assert answer.status_code == 200, page
    return answer.content.decode()


@pytest.mark.parametrize("page", [*PAGES, *MORE])
def test_no_page_tells_anybody_a_point_or_a_result(client, night, page):
    text = body(client, night, page)
    # Neither points, as cells and words have them, nor who won, in words or as a disc.
    told = r">\s*(1210|1425|1145|930|864\.9)\b|lost to|beat |won the|has won|0–1|1–0"
    found = [found[0] for found in re.finditer(rf'{told}|class="(outcome )?(won|lost)"|, won', text)]
    assert found == []


@pytest.mark.parametrize("page", ["standings/", "players/", "players/{key}/", "forecast/", "rounds/1/"])
def test_the_pages_say_why(client, night, page):
    assert WORDS in body(client, night, page)


def test_a_player_s_page_does_not_say_that_a_result_is_missing(client, night):
    assert "no result yet" not in body(client, night, "players/{key}/")


def test_a_spreadsheet_has_no_line(client, night):
    assert len(body(client, night, "standings/?format=csv").splitlines()) == 1


def test_side_by_side_there_is_nothing_either(client, night):
    text = client.get(f"/help/compare/?event={night.slug}").content.decode()
    assert WORDS in text and "1210" not in text


def test_who_runs_the_event_sees_all_and_that_only_they_do(desk, night):
    text = body(desk, night, "standings/")
    assert "1210" in text and "Only you see this" in text
    assert "1210" in body(desk, night, "standings/?format=csv")


def test_what_the_organiser_was_shown_is_nobody_elses(client, organiser, night):
    client.force_login(organiser)
    assert "1210" in body(client, night, "standings/?part=table")
    client.logout()
    assert "1210" not in body(client, night, "standings/?part=table")


def test_at_the_end_of_the_last_round_everything_is_there(client, organiser, night):
    paired(reported(night, organiser, said="2"), organiser)
    text = body(client, night, "standings/")
    assert WORDS not in text and "864.9" in text
    assert "won the table" in body(client, night, f"standings/?open={first(night)}:points")
    assert "points" in body(client, night, "players/{key}/")


def first(event):
    return event.players.order_by("id").first().key


def test_an_event_of_another_rulebook_hides_as_it_is_set(client, organiser):
    phases = (PhaseRecord(PODS, "Swiss", {"rounds": 2, "hidden_standings": True}),)
    event = events.create_event(actor_of(organiser), EventHistory("Pods", "pods-multiplayer", phases=phases))
    players.add_players(event, actor_of(organiser), "\n".join(NAMES))
    event = reported(paired(fresh(event), organiser), organiser, said="1")
    assert WORDS in body(client, event, "standings/")


def test_the_organiser_shows_and_hides_at_the_desk_and_sets_the_bets(desk, night):
    page = f"/e/{night.slug}/desk/settings/"
    assert "How pods count" in desk.get(page).content.decode()
    sent = form(
        night, form="pods", start="1000", percent="10", rounding="none", draws="split", short_pods="none"
    )
    assert desk.post(page, sent).status_code == 302
    stored = night.phases.get(number=1).settings
    assert stored["betting"] == {"percent": 10, "rounding": "none", "draws": "split", "short_pods": "none"}
    assert stored["hidden_standings"] is False
    text = desk.get(page).content.decode()
    assert "bets 10 % of what they have" in text
    desk.logout()
    assert "1300" in body(desk, night, "standings/")


def test_a_bet_that_will_not_do_comes_back_as_typed(desk, night):
    answer = desk.post(f"/e/{night.slug}/desk/settings/", form(night, form="pods", percent="500"))
    assert answer.status_code == 422 and 'value="500"' in answer.content.decode()


def test_a_draft_whose_pods_play_a_bracket_hides_nothing_for_who_plays_on_has_won(client, organiser):
    told = {"draft_inside": "bracket", "hidden_standings": True}
    phases = (PhaseRecord(DRAFT_PODS, "Draft", told),)
    event = events.create_event(actor_of(organiser), EventHistory("Draft", "magic", phases=phases))
    players.add_players(event, actor_of(organiser), "\n".join(NAMES))
    event = paired(reported(paired(fresh(event), organiser), organiser), organiser)
    for page in (*PAGES, *MORE):
        assert WORDS not in body(client, event, page)
