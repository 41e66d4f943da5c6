"""Event files with any log: refused in words, or every line of it can be read, undone and gone back to."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.hall import ROLES, SECRET
from tests.fuzz.soundness import assert_sound
from tests.fuzz.walks import from_the_beginning
from tests.rules.event_file.example_file import EXAMPLE, example
from tests.rules.event_file.test_fuzz import junk, keys, scalars
from tournaments.models import Event
from tournaments.queries.log.descriptions import WORDS
from tournaments.rules import event_file
from tournaments.rules.log.event_parts import parts_of
from tournaments.rules.log.part_json import as_json, kind_of

PARTS = {path: as_json(kind_of(path), part) for path, part in parts_of(event_file.read(example())).items()}
BY_KIND = {}
for path, part in PARTS.items():
    BY_KIND.setdefault(kind_of(path), []).append(part)
ODD_PATHS = ("", "x", "event:1", "player:", "phase:9", "round:1:9", "match:1:1:99", "match:1:1", "bye:1:1:p9")
NOT_UNDOABLE = ({"match:1:1:1": ["x", None]}, {"match:1:1:1": [{"bye": []}, None]})


@st.composite
def sides(draw, path):
    """What a line says of this path before or after: a part of its kind, sometimes with a value changed."""
    kind = kind_of(path) if path in PARTS else draw(st.sampled_from(sorted(BY_KIND)))
    part = draw(st.none() | st.sampled_from(BY_KIND[kind]))
    how = draw(st.integers(0, 9))
    if part is None or how < 6:
        return part
    if how == 9:
        return draw(junk)
    return part | {draw(st.sampled_from(sorted(part)) | keys): draw(scalars | junk)}


@st.composite
def changes(draw):
    paths = draw(st.lists(st.sampled_from((*PARTS, *PARTS, *ODD_PATHS)), min_size=1, max_size=3, unique=True))
    return {path: [draw(sides(path)), draw(sides(path))] for path in paths}


lines = st.fixed_dictionaries(
    {
        "at": st.just("2017-02-25T09:05:00Z"),
        "action": st.sampled_from(sorted(WORDS)),
        "changes": changes() | st.sampled_from(NOT_UNDOABLE),
    }
)


def import_log(client, log):
    """Import the example with this log; return its event, or None where it is refused."""
    body = json.dumps({**EXAMPLE, "log": log}).encode("utf-8", "surrogatepass")
    before = set(Event.objects.values_list("pk", flat=True))
    file = SimpleUploadedFile("event.json", body)
    answer = client.post("/import/", {"csrfmiddlewaretoken": SECRET, "key": "", "file": file})
    event = Event.objects.exclude(pk__in=before).first()
    assert answer.status_code == (302 if event else 422)
    return event


def walk_log(client, watch, event):
    """Open the log and each line's pages, and do what they offer."""
    form = {"csrfmiddlewaretoken": SECRET, "key": ""}
    for pk in event.log.order_by("-pk").values_list("pk", flat=True):
        watch.seen(client.get(reverse("desk_log", args=[event.slug])), "the log")
        watch.seen(client.get(reverse("desk", args=[event.slug])), "the desk")
        for name in ("take_back", "go_back"):
            address = reverse(name, args=[event.slug, pk])
            watch.seen(client.get(address), name)
            watch.seen(client.post(address, form), name)
        watch.seen(client.post(reverse("undo", args=[event.slug]), form | {"entry": pk}), "undo")
    watch.seen(client.get(reverse("event_file", args=[event.slug])), "the file")


@settings(suppress_health_check=list(HealthCheck), deadline=None)
@given(st.lists(lines, min_size=1, max_size=3))
def test_any_log_that_is_imported_can_be_read_and_undone(hall, watch, log):
    client = hall.client(ROLES[0])
    with from_the_beginning(), watch.on():
        event = import_log(client, log)
        if event:
            walk_log(client, watch, event)
            assert_sound(event)
    assert not watch.faults, watch.faults


@pytest.mark.parametrize("changes", NOT_UNDOABLE)
def test_a_log_that_could_not_be_undone_is_refused_with_its_path(hall, changes):
    line = {"at": "2017-02-25T09:05:00Z", "action": "report_result", "changes": changes}
    assert import_log(hall.client(ROLES[0]), [line]) is None
