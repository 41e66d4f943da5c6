"""Adding players: names, tables with their columns to confirm, and files."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.support.desk_events import fresh, friday, paired
from tournaments.history.cache import load_history

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


def test_cancel_at_the_columns_returns_to_what_was_pasted(desk, organiser):
    event = friday(organiser)
    answer = post(desk, event, names=TABLE, column_0="name", back="1")
    page = answer.content.decode()
    assert answer.status_code == 200 and "<h1>Players</h1>" in page and 'role="alert"' not in page
    typed = re.search(r'<textarea id="id_names"[^>]*>\n(.*?)</textarea>', page, re.S).group(1)
    assert unescape(typed) == TABLE and added(event) == []
    assert 'name="back"' in post(desk, event, names=TABLE).content.decode()


def test_rows_with_several_columns_are_shown_first(desk, organiser):
    event = friday(organiser)
    names = "\n".join([*(f"Player {n}" for n in range(20)), "Ada Lovelace\tLantern"])
    page = post(desk, event, names=names).content.decode()
    cells = re.findall(r"<td>(.*?)</td>", page)
    assert cells[:3] == ["Ada Lovelace", "Lantern", "Player 0"]
    assert "8 of 21 rows, those with several columns first." in page
    assert ">Leave out</option>" in page


def test_typed_names_are_added_before_the_open_round_is_adjusted(desk, organiser):
    event = paired(friday(organiser), organiser)
    adjust = reverse("adjust_round", args=[event.slug])
    answer = post(desk, event, names="Ada Lovelace", then="adjust")
    assert answer.url == f"{adjust}#missing" and [name for name, *_facts in added(event)] == ["Ada Lovelace"]
    page = desk.get(answer.url).content.decode()
    assert 'id="missing"' in page and "Ada Lovelace" in page
    assert post(desk, event, names=" ", key="k2", then="adjust").url == adjust


def test_a_table_for_the_open_round_asks_for_its_columns_first(desk, organiser):
    event = paired(friday(organiser), organiser)
    page = post(desk, event, names=TABLE, then="adjust").content.decode()
    assert '<input type="hidden" name="then" value="adjust">' in page and added(event) == []


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
