"""Making an event, from a form and from a file; signing in and out."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.conftest import PASSWORD
from tests.views.desk_events import friday, played
from tournaments.models import Event, Staff
from tournaments.queries.history.cache import load_history_with_log
from tournaments.rules import event_file

NEW = {
    "key": "a key",
    "name": "Harbour Open",
    "day": "2026-07-14",
    "start": "10:00",
    "timezone": "Europe/Lisbon",
    "place": "Lantern Hall",
    "rulebook": "magic",
    "players": "88",
    "rounds": "7",
    "best_of": "",
    "finals": "mcintyre8",
    "top": "8",
}


def make(desk, **changed):
    return desk.post(reverse("new_event"), {**NEW, **changed})


def test_an_event_is_made_with_its_finals_and_run_by_who_made_it(desk, organiser):
    answer = make(desk)
    event = Event.objects.get()
    assert answer.url == reverse("desk", args=["harbour-open"])
    assert event.starts_at.isoformat() == "2026-07-14T09:00:00+00:00"
    told = [(phase.kind, phase.settings) for phase in event.phases.all()]
    assert told == [
        ("swiss", {"rounds": 7}),
        ("bracket", {"cut": {"top": 8}, "finals": "mcintyre8"}),
    ]
    assert Staff.objects.get(event=event).user == organiser


@pytest.mark.parametrize("kind", ["pods", "", "swiss"])
def test_a_rulebook_of_pods_makes_pods(desk, kind):
    make(desk, rulebook="hareruya", kind=kind, rounds="", finals="pods10", top="", best_of="")
    event = Event.objects.get()
    assert [(phase.kind, phase.settings) for phase in event.phases.all()] == [
        ("pods", {}),
        ("bracket", {"cut": {"top": 10}, "finals": "pods10"}),
    ]


def test_a_rulebook_of_pods_paired_otherwise_is_said_beside_it(desk):
    answer = make(desk, rulebook="hareruya", kind="pools")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert page.count("Hareruya is played in pods: choose Pods here.") == 2, "at the top and beside it"
    assert 'href="#id_kind"' in page and 'id="id_kind"' in page


def test_blank_rounds_and_no_finals_leave_it_to_the_rulebook(desk):
    make(desk, rounds="", finals="", top="", best_of="3", day="", start="")
    event = Event.objects.get()
    assert [(phase.kind, phase.settings) for phase in event.phases.all()] == [("swiss", {})]
    assert event.starts_at is None


@pytest.mark.parametrize(
    ("kind", "phases"),
    [
        (
            "two_days",
            [
                ("swiss", "Day one", {"rounds": 7}),
                ("swiss", "Day two", {"carry": True, "cut": {"losses": 2}}),
            ],
        ),
        ("pools", [("round_robin", "Pools", {"pools": 4, "rounds": 7})]),
    ],
)
def test_a_shape_is_made_of_its_phases_and_the_finals(desk, kind, phases):
    make(desk, kind=kind)
    told = Event.objects.get().phases.all()
    assert [(phase.kind, phase.name, phase.settings) for phase in told][:-1] == phases
    assert told.last().kind == "bracket"
    make(desk, kind=kind, key="another", rounds="")
    assert "rounds" not in Event.objects.first().phases.first().settings


def test_the_same_form_sent_twice_makes_one_event(desk):
    assert make(desk).url == make(desk).url
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "required"),
        ("name", "a\tb", "cannot be shown"),
        ("rulebook", "chequers", "not one of the available choices"),
        ("rounds", "0", "greater than or equal to 1"),
        ("top", "6", "takes exactly 8 players"),
        ("top", "1", "greater than or equal to 2"),
        ("timezone", "Moon/Base", "not one of the available choices"),
        ("day", "0001-01-01", "greater than or equal to"),
    ],
)
def test_what_will_not_do_is_said_beside_it_and_what_was_typed_stays(desk, field, value, words):
    answer = make(desk, **{"place": "Pier 9", field: value})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert 'value="Pier 9"' in answer.content.decode()
    assert not Event.objects.exists()


def test_finals_of_one_size_take_it_where_the_usual_number_was_left(desk):
    make(desk, finals="pods4", top="8")
    assert Event.objects.get().phases.last().settings["cut"] == {"top": 4}
    chosen = {"part": "meaning", "rulebook": "pods-multiplayer", "finals": "pods4", "top": "8"}
    assert "top 4" in desk.get(reverse("new_event"), chosen).content.decode()


def test_the_consequence_of_the_choices_is_said(desk):
    chosen = {"part": "meaning", "rulebook": "magic", "players": "88", "finals": "mcintyre8", "top": "8"}
    said = desk.get(reverse("new_event"), chosen).content.decode()
    assert "88 players: 7 rounds, top 8" in said
    assert "all x–1, about 2 of 14 x–2" in said
    assert "<html" not in said
    odd = {"part": "meaning", "rulebook": "luck", "players": "-1", "finals": "x", "top": "²"}
    assert desk.get(reverse("new_event"), odd).status_code == 200


def test_only_swiss_rounds_of_a_known_size_have_a_triangle(desk):
    usual = {"part": "meaning", "rulebook": "magic", "finals": "single", "top": "8"}
    for more in (
        {},
        {"players": "1"},
        {"players": "9", "kind": "round_robin"},
        {"players": "9", "rounds": "50"},
    ):
        assert "<svg" not in desk.get(reverse("new_event"), usual | more).content.decode()


def test_without_a_script_the_numbers_are_tried_by_a_form_of_their_own(desk):
    page = desk.get(reverse("new_event"), {"players": "88", "rounds": "6", "top": "8", "rulebook": "magic"})
    said = page.content.decode()
    assert "<noscript><form" in said
    assert "88 players: 6 rounds, top 8" in said
    assert "all x–0, about 7 of 8 x–1" in said


def test_every_rulebook_and_finals_system_stands_with_its_summary(desk):
    said = desk.get(reverse("new_event")).content.decode()
    for words in ("Dreamhack Hearthstone", "McIntyre final eight", "Whoever loses is out."):
        assert words in said


def test_strangers_sign_in_first(client, db):
    for name in ("new_event", "import_event"):
        answer = client.get(reverse(name))
        assert answer.url == f"{reverse('login')}?next={reverse(name)}"
    assert make(client).status_code == 302
    assert not Event.objects.exists()


def upload(desk, content, key="a key"):
    file = SimpleUploadedFile("event.json", content if isinstance(content, bytes) else content.encode())
    return desk.post(reverse("import_event"), {"key": key, "file": file})


def test_an_event_file_becomes_an_event_of_ones_own(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    text = event_file.text(load_history_with_log(event))
    answer = upload(desk, text)
    copy = Event.objects.exclude(pk=event.pk).get()
    assert answer.url == reverse("desk", args=[copy.slug])
    assert event_file.text(load_history_with_log(copy)) == text
    assert Staff.objects.get(event=copy).role == Staff.OWNER


def test_a_file_sent_twice_makes_one_event(desk):
    text = json.dumps({"format": "topcut/1", "event": {"name": "X", "rulebook": "magic"}, "players": []})
    assert upload(desk, text).url == upload(desk, text).url
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        ('{"format": "topcut/2", "event": {}, "players": []}', "format: must be"),
        (
            json.dumps(
                {
                    "format": "topcut/1",
                    "event": {"name": "X", "rulebook": "magic"},
                    "players": [{"id": "p1", "name": ""}],
                }
            ),
            "players[0].name",
        ),
        ("", "empty"),
    ],
)
def test_a_bad_file_is_refused_with_the_path_of_what_is_wrong(desk, content, words):
    answer = upload(desk, content)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Event.objects.exists()


def test_a_file_that_is_too_large_is_refused(desk, monkeypatch):
    monkeypatch.setattr(event_file, "MAX_FILE_BYTES", 10)
    answer = upload(desk, " " * 11)
    assert answer.status_code == 422
    assert "larger than" in answer.content.decode()


def test_no_file_at_all_is_said(desk):
    answer = desk.post(reverse("import_event"), {"key": "a key"})
    assert answer.status_code == 422
    assert "required" in answer.content.decode()


def test_signing_in_leads_back_and_signing_out_leads_home(client, organiser):
    wanted = reverse("new_event")
    said = {"username": "organiser", "password": PASSWORD, "next": wanted}
    assert client.post(reverse("login"), said).url == wanted
    assert client.post(reverse("logout")).url == reverse("home")


def test_a_wrong_password_is_said_and_the_name_stays(client, organiser):
    answer = client.post(reverse("login"), {"username": "organiser", "password": "no"})
    assert "do not go together" in answer.content.decode()
    assert 'value="organiser"' in answer.content.decode()


def test_signing_in_leads_nowhere_else(client, organiser):
    said = {"username": "organiser", "password": PASSWORD, "next": "https://example.org/"}
    assert client.post(reverse("login"), said).url == reverse("home")
