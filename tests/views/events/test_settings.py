"""Settings at the desk: name and date, play, columns, finals, deletion."""

import pytest
from django.urls import reverse

from tests.views.desk_events import actor_of, form, fresh, friday, paired, played
from tournaments.actions.events import events
from tournaments.models import Event, Player
from tournaments.rules.history import SWISS, EventHistory, PhaseRecord

FACTS = {
    "form": "facts",
    "name": "Friday night",
    "day": "2026-11-14",
    "start": "10:00",
    "timezone": "Europe/Lisbon",
    "place": "Lantern Hall",
    "rulebook": "magic",
}
PLAY = {
    "form": "play",
    "rounds": "3",
    "best_of": "3",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "bye": "3",
}
PAIRING = {
    "form": "pairing",
    "first_round_pairing": "random",
    "pairing": "random",
    "last_round_pairing": "random",
    "apart_club": "",
    "apart_household": "",
    "bye_to": "lowest",
    "late_entry": "loss",
    "first_seat": "standing",
    "band": "",
}


def page(event):
    return reverse("desk_settings", args=[event.slug])


def store(desk, event, data, /, **changed):
    return desk.post(page(event), form(event, **{**data, **changed}))


def own(event) -> dict:
    return event.phases.get(number=1).settings


def test_the_start_is_stored_in_the_time_zone_of_the_event(desk, organiser):
    event = friday(organiser)
    assert store(desk, event, FACTS, name="Saturday").status_code == 302
    event = fresh(event)
    assert (event.name, event.place, event.timezone) == ("Saturday", "Lantern Hall", "Europe/Lisbon")
    assert event.starts_at.isoformat() == "2026-11-14T10:00:00+00:00"
    body = desk.get(page(event)).content.decode()
    assert 'value="2026-11-14"' in body and 'value="10:00"' in body


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "a" * 201),
        ("name", "a\x1bb"),
        ("day", "soon"),
        ("day", "9999-01-01"),
        ("timezone", "Moon"),
        ("rulebook", "chequers"),
    ],
)
def test_invalid_fields_keep_their_input(desk, organiser, field, value):
    event = friday(organiser)
    answer = store(desk, event, FACTS, **{field: value, "place": "Pier 9"})
    assert answer.status_code == 422
    assert 'value="Pier 9"' in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    assert fresh(event).version == event.version


def test_the_rulebook_changes_only_before_round_1(desk, organiser):
    event = friday(organiser)
    store(desk, event, FACTS, rulebook="battlefy")
    assert fresh(event).rulebook == "battlefy"
    event = paired(event, organiser)
    body = desk.get(page(event)).content.decode()
    assert "the rulebook stays Battlefy" in body
    store(desk, event, FACTS, rulebook="magic")
    assert fresh(event).rulebook == "battlefy"


def test_only_differences_from_the_rulebook_are_stored_and_shown(desk, organiser):
    event = friday(organiser)
    store(desk, event, PLAY)
    assert own(event) == {"rounds": 3}
    store(desk, event, PLAY, rounds="", win="2", best_of="5")
    store(desk, event, PAIRING, last_round_pairing="by_standing")
    assert own(event) == {
        "points": {"win": 2},
        "best_of": 5,
        "last_round_pairing": "by_standing",
    }
    settings = {
        "percentages": {"floor": "1/3", "bye_in_own_mw": False},
        "tiebreakers": ["gw"],
        "soft_in_tp": True,
    }
    events.change_settings(event, actor_of(organiser), 1, **settings)
    body = desk.get(page(event)).content.decode()
    assert "points: win 2" in body and "best of: 5" in body and "tiebreakers: GW %" in body
    assert "Minimum percentage: 1/3" in body and "Soft scores count towards tournament points: Yes" in body
    assert "A bye counts as a win in own match wins: No" in body


def test_values_repeated_from_the_rulebook_are_not_differences(desk, organiser):
    settings = {"percentages": {"floor": "1/3", "own_gw_floored": True}, "tiebreakers": ["omw", "gw", "ogw"]}
    phases = (PhaseRecord(SWISS, "Swiss", settings),)
    event = events.create_event(actor_of(organiser), EventHistory("Harbour", "magic", phases=phases))
    body = desk.get(page(event)).content.decode()
    assert "Minimum percentage: 1/3" in body
    assert "The minimum also applies to own game wins:" not in body and "tiebreakers: " not in body


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rounds", "0"),
        ("rounds", "101"),
        ("win", "many"),
        ("win", "nan"),
        ("best_of", "4"),
    ],
)
def test_invalid_numbers_are_refused(desk, organiser, field, value):
    event = friday(organiser)
    answer = store(desk, event, PLAY, **{field: value})
    assert answer.status_code == 422
    assert fresh(event).version == event.version


def test_unknown_finals_are_refused(desk, organiser):
    answer = store(desk, friday(organiser), {"form": "finals", "finals": "luck", "top": "4"})
    assert answer.status_code == 422
    assert "luck is not one of the available choices" in answer.content.decode()


def test_fewer_rounds_than_are_drawn_are_refused(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    answer = store(desk, event, PLAY, rounds="1")
    assert answer.status_code == 422
    assert "2 rounds are already paired" in answer.content.decode()


def test_points_by_games_are_kept_as_in_the_file(desk, organiser, event_from):
    points = {"2-0": 2, "2-1": 1, "1-2": 0, "0-2": -1, "bye": 2}
    event = event_from(
        {
            "format": "topcut/1",
            "event": {"name": "By games", "rulebook": "magic"},
            "players": [],
            "phases": [{"kind": "swiss", "settings": {"points": points}}],
        }
    )
    assert '<label for="play_2-1">2–1</label>' in desk.get(page(event)).content.decode()
    typed = {
        "win": "2",
        "draw": "0",
        "loss": "-1",
        "bye": "2",
        "2-0": "2",
        "2-1": "1",
        "1-2": "0",
        "0-2": "-1",
    }
    store(desk, event, PLAY, rounds="4", **typed)
    assert own(event) == {"points": points, "rounds": 4}
    store(desk, event, PLAY, rounds="4", **typed | {"1-2": "0.5"})
    assert own(event)["points"]["1-2"] == 0.5


def test_finals_can_be_added_and_removed(desk, organiser):
    event = friday(organiser)
    store(desk, event, {"form": "finals", "finals": "mcintyre8", "top": ""})
    assert event.phases.get(number=2).settings == {"finals": "mcintyre8", "cut": {"top": 8}}
    store(desk, event, {"form": "finals", "finals": "", "top": ""})
    assert event.phases.count() == 1


def test_begun_finals_cannot_be_changed(desk, organiser):
    event = played(friday(organiser, rounds=1, finals=("single", 4)), organiser, rounds=2)
    assert "Its format and the cut can’t be changed" in desk.get(page(event)).content.decode()
    answer = store(desk, event, {"form": "finals", "finals": "mcintyre8", "top": "8"})
    assert answer.status_code == 422


def test_an_unknown_form_is_404(desk, organiser):
    event = friday(organiser)
    assert store(desk, event, {"form": "luck"}).status_code == 404


def test_the_columns_are_listed_with_a_link_to_change_them(desk, organiser):
    event = friday(organiser)
    body = desk.get(page(event)).content.decode()
    assert body.index("OMW %") < body.index("GW %") < body.index("OGW %")
    assert f'href="{reverse("standings", args=[event.slug, 1])}?columns=1"' in body


def test_deletion_shows_what_is_removed_and_requires_the_name(desk, organiser):
    event = played(friday(organiser), organiser)
    address = reverse("delete_event", args=[event.slug])
    body = desk.get(address).content.decode()
    assert "<dt>Players</dt><dd>8</dd>" in body and "<dt>Results</dt><dd>4</dd>" in body
    assert reverse("event_file", args=[event.slug]) in body
    refused = desk.post(address, form(event, name="friday"))
    assert refused.status_code == 422
    assert "to delete it" in refused.content.decode()
    assert 'value="friday"' in refused.content.decode()
    assert desk.post(address, form(event, name="Friday night")).url == reverse("home")
    assert not Event.objects.exists() and not Player.objects.exists()


def test_on_site_settings_apply_to_every_phase_and_are_public(desk, client, organiser):
    event = friday(organiser)
    sent = {"form": "hall", "reporting": "slips", "report_minutes": "5", "minutes_1": "35"}
    address = f"/e/{event.slug}/desk/settings/"
    page = desk.post(address, form(event, **sent), follow=True)
    assert "round length: 35 minutes" in page.content.decode()
    assert "result slips" in client.get(f"/e/{event.slug}/about/").content.decode()
    wrong = desk.post(address, form(fresh(event), **sent | {"minutes_1": "700"}))
    assert wrong.status_code == 422 and "600" in wrong.content.decode()
