"""Imports event files with random logs: refused, or every entry can be read, undone and restored."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.invariants import assert_sound
from tests.fuzz.venue import ROLES, SECRET
from tests.fuzz.walks import rolled_back
from tests.rules.event_file.example_file import EXAMPLE, example
from tests.support.file_changes import junk, keys, scalars
from tournaments.changes.registry import ACTIONS, SENTENCES
from tournaments.log.pages.sentences import PLACES
from tournaments.models import Event
from tournaments.rules import event_file
from tournaments.rules.log.event_parts import as_json, kind_of, split_event

PARTS = {path: as_json(kind_of(path), part) for path, part in split_event(event_file.read(example())).items()}
BY_KIND = {}
for path, part in PARTS.items():
    BY_KIND.setdefault(kind_of(path), []).append(part)
ODD_PATHS = ("", "x", "event:1", "player:", "phase:9", "round:1:9", "match:1:1:99", "match:1:1", "bye:1:1:p9")
NOT_UNDOABLE = ({"match:1:1:1": ["x", None]}, {"match:1:1:1": [{"bye": []}, None]})


@st.composite
def sides(draw, path):
    """Draw a part for one side of a change of this path, sometimes with an odd value."""
    kind = kind_of(path) if path in PARTS else draw(st.sampled_from(sorted(BY_KIND)))
    part = draw(st.none() | st.sampled_from(BY_KIND[kind]))
    number = draw(st.integers(0, 9))
    if part is None or number < 6:
        return part
    if number == 9:
        return draw(junk)
    return part | {draw(st.sampled_from(sorted(part)) | keys): draw(scalars | junk)}


@st.composite
def changes(draw):
    paths = draw(st.lists(st.sampled_from((*PARTS, *PARTS, *ODD_PATHS)), min_size=1, max_size=3, unique=True))
    return {path: [draw(sides(path)), draw(sides(path))] for path in paths}


# Of rounds, tables and others, players and phases of the example, and anything that a file may hold.
NUMBERS = ("count", "size", "table", "pod", "first", "second", "dropped_after", "drops", "plays_on")
value = st.integers(0, 3) | st.sampled_from(("p1", "p2", "p9")) | keys | scalars
values = value | st.lists(value, max_size=3) | st.just([1, 1]) | junk
lines = st.fixed_dictionaries(
    {
        "at": st.just("2017-02-25T09:05:00Z"),
        "action": st.sampled_from(sorted(ACTIONS)),
        "changes": changes() | st.sampled_from(NOT_UNDOABLE),
        "sentence": st.sampled_from(sorted(SENTENCES)) | keys,
        "values": st.dictionaries(st.sampled_from([*PLACES, *NUMBERS]), values),
    }
)


def import_log(client, log):
    """Import the example with this log; return its event, or None if it is refused."""
    body = json.dumps({**EXAMPLE, "log": log}).encode("utf-8", "surrogatepass")
    before = set(Event.objects.values_list("pk", flat=True))
    file = SimpleUploadedFile("event.json", body)
    response = client.post("/import/", {"csrfmiddlewaretoken": SECRET, "key": "", "file": file})
    event = Event.objects.exclude(pk__in=before).first()
    assert response.status_code == (302 if event else 422)
    return event


def walk_log(client, watch, event):
    """Open the log and the pages of each entry, and send their forms."""
    form = {"csrfmiddlewaretoken": SECRET, "key": ""}
    for pk in event.log.order_by("-pk").values_list("pk", flat=True):
        watch.check(client.get(reverse("desk_log", args=[event.slug])), "the log")
        watch.check(client.get(reverse("desk", args=[event.slug])), "the desk")
        for name in ("undo_change", "restore_before"):
            address = reverse(name, args=[event.slug, pk])
            watch.check(client.get(address), name)
            watch.check(client.post(address, form), name)
        watch.check(client.post(reverse("undo", args=[event.slug]), form | {"entry": pk}), "undo")
    watch.check(client.get(reverse("event_file", args=[event.slug])), "the file")


@settings(suppress_health_check=list(HealthCheck), deadline=None)
@given(st.lists(lines, min_size=1, max_size=3))
def test_any_log_that_is_imported_can_be_read_and_undone(venue, watch, log):
    client = venue.client(ROLES[0])
    with rolled_back(), watch.on():
        event = import_log(client, log)
        if event:
            walk_log(client, watch, event)
            assert_sound(event)
    assert not watch.faults, watch.faults


@pytest.mark.parametrize("changes", NOT_UNDOABLE)
def test_an_invalid_log_is_refused_with_its_path(venue, changes):
    line = {"at": "2017-02-25T09:05:00Z", "action": "report_result", "changes": changes}
    assert import_log(venue.client(ROLES[0]), [line]) is None
