"""Event files of every kind, through the page and the command: an event, or words; never anything else."""

import json

import pytest
from django.core.cache import caches
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.hall import ROLES, SECRET
from tests.fuzz.soundness import assert_sound
from tests.fuzz.typed import BOUNDARY, multipart
from tests.repetitions import count
from tests.rules.event_file.example_file import example
from tests.rules.event_file.test_fuzz import junk, spoil, spoils
from tournaments.models import Event
from tournaments.rules.event_file import MAX_FILE_BYTES

MANY = 100_000


def with_players(count):
    players = [{"id": f"p{n}", "name": "Ann"} for n in range(count)]
    return json.dumps(
        {"format": "topcut/1", "event": {"name": "Big", "rulebook": "magic"}, "players": players}
    )


def with_event(facts):
    told = '{"format": "topcut/1", "players": [], "event": {"name": "A", "rulebook": "magic", FACTS}}'
    return told.replace("FACTS", facts)


# What is in the file, and words of the refusal.
REFUSED = {
    "nothing": ("", "empty"),
    "no JSON": ("]", "not JSON"),
    "no text": (b"\xff\xfe\x00", "not UTF-8"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(1000), "not UTF-8"),
    "33 MB": (b" " * (33 * 2**20 - 2**10), "larger than 32 MB"),
    "32 MB of brackets": (b"[" * MAX_FILE_BYTES, "4000000 values"),
    "a million brackets": (b"[" * 2**20, "nested deeper"),
    "a million keys inside each other": (b'{"a":' * 2**20, "nested deeper"),
    "32 MB of nothing": (b"[" + b"{}," * (MAX_FILE_BYTES // 3 - 1) + b"{}]", "4000000 values"),
    "a key twice": (with_event('"name": "B"'), "stands twice"),
    "a huge number": (with_event('"pot": {"sum": 1%s}' % ("0" * 4000)), "out of bounds"),
    "a number of too many digits": (with_event('"pot": {"sum": 1%s}' % ("0" * 9000)), "too many digits"),
    "1e999": (with_event('"pot": {"sum": 1e999}'), "out of bounds"),
    "NaN": (with_event('"pot": {"sum": NaN}'), "out of bounds"),
    "half a letter": (with_event('"place": "\\ud800"'), "U+D800"),
    "NUL": (with_event('"place": "\\u0000"'), "U+0000"),
    "10,000 letters": (with_event(f'"place": "{"a" * 10_000}"'), "200 characters"),
    "100,000 players": (with_players(MANY), "20000"),
    "100,000 phases": (with_players(1)[:-1] + ', "phases": [' + '{"kind": "swiss"},' * MANY + "{}]}", "50"),
}


@pytest.fixture
def upload(hall, watch):
    """Sends a file through the page of the import; gives (status, page)."""
    client = hall.client(ROLES[0])

    def send(content):
        caches["limits"].clear()
        body = multipart([("csrfmiddlewaretoken", SECRET), ("key", "")], [("file", "event.json", content)])
        with watch.on():
            response = client.post("/import/", body, content_type=f"multipart/form-data; boundary={BOUNDARY}")
        assert not watch.faults, watch.faults
        return response.status_code, response.content.decode()

    return send


@pytest.mark.parametrize("name", [*REFUSED][:: count(4, 1)])
def test_a_bad_file_is_refused_in_words(upload, name):
    content, words = REFUSED[name]
    status, page = upload(content if isinstance(content, bytes) else content.encode())
    assert status == 422
    assert words in page
    assert len(page) < 20_000
    assert not Event.objects.exists()


@settings(suppress_health_check=list(HealthCheck))
@given(st.lists(spoils, max_size=2) | junk.map(json.dumps) | st.binary())
def test_a_spoiled_file_is_an_event_or_refused(upload, changes):
    if isinstance(changes, list):
        data = example()
        for change in changes:
            spoil(data, *change)
        changes = json.dumps(data)
    before = set(Event.objects.values_list("pk", flat=True))
    status, _page = upload(
        changes if isinstance(changes, bytes) else changes.encode("utf-8", "surrogatepass")
    )
    made = Event.objects.exclude(pk__in=before)
    assert (status, made.count()) in ((302, 1), (422, 0))
    for event in made:
        assert_sound(event)
