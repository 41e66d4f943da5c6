"""Uploads event files of every kind: an event, or a refusal with a message; never an error."""

import json

import pytest
from django.core.cache import caches
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.form_values import BOUNDARY, multipart
from tests.fuzz.invariants import assert_sound
from tests.fuzz.venue import ROLES, SECRET
from tests.rules.event_file.example_file import example
from tests.support.file_changes import change_value, file_changes, junk
from tests.support.repetitions import count
from tournaments.models import Event
from tournaments.rules.event_file import MAX_FILE_BYTES

MANY = 100_000


def with_players(count):
    players = [{"id": f"p{n}", "name": "Ann"} for n in range(count)]
    return json.dumps(
        {"format": "topcut/1", "event": {"name": "Big", "rulebook": "magic"}, "players": players}
    )


def with_event(facts):
    file = '{"format": "topcut/1", "players": [], "event": {"name": "A", "rulebook": "magic", FACTS}}'
    return file.replace("FACTS", facts)


# Content of the file, and text of the refusal.
REFUSED = {
    "nothing": ("", "empty"),
    "no JSON": ("]", "isn’t JSON"),
    "no text": (b"\xff\xfe\x00", "isn’t UTF-8 text"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(1000), "isn’t UTF-8 text"),
    "33 MB": (b" " * (33 * 2**20 - 2**10), "larger than 32 MB"),
    "32 MB of brackets": (b"[" * MAX_FILE_BYTES, "4000000 values"),
    "a million brackets": (b"[" * 2**20, "nested deeper"),
    "a million keys inside each other": (b'{"a":' * 2**20, "nested deeper"),
    "32 MB of nothing": (b"[" + b"{}," * (MAX_FILE_BYTES // 3 - 1) + b"{}]", "4000000 values"),
    "a key twice": (with_event('"name": "B"'), "appears twice"),
    "a huge number": (with_event('"pot": {"sum": 1%s}' % ("0" * 4000)), "out of range"),
    "a number of too many digits": (with_event('"pot": {"sum": 1%s}' % ("0" * 9000)), "too many digits"),
    "1e999": (with_event('"pot": {"sum": 1e999}'), "out of range"),
    "NaN": (with_event('"pot": {"sum": NaN}'), "out of range"),
    "half a letter": (with_event('"place": "\\ud800"'), "U+D800"),
    "NUL": (with_event('"place": "\\u0000"'), "U+0000"),
    "10,000 letters": (with_event(f'"place": "{"a" * 10_000}"'), "200 characters"),
    "100,000 players": (with_players(MANY), "20000"),
    "100,000 phases": (with_players(1)[:-1] + ', "phases": [' + '{"kind": "swiss"},' * MANY + "{}]}", "50"),
}


@pytest.fixture
def upload(venue, watch):
    """Return a function that uploads a file on the import page and returns (status, page)."""
    client = venue.client(ROLES[0])

    def send(content):
        caches["limits"].clear()
        body = multipart([("csrfmiddlewaretoken", SECRET), ("key", "")], [("file", "event.json", content)])
        with watch.on():
            response = client.post("/import/", body, content_type=f"multipart/form-data; boundary={BOUNDARY}")
        assert not watch.faults, watch.faults
        return response.status_code, response.content.decode()

    return send


@pytest.mark.parametrize("name", [*REFUSED][:: count(4, 1)])
def test_an_invalid_file_is_refused_with_a_message(upload, name):
    content, message = REFUSED[name]
    status, page = upload(content if isinstance(content, bytes) else content.encode())
    assert status == 422
    assert message in page
    assert len(page) < 20_000
    assert not Event.objects.exists()


@settings(suppress_health_check=list(HealthCheck))
@given(st.lists(file_changes, max_size=2) | junk.map(json.dumps) | st.binary())
def test_a_damaged_file_is_imported_or_refused(upload, changes):
    if isinstance(changes, list):
        data = example()
        for change in changes:
            change_value(data, *change)
        changes = json.dumps(data)
    before = set(Event.objects.values_list("pk", flat=True))
    status, _page = upload(
        changes if isinstance(changes, bytes) else changes.encode("utf-8", "surrogatepass")
    )
    created = Event.objects.exclude(pk__in=before)
    assert (status, created.count()) in ((302, 1), (422, 0))
    for event in created:
        assert_sound(event)
