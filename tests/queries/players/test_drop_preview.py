"""The preview of a drop in words, and that it comes true."""

import pytest

from tests.actions.conftest import finals_of
from tests.views.desk_events import actor_of, fresh, friday, paired, played, reported
from tournaments.actions.players import players
from tournaments.actions.rounds import rounds
from tournaments.queries.history.cache import load_history
from tournaments.queries.players.drop_preview import drop_words, preview_departure


def at_table(event, table, number=None):
    matches = load_history(event).phase(load_history(event).current).rounds[-1].matches
    return next(m.seats[0].player for m in matches if m.table == table)


@pytest.fixture
def running(organiser):
    """Nine players in round 2 of 3, table 1 reported."""
    names = [f"Player {number}" for number in range(1, 10)]
    return reported(paired(played(friday(organiser, names), organiser), organiser), organiser, count=1)


def test_a_table_under_way_is_played_on_by_who_drops_and_lost_by_who_is_disqualified(running):
    preview = preview_departure(running, at_table(running, 2))
    assert preview.drop == (
        "Round 2: table 2 is still played, or reported as a no-show.",
        "They are not paired from round 3 on, and make no cut.",
        "Their results stay, for their own place and for their opponents.",
    )
    assert preview.disqualify[0].startswith("Round 2: table 2 is lost at once, Player ")
    assert preview.disqualify[2] == "They leave the standings: everybody below moves up a place."
    assert preview.back == ()


def test_a_table_with_its_result_and_a_bye_stand(running):
    preview = preview_departure(running, at_table(running, 1))
    assert preview.drop[0] == preview.disqualify[0] == "Round 2: table 1 stands as reported."
    assert preview_departure(running, at_table(running, None)).drop[0] == "Round 2: the bye stands."


def test_who_came_late_does_not_hear_of_a_bye(running, organiser):
    players.add_players(running, actor_of(organiser), "Zoe")
    assert preview_departure(fresh(running), "p10").drop[0] == "Round 2 stays a loss to them."


def test_a_draft_is_to_be_drawn_without_them(organiser):
    event = paired(played(friday(organiser), organiser), organiser, publish=False)
    preview = preview_departure(event, "p1")
    assert preview.drop[0] == preview.disqualify[0]
    assert (
        preview.drop[0]
        == "Round 2 is a draft with them in it: adjust it or draw it again before it goes out."
    )


def test_before_the_first_round_nothing_is_left_of_who_drops(organiser):
    preview = preview_departure(friday(organiser), "p1")
    assert preview.drop == (
        "They are not paired from round 1 on, and make no cut.",
        "They have played nothing and stand in no standings.",
    )


def test_who_comes_back_is_paired_from_the_next_round(running, organiser):
    players.drop_player(running, actor_of(organiser), "p3")
    assert preview_departure(fresh(running), "p3").back == (
        "They are paired again from round 3 on; rounds that they missed stay missed.",
    )
    players.disqualify_player(fresh(running), actor_of(organiser), "p4")
    preview = preview_departure(fresh(running), "p4")
    assert preview.back[1].startswith("They stand in the standings again")
    assert preview.drop == preview.disqualify == ()


def drop_text(event):
    return drop_words(load_history(fresh(event)))


def test_the_list_says_once_what_a_drop_does_now(organiser):
    event = friday(organiser, rounds=2, finals=("single", 4))
    assert drop_text(event) == "Who drops now is not paired and stands in no standings."
    event = paired(event, organiser, publish=False)
    assert drop_text(event).startswith("Who drops now has to leave the draft of round 1")
    event = paired(event, organiser)
    assert drop_text(event).startswith(
        "Who drops now still has round 1 to play and is not paired from round 2"
    )
    event = reported(event, organiser)
    assert drop_text(event) == "Who drops now is not paired from round 2 on. Results stay.", "no more to play"
    rounds.finish_round(event, actor_of(organiser))
    assert drop_text(event) == "Who drops now is not paired from round 2 on. Results stay."
    event = played(event, organiser)
    assert drop_text(event).startswith("Who drops now makes no cut")
    event = paired(event, organiser)
    assert drop_text(event).startswith("Who drops from the finals keeps their place")


def test_a_pod_of_finals_plays_on_without_who_is_disqualified(db):
    event = finals_of("pods10", 10)
    preview = preview_departure(event, "p3")
    assert preview.drop[0] == "Pods: table 1 is still played, or reported as a no-show."
    assert preview.disqualify[0] == "Pods: table 1 goes on without them; report how it ends."
