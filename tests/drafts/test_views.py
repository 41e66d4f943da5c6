"""The pages of a draft: the public pods, the desk that draws and changes them, clock and draft timer."""

import json
import re
from html import unescape

import pytest

from tests.support.desk_events import actor_of, draft_night, form, fresh, paired
from tests.support.pages import scores_at, text_of
from tournaments.drafts.actions import draw_pods
from tournaments.drafts.pages import HEIGHT, WIDTH, get_draft_page, place_seats
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history
from tournaments.players.actions.players import add_players, drop_player

NAMES = [
    *("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jia", "Kai", "Lea"),
    "Maximiliana Featherstonehaugh",
]


@pytest.fixture
def night(organiser):
    return draft_night(organiser, NAMES)


@pytest.fixture
def with_pods(night, organiser):
    draw_pods(night, actor_of(organiser), seed="a seed")
    return fresh(night)


def test_the_desk_shows_the_number_of_pods_and_draws_them(desk, night):
    page = text_of(desk.get(f"/e/{night.slug}/desk/"))
    assert "13 players, pods of 7 + 6" in page and "Draw pods" in page
    assert desk.get(f"/e/{night.slug}/desk/draft/").status_code == 302
    desk.post(f"/e/{night.slug}/desk/draft/draw/", form(night))
    assert [len(pod) for pod in load_history(fresh(night)).phase(1).pods] == [7, 6]
    assert "draft and build, then pair round 1" in text_of(desk.get(f"/e/{night.slug}/desk/"))


def test_too_few_players_are_refused_before_the_draw(desk, organiser, night):
    for player in load_history(fresh(night)).players[3:]:
        drop_player(night, actor_of(organiser), player.id)
    assert "3 of at least 4 players" in text_of(desk.get(f"/e/{night.slug}/desk/"))


def test_the_pods_are_public_and_linked(client, with_pods):
    front = client.get(f"/e/{with_pods.slug}/").content.decode()
    assert f'href="/e/{with_pods.slug}/phases/1/draft/"' in front
    page = client.get(f"/e/{with_pods.slug}/draft/")
    text = text_of(page)
    assert all(name in text for name in NAMES)
    assert "7 + 6" in text and "redrawing from the seed gives the same pods" in text
    assert page.content.decode().count('class="ring-seat') == 13


def test_the_page_does_not_exist_before_the_pods_are_drawn(client, night):
    assert client.get(f"/e/{night.slug}/draft/").status_code == 404
    assert client.get(f"/e/{night.slug}/phases/7/draft/").status_code == 404


@pytest.mark.parametrize("size", range(1, 12))
def test_seats_go_round_clockwise_and_long_names_stay_inside_the_drawing(size):
    pod = tuple(f"p{number}" for number in range(size))
    seats = place_seats(pod, {player: f"{NAMES[-1]} {player}" for player in pod}, set())
    assert seats[0].x == WIDTH / 2 and seats[0].y < HEIGHT / 2
    assert size < 3 or seats[1].x > seats[0].x
    assert [seat.left[-2:] for seat in seats] == [player[-2:] for player in (*pod[1:], pod[0])]
    for seat in seats:
        width = 9 * len(seat.short_name)
        start = seat.name_x - {"start": 0, "middle": width / 2, "end": width}[seat.anchor]
        assert start >= 0 and start + width <= WIDTH and 0 < seat.name_y < HEIGHT
        assert seat.anchor == "middle" or seat.short_name.endswith("…")
        assert (seat.anchor == "middle") == (seat.name_x == WIDTH / 2)


def test_two_players_change_seats_at_the_desk(desk, client, with_pods):
    (first, *_), (other, *_) = load_history(fresh(with_pods)).phase(1).pods
    sent = form(with_pods, kind="swap", a=first, b=other)
    assert desk.post(f"/e/{with_pods.slug}/desk/draft/change/", sent).status_code == 302
    assert load_history(fresh(with_pods)).phase(1).pods[0][0] == other
    assert "Changed by hand after the draw" in text_of(client.get(f"/e/{with_pods.slug}/draft/"))
    assert "swapped seats" in text_of(desk.get(f"/e/{with_pods.slug}/desk/log/"))


def test_a_pod_of_eleven_is_split_with_one_button(desk, client, organiser):
    event = draft_night(organiser, NAMES[:11])
    draw_pods(event, actor_of(organiser), seed="a seed")
    address = f"/e/{event.slug}/desk/draft/"
    assert "Split pod 1 in two" in text_of(desk.get(address))
    sent = form(event, kind="split", pod=1)
    assert desk.post(f"{address}change/", sent).status_code == 302
    assert [len(pod) for pod in load_history(fresh(event)).phase(1).pods] == [6, 5]
    assert "Split pod" not in text_of(desk.get(address))
    assert (
        "Verified: redrawing from the seed gives the same seats. "
        "Changed by hand after the draw: pod 1 split in two."
    ) in text_of(client.get(f"/e/{event.slug}/draft/"))
    assert "pod 1 split by hand into 6 + 5" in text_of(desk.get(f"/e/{event.slug}/desk/log/"))


def test_a_pod_of_seven_cannot_be_split(desk, with_pods):
    address = f"/e/{with_pods.slug}/desk/draft/"
    assert "Split pod" not in text_of(desk.get(address))
    answer = desk.post(f"{address}change/", form(with_pods, kind="split", pod=1))
    assert answer.status_code == 422
    assert "each half needs at least 4 players" in text_of(answer)


def test_an_impossible_change_is_refused_and_stays_chosen(desk, with_pods):
    (first, *_), _second = load_history(fresh(with_pods)).phase(1).pods
    answer = desk.post(
        f"/e/{with_pods.slug}/desk/draft/change/", form(with_pods, kind="swap", a=first, b=first)
    )
    assert answer.status_code == 422
    assert "Choose two different players" in text_of(answer)
    assert answer.content.decode().count(f'value="{first}" selected') >= 1
    odd = form(with_pods, kind="nonsense", a="nobody", pod="x")
    assert desk.post(f"/e/{with_pods.slug}/desk/draft/change/", odd).status_code == 422


def test_a_late_player_is_named_and_gets_a_seat(desk, organiser, with_pods):
    add_players(with_pods, actor_of(organiser), "Zoe")
    assert "Zoe has no pod" in text_of(desk.get(f"/e/{with_pods.slug}/desk/"))
    page = desk.get(f"/e/{with_pods.slug}/desk/draft/")
    assert "Zoe has no pod" in text_of(page)
    desk.post(f"/e/{with_pods.slug}/desk/draft/change/", form(with_pods, kind="seat", a="p14", pod=2))
    assert load_history(fresh(with_pods)).phase(1).pods[1][-1] == "p14"


def test_the_deck_building_clock_is_public_until_round_1(desk, client, organiser, with_pods):
    desk.post(f"/e/{with_pods.slug}/desk/draft/build/", form(with_pods))
    until = load_history(fresh(with_pods)).phase(1).build_until
    for path in ("", "draft/", "desk/draft/"):
        page = desk.get(f"/e/{with_pods.slug}/{path}")
        assert f'data-ends-at="{until}"' in page.content.decode()
    paired(with_pods, organiser)
    page = client.get(f"/e/{with_pods.slug}/draft/").content.decode()
    assert "data-ends-at" not in page and "Draft timer" not in page


def test_the_timer_has_every_pick_of_every_pack(client, organiser, with_pods):
    change_settings(with_pods, actor_of(organiser), 1, draft_packs=2, draft_cards=4)
    page = client.get(f"/e/{with_pods.slug}/draft/").content.decode()
    steps = json.loads(unescape(re.search(r'data-steps="([^"]*)"', page)[1]))
    assert [seconds for _words, seconds in steps] == [5, 5, 5, 60, 5, 5, 5]
    assert steps[0][0] == "Pack 1, pick 1" and steps[-1][0] == "Pack 2, pick 3"


def test_the_full_timer_is_the_published_one(client, with_pods):
    timer = get_draft_page(with_pods).timer
    assert [seconds for _pick, _left, seconds in timer.picks] == [
        *(40, 40, 35, 30, 25, 25, 20, 20, 15, 10, 10, 5, 5, 5, 0),
    ]
    assert timer.reviews == ((1, 60), (2, 90))


def test_changing_pods_needs_permission(client, with_pods):
    at = f"/e/{with_pods.slug}/desk/draft/"
    sent = (client.post(f"{at}{path}/", form(with_pods)) for path in ("draw", "change", "build"))
    for answer in (client.get(at), *sent):
        assert answer.status_code == 302 and "login" in answer["Location"]


def test_every_page_of_a_running_draft_loads(desk, organiser, with_pods):
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
    at_desk = ("", "players/", "round/", "settings/", "log/", "draft/", "phases/")
    for path in (*public, *(f"desk/{one}" for one in at_desk)):
        assert desk.get(f"/e/{event.slug}/{path}").status_code == 200, path
    assert "the farthest apart" in text_of(desk.get(f"/e/{event.slug}/rounds/1/draw/"))


def test_the_bracket_of_a_pod_has_no_draw_button(desk, organiser, night):
    change_settings(night, actor_of(organiser), 1, draft_inside="bracket")
    event = paired(fresh(night), organiser)
    assert scores_at(desk.get(f"/e/{event.slug}/desk/").content.decode(), 1) == [
        "2-0",
        "2-1",
        "1-2",
        "0-2",
    ]
    own = desk.get(f"/e/{event.slug}/desk/", {"table": 1}).content.decode()
    assert 'value="draw"' not in own and 'value="double-loss"' not in own


def test_the_tables_of_a_round_are_grouped_by_pod(client, organiser, with_pods):
    text = text_of(client.get(f"/e/{paired(with_pods, organiser).slug}/rounds/1/"))
    assert text.count("Pod 1") == text.count("Pod 2") == 1
    assert text.index("Pod 1") < text.index("Pod 2")


def test_a_players_page_has_their_draft_seat(client, with_pods):
    player = load_history(fresh(with_pods)).phase(1).pods[1][4]
    page = client.get(f"/e/{with_pods.slug}/players/{player}/")
    assert "Pod 2, seat 5" in text_of(page)
    assert f'href="/e/{with_pods.slug}/phases/1/draft/"' in page.content.decode()
