"""Finals of pods: seats, draws, early matches, drops, corrections."""

import pytest

from tests.support.played_events import (
    ME,
    finals_of,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    report,
)
from tournaments.brackets.actions import open_matches
from tournaments.log.actions.undo import undo
from tournaments.players.actions.players import disqualify_player, drop_player
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.adjustments import correct_result
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import bracket_of, placings
from tournaments.rules.settings.fields import NEXT_UP

pytestmark = pytest.mark.django_db


@pytest.fixture
def ten():
    """The two pods of the top ten, under way: p1 and p2 wait."""
    return finals_of("pods10", 10)


def sat(event, number=None):
    """{slot: the players at it in the order of their seats}."""
    return {m.slot: m.players for r in reload_history(event).phase(1).rounds for m in r.matches}


def test_the_better_seed_sits_first_and_winners_join_the_waiting_seeds(ten):
    assert sat(ten) == {"A": ("p3", "p6", "p7", "p10"), "B": ("p4", "p5", "p8", "p9")}
    report(ten, 1, "4")
    report(ten, 2, "places 2-1-3-4")
    pair(ten)
    assert sat(ten)["FP"] == ("p1", "p2", "p5", "p10")
    report(ten, 1, "3")
    assert bracket_of(reload_history(ten).phase(1)).champion == "p5"
    text = event_file.text(reload_history(ten))
    assert event_file.text(event_file.read_text(text)) == text


def test_of_a_drawn_pod_the_highest_seed_advances(ten):
    report(ten, 1, "draw 2 3 4")
    report(ten, 2, "draw")
    pair(ten)
    assert sat(ten)["FP"] == ("p1", "p2", "p4", "p6")
    assert [seat.result for seat in reload_history(ten).phase(1).rounds[0].matches[1].seats] == ["draw"] * 4


def test_a_pod_without_a_winner_or_a_draw_is_refused(ten):
    with pytest.raises(RuleViolation, match=r"A bracket table needs a winner\. Type the winning seat"):
        report(ten, 1, "double-loss")


def test_a_final_pod_cannot_start_before_its_players_are_known(ten):
    report(ten, 1, "1")
    with pytest.raises(RuleViolation, match="No match can start early"):
        open_matches(reload_event(ten), ME)


def test_a_semi_final_can_start_once_its_two_pods_are_reported():
    event = finals_of("pods40", 40)
    report(event, 1, "2")
    report(event, 8, "3")
    open_matches(reload_event(event), ME)
    assert sat(event)["SF1"] == ("p1", "p8", "p24", "p32")
    with pytest.raises(RuleViolation, match="No match can start early"):
        open_matches(reload_event(event), ME)


def test_a_pod_is_played_without_dropped_players(ten):
    drop_player(reload_event(ten), ME, "p1")
    report(ten, 1, "1")
    report(ten, 2, "1")
    pair(ten)
    assert sat(ten)["FP"] == ("p2", "p3", "p4")
    report(ten, 1, "places 2-1-3")
    assert [player for _rank, player in placings(reload_history(ten).phase(1))][:4] == [
        "p3",
        "p2",
        "p4",
        "p1",
    ]
    text = event_file.text(reload_history(ten))
    assert event_file.text(event_file.read_text(text)) == text


def test_the_only_player_left_in_a_pod_advances(ten):
    for player in ("p1", "p2"):
        drop_player(reload_event(ten), ME, player)
    report(ten, 1, "1")
    report(ten, 2, "1")
    drop_player(reload_event(ten), ME, "p3")
    pair(ten)
    assert bracket_of(reload_history(ten).phase(1)).champion == "p4"


def test_the_last_two_of_a_pod_play_a_match_without_a_draw(ten):
    for player in ("p1", "p2"):
        drop_player(reload_event(ten), ME, player)
    report(ten, 1, "1")
    report(ten, 2, "1")
    pair(ten)
    with pytest.raises(RuleViolation, match="A bracket match needs a winner"):
        report(ten, 1, "draw")
    report(ten, 1, "0-1")
    assert bracket_of(reload_history(ten).phase(1)).champion == "p4"


def test_in_a_running_pod_a_dropped_player_stays_and_a_disqualified_one_leaves(ten):
    drop_player(reload_event(ten), ME, "p6")
    assert sat(ten)["A"] == ("p3", "p6", "p7", "p10")
    disqualify_player(reload_event(ten), ME, "p3")
    assert sat(ten)["A"] == ("p6", "p7", "p10")
    report(ten, 1, "draw 2 3")
    assert bracket_of(reload_history(ten).phase(1)).meeting("A").winner == 7
    assert bracket_of(reload_history(ten).phase(1)).meeting("A").losers == (6, 10, 3)


def test_another_winner_of_a_pod_resets_the_final_pod_until_undo(ten):
    report(ten, 1, "1")
    report(ten, 2, "1")
    pair(ten)
    report(ten, 1, "2")
    before = event_file.text(reload_history(ten))
    correct_result(reload_event(ten), ME, 1, 1, 1, "4", "remake")
    assert sat(ten)["FP"] == ("p1", "p2", "p4", "p10")
    assert bracket_of(reload_history(ten).phase(1)).champion is None
    undo(reload_event(ten), ME)
    assert without_log(event_file.text(reload_history(ten))) == without_log(before)


def without_log(text):
    return text.split('"log"')[0]


def test_a_draw_with_the_same_highest_seed_resets_nothing(ten):
    report(ten, 1, "1")
    report(ten, 2, "1")
    pair(ten)
    report(ten, 1, "2")
    report_result(reload_event(ten), ME, 1, 1, 1, "draw")
    assert bracket_of(reload_history(ten).phase(1)).champion == "p2"


def test_the_next_in_the_standings_replaces_a_drop_before_the_first_finals_result():
    event = make(6, rounds_set=1, finals=("pods4", 4, {"after_cut": NEXT_UP}))
    play_round(event)
    pair(event)
    entrants = reload_history(event).phase(2).entrants
    drop_player(reload_event(event), ME, entrants[1])
    now = reload_history(event).phase(2)
    assert now.entrants == (entrants[0], *entrants[2:], now.entrants[3])
    assert now.rounds[0].matches[0].players == now.entrants
