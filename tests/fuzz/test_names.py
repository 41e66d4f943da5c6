"""Names of any letters: shown as they are and safely on every page, in every file; or refused in words."""

import csv
import io
import json
from html import escape

import pytest
from django.core.management import call_command

from tests.fuzz.hall import SECRET, SUPERUSER
from tests.journeys.everyone.hall import whole_hall
from tests.journeys.everyone.pages import PAGES
from tests.repetitions import count
from tests.views.desk_events import form
from tournaments.actions.change import Actor
from tournaments.actions.events import events
from tournaments.actions.players import players
from tournaments.models import Event
from tournaments.queries.wording.csv import safe

ME = Actor("organiser")
SCRIPT = "<script>alert(1)</script>"
NAMES = {
    "p1": f"Ada {SCRIPT}",
    "p2": "\u202eadA\u202d\u2067 \"'&{{7*7}}",
    "p3": '=HYPERLINK("//evil.example")',
    "p4": "ميسي الكبير \u200f(1)",
    "p5": "W" * 200,
    "p6": "Zoë\u0301\u0302\u0303 🏴‍☠️\u200b\ufeff",
    "p7": "-1+1 | %s {0} \\u0000 ]]> -->",
    "p8": "@SUM(A1)",
}
UNSEEN = ["\u200b", "\u200b\u2060\ufeff", " \u2003", "\u3164", "\u202e\u202c", "\u0301"]
UNFIT = ["a\x00b", "a" * 10_000, "a\x1bb", "W" * 201]


@pytest.fixture
def event(hall):
    event = whole_hall(hall.boss, {"busy"})["busy"]
    for key, name in NAMES.items():
        players.change_player(event, ME, key, name=name, club=name)
    events.change_event(Event.objects.get(pk=event.pk), ME, name=NAMES["p1"], place=NAMES["p2"])
    return Event.objects.get(pk=event.pk)


def test_every_page_shows_them_as_text(hall, watch, event):
    client, seen = hall.client(SUPERUSER), set()
    for name, examples in PAGES.items():
        for example in examples:
            if example.state != "busy" or example.typed:
                continue
            with watch.on():
                response = client.get(example.address(name, {"busy": event}))
            assert not watch.faults, watch.faults
            page = response.content.decode()
            assert response.status_code == 200 and SCRIPT not in page, name
            seen |= {key for key, told in NAMES.items() if escape(told) in page}
    assert seen == NAMES.keys()


@pytest.mark.parametrize("name", [*UNSEEN, *UNFIT][:: count(5, 1)])
def test_a_name_that_cannot_be_shown_is_refused_in_words(hall, name):
    event, client = hall.event("fresh"), hall.client(SUPERUSER)
    for page, fields in (
        ("players/change/p1/", {"name": name}),
        ("players/add/", {"names": name}),
        ("settings/", {"form": "facts", "name": name, "timezone": "UTC"}),
    ):
        sent = form(event, csrfmiddlewaretoken=SECRET, **fields)
        response = client.post(f"/e/{event.slug}/desk/{page}", sent)
        assert response.status_code == 422, (page, response.status_code)
        assert 'class="error"' in response.content.decode()
    assert Event.objects.get(pk=event.pk).version == event.version


def test_no_spreadsheet_runs_one(hall, event, client):
    pages = [
        client.get(f"/e/{event.slug}/{page}/?format=csv").content.decode() for page in ("standings", "prizes")
    ]
    told = io.StringIO()
    call_command("standings", event.slug, "--format", "csv", stdout=told)
    for text in (*pages, told.getvalue()):
        rows = list(csv.reader(io.StringIO(text)))
        assert len(rows) > 1
        for cell in (cell for row in rows for cell in row):
            assert is_number(cell) or safe(cell) == cell, cell


def is_number(cell):
    try:
        return float(cell) is not None
    except ValueError:
        return False


@pytest.mark.parametrize("start", ["=", "+", "-", "@", " =", "\t=", "\r", "＝", "\u200b="])
def test_a_cell_that_begins_like_a_formula_is_text(start):
    assert safe(f"{start}1+1") == f"'{start}1+1"
    assert safe("Ada = Bo") == "Ada = Bo"


def test_their_json_reads_again(event):
    told = io.StringIO()
    call_command("standings", event.slug, "--format", "json", stdout=told)
    assert {row["name"] for row in json.loads(told.getvalue())["rows"]} >= set(NAMES.values())
