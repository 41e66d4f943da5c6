"""Venue screens: their content in each state of an event and for each address."""

import re

import pytest
from django.test import Client

from tests.support.desk_events import draft_night, fresh, friday, paired, played, reported
from tests.support.pod_events import pods
from tournaments.access.secret_links import screen_code
from tournaments.changes.change import Actor
from tournaments.drafts.actions import draw_pods
from tournaments.history.cache import load_history
from tournaments.history.load import public_history
from tournaments.rounds.actions.rounds import finish_round
from tournaments.screens.pages import get_screen

ME = Actor("organiser")


def screen(event, *parts, screen=1, of=1):
    event = fresh(event)
    return get_screen(event, public_history(load_history(fresh(event))), parts, screen, of)


def lines(content, panel=0):
    return [(line.lead, line.name, line.note, line.end) for line in content.panels[panel].lines]


def keys(content):
    return [panel.key for panel in content.panels]


def page(event, query=""):
    return Client().get(f"/e/{event.slug}/screen/{query}")


def test_the_screen_follows_the_event_from_start_to_winner(organiser):
    event = friday(organiser, rounds=1, names=["Anna", "Ben", "Cleo"])
    assert screen(event).text == "Round 1 is paired once everyone has arrived."
    event = paired(event, organiser)
    content = screen(event)
    assert content.heading == "Round 1 of 1"
    assert [line[1] for line in lines(content)] == ["Anna", "Ben", "Cleo"]
    assert sorted(line[3] for line in lines(content)) == ["1", "1", "Bye"]
    reported(event, organiser)
    finish_round(fresh(event), ME)
    content = screen(event)
    assert keys(content) == ["standings"]
    assert content.heading in ("Final standings", f"Champion: {lines(content)[0][1]}")


def test_between_rounds_and_during_a_draft_standings_are_shown(organiser):
    event = played(friday(organiser), organiser)
    finish_round(fresh(event), ME)
    assert screen(event, "names").heading == "Round 1 is finished"
    assert keys(screen(event, "names")) == ["standings"]
    paired(event, organiser, publish=False)
    assert keys(screen(event, "names", "tables")) == ["standings"]


def test_each_reported_table_has_its_result(published):
    content = lines(screen(published, "tables"))
    assert [line[0] for line in content] == ["1", "2", "3", "4"]
    assert [line[3] for line in content] == ["2–1", "", "", ""]


def test_pods_have_table_and_seat(event_from):
    event = event_from(pods())
    assert lines(screen(event, "names"))[:2] == [
        ("", "Anna", "seat 1", "1"),
        ("", "Ben", "seat 2", "1"),
    ]
    (panel,) = screen(event, "tables").panels
    assert panel.is_wide and panel.lines[0].name == "Anna v Ben v Cleo v Dan v Eva"


def test_the_pods_of_a_draft_are_listed_by_name(organiser):
    event = draft_night(organiser, ["Anna", "Ben", "Cleo", "Dan"])
    draw_pods(event, ME)
    content = screen(event)
    assert content.heading == "The pods are drawn"
    assert lines(content)[0][1] == "Anna" and lines(content)[0][3] == "1"


def test_finals_show_the_bracket_and_the_tables(organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser)
    content = screen(paired(event, organiser))
    assert keys(content) == ["bracket", "names"]
    assert content.panels[0].drawing.boxes


@pytest.mark.parametrize("of", [1, 3, 8, 12])
def test_screens_side_by_side_show_each_name_once(published, of):
    whole = lines(screen(published, "names"))
    parts = [lines(screen(published, "names", screen=n, of=of)) for n in range(1, of + 1)]
    assert [line for part in parts for line in part] == whole
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_the_standings_have_the_cut_line(organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser)
    cuts = [line.cut for line in screen(event, "standings").panels[0].lines]
    assert cuts == ["", "", "", "Top 4 cut", "", "", "", ""]


def test_hidden_standings_are_not_shown(organiser):
    event = played(friday(organiser, rulebook="hareruya"), organiser)
    content = screen(event, "standings")
    assert keys(content) == ["names"]
    finish_round(fresh(event), ME)
    content = screen(event, "standings")
    assert (keys(content), content.text) == ([], "The next round will appear here automatically.")


ODD = [
    "?show=",
    "?show=x,y",
    "?screen=9&of=2",
    "?of=0&screen=-1",
    "?of=99999999999",
    "?seconds=0",
    "?part=lists",
]


@pytest.mark.parametrize("query", ODD)
def test_an_invalid_address_shows_the_default_screen(published, query):
    answer = page(published, query)
    assert answer.status_code == 200
    assert "Anna" in answer.content.decode()


def test_a_screen_without_script_lists_everybody_without_controls(published):
    html = page(published).content.decode()
    assert len(re.findall('class="line"', html)) == 8
    assert "<nav" not in html and "<form" not in html


def test_the_clock_is_shown_if_selected(published):
    assert '<div id="event-clock" hidden>' in page(published, "?show=names").content.decode()
    assert '<div id="event-clock" >' in page(published, "?show=names,clock").content.decode()
    html = page(published, "?show=clock").content.decode()
    assert "only-clock" in html and 'class="line"' not in html


def test_equal_screens_share_one_rendering(published, django_assert_max_num_queries):
    client = Client()
    first = client.get(f"/e/{published.slug}/screen/?show=names&part=lists")
    with django_assert_max_num_queries(1):
        client.get(f"/e/{published.slug}/screen/?show=names&part=lists")
    with django_assert_max_num_queries(1):
        same = client.get(
            f"/e/{published.slug}/screen/?show=names&part=lists", headers={"If-None-Match": first["ETag"]}
        )
    assert same.status_code == 304


def test_the_desk_lists_the_addresses(desk, published):
    html = desk.get(
        f"/e/{published.slug}/desk/screens/?show=names&show=clock&of=2&seconds=5"
    ).content.decode()
    for screen in (1, 2):
        query = f"?show=names,clock&amp;screen={screen}&amp;of=2&amp;seconds=5"
        assert f"http://testserver/e/{published.slug}/screen/{screen_code(published)}/{query}" in html
    assert "Full cycle: 5 seconds." in html
    assert desk.get(f"/e/{published.slug}/desk/screens/?show=x&of=many").status_code == 200
    assert Client().get(f"/e/{published.slug}/desk/screens/").status_code == 302
