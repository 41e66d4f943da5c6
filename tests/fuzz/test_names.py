"""Names of any letters are shown safely on every page and in every file, or refused with a message."""

import csv
import io
import json

import pytest
from django.core.management import call_command
from markupsafe import escape

from tests.fuzz.venue import SECRET, SUPERUSER
from tests.journeys.accessibility.event_states import build_events
from tests.journeys.accessibility.pages import PAGES
from tests.support.desk_events import form
from tests.support.repetitions import count
from tournaments.changes.change import Actor
from tournaments.events.actions.events import change_event
from tournaments.models import Event
from tournaments.players.actions.players import change_player
from tournaments.web.wording import escape_formula

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
INVISIBLE = ["\u200b", "\u200b\u2060\ufeff", " \u2003", "\u3164", "\u202e\u202c", "\u0301"]
INVALID = ["a\x00b", "a" * 10_000, "a\x1bb", "W" * 201]


@pytest.fixture
def event(venue):
    event = build_events(venue.superuser, {"busy"})["busy"]
    for key, name in NAMES.items():
        change_player(event, ME, key, name=name, club=name)
    change_event(Event.objects.get(pk=event.pk), ME, name=NAMES["p1"], place=NAMES["p2"])
    return Event.objects.get(pk=event.pk)


def test_every_page_escapes_names(venue, watch, event):
    client, shown_names = venue.client(SUPERUSER), set()
    for name, examples in PAGES.items():
        for example in examples:
            if example.state != "busy" or example.typed:
                continue
            with watch.on():
                response = client.get(example.address(name, {"busy": event}))
            assert not watch.faults, watch.faults
            page = response.content.decode()
            assert response.status_code == 200 and SCRIPT not in page, name
            shown_names |= {key for key, name in NAMES.items() if escape(name) in page}
    assert shown_names == NAMES.keys()


@pytest.mark.parametrize("name", [*INVISIBLE, *INVALID][:: count(5, 1)])
def test_an_invisible_name_is_refused_with_a_message(venue, name):
    event, client = venue.event("fresh"), venue.client(SUPERUSER)
    for page, fields in (
        ("players/change/p1/", {"name": name}),
        ("players/add/", {"names": name}),
        ("settings/", {"name": name, "timezone": "UTC", "rulebook": "magic", "visibility": "public"}),
    ):
        sent = form(event, csrfmiddlewaretoken=SECRET, **fields)
        response = client.post(f"/e/{event.slug}/desk/{page}", sent)
        assert response.status_code == 422, (page, response.status_code)
        assert 'class="error"' in response.content.decode()
    assert Event.objects.get(pk=event.pk).version == event.version


def test_a_name_is_no_formula_in_csv_files(venue, event, client):
    pages = [
        client.get(f"/e/{event.slug}/{page}/?format=csv").content.decode() for page in ("standings", "prizes")
    ]
    output = io.StringIO()
    call_command("standings", event.slug, "--format", "csv", stdout=output)
    for text in (*pages, output.getvalue()):
        rows = list(csv.reader(io.StringIO(text)))
        assert len(rows) > 1
        for cell in (cell for row in rows for cell in row):
            assert is_number(cell) or escape_formula(cell) == cell, cell


def is_number(cell):
    try:
        return float(cell) is not None
    except ValueError:
        return False


@pytest.mark.parametrize("start", ["=", "+", "-", "@", " =", "\t=", "\r", "＝", "\u200b="])
def test_a_csv_cell_that_looks_like_a_formula_is_escaped(start):
    assert escape_formula(f"{start}1+1") == f"'{start}1+1"
    assert escape_formula("Ada = Bo") == "Ada = Bo"


def test_exported_json_can_be_read_again(event):
    output = io.StringIO()
    call_command("standings", event.slug, "--format", "json", stdout=output)
    assert {row["name"] for row in json.loads(output.getvalue())["rows"]} >= set(NAMES.values())
