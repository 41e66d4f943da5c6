"""Settings of finals at the desk, and the preview of a drop after the cut."""

import re

import pytest
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, form, fresh, friday, paired, played
from tests.support.pages import made, make_cup, says
from tournaments.history.cache import load_history
from tournaments.players.actions.players import disqualify_player, drop_player
from tournaments.players.pages.drops import preview_departure

OWN = "1 SF1 S1 S4\n1 SF2 S2 S3\n2 F W:SF1 W:SF2"
USUAL = {
    "finals": "single",
    "top": "8",
    "best_of": "3",
    "minutes": "50",
    "places": "seed",
    "after_cut": "bye",
}


def store(desk, event, **data):
    return desk.post(reverse("settings_finals", args=[event.slug]), form(event, **data))


def own_settings(event):
    return load_history(fresh(event)).phases[-1].overrides


@pytest.fixture
def planned(organiser):
    return friday(organiser, finals=("single", 8))


def test_third_place_games_by_round_and_places_can_be_set_and_are_public(desk, client, planned):
    data = {**USUAL, "third_place": "on", "places": "shared", "after_cut": "next", "round_3": "5"}
    assert store(desk, planned, **data).status_code == 302
    assert own_settings(planned) == {
        "cut": {"top": 8},
        "finals": "single",
        "third_place": True,
        "places": "shared",
        "after_cut": "next",
        "best_of_rounds": {"3": 5},
    }
    about = says(client, planned, "about")
    assert "Final: best of 5" in about and "decided by a match" in about
    assert "best of 5" in says(client, planned, "bracket")
    assert store(desk, planned, **USUAL).status_code == 302
    assert own_settings(planned) == {"cut": {"top": 8}, "finals": "single"}


def test_third_place_is_refused_if_nobody_is_eliminated_before_the_final(desk, organiser):
    event = friday(organiser, finals=("double", 8))
    answer = store(desk, event, **USUAL | {"finals": "double", "third_place": "on"})
    assert answer.status_code == 422
    assert "Double elimination for 8 can’t have a third-place match" in answer.content.decode()


def test_the_quick_scores_of_a_round_follow_its_games(desk, organiser):
    event = make_cup(organiser, "single", best_of_rounds={"1": 5})
    body = desk.get(reverse("desk", args=[event.slug])).content.decode()
    assert 'value="3-2"' in body and 'value="2-1"' not in body
    sent = form(event, phase=1, round=1, table=1, result_text="3-1", **{"from": "row"})
    assert desk.post(reverse("report", args=[event.slug]), sent).status_code == 302


def test_a_custom_finals_table_is_stored_as_typed_and_played(desk, organiser, planned):
    data = {**USUAL, "finals": "own", "own_name": "Our four", "own_table": OWN}
    assert store(desk, planned, **data).status_code == 302
    assert own_settings(planned)["cut"] == {"top": 4}
    assert "Our four" in says(desk, planned, "bracket")
    body = desk.get(reverse("settings_finals", args=[planned.slug])).content.decode()
    assert "2 F W:SF1 W:SF2" in body
    event = paired(played(fresh(planned), organiser, 3), organiser)
    phase = load_history(fresh(event)).phase(2)
    slots = {m.slot: m.players for m in phase.rounds[0].matches}
    assert slots == {
        "SF1": (phase.entrants[0], phase.entrants[3]),
        "SF2": (phase.entrants[1], phase.entrants[2]),
    }


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (OWN.replace("W:SF2", "W:F"), "F can’t take a player from itself"),
        (OWN.replace("2 F", "F"), "Line 3: type the round"),
        (OWN.replace("S4", "T4"), "Match 1: “T4” isn’t a valid side of SF1"),
        (OWN.replace("S4", "S3"), "enters 2 times"),
        ("", "Must be a list of matches"),
    ],
)
def test_an_invalid_custom_table_is_an_error_at_its_field_and_is_kept(desk, planned, table, words):
    answer = store(desk, planned, **USUAL | {"finals": "own", "own_table": table})
    body = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(rf'<span class="error"[^>]*own_table_error">[^<]*{re.escape(words)}', body), words
    assert table.split("\n")[0] in body


@pytest.fixture
@cached_state
def after_the_cut(organiser):
    """Nine players with a cut to the top eight; a player who leaves is replaced."""
    event = friday(organiser, [f"Player {n}" for n in range(1, 10)], finals=("single", 8))
    phase = event.phases.get(number=2)
    phase.settings["after_cut"] = "next"
    phase.save()
    return paired(played(event, organiser, 3), organiser)


def test_the_replacement_is_previewed_and_then_plays(after_the_cut, organiser):
    before = load_history(fresh(after_the_cut))
    entrants, dropped = before.phase(2).entrants, before.phase(2).entrants[2]
    (ninth,) = {p.id for p in before.players} - set(entrants)
    preview = preview_departure(after_the_cut, dropped)
    assert preview.drop[0].startswith(
        f"{before.names[ninth]}, the next player in the standings, enters as seed 8"
    )
    assert preview.drop[1].startswith("Table ")
    assert load_history(fresh(after_the_cut)) == before
    disqualify_player(after_the_cut, actor_of(organiser), dropped)
    after = load_history(fresh(after_the_cut)).phase(2)
    assert after.entrants == (*(player for player in entrants if player != dropped), ninth)
    sitting = {player for match in after.rounds[0].matches for player in match.players}
    assert sitting == set(after.entrants)
    assert not any(match.reported for match in after.rounds[0].matches)


def test_by_default_the_opponent_advances(desk, organiser):
    event = make_cup(organiser, "single", 4)
    assert "Their next opponent advances" in " ".join(preview_departure(event, "p1").drop)
    sent = form(event, phase=1, round=1, table=1, result_text="2-0", **{"from": "row"})
    desk.post(reverse("report", args=[event.slug]), sent)
    drop_player(fresh(event), actor_of(organiser), "p1")
    sent = form(event, phase=1, round=1, table=2, result_text="2-0", **{"from": "row"})
    desk.post(reverse("report", args=[event.slug]), sent)
    event = paired(fresh(event), organiser)
    assert made(event)["R2-1"] == ("p1", "p2")
    final = load_history(fresh(event)).phase(1).rounds[1].matches[0]
    assert [seat.result for seat in final.seats] == ["no_show", "win"]


def test_formats_that_are_not_chosen_are_folded(desk, organiser):
    event = friday(organiser, finals=("mcintyre8", 8))
    body = desk.get(reverse("settings_finals", args=[event.slug])).content.decode()
    visible, _folded = body.split("More formats</summary>")
    assert re.findall(r'type="radio" name="finals" value="(\w*)"', visible) == ["", "single", "mcintyre8"]
