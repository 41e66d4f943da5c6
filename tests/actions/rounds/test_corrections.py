"""Corrections of published rounds: swapped seats, missing and absent players."""

import pytest

from tests.actions.conftest import ME, make, pair, play_round, reload_event, reload_history, report
from tests.actions.rounds.test_adjustments import sits
from tournaments.actions.log import undo
from tournaments.actions.players import players
from tournaments.actions.rounds import corrections as correction_actions
from tournaments.actions.rounds import rounds
from tournaments.models import Report
from tournaments.queries.rounds import change_notices
from tournaments.rules.errors import RuleViolation
from tournaments.rules.results import corrections
from tournaments.rules.rounds import seating


@pytest.fixture
def out(db):
    """Eight players, round 2 of 3 published without a result."""
    event = make(8)
    play_round(event)
    pair(event)
    return reload_event(event)


def firsts(event):
    return [sits(event, 1)[table][0] for table in (1, 2)]


def told_to(event):
    return change_notices.notices_of(reload_event(event), reload_history(event))


def test_who_sat_where_is_put_right_and_the_pairings_are_left(out):
    (a, b), before = firsts(out), sits(out)
    correction_actions.correct_seats(out, ME, 1, 1, a, b)
    assert (sits(out, 1)[1][0], sits(out, 1)[2][0]) == (b, a)
    assert sits(out) == before
    assert Report.objects.filter(match__round__number=1, match__table=1).count() == 2
    assert told_to(out) == {}


def test_or_the_next_round_changes_with_it_and_those_concerned_are_told(out):
    (a, b), before = firsts(out), reload_history(out)
    correction_actions.correct_seats(out, ME, 1, 1, a, b, "draw", seed="t")
    assert reload_event(out).log.last().action == "correct_seats seed t: draw"
    met, meet = (seating.opponents(one.phase(1).rounds[1]) for one in (before, reload_history(out)))
    moved = {player for player in met if met[player] != meet[player]}
    assert moved and moved <= told_to(out).keys()
    assert all("who had sat where" in words for words in told_to(out).values())
    undo.undo(out, ME)
    assert reload_history(out) == before


def test_seats_of_the_last_round_are_put_right_though_nothing_follows(swiss_over):
    a, b = (sits(swiss_over, 3)[table][0] for table in (1, 2))
    correction_actions.correct_seats(swiss_over, ME, 1, 3, a, b)
    assert sits(swiss_over, 3)[1][0] == b
    with pytest.raises(RuleViolation, match="its pairings stay"):
        correction_actions.correct_seats(reload_event(swiss_over), ME, 1, 3, a, b, "draw")


def test_a_round_that_is_played_is_adjusted_instead(out):
    a, b = sits(out)[1][0], sits(out)[2][0]
    with pytest.raises(RuleViolation, match="Round 2 is being played: change its pairings"):
        correction_actions.correct_seats(out, ME, 1, 2, a, b)


def test_finals_keep_those_who_were_laid_down(in_finals):
    a, b = (match.seats[0].player for match in reload_history(in_finals).phase(1).rounds[2].matches[:2])
    correction_actions.correct_seats(in_finals, ME, 1, 3, a, b)
    assert sits(in_finals, 3)[1][0] == b


def newcomer(event):
    players.add_players(event, ME, "Zoe")
    return reload_event(event)


@pytest.mark.parametrize("choice", ["fewest", "draw"])
def test_a_newcomer_is_let_in_by_one_action(out, choice):
    event = newcomer(out)
    before, lines = reload_history(event), event.log.count()
    correction_actions.admit_player(event, ME, 1, 2, "p9", choice, seed="t")
    assert reload_event(event).log.count() == lines + 1
    zoe = next(player for player in reload_history(event).players if player.id == "p9")
    assert (zoe.joined_round, zoe.byes) == (2, {})
    assert "p9" in told_to(event) or sits(event)[None] == ("p9",)
    undo.undo(event, ME)
    assert reload_history(event) == before


def test_who_came_back_after_the_draw_is_left_out_with_a_loss(out):
    leaver = sits(out)[2][0]
    undo.undo(out, ME)
    players.drop_player(reload_event(out), ME, leaver)
    pair(out)
    players.take_back_drop(reload_event(out), ME, leaver)
    correction_actions.admit_player(reload_event(out), ME, 1, 2, leaver)
    byes = {
        m.seats[0].player: m.seats[0].result
        for m in reload_history(out).phase(1).rounds[1].matches
        if m.is_bye
    }
    assert byes[leaver] == "loss"
    with pytest.raises(RuleViolation, match="Nothing would change"):
        correction_actions.admit_player(reload_event(out), ME, 1, 2, leaver)


def test_who_is_not_there_goes_with_a_loss_and_is_told(out):
    leaver = sits(out)[2][0]
    correction_actions.excuse_player(out, ME, 1, 2, leaver)
    assert "You are not in this round any more" in told_to(out)[leaver]
    assert next(p for p in reload_history(out).players if p.id == leaver).byes == {2: "loss"}
    with pytest.raises(RuleViolation, match="asked not to play this round"):
        correction_actions.excuse_player(reload_event(out), ME, 1, 2, leaver)


def test_to_leave_them_in_is_nothing_to_store(out):
    with pytest.raises(RuleViolation, match="Nothing would change"):
        correction_actions.excuse_player(out, ME, 1, 2, sits(out)[2][0], "leave")


def test_what_would_come_out_otherwise_than_shown_is_refused(out):
    event = newcomer(out)
    right = corrections.admit_player(reload_history(event), 1, 2, "p9")
    fingerprint = seating.fingerprint(corrections.remake_round(right, 1, "draw", "t"))
    report(event, 4, "2-0")
    with pytest.raises(RuleViolation, match="has changed since this was shown"):
        correction_actions.admit_player(
            reload_event(event), ME, 1, 2, "p9", "draw", seed="t", shown=fingerprint
        )
    undo.undo(event, ME)
    correction_actions.admit_player(reload_event(event), ME, 1, 2, "p9", "draw", seed="t", shown=fingerprint)


def test_a_draft_is_adjusted_instead(out):
    event = newcomer(out)
    rounds.unpublish_round(event, ME, 1, 2)
    for act in (correction_actions.admit_player, correction_actions.excuse_player):
        with pytest.raises(RuleViolation, match="Round 2 is a draft: adjust it"):
            act(reload_event(event), ME, 1, 2, "p9")
