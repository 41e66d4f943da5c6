"""The lab's pages: examples for everybody, the form, progress, results and downloads."""

import json
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.support.played_events import make
from tests.support.worker import run_worker
from tournaments.lab.actions import MAX_EVENT_SECONDS, MAX_RUN_SECONDS
from tournaments.lab.pages.comparison_plan import list_examples
from tournaments.models import Event, SimulationRun

FORM = {
    "plan-players": "16",
    "plan-difference": "200",
    "plan-draws": "0",
    "plan-events": "30",
    "plan-seed": "1",
    "format-TOTAL_FORMS": "4",
    "format-INITIAL_FORMS": "2",
    "format-0-base": "preset:store",
    "format-1-base": "rulebook:chess",
    "format-1-rounds": "5",
}


@pytest.fixture
def user(django_user_model):
    return django_user_model.objects.create_user("Ada", password="a password")


@pytest.fixture
def signed_in(client, user):
    client.force_login(user)
    return client


def run(client, **changes):
    return client.post(reverse("run_simulation"), FORM | changes)


def text_of(response):
    return response.content.decode()


def test_everybody_reads_the_examples_and_is_asked_to_sign_in_to_run_more(client, db):
    page = text_of(client.get("/lab/"))
    assert "Sign in" in page and "run/" not in page
    for example in list_examples():
        address = reverse("simulation", args=[example.address])
        assert address in page
        result = text_of(client.get(address))
        assert example.title in result
        for name in example.names:
            assert name in result
        assert client.get(f"{address}measures.csv").status_code == 200


def test_the_form_queues_a_simulation_which_is_shown_while_it_waits_and_when_it_is_done(signed_in):
    response = run(signed_in)
    stored = SimulationRun.objects.get()
    assert response.url == reverse("simulation", args=[stored.address])
    assert [entry["name"] for entry in stored.plan["formats"]] == ["Store championship", "Chess, 5 rounds"]
    page = text_of(signed_in.get(response.url))
    assert "It starts in a moment" in page and "Cancel" in page
    run_worker("simulations")
    assert signed_in.get(f"{response.url}?part=progress").headers["HX-Refresh"] == "true"
    page = text_of(signed_in.get(response.url))
    assert "What differs" in page and "Chess, 5 rounds" in page
    assert "Store championship" in text_of(signed_in.get("/lab/"))


def test_both_axes_of_the_picture_can_be_changed_and_unknown_ones_are_the_usual(client, db):
    address = reverse("simulation", args=["shop"])
    page = text_of(client.get(f"{address}?x=nothing&about=99&with=a"))
    assert "Across: Hours. Up: The strongest player wins" in page and "with 4 rounds 40" in page
    page = text_of(client.get(f"{address}?x=rounds&y=upsets&about=1&with=3"))
    assert "Across: Rounds. Up: Upsets" in page
    assert "Upsets: 22.2 % with “5 rounds, top 8”, 21.9 % with 5 rounds." in page


def test_the_answer_is_the_heading_and_the_rest_is_folded(client, db):
    page = text_of(client.get(reverse("simulation", args=["shop"])))
    heading = "With “5 rounds, top 8” the strongest player wins 52 of 100 events, with 4 rounds 40."
    assert f"<h1>{heading} It takes 3 h 20 longer.</h1>" in page
    assert "11.9 fewer of 100 events" in page and "10.6 to 13.2" in page
    clear, unclear = page.split('id="unclear"')
    row = "<b>The champion is certain before the last round</b>"
    assert row not in clear and row in unclear and "<b>Upsets</b>" in clear
    assert "No clear difference" in unclear
    for folded in ("numbers", "seeds"):
        assert f'<summary><h2 id="{folded}">' in page


def test_the_menu_leads_to_the_lab(client, db):
    assert '<a href="/lab/">Format lab</a>' in " ".join(text_of(client.get("/")).split())
    assert re.search(r'<a href="/lab/"\s+aria-current="page"', text_of(client.get("/lab/")))
    assert re.search(r'<a href="/lab/"\s+aria-current="true"', text_of(client.get("/lab/shop/")))


def test_the_csv_and_the_plan_hold_the_numbers_of_the_result(client, db):
    address = reverse("simulation", args=["shop"])
    rows = text_of(client.get(f"{address}measures.csv")).splitlines()
    shop = next(example for example in list_examples() if example.address == "shop")
    assert rows[0].startswith("measure,4 rounds mean,4 rounds error")
    wins = shop.result["formats"][0]["measures"]["best_wins"]
    assert rows[1].startswith(f"best_wins,{wins['mean']},{wins['error']},")
    assert json.loads(client.get(f"{address}plan.json").content) == shop.plan


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format-1-base": ""}, "Choose at least two formats."),
        ({"format-1-rounds": "40"}, "Must be a whole number from 1 to 15."),
        ({"format-1-base": "rulebook:wargame-wtc"}, "Select a valid choice"),
        ({"plan-players": "513"}, "less than or equal to 512"),
        ({"plan-difference": "other"}, "Enter a number."),
        ({"format-1-best_of": "4"}, "Must be an odd number of games, or 2."),
        ({"format-0-cut": "32"}, "Must be a whole number from 2 to 16."),
        ({"plan-events": "x"}, "Enter a whole number."),
    ],
)
def test_a_wrong_value_is_explained_at_its_field_and_nothing_is_lost(signed_in, changes, message):
    response = run(signed_in, **changes)
    page = text_of(response)
    assert response.status_code == 422 and message in page
    assert 'value="5"' in page or "format-1-rounds" in changes
    assert not SimulationRun.objects.exists()


def test_too_many_simulations_at_once_are_refused_on_the_page(signed_in):
    for seed in (1, 2):
        run(signed_in, **{"plan-seed": str(seed)})
    response = run(signed_in, **{"plan-seed": "3"})
    assert response.status_code == 422 and "2 simulations waiting" in text_of(response)


def test_the_owner_cancels_a_simulation_and_runs_it_again(signed_in, user):
    address = run(signed_in).url
    assert signed_in.post(f"{address}cancel/").url == address
    assert "Cancelled" in text_of(signed_in.get(address))
    signed_in.post(f"{address}again/")
    assert SimulationRun.objects.get().state == SimulationRun.QUEUED


def test_a_simulation_that_would_take_too_long_says_so_and_offers_fewer_events(signed_in):
    address = run(signed_in, **{"plan-events": "4882"}).url
    too_long = {"state": SimulationRun.TOO_LONG, "events_played": 1, "seconds_played": 49.5}
    SimulationRun.objects.update(most_events=9, **too_long)
    page = text_of(signed_in.get(address))
    assert "4,882 events would take about 2 days." in page and "Run 9 events" in page
    assert MAX_RUN_SECONDS == 600 and "may take ten minutes" in page
    assert "Run again" not in page and "?from=" in page
    response = signed_in.post(f"{address}again/")
    assert response.url != address and SimulationRun.objects.get(state="queued").events == 9
    SimulationRun.objects.update(most_events=None, **too_long)
    page = text_of(signed_in.get(address))
    assert f"longer than {MAX_EVENT_SECONDS} seconds" in page and "Run again" not in page


def test_a_look_at_a_simulation_is_noted_once_a_day(signed_in):
    address, now = run(signed_in).url, timezone.now()
    SimulationRun.objects.update(opened_at=now - timedelta(days=2))
    signed_in.get(address)
    assert SimulationRun.objects.get().opened_at >= now
    with CaptureQueriesContext(connection) as queries:
        signed_in.get(address)
    assert not any(query["sql"].startswith("UPDATE") for query in queries)


def test_a_simulation_that_waits_for_its_next_turn_shows_its_progress(signed_in):
    address = run(signed_in).url
    run(signed_in, **{"plan-seed": "2"})
    SimulationRun.objects.filter(seed=1).update(events_played=12, queued_at=timezone.now())
    page = text_of(signed_in.get(address))
    assert "12 of 30 events played" in page and "It takes turns with 1 other simulation." in page


def test_an_open_page_loads_again_when_the_simulation_has_ended_without_a_result(signed_in):
    address = run(signed_in).url
    assert "HX-Refresh" not in signed_in.get(f"{address}?part=progress").headers
    signed_in.post(f"{address}cancel/")
    assert signed_in.get(f"{address}?part=progress").headers["HX-Refresh"] == "true"


def test_a_row_without_a_format_is_blank_whatever_else_was_typed(signed_in):
    assert run(signed_in, **{"format-2-rounds": "0"}).status_code == 302


def test_the_queries_of_the_list_do_not_grow(signed_in, user, django_assert_num_queries):
    def store(number):
        SimulationRun.objects.create(
            address=f"run-{number}",
            plan={"players": 8, "formats": [{"name": "A"}]},
            events=1,
            seed=number,
            by=user,
            state=SimulationRun.DONE,
            queued_at=timezone.now(),
            result={},
        )

    store(1)
    signed_in.get("/lab/")
    with CaptureQueriesContext(connection) as queries:
        signed_in.get("/lab/")
    for number in range(2, 12):
        store(number)
    with django_assert_num_queries(len(queries)):
        signed_in.get("/lab/")


def test_only_the_owner_and_administrators_cancel(signed_in, client, django_user_model):
    address = run(signed_in).url
    client.force_login(django_user_model.objects.create_user("Bo"))
    assert "Cancel" not in text_of(client.get(address))
    for other in (address, "/lab/shop/"):
        page = client.post(f"{other}cancel/", follow=True)
        assert "Only the person who started a simulation" in text_of(page)
    assert SimulationRun.objects.get().state == SimulationRun.QUEUED
    client.force_login(django_user_model.objects.create_superuser("Root"))
    client.post(f"{address}cancel/")
    assert SimulationRun.objects.get().state == SimulationRun.CANCELLED


def test_an_event_fills_the_form_in(signed_in):
    event = make(16, rounds_set=5, rulebook="chess")
    page = text_of(signed_in.get("/lab/", {"event": event.slug}))
    assert f">{event.name}</option>" in page and 'name="plan-players" value="16"' in page
    response = run(signed_in, event=event.slug, **{"format-0-base": "event"})
    formats = SimulationRun.objects.get(address=response.url.split("/")[2]).plan["formats"]
    assert formats[0] == {"name": event.name, "rulebook": "chess", "rounds": 5}


def test_the_name_of_a_private_event_is_in_no_plan(signed_in, user):
    event = make(16)
    Event.objects.update(visibility="private")
    assert signed_in.get("/lab/", {"event": event.slug}).status_code == 404
    event.staff.create(user=user, role="owner")
    run(signed_in, event=event.slug, **{"format-0-base": "event"})
    assert event.name not in json.dumps(SimulationRun.objects.get().plan)


def test_the_choices_for_a_new_event_fill_the_form_in(signed_in):
    choices = {"preset": "store", "players": "40", "top": "4", "rounds": "6"}
    page = text_of(signed_in.get("/new/", choices))
    assert "/lab/?preset=store&amp;players=40&amp;rounds=6&amp;top=4" in page
    page = text_of(signed_in.get("/lab/", choices))
    assert ">Your new event</option>" in page and 'name="plan-players" value="40"' in page
    response = run(signed_in, **choices, **{"format-0-base": "new", "format-0-name": "Ours"})
    formats = SimulationRun.objects.get(address=response.url.split("/")[2]).plan["formats"]
    assert formats[0] == {"name": "Ours", "rulebook": "magic", "rounds": 6, "cut": 4, "finals": "single"}
    assert "/lab/?" not in text_of(signed_in.get("/new/", {"preset": "commander"}))
    assert "can’t be simulated" in text_of(signed_in.get("/lab/", {"rulebook": "wargame-wtc"}))


def test_an_event_that_cannot_be_simulated_says_why(signed_in):
    event = make(16, kind="pods", rulebook="pods-multiplayer")
    page = text_of(signed_in.get("/lab/", {"event": event.slug}))
    assert "Only events of one Swiss phase" in page


def test_a_simulation_can_be_changed_and_made_equally_long(signed_in):
    page = text_of(signed_in.get("/lab/", {"from": "shop"}))
    assert ">5 rounds, top 8</option>" in page and 'name="plan-players" value="24"' in page
    page = text_of(signed_in.get("/lab/", {"from": "shop", "time": "equal"}))
    assert ">4 rounds, 8 rounds</option>" in page and ">5 rounds, top 8</option>" in page


def test_hostile_names_are_escaped(signed_in):
    address = run(signed_in, **{"format-0-name": "<script>", "format-1-name": "=1+1"}).url
    run_worker("simulations")
    for page in ("/lab/", address):
        assert "<script>" not in text_of(signed_in.get(page)).split("</head>")[1].replace("<script src", "")
    assert "'=1+1 mean" in text_of(signed_in.get(f"{address}measures.csv"))


def test_unknown_addresses_are_not_found(client, db):
    for address in ("/lab/0123456789abcdef/", "/lab/nothing/measures.csv", "/lab/?from=nothing", "/lab/%00/"):
        assert client.get(address).status_code == 404
