"""Finals at the desk: opened early, an opponent called, an earlier match corrected with what it undoes."""

import re

import pytest
from django.urls import reverse

from tests.database_states import kept
from tests.views.desk_events import actor_of, form, fresh, paired, reported
from tournaments.actions.brackets import early_matches
from tournaments.actions.events import events
from tournaments.actions.players import players
from tournaments.actions.results import results
from tournaments.queries.history.cache import load_history
from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord


@kept
def cup(organiser, key, count=8, **settings):
    """Finals alone with their first round out: Player 1 is seed 1."""
    phase = PhaseRecord(BRACKET, "Finals", {"finals": key, **settings})
    event = events.create_event(actor_of(organiser), EventHistory("Cup", "magic", phases=(phase,)))
    players.add_players(event, actor_of(organiser), "\n".join(f"Player {n}" for n in range(1, count + 1)))
    return paired(event, organiser)


def says(desk, event, name="desk"):
    text = re.sub(r"<[^>]+>", " ", desk.get(reverse(name, args=[event.slug])).content.decode())
    return " ".join(text.split())


def made(event):
    return {m.slot: m.players for r in load_history(fresh(event)).phase(1).rounds for m in r.matches}


@pytest.fixture
def at_the_call(organiser):
    event = reported(cup(organiser, "super_league8"), organiser, said="2-0")
    return reported(paired(event, organiser), organiser, said="2-0")


def test_no_finals_open_in_swiss_rounds_though_1_met_4_and_2_met_3_as_in_semi_finals(desk, event_from):
    seats = [[{"player": a, "games": 2}, {"player": b, "games": 0}] for a, b in (("p1", "p4"), ("p2", "p3"))]
    matches = [{"table": at, "seats": pair} for at, pair in enumerate(seats, 1)]
    swiss = {"kind": "swiss", "rounds": [{"number": 1, "state": "published", "matches": matches}]}
    players_ = [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, 5)]
    facts = {"name": "Cup", "rulebook": "magic"}
    event = event_from({"format": "topcut/1", "event": facts, "players": players_, "phases": [swiss]})
    before = load_history(fresh(event))
    desk.post(reverse("open_matches", args=[event.slug]), form(event))
    assert load_history(fresh(event)) == before


def test_the_desk_sends_to_the_call_before_anything_is_paired(desk, at_the_call):
    assert "Player 1 has the call" in says(desk, at_the_call)
    assert (
        reverse("call_opponent", args=[at_the_call.slug])
        in desk.get(reverse("desk", args=[at_the_call.slug])).content.decode()
    )
    assert "Only finish this round" in says(desk, at_the_call, "desk_round")
    assert "without finals" not in says(desk, at_the_call, "desk_round")


@pytest.mark.parametrize(("chosen", "other"), [("p3", "p4"), ("p4", "p3")])
def test_the_call_makes_both_matches_says_who_called_and_can_be_taken_back(desk, at_the_call, chosen, other):
    address = reverse("call_opponent", args=[at_the_call.slug])
    assert desk.get(address).content.decode().count('name="player"') == 2
    assert desk.post(address, form(at_the_call, player=chosen)).status_code == 302
    assert made(at_the_call)["QSF1"] == ("p1", chosen)
    assert made(at_the_call)["QSF2"] == ("p2", other)
    assert f"Player 1 calls Player {chosen[1]}" in says(desk, at_the_call, "desk_log")
    desk.post(reverse("undo", args=[at_the_call.slug]), form(fresh(at_the_call)))
    assert "QSF1" not in made(at_the_call)


def test_who_cannot_be_called_is_refused_and_the_page_stays(desk, at_the_call):
    answer = desk.post(reverse("call_opponent", args=[at_the_call.slug]), form(at_the_call, player="p8"))
    assert answer.status_code == 422 and "Nobody can be called now" in answer.content.decode()


def test_everybody_reads_who_has_the_call(client, at_the_call):
    for name in ("event", "bracket"):
        body = client.get(reverse(name, args=[at_the_call.slug])).content.decode()
        assert "Player 1 has the call and chooses whom to meet: Player 3 or Player 4." in body
    assert "6 of 9 matches over. Player 1 has the call" in body


def test_nobody_chooses_where_nobody_has_the_call(desk, organiser):
    event = cup(organiser, "super_league8")
    answer = desk.get(reverse("call_opponent", args=[event.slug]), follow=True)
    assert "Nobody chooses an opponent now." in answer.content.decode()


@pytest.fixture
def half(organiser):
    """Eight in a knock-out; the two quarter-finals that feed one semi-final are in."""
    return reported(cup(organiser, "single"), organiser, count=2, said="2-0")


def test_what_is_ready_is_named_and_opened_while_the_round_runs(desk, half):
    assert "Semi-final 1: Player 1 v Player 4" in says(desk, half, "desk_round")
    desk.post(reverse("open_matches", args=[half.slug]), form(half))
    assert made(half)["R2-1"] == ("p1", "p4")
    assert "Semi-final 1: Player 1 v Player 4" in says(desk, half, "desk_round")
    body = desk.get(reverse("desk", args=[half.slug])).content.decode()
    assert "?phase=1&amp;round=2&amp;table=5" in body


def test_a_table_that_opened_early_is_reported_in_the_entry_band_by_its_number(desk, half, organiser):
    early_matches.open_matches(half, actor_of(organiser))
    sent = form(fresh(half), phase=1, round=1, table=5, first="2", second="1", **{"from": "entry"})
    assert desk.post(reverse("report", args=[half.slug]), sent).status_code == 302
    early = load_history(fresh(half)).phase(1).rounds[1].matches[0]
    assert [seat.games for seat in early.seats] == [2, 1]


def test_who_plays_early_finds_their_table_on_the_first_page(client, half, organiser):
    early_matches.open_matches(half, actor_of(organiser))
    body = client.get(reverse("event", args=[half.slug])).content.decode()
    row = next(line for line in body.split("<tr") if 'data-table="5"' in line)
    assert "Player 1" in row and "Player 4" in row and "Semi-final 1" in row


def test_the_desk_pairs_the_rest_of_a_round_that_opened_early(desk, half, organiser):
    early_matches.open_matches(half, actor_of(organiser))
    reported(fresh(half), organiser)
    assert [r.state for r in load_history(fresh(half)).phase(1).rounds] == ["finished", "published"]
    assert "Pair the rest" in says(desk, half)
    desk.post(reverse("pair", args=[half.slug]), form(fresh(half)))
    assert made(half)["R2-2"] == ("p2", "p3")


def test_a_double_that_needs_no_second_final_ends_with_the_first(desk, organiser):
    event = cup(organiser, "double", 4)
    for _ in range(3):
        event = paired(reported(event, organiser, said="2-0"), organiser)
    assert "the deciding final if it is needed" in says(desk, event)
    event = reported(event, organiser, said="2-0")
    assert "End the event" in says(desk, event)
    desk.post(reverse("finish_round", args=[event.slug]), form(event))
    assert "Player 1 wins" in says(desk, event)


@pytest.fixture
def played_out(organiser):
    """Eight in a knock-out to the end, the better seed always winning."""
    event = cup(organiser, "single")
    for _ in range(2):
        event = paired(reported(event, organiser, said="2-0"), organiser)
    return reported(event, organiser, said="2-0")


def test_another_winner_shows_first_what_it_undoes_then_does_it_and_is_taken_back_as_a_whole(
    desk, played_out, organiser
):
    before = load_history(fresh(played_out))
    sent = form(played_out, phase=1, round=1, table=1, said="0-2", **{"from": "row"})
    answer = desk.post(reverse("report", args=[played_out.slug]), sent)
    body = desk.get(answer.url).content.decode()
    assert "Semi-final 1: Player 1 2–0 Player 4 is taken back; Player 4 meets Player 8." in body
    assert "Final: Player 1 2–0 Player 2 is taken back." in body
    assert load_history(fresh(played_out)) == before, "nothing is stored yet"
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', body))
    assert hidden["choice"] == "remake"
    assert desk.post(reverse("correct", args=[played_out.slug]), hidden).status_code == 302
    assert made(played_out)["R2-1"] == ("p4", "p8") and "R3-1" not in made(played_out)
    assert "Player 2 2–0 Player 3" in says(desk, played_out, "desk_results")
    desk.post(reverse("undo", args=[played_out.slug]), form(fresh(played_out)))
    assert load_history(fresh(played_out)) == before


def test_a_correction_that_undoes_nothing_is_entered_as_usual(desk, played_out):
    sent = form(played_out, phase=1, round=1, table=1, said="2-1", **{"from": "row"})
    answer = desk.post(reverse("report", args=[played_out.slug]), sent)
    assert "correct" not in answer.url


@pytest.mark.parametrize("said", ["draw", "1-1", "double-loss"])
def test_a_match_that_nobody_wins_gets_one_sentence_at_its_place(desk, half, said):
    sent = form(half, phase=1, round=1, table=3, said=said, **{"from": "row"})
    answer = desk.post(reverse("report", args=[half.slug]), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert answer.content.decode().count("In a bracket somebody must win") == 1


def test_two_who_have_both_left_both_lose_and_the_better_seed_goes_on(organiser, half):
    for key in ("p2", "p7"):
        players.drop_player(fresh(half), actor_of(organiser), key)
    table = next(m.table for m in load_history(fresh(half)).phase(1).rounds[0].matches if "p2" in m.players)
    results.report_result(fresh(half), actor_of(organiser), 1, 1, table, "double-loss")
    reported(fresh(half), organiser)
    after = paired(fresh(half), organiser)
    semi = next(m for m in load_history(fresh(after)).phase(1).rounds[1].matches if "p2" in m.players)
    assert [seat.result for seat in semi.seats] == ["no_show", "win"]
