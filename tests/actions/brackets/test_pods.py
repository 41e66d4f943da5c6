"""Finals of pods: seats, draws, early matches, drops, corrections."""

import pytest

from tests.actions.conftest import ME, finals_of, make, pair, play_round, reload_event, reload_history, report
from tournaments.actions.brackets import early_matches
from tournaments.actions.log.undo import undo
from tournaments.actions.players import players
from tournaments.actions.results import results
from tournaments.actions.rounds import corrections
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import bracket_of, placings
from tournaments.rules.settings.finals import NEXT_UP

pytestmark = pytest.mark.django_db


@pytest.fixture
def ten():
    """The two pods of the top ten, under way: p1 and p2 wait."""
    return finals_of("pods10", 10)


def sat(event, number=None):
    """{slot: the players at it in the order of their seats}."""
    return {m.slot: m.players for r in reload_history(event).phase(1).rounds for m in r.matches}


def test_the_better_seed_sits_first_and_winners_join_those_who_wait(ten):
    assert sat(ten) == {"A": ("p3", "p6", "p7", "p10"), "B": ("p4", "p5", "p8", "p9")}
    report(ten, 1, "4")
    report(ten, 2, "places 2-1-3-4")
    pair(ten)
    assert sat(ten)["FP"] == ("p1", "p2", "p5", "p10")
    report(ten, 1, "3")
    assert bracket_of(reload_history(ten), 1).champion == "p5"
    text = event_file.text(reload_history(ten))
    assert event_file.text(event_file.read_text(text)) == text


def test_of_those_who_draw_a_pod_the_highest_seed_goes_on(ten):
    report(ten, 1, "draw 2 3 4")
    report(ten, 2, "draw")
    pair(ten)
    assert sat(ten)["FP"] == ("p1", "p2", "p4", "p6")
    assert [seat.result for seat in reload_history(ten).phase(1).rounds[0].matches[1].seats] == ["draw"] * 4


def test_a_pod_that_nobody_wins_or_draws_is_refused(ten):
    with pytest.raises(RuleViolation, match="somebody must go on: type the seat that won"):
        report(ten, 1, "double-loss")


def test_a_final_pod_does_not_open_before_all_who_play_it_are_known(ten):
    report(ten, 1, "1")
    with pytest.raises(RuleViolation, match="No match can open early"):
        early_matches.open_matches(reload_event(ten), ME)


def test_a_semi_final_of_forty_opens_as_soon_as_its_two_pods_are_in():
    event = finals_of("pods40", 40)
    report(event, 1, "2")
    report(event, 8, "3")
    early_matches.open_matches(reload_event(event), ME)
    assert sat(event)["SF1"] == ("p1", "p8", "p24", "p32")
    with pytest.raises(RuleViolation, match="No match can open early"):
        early_matches.open_matches(reload_event(event), ME)


def test_a_pod_goes_on_with_who_is_left(ten):
    players.drop_player(reload_event(ten), ME, "p1")
    report(ten, 1, "1")
    report(ten, 2, "1")
    pair(ten)
    assert sat(ten)["FP"] == ("p2", "p3", "p4")
    report(ten, 1, "places 2-1-3")
    assert [player for _rank, player in placings(reload_history(ten), 1)][:4] == ["p3", "p2", "p4", "p1"]
    text = event_file.text(reload_history(ten))
    assert event_file.text(event_file.read_text(text)) == text


def test_who_alone_is_left_goes_through(ten):
    for player in ("p1", "p2"):
        players.drop_player(reload_event(ten), ME, player)
    report(ten, 1, "1")
    report(ten, 2, "1")
    players.drop_player(reload_event(ten), ME, "p3")
    pair(ten)
    assert bracket_of(reload_history(ten), 1).champion == "p4"


def test_two_who_are_left_of_a_pod_play_a_match_that_somebody_wins(ten):
    for player in ("p1", "p2"):
        players.drop_player(reload_event(ten), ME, player)
    report(ten, 1, "1")
    report(ten, 2, "1")
    pair(ten)
    with pytest.raises(RuleViolation, match="In a bracket somebody must win"):
        report(ten, 1, "draw")
    report(ten, 1, "0-1")
    assert bracket_of(reload_history(ten), 1).champion == "p4"


def test_who_drops_in_a_pod_under_way_plays_it_and_who_is_disqualified_stands_up(ten):
    players.drop_player(reload_event(ten), ME, "p6")
    assert sat(ten)["A"] == ("p3", "p6", "p7", "p10")
    players.disqualify_player(reload_event(ten), ME, "p3")
    assert sat(ten)["A"] == ("p6", "p7", "p10")
    report(ten, 1, "draw 2 3")
    assert bracket_of(reload_history(ten), 1).meeting("A").winner == 7
    assert bracket_of(reload_history(ten), 1).meeting("A").losers == (6, 10, 3)


def test_another_winner_of_a_pod_undoes_the_final_pod_and_undo_brings_it_back(ten):
    report(ten, 1, "1")
    report(ten, 2, "1")
    pair(ten)
    report(ten, 1, "2")
    before = event_file.text(reload_history(ten))
    corrections.correct_result(reload_event(ten), ME, 1, 1, 1, "4", "remake")
    assert sat(ten)["FP"] == ("p1", "p2", "p4", "p10")
    assert bracket_of(reload_history(ten), 1).champion is None
    undo(reload_event(ten), ME)
    assert without_log(event_file.text(reload_history(ten))) == without_log(before)


def without_log(text):
    return text.split('"log"')[0]


def test_a_draw_told_with_the_same_highest_seed_undoes_nothing(ten):
    report(ten, 1, "1")
    report(ten, 2, "1")
    pair(ten)
    report(ten, 1, "2")
    results.report_result(reload_event(ten), ME, 1, 1, 1, "draw")
    assert bracket_of(reload_history(ten), 1).champion == "p2"


def test_before_a_result_of_the_finals_the_next_in_the_standings_takes_the_place_of_who_leaves():
    event = make(6, rounds_set=1, finals=("pods4", 4, {"after_cut": NEXT_UP}))
    play_round(event)
    pair(event)
    entrants = reload_history(event).phase(2).entrants
    players.drop_player(reload_event(event), ME, entrants[1])
    now = reload_history(event).phase(2)
    assert now.entrants == (entrants[0], *entrants[2:], now.entrants[3])
    assert now.rounds[0].matches[0].players == now.entrants
