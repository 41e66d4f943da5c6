"""Finals of pods on their pages: the bracket, results at the desk, a correction, the help."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, paired, reported
from tests.support.pages import made, make_cup, says, source_of, text_of
from tournaments.history.cache import load_history
from tournaments.players.actions.players import disqualify_player
from tournaments.rules.finals import FINALS, bracket_of

PODS = [key for key in FINALS if key.startswith("pods")]


@pytest.fixture
def ten(organiser):
    """The two running pods of a top ten."""
    return make_cup(organiser, "pods10", 10)


def bracket(client, event, **query):
    return client.get(reverse("bracket", args=[event.slug]), query)


def boxes(body):
    """Return {match: names} of the list for phones."""
    boxes = re.findall(r'data-key="box-([^"]+)">(.*?)</section>', body, flags=re.S)
    return {slot: re.findall(r"<b>([^<]+)</b>", box) for slot, box in boxes}


def test_a_pod_is_drawn_with_a_line_for_each_seat_and_without_best_of(client, ten):
    body = bracket(client, ten).content.decode()
    assert boxes(body) == {
        "A": ["Player 3", "Player 6", "Player 7", "Player 10"],
        "B": ["Player 4", "Player 5", "Player 8", "Player 9"],
    }
    final = boxes(bracket(client, ten, round=2).content.decode())
    assert final == {"FP": ["Player 1", "Player 2", "winner of pod A", "winner of pod B"]}
    assert "best of" not in body and "the highest seed of the players who drew advances" in body
    assert body.count('class="br-arrow"') == 2


def test_the_event_page_shows_every_seat_of_a_finals_pod(client, ten):
    page = client.get(reverse("event", args=[ten.slug])).content.decode()
    assert all(f">Player {number}</a>" in page for number in range(3, 11))


def test_a_top_sixteen_has_four_semi_final_pods(client, organiser):
    body = bracket(client, make_cup(organiser, "pods16", 16)).content.decode()
    assert boxes(body)["SF2"] == ["Player 2", "Player 6", "Player 10", "Player 14"]
    assert body.count("Semi-final pod 4") == 3, "in the picture, in its words and in the list"
    assert "1/16" in body


def test_a_pod_shows_draws_places_and_no_shows(client, organiser, ten):
    disqualify_player(ten, actor_of(organiser), "p10")
    reported(fresh(ten), organiser, 1, result_text="draw 2 3")
    page = source_of(bracket(client, ten))
    assert "<span>drawn</span>" in page
    assert re.search(r'row lost"><span class="row-lead">10<', page)
    assert not re.search(r'row lost"><span class="row-lead">6<', page)


def test_the_report_form_explains_draws_of_finals_pods(desk, ten):
    body = desk.get(reverse("desk", args=[ten.slug]), {"table": 1}).content.decode()
    assert "the highest seed of the players who drew advances" in body
    sent = form(ten, phase=1, round=1, table=1, result_text="draw", **{"from": "row"})
    assert desk.post(reverse("report", args=[ten.slug]), sent).status_code == 302
    assert bracket_of(load_history(fresh(ten)).phase(1)).meeting("A").winner == 3


def test_a_pod_without_winner_or_draw_is_an_error_at_its_field(desk, ten):
    sent = form(ten, phase=1, round=1, table=1, result_text="double-loss", **{"from": "row"})
    answer = desk.post(reverse("report", args=[ten.slug]), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert answer.content.decode().count("A bracket table needs a winner") == 1


def test_another_winner_of_a_pod_previews_undone_matches(desk, ten, organiser):
    event = reported(paired(reported(ten, organiser, result_text="1"), organiser), organiser, result_text="2")
    before = load_history(fresh(event))
    sent = form(event, phase=1, round=1, table=1, result_text="4", **{"from": "row"})
    body = desk.get(desk.post(reverse("report", args=[event.slug]), sent).url).content.decode()
    assert "Player 1 plays Player 2, Player 4 and Player 10." in body
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', body))
    assert desk.post(reverse("correct", args=[event.slug]), hidden).status_code == 302
    assert made(event)["FP"] == ("p1", "p2", "p4", "p10")
    desk.post(reverse("undo", args=[event.slug]), form(fresh(event)))
    assert load_history(fresh(event)) == before


def test_a_players_page_shows_the_seeds_of_a_pod_once(client, ten, organiser):
    page = reverse("player", args=[ten.slug, "p3"])
    assert text_of(client.get(page)).count("seed 6") == 1
    slug = reported(ten, organiser, 1, result_text="1").slug
    text = text_of(client.get(reverse("player", args=[slug, "p3"])))
    assert text.count("seed 6") == 1 and " now " not in text


def test_the_desk_opens_a_semi_final_pod_early(desk, organiser):
    event = make_cup(organiser, "pods40", 40)
    for table, result in ((1, "2"), (8, "3")):
        sent = form(event, phase=1, round=1, table=table, result_text=result, **{"from": "row"})
        desk.post(reverse("report", args=[event.slug]), sent)
    assert "Semi-final pod 1: Player 1 v Player 8 v Player 24 v Player 32" in says(desk, event, "desk_round")
    desk.post(reverse("open_matches", args=[event.slug]), form(fresh(event)))
    assert made(event)["SF1"] == ("p1", "p8", "p24", "p32")


def test_after_the_final_pod_the_page_names_the_champion_and_all_places(client, ten, organiser):
    event = paired(reported(ten, organiser, result_text="1"), organiser)
    event = reported(event, organiser, result_text="places 2-1-4-3")
    assert "Player 2 is the champion." in text_of(bracket(client, event))
    rows = text_of(client.get(reverse("standings", args=[event.slug])))
    names = re.findall(r"Player \d+", rows.split("Player 2", 1)[1])
    assert names[:3] == ["Player 1", "Player 4", "Player 3"]


@pytest.mark.parametrize("key", PODS)
def test_the_help_shows_each_cut_in_pods_with_its_odds(client, key):
    page = text_of(client.get(f"/help/finals/{key}/"))
    assert "A pod can be drawn" in page and "Final pod" in page
    assert "1/16" in page or key == "pods4"


def test_pods_have_odds_by_rating(client, ten):
    ten.players.filter(name="Player 9").update(rating=2200)
    ten.players.filter(name="Player 1").update(rating=1400)
    assert "Title odds based on player ratings (exact)." in text_of(bracket(client, ten, odds="rated"))
