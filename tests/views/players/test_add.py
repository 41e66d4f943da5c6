"""Adding players: names, tables with their columns to confirm, and files."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.views.desk_events import fresh, friday
from tournaments.queries.history.cache import load_history

TABLE = 'Player,Store,Wins,Elo\n"Lovelace, Ada",Lantern,3,1815\nGrace Hopper,,2,1906'


def post(desk, event, **form):
    form = {"key": "k", "version": fresh(event).version, **form}
    return desk.post(reverse("add_players", args=[event.slug]), form)


def added(event):
    """Return (name, club, rating, seed) of the players who are new."""
    players = load_history(fresh(event)).players[8:]
    return [(player.name, player.club, player.rating, player.seed) for player in players]


def selected(page):
    """Return the fields of the columns that a page shows."""
    return re.findall(r'<option value="(\w*)" selected', page)


def test_names_are_added_at_once(desk, organiser):
    event = friday(organiser)
    assert post(desk, event, names="Ada Lovelace\nGrace Hopper").status_code == 302
    assert [name for name, *_facts in added(event)] == ["Ada Lovelace", "Grace Hopper"]


def test_a_table_shows_its_columns_first_and_is_added_when_they_are_confirmed(desk, organiser):
    event = friday(organiser)
    answer = post(desk, event, names=TABLE)
    page = answer.content.decode()
    assert answer.status_code == 200 and added(event) == []
    assert "2 players" in page and "Lovelace, Ada" in page
    assert selected(page) == ["name", "club", "", "rating"] and "checked" in page
    columns = {f"column_{n}": field for n, field in enumerate(selected(page))}
    post(desk, event, names=TABLE, has_header="on", **columns)
    assert added(event) == [("Lovelace, Ada", "Lantern", 1815, None), ("Grace Hopper", "", 1906, None)]


def test_columns_can_be_changed(desk, organiser):
    event = friday(organiser)
    columns = {"column_0": "last_name", "column_1": "first_name", "column_2": "seed"}
    post(desk, event, names="Lovelace,Ada,1\nHopper,Grace,2", **columns)
    assert added(event) == [("Ada Lovelace", "", None, 1), ("Grace Hopper", "", None, 2)]


def test_a_comma_may_belong_to_the_name(desk, organiser):
    event = friday(organiser)
    assert post(desk, event, names="Lovelace, Ada").status_code == 200
    assert added(event) == []
    post(desk, event, names="Lovelace, Ada", plain="1")
    assert added(event) == [("Lovelace, Ada", "", None, None)]


def test_a_file_is_read_as_if_it_was_pasted(desk, organiser):
    event = friday(organiser)
    file = SimpleUploadedFile("list.csv", b"\xef\xbb\xbf" + TABLE.encode())
    answer = post(desk, event, names="", file=file)
    page = answer.content.decode()
    assert answer.status_code == 200 and "Lovelace, Ada" in page
    assert selected(page) == ["name", "club", "", "rating"]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"names": ""}, "at least one name"),
        ({"names": "", "file": SimpleUploadedFile("list.csv", b"\xff\xfe")}, "isn’t UTF-8 text"),
        ({"names": "," * 40}, "at most 30 columns"),
        ({"names": TABLE, "column_0": "", "column_1": "club"}, "Choose the column with the names"),
        ({"names": TABLE, "column_0": "name", "column_3": "name"}, "Two columns have the same meaning"),
        ({"names": "Ada,good", "column_0": "name", "column_1": "rating"}, "isn’t a number"),
    ],
)
def test_what_cannot_be_added_says_why_and_stays(desk, organiser, form, words):
    event = friday(organiser)
    answer = post(desk, event, **form)
    page = answer.content.decode()
    assert answer.status_code == 422 and words in page
    assert form["names"].partition("\n")[0].partition(",")[0] in page
    assert added(event) == []
