"""The pages of a draft: pods to find one's seat, the desk that draws and changes them, clock and timer."""

import json
import re

import pytest

from tests.views.desk_events import actor_of, draft_night, form, fresh, paired
from tests.views.events.test_public import text_of
from tests.views.results.test_desk import scores
from tournaments.actions.drafts import drafts
from tournaments.actions.events import events
from tournaments.actions.players import players
from tournaments.queries.drafts.pods_page import HEIGHT, WIDTH, draft_shown, seats_of
from tournaments.queries.history.cache import load_history

NAMES = [
    *("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jia", "Kai", "Lea"),
    "Maximiliana Featherstonehaugh",
]


@pytest.fixture
def night(organiser):
    return draft_night(organiser, NAMES)


@pytest.fixture
def with_pods(night, organiser):
    drafts.draw_pods(night, actor_of(organiser), seed="a seed")
    return fresh(night)


def test_the_desk_says_how_many_pods_there_will_be_and_draws_them(desk, night):
    page = text_of(desk.get(f"/e/{night.slug}/desk/"))
    assert "13 players, pods of 7 + 6" in page and "Draw the pods" in page
    assert desk.get(f"/e/{night.slug}/desk/draft/").status_code == 302
    desk.post(f"/e/{night.slug}/desk/draft/draw/", form(night))
    assert [len(pod) for pod in load_history(fresh(night)).phase(1).pods] == [7, 6]
    assert "draft and build, then pair round 1" in text_of(desk.get(f"/e/{night.slug}/desk/"))


def test_too_few_players_are_said_before_anything_is_drawn(desk, organiser, night):
    for player in load_history(fresh(night)).players[3:]:
        players.drop_player(night, actor_of(organiser), player.id)
    assert "3 of at least 4 players" in text_of(desk.get(f"/e/{night.slug}/desk/"))


def test_everybody_sees_the_pods_and_the_way_to_them(client, with_pods):
    front = client.get(f"/e/{with_pods.slug}/").content.decode()
    assert f'href="/e/{with_pods.slug}/phases/1/draft/"' in front
    page = client.get(f"/e/{with_pods.slug}/draft/")
    shown = text_of(page)
    assert all(name in shown for name in NAMES)
    assert "7 + 6" in shown and "come out the same" in shown
    assert page.content.decode().count('class="ring-seat') == 13


def test_there_is_no_such_page_before_the_pods_are_drawn(client, night):
    assert client.get(f"/e/{night.slug}/draft/").status_code == 404
    assert client.get(f"/e/{night.slug}/phases/7/draft/").status_code == 404


@pytest.mark.parametrize("size", range(1, 12))
def test_seats_go_round_clockwise_and_long_names_stay_inside_the_drawing(size):
    pod = tuple(f"p{number}" for number in range(size))
    seats = list(seats_of(pod, {player: f"{NAMES[-1]} {player}" for player in pod}, set()))
    assert seats[0].x == WIDTH / 2 and seats[0].y < HEIGHT / 2
    assert size < 3 or seats[1].x > seats[0].x
    assert [seat.left[-2:] for seat in seats] == [player[-2:] for player in (*pod[1:], pod[0])]
    for seat in seats:
        width = 9 * len(seat.short)
        start = seat.name_x - {"start": 0, "middle": width / 2, "end": width}[seat.anchor]
        assert start >= 0 and start + width <= WIDTH and 0 < seat.name_y < HEIGHT
        assert seat.anchor == "middle" or seat.short.endswith("…")


def test_two_change_seats_at_the_desk_and_the_page_says_so(desk, client, with_pods):
    (first, *_), (other, *_) = load_history(fresh(with_pods)).phase(1).pods
    sent = form(with_pods, kind="swap", a=first, b=other)
    assert desk.post(f"/e/{with_pods.slug}/desk/draft/change/", sent).status_code == 302
    assert load_history(fresh(with_pods)).phase(1).pods[0][0] == other
    assert "Changed by hand after the draw" in text_of(client.get(f"/e/{with_pods.slug}/draft/"))
    assert "change seats" in text_of(desk.get(f"/e/{with_pods.slug}/desk/log/"))


def test_a_change_that_cannot_be_is_said_and_what_was_chosen_stays(desk, with_pods):
    (first, *_), _second = load_history(fresh(with_pods)).phase(1).pods
    answer = desk.post(
        f"/e/{with_pods.slug}/desk/draft/change/", form(with_pods, kind="swap", a=first, b=first)
    )
    assert answer.status_code == 422
    assert "Choose two different players" in text_of(answer)
    assert answer.content.decode().count(f'value="{first}" selected') >= 1
    odd = form(with_pods, kind="nonsense", a="nobody", pod="x")
    assert desk.post(f"/e/{with_pods.slug}/desk/draft/change/", odd).status_code == 422


def test_who_comes_late_is_named_and_given_a_seat(desk, organiser, with_pods):
    players.add_players(with_pods, actor_of(organiser), "Zoe")
    assert "Zoe sits in no pod" in text_of(desk.get(f"/e/{with_pods.slug}/desk/"))
    page = desk.get(f"/e/{with_pods.slug}/desk/draft/")
    assert "Zoe sits in no pod" in text_of(page)
    desk.post(f"/e/{with_pods.slug}/desk/draft/change/", form(with_pods, kind="seat", a="p14", pod=2))
    assert load_history(fresh(with_pods)).phase(1).pods[1][-1] == "p14"


def test_the_time_to_build_is_seen_by_everybody_and_gone_with_round_1(desk, client, organiser, with_pods):
    desk.post(f"/e/{with_pods.slug}/desk/draft/build/", form(with_pods))
    until = load_history(fresh(with_pods)).phase(1).build_until
    for path in ("", "draft/", "desk/draft/"):
        page = desk.get(f"/e/{with_pods.slug}/{path}")
        assert f'data-ends-at="{until}"' in page.content.decode()
    paired(with_pods, organiser)
    page = client.get(f"/e/{with_pods.slug}/draft/").content.decode()
    assert "data-ends-at" not in page and "Draft timer" not in page


def test_the_timer_has_every_pick_of_every_pack(client, organiser, with_pods):
    events.change_settings(with_pods, actor_of(organiser), 1, draft_packs=2, draft_cards=4)
    page = client.get(f"/e/{with_pods.slug}/draft/").content.decode()
    steps = json.loads(re.search(r'data-steps="([^"]*)"', page)[1].replace("&quot;", '"'))
    assert [seconds for _words, seconds in steps] == [5, 5, 5, 60, 5, 5, 5]
    assert steps[0][0] == "Pack 1, pick 1" and steps[-1][0] == "Pack 2, pick 3"


def test_the_full_timer_is_the_published_one(client, with_pods):
    timer = draft_shown(with_pods).timer
    assert [seconds for _pick, _left, seconds in timer.picks] == [
        *(40, 40, 35, 30, 25, 25, 20, 20, 15, 10, 10, 5, 5, 5, 0),
    ]
    assert timer.reviews == ((1, 60), (2, 90))


def test_only_who_runs_the_event_changes_pods(client, with_pods):
    at = f"/e/{with_pods.slug}/desk/draft/"
    sent = (client.post(f"{at}{path}/", form(with_pods)) for path in ("draw", "change", "build"))
    for answer in (client.get(at), *sent):
        assert answer.status_code == 302 and "login" in answer["Location"]


def test_every_page_of_a_draft_under_way_can_be_looked_at(desk, organiser, with_pods):
    event = paired(with_pods, organiser)
    public = (
        "",
        "rounds/1/",
        "rounds/1/draw/",
        "standings/",
        "players/",
        "players/p1/",
        "about/",
        "bracket/",
    )
    at_desk = ("", "results/", "players/", "round/", "settings/", "log/", "draft/", "phases/")
    for path in (*public, *(f"desk/{one}" for one in at_desk)):
        assert desk.get(f"/e/{event.slug}/{path}").status_code == 200, path
    assert "the farthest apart" in text_of(desk.get(f"/e/{event.slug}/rounds/1/draw/"))


def test_in_the_bracket_of_a_pod_no_draw_can_be_tapped(desk, organiser, night):
    events.change_settings(night, actor_of(organiser), 1, draft_inside="bracket")
    event = paired(fresh(night), organiser)
    assert scores(desk.get(f"/e/{event.slug}/desk/results/").content.decode(), 1) == [
        "2-0",
        "2-1",
        "1-2",
        "0-2",
    ]
    own = desk.get(f"/e/{event.slug}/desk/results/", {"table": 1}).content.decode()
    assert 'value="draw"' not in own and 'value="double-loss"' not in own


def test_the_tables_of_a_round_stand_pod_by_pod(client, organiser, with_pods):
    shown = text_of(client.get(f"/e/{paired(with_pods, organiser).slug}/rounds/1/"))
    assert shown.count("Pod 1") == shown.count("Pod 2") == 1
    assert shown.index("Pod 1") < shown.index("Pod 2")


def test_a_players_page_says_where_they_draft(client, with_pods):
    player = load_history(fresh(with_pods)).phase(1).pods[1][4]
    page = client.get(f"/e/{with_pods.slug}/players/{player}/")
    assert "Pod 2, seat 5" in text_of(page)
    assert f'href="/e/{with_pods.slug}/phases/1/draft/"' in page.content.decode()
