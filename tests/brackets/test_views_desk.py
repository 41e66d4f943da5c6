"""Finals at the desk: early matches, the choice of an opponent, corrections that undo later matches."""

import re

import pytest
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tests.support.pages import HTMX, made, make_cup, says, tap_result
from tournaments.brackets.actions import open_matches
from tournaments.events.actions.events import set_finals
from tournaments.history.cache import load_history
from tournaments.players.actions.players import drop_player
from tournaments.results.actions.results import report_result


@pytest.fixture
@cached_state
def at_the_call(organiser):
    event = reported(make_cup(organiser, "super_league8"), organiser, result_text="2-0")
    return reported(paired(event, organiser), organiser, result_text="2-0")


def test_swiss_rounds_never_open_finals_matches(desk, event_from):
    seats = [[{"player": a, "games": 2}, {"player": b, "games": 0}] for a, b in (("p1", "p4"), ("p2", "p3"))]
    matches = [{"table": at, "seats": pair} for at, pair in enumerate(seats, 1)]
    swiss = {"kind": "swiss", "rounds": [{"number": 1, "state": "published", "matches": matches}]}
    players_ = [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, 5)]
    facts = {"name": "Cup", "rulebook": "magic"}
    event = event_from({"format": "topcut/1", "event": facts, "players": players_, "phases": [swiss]})
    before = load_history(fresh(event))
    desk.post(reverse("open_matches", args=[event.slug]), form(event))
    assert load_history(fresh(event)) == before


def test_a_choice_of_opponent_comes_before_pairing(desk, at_the_call):
    assert "Player 1 chooses" in says(desk, at_the_call)
    assert (
        reverse("call_opponent", args=[at_the_call.slug])
        in desk.get(reverse("desk", args=[at_the_call.slug])).content.decode()
    )
    assert "Finish round only" in says(desk, at_the_call, "desk_round")
    assert "Add a top cut" not in says(desk, at_the_call, "desk_round")


@pytest.mark.parametrize(("chosen", "other"), [("p3", "p4"), ("p4", "p3")])
def test_a_choice_of_opponent_creates_both_matches_and_can_be_undone(desk, at_the_call, chosen, other):
    address = reverse("call_opponent", args=[at_the_call.slug])
    assert desk.get(address).content.decode().count('name="player"') == 2
    assert desk.post(address, form(at_the_call, player=chosen)).status_code == 302
    assert made(at_the_call)["QSF1"] == ("p1", chosen)
    assert made(at_the_call)["QSF2"] == ("p2", other)
    assert f"Player 1 calls Player {chosen[1]}" in says(desk, at_the_call, "desk_log")
    desk.post(reverse("undo", args=[at_the_call.slug]), form(fresh(at_the_call)))
    assert "QSF1" not in made(at_the_call)


def test_an_invalid_choice_of_opponent_is_refused(desk, at_the_call):
    answer = desk.post(reverse("call_opponent", args=[at_the_call.slug]), form(at_the_call, player="p8"))
    assert answer.status_code == 422 and "Nobody can be called now" in answer.content.decode()


def test_a_pending_choice_of_opponent_is_public(client, at_the_call):
    for name in ("event", "bracket"):
        body = client.get(reverse(name, args=[at_the_call.slug])).content.decode()
        assert "Player 1 chooses their opponent: Player 3 or Player 4." in body
    assert "6 of 9 played. Player 1 chooses" in body


def test_no_opponent_can_be_chosen_without_a_pending_choice(desk, organiser):
    event = make_cup(organiser, "super_league8")
    answer = desk.get(reverse("call_opponent", args=[event.slug]), follow=True)
    assert "There is no opponent to choose right now." in answer.content.decode()


@pytest.fixture
@cached_state
def half(organiser):
    """Eight players in a knock-out; both quarter-finals before one semi-final are reported."""
    event = make_cup(organiser, "single")
    for table in (1, 4):
        report_result(event, actor_of(organiser), 1, 1, table, "2-0")
    return fresh(event)


def test_ready_matches_are_listed_and_can_be_opened_early(desk, half):
    assert "Semi-final 1: Player 1 v Player 4" in says(desk, half, "desk_round")
    desk.post(reverse("open_matches", args=[half.slug]), form(half))
    assert made(half)["R2-1"] == ("p1", "p4")
    assert "Semi-final 1: Player 1 v Player 4" in says(desk, half, "desk_round")
    body = desk.get(reverse("desk", args=[half.slug])).content.decode()
    assert "?phase=1&amp;round=2&amp;table=5" in body


def test_the_keyboard_entry_accepts_tables_opened_early(desk, half, organiser):
    open_matches(half, actor_of(organiser))
    sent = form(fresh(half), phase=1, round=1, table=5, first="2", second="1", **{"from": "entry"})
    assert desk.post(reverse("report", args=[half.slug]), sent).status_code == 302
    early = load_history(fresh(half)).phase(1).rounds[1].matches[0]
    assert [seat.games for seat in early.seats] == [2, 1]


def test_a_row_opened_early_brings_what_is_around_the_tables(desk, half, organiser):
    open_matches(half, actor_of(organiser))
    body = tap_result(desk, half, 5, "2-1", number=2, **HTMX).content.decode()
    assert 'id="t5"' in body and 'id="live-progress" hx-swap-oob' in body


def test_tables_opened_early_are_on_the_first_page(client, half, organiser):
    open_matches(half, actor_of(organiser))
    body = client.get(reverse("event", args=[half.slug])).content.decode()
    row = next(line for line in body.split("<tr") if 'data-table="5"' in line)
    assert "Player 1" in row and "Player 4" in row and "Semi-final 1" in row


def test_the_rest_of_a_round_opened_early_can_be_paired(desk, half, organiser):
    open_matches(half, actor_of(organiser))
    reported(fresh(half), organiser)
    assert [r.state for r in load_history(fresh(half)).phase(1).rounds] == ["finished", "published"]
    assert "Pair the rest" in says(desk, half)
    desk.post(reverse("pair", args=[half.slug]), form(fresh(half)))
    assert made(half)["R2-2"] == ("p2", "p3")


def test_a_double_elimination_ends_without_an_unnecessary_second_final(desk, organiser):
    event = make_cup(organiser, "double", 4)
    for _ in range(3):
        event = paired(reported(event, organiser, result_text="2-0"), organiser)
    assert "play the deciding final if needed" in says(desk, event)
    event = reported(event, organiser, result_text="2-0")
    assert "End event" in says(desk, event)
    desk.post(reverse("finish_round", args=[event.slug]), form(event))
    assert "Champion: Player 1" in says(desk, event)


@pytest.fixture
@cached_state
def played_out(organiser):
    """A finished knock-out of eight players in which the better seed always won."""
    event = make_cup(organiser, "single")
    for _ in range(2):
        event = paired(reported(event, organiser, result_text="2-0"), organiser)
    return reported(event, organiser, result_text="2-0")


def test_another_winner_previews_undone_matches_and_can_be_undone_as_one_change(desk, played_out, organiser):
    before = load_history(fresh(played_out))
    sent = form(played_out, phase=1, round=1, table=1, result_text="0-2", **{"from": "row"})
    answer = desk.post(reverse("report", args=[played_out.slug]), sent)
    body = desk.get(answer.url).content.decode()
    assert "Semi-final 1: Player 1 2–0 Player 4 is undone; Player 4 plays Player 8." in body
    assert "Final: Player 1 2–0 Player 2 is undone." in body
    assert load_history(fresh(played_out)) == before, "Nothing is saved yet"
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', body))
    assert hidden["choice"] == "remake"
    assert desk.post(reverse("correct", args=[played_out.slug]), hidden).status_code == 302
    assert made(played_out)["R2-1"] == ("p4", "p8") and "R3-1" not in made(played_out)
    assert "Player 2 2–0 Player 3" in says(desk, played_out)
    desk.post(reverse("undo", args=[played_out.slug]), form(fresh(played_out)))
    assert load_history(fresh(played_out)) == before


def test_a_correction_without_consequences_needs_no_confirmation(desk, played_out):
    sent = form(played_out, phase=1, round=1, table=1, result_text="2-1", **{"from": "row"})
    answer = desk.post(reverse("report", args=[played_out.slug]), sent)
    assert "correct" not in answer.url


@pytest.mark.parametrize("result", ["draw", "1-1", "double-loss"])
def test_a_finals_match_without_a_winner_is_an_error_at_its_field(desk, half, result):
    sent = form(half, phase=1, round=1, table=3, result_text=result, **{"from": "row"})
    answer = desk.post(reverse("report", args=[half.slug]), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert answer.content.decode().count("A bracket match needs a winner") == 1


def test_after_a_double_loss_the_better_seed_advances(organiser, half):
    for key in ("p2", "p7"):
        drop_player(fresh(half), actor_of(organiser), key)
    table = next(m.table for m in load_history(fresh(half)).phase(1).rounds[0].matches if "p2" in m.players)
    report_result(fresh(half), actor_of(organiser), 1, 1, table, "double-loss")
    reported(fresh(half), organiser)
    after = paired(fresh(half), organiser)
    semi = next(m for m in load_history(fresh(after)).phase(1).rounds[1].matches if "p2" in m.players)
    assert [seat.result for seat in semi.seats] == ["no_show", "win"]


@pytest.mark.parametrize(
    ("key", "name"), [("single", "Quarter-final 1"), ("mcintyre8", "Qualifying final 1")]
)
def test_the_draft_of_finals_has_seeds_and_match_names_and_is_not_drawn_again(desk, organiser, key, name):
    event = friday(organiser, rounds=1, finals=(key, 8))
    event = paired(played(event, organiser), organiser, publish=False)
    text = says(desk, event, "desk_round")
    assert name in text and "Pair again" not in text
    assert all(f"seed {seed}" in text for seed in range(1, 9))


def test_restore_points_name_the_phase_and_the_round(desk, organiser):
    event = friday(organiser, rounds=1)
    set_finals(event, actor_of(organiser), "single", 8)
    event = paired(played(fresh(event), organiser), organiser)
    text = says(desk, event, "desk_points")
    assert "Before Swiss, round 1" in text and "Before Top 8, Quarter-finals" in text
