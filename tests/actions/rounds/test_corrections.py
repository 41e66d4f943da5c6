"""Put right after a round is out: who sat where before, who is missing from it, who is not there."""

import pytest

from tests.actions.conftest import ME, again, make, pair, play_round, report, told
from tests.actions.rounds.test_adjustments import sits
from tournaments.actions.log import undo
from tournaments.actions.players import players
from tournaments.actions.rounds import corrections as correcting
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
    return again(event)


def firsts(event):
    return [sits(event, 1)[table][0] for table in (1, 2)]


def told_to(event):
    return change_notices.notices_of(again(event), told(event))


def test_who_sat_where_is_put_right_and_the_pairings_are_left(out):
    (a, b), before = firsts(out), sits(out)
    correcting.correct_seats(out, ME, 1, 1, a, b)
    assert (sits(out, 1)[1][0], sits(out, 1)[2][0]) == (b, a)
    assert sits(out) == before
    assert Report.objects.filter(match__round__number=1, match__table=1).count() == 2
    assert told_to(out) == {}


def test_or_the_next_round_changes_with_it_and_those_concerned_are_told(out):
    (a, b), before = firsts(out), told(out)
    correcting.correct_seats(out, ME, 1, 1, a, b, "draw", seed="t")
    assert again(out).log.last().action == "correct_seats seed t: draw"
    met, meet = (seating.opponents(one.phase(1).rounds[1]) for one in (before, told(out)))
    moved = {player for player in met if met[player] != meet[player]}
    assert moved and moved <= told_to(out).keys()
    assert all("who had sat where" in words for words in told_to(out).values())
    undo.undo(out, ME)
    assert told(out) == before


def test_seats_of_the_last_round_are_put_right_though_nothing_follows(swiss_over):
    a, b = (sits(swiss_over, 3)[table][0] for table in (1, 2))
    correcting.correct_seats(swiss_over, ME, 1, 3, a, b)
    assert sits(swiss_over, 3)[1][0] == b
    with pytest.raises(RuleViolation, match="its pairings stay"):
        correcting.correct_seats(again(swiss_over), ME, 1, 3, a, b, "draw")


def test_a_round_that_is_played_is_adjusted_instead(out):
    a, b = sits(out)[1][0], sits(out)[2][0]
    with pytest.raises(RuleViolation, match="Round 2 is being played: change its pairings"):
        correcting.correct_seats(out, ME, 1, 2, a, b)


def test_finals_keep_those_who_were_laid_down(in_finals):
    a, b = (match.seats[0].player for match in told(in_finals).phase(1).rounds[2].matches[:2])
    correcting.correct_seats(in_finals, ME, 1, 3, a, b)
    assert sits(in_finals, 3)[1][0] == b


def newcomer(event):
    players.add_players(event, ME, "Zoe")
    return again(event)


@pytest.mark.parametrize("choice", ["fewest", "draw"])
def test_a_newcomer_is_let_in_by_one_action(out, choice):
    event = newcomer(out)
    before, lines = told(event), event.log.count()
    correcting.admit_player(event, ME, 1, 2, "p9", choice, seed="t")
    assert again(event).log.count() == lines + 1
    zoe = next(player for player in told(event).players if player.id == "p9")
    assert (zoe.joined_round, zoe.byes) == (2, {})
    assert "p9" in told_to(event) or sits(event)[None] == ("p9",)
    undo.undo(event, ME)
    assert told(event) == before


def test_who_came_back_after_the_draw_is_left_out_with_a_loss(out):
    gone = sits(out)[2][0]
    undo.undo(out, ME)
    players.drop_player(again(out), ME, gone)
    pair(out)
    players.take_back_drop(again(out), ME, gone)
    correcting.admit_player(again(out), ME, 1, 2, gone)
    byes = {m.seats[0].player: m.seats[0].result for m in told(out).phase(1).rounds[1].matches if m.is_bye}
    assert byes[gone] == "loss"
    with pytest.raises(RuleViolation, match="Nothing would change"):
        correcting.admit_player(again(out), ME, 1, 2, gone)


def test_who_is_not_there_goes_with_a_loss_and_is_told(out):
    gone = sits(out)[2][0]
    correcting.excuse_player(out, ME, 1, 2, gone)
    assert "You are not in this round any more" in told_to(out)[gone]
    assert next(p for p in told(out).players if p.id == gone).byes == {2: "loss"}
    with pytest.raises(RuleViolation, match="asked not to play this round"):
        correcting.excuse_player(again(out), ME, 1, 2, gone)


def test_to_leave_them_in_is_nothing_to_store(out):
    with pytest.raises(RuleViolation, match="Nothing would change"):
        correcting.excuse_player(out, ME, 1, 2, sits(out)[2][0], "leave")


def test_what_would_come_out_otherwise_than_shown_is_refused(out):
    event = newcomer(out)
    right = corrections.of_admission(told(event), 1, 2, "p9")
    shown = seating.fingerprint(corrections.again(right, 1, "draw", "t"))
    report(event, 4, "2-0")
    with pytest.raises(RuleViolation, match="has changed since this was shown"):
        correcting.admit_player(again(event), ME, 1, 2, "p9", "draw", seed="t", shown=shown)
    undo.undo(event, ME)
    correcting.admit_player(again(event), ME, 1, 2, "p9", "draw", seed="t", shown=shown)


def test_a_draft_is_adjusted_instead(out):
    event = newcomer(out)
    rounds.unpublish_round(event, ME, 1, 2)
    for act in (correcting.admit_player, correcting.excuse_player):
        with pytest.raises(RuleViolation, match="Round 2 is a draft: adjust it"):
            act(again(event), ME, 1, 2, "p9")
