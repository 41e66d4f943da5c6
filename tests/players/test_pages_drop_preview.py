"""The preview of a drop in words, and that it comes true."""

import pytest

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, fresh, friday, paired, played, reported
from tests.support.played_events import finals_of
from tournaments.history.cache import load_history
from tournaments.players.actions.players import add_players, disqualify_player, drop_player
from tournaments.players.pages.drops import drop_text, preview_departure
from tournaments.rounds.actions.rounds import finish_round


def at_table(event, table, number=None):
    matches = load_history(event).current_phase.rounds[-1].matches
    return next(m.seats[0].player for m in matches if m.table == table)


@pytest.fixture
@cached_state
def running(organiser):
    """Nine players in round 2 of 3, table 1 reported."""
    names = [f"Player {number}" for number in range(1, 10)]
    return reported(paired(played(friday(organiser, names), organiser), organiser), organiser, count=1)


def test_a_drop_keeps_the_current_table_and_a_disqualification_loses_it(running):
    preview = preview_departure(running, at_table(running, 2))
    assert preview.drop == (
        "Round 2: play table 2 or report it as a no-show.",
        "If you drop them: not paired from round 3, and out of the cut.",
        "Their results count, for their own place and for their opponents.",
    )
    assert preview.disqualify[0].startswith("Round 2: Player ")
    assert preview.disqualify[2] == "They’re removed from the standings. Everyone below moves up one place."
    assert preview.back == ()


def test_a_table_with_its_result_and_a_bye_stand(running):
    preview = preview_departure(running, at_table(running, 1))
    assert preview.drop[0] == preview.disqualify[0] == "Round 2: the result of table 1 counts as reported."
    assert preview_departure(running, at_table(running, None)).drop[0] == "Round 2: they keep the bye."


def test_a_late_entry_has_a_loss_for_the_current_round(running, organiser):
    add_players(running, actor_of(organiser), "Zoe")
    assert preview_departure(fresh(running), "p10").drop[0] == "Round 2: they keep the loss."


def test_a_draft_has_to_be_redrawn_without_the_player(organiser):
    event = paired(played(friday(organiser), organiser), organiser, publish=False)
    preview = preview_departure(event, "p1")
    assert preview.drop[0] == preview.disqualify[0]
    assert (
        preview.drop[0]
        == "Round 2 is a draft that includes them. Adjust it or pair it again before you publish it."
    )


def test_a_player_who_drops_before_round_1_is_in_no_standings(organiser):
    preview = preview_departure(friday(organiser), "p1")
    assert preview.drop == (
        "If you drop them: not paired from round 1, and out of the cut.",
        "They haven’t played, so they don’t appear in the standings.",
    )


def test_a_returning_player_is_paired_from_the_next_round(running, organiser):
    drop_player(running, actor_of(organiser), "p3")
    assert preview_departure(fresh(running), "p3").back == (
        "They’ll be paired again from round 3. Rounds they missed still count as missed.",
    )
    disqualify_player(fresh(running), actor_of(organiser), "p4")
    preview = preview_departure(fresh(running), "p4")
    assert preview.back[1].startswith("They return to the standings")
    assert preview.drop == preview.disqualify == ()


def text_of(event):
    return drop_text(load_history(fresh(event)))


def test_the_consequence_of_a_drop_is_described_for_each_state(organiser):
    event = friday(organiser, rounds=2, finals=("single", 4))
    assert text_of(event) == "Players dropped before round 1 don’t appear in the standings."
    event = paired(event, organiser, publish=False)
    assert text_of(event).startswith("Round 1 is in draft: re-pair it after dropping someone")
    event = paired(event, organiser)
    assert text_of(event).startswith("A player dropped now still plays round 1 and isn’t paired from round 2")
    event = reported(event, organiser)
    assert text_of(event) == "A player dropped now isn’t paired from round 2. Their results count.", (
        "no more to play"
    )
    finish_round(event, actor_of(organiser))
    assert text_of(event) == "A player dropped now isn’t paired from round 2. Their results count."
    event = played(event, organiser)
    assert text_of(event).startswith("A player dropped now can’t make the cut")
    event = paired(event, organiser)
    assert text_of(event).startswith("No one takes the place of a player who drops from the top cut")


def test_a_pod_of_finals_continues_after_a_disqualification(db):
    event = finals_of("pods10", 10)
    preview = preview_departure(event, "p3")
    assert preview.drop[0] == "Pods: play table 1 or report it as a no-show."
    assert preview.disqualify[0] == "Pods: table 1 continues without them. Report the result when it ends."
