"""Corrections of published rounds: swapped seats, missing and absent players."""

import pytest

from tests.support.played_events import ME, pair, pairings_of, reload_event, reload_history, report
from tournaments.log.actions.undo import undo
from tournaments.models import ResultRevision
from tournaments.players.actions.players import add_players, bring_back_player, drop_player
from tournaments.rounds.actions.adjustments import admit_player, correct_result, correct_seats, excuse_player
from tournaments.rounds.actions.rounds import unpublish_round
from tournaments.rounds.pages import change_notices
from tournaments.rules.errors import RuleViolation
from tournaments.rules.results import corrections
from tournaments.rules.rounds import seating


def first_seats(event):
    return [pairings_of(event, 1)[table][0] for table in (1, 2)]


def notices(event):
    return change_notices.get_change_notices(reload_event(event), reload_history(event))


def test_corrected_seats_can_leave_the_next_pairings(before_correction):
    (a, b), before = first_seats(before_correction), pairings_of(before_correction)
    correct_seats(before_correction, ME, 1, 1, a, b)
    assert (pairings_of(before_correction, 1)[1][0], pairings_of(before_correction, 1)[2][0]) == (b, a)
    assert pairings_of(before_correction) == before
    assert ResultRevision.objects.filter(match__round__number=1, match__table=1).count() == 2
    assert notices(before_correction) == {}


def test_corrected_seats_can_change_the_next_round_and_notify_its_players(before_correction):
    (a, b), before = first_seats(before_correction), reload_history(before_correction)
    correct_seats(before_correction, ME, 1, 1, a, b, "draw", seed="t")
    assert reload_event(before_correction).log.last().action == "correct_seats seed t: draw"
    opponents_before, opponents_after = (
        seating.opponents(h.phase(1).rounds[1]) for h in (before, reload_history(before_correction))
    )
    moved = {player for player, pair in opponents_before.items() if opponents_after[player] != pair}
    assert moved and moved <= notices(before_correction).keys()
    assert all("the seating of an earlier round" in text for text in notices(before_correction).values())
    undo(before_correction, ME)
    assert reload_history(before_correction) == before


def test_seats_of_the_last_round_can_be_corrected(swiss_over):
    a, b = (pairings_of(swiss_over, 3)[table][0] for table in (1, 2))
    correct_seats(swiss_over, ME, 1, 3, a, b)
    assert pairings_of(swiss_over, 3)[1][0] == b
    with pytest.raises(RuleViolation, match="so its pairings can’t change"):
        correct_seats(reload_event(swiss_over), ME, 1, 3, a, b, "draw")


def test_later_finals_cannot_be_remade_after_swiss_rounds(before_correction):
    with pytest.raises(RuleViolation) as refusal:
        correct_result(before_correction, ME, 1, 1, 1, "0-2", corrections.REMAKE)
    assert "Round 2 is already paired" in str(refusal.value)


def test_seats_of_a_running_round_cannot_be_corrected(before_correction):
    a, b = pairings_of(before_correction)[1][0], pairings_of(before_correction)[2][0]
    with pytest.raises(RuleViolation, match=r"Round 2 is in progress\. Change its pairings"):
        correct_seats(before_correction, ME, 1, 2, a, b)


def test_corrected_seats_leave_the_finals(in_finals):
    a, b = (match.seats[0].player for match in reload_history(in_finals).phase(1).rounds[2].matches[:2])
    correct_seats(in_finals, ME, 1, 3, a, b)
    assert pairings_of(in_finals, 3)[1][0] == b


def newcomer(event):
    add_players(event, ME, "Zoe")
    return reload_event(event)


@pytest.mark.parametrize("choice", ["fewest", "draw"])
def test_a_late_player_is_admitted_by_one_action(before_correction, choice):
    event = newcomer(before_correction)
    before, lines = reload_history(event), event.log.count()
    admit_player(event, ME, 1, 2, "p9", choice, seed="t")
    assert reload_event(event).log.count() == lines + 1
    zoe = next(player for player in reload_history(event).players if player.id == "p9")
    assert (zoe.joined_round, zoe.byes) == (2, {1: "loss"})
    assert "p9" in notices(event) or pairings_of(event)[None] == ("p9",)
    undo(event, ME)
    assert reload_history(event) == before


def test_a_player_reinstated_after_the_draw_can_be_left_out_with_a_loss(before_correction):
    leaver = pairings_of(before_correction)[2][0]
    undo(before_correction, ME)
    drop_player(reload_event(before_correction), ME, leaver)
    pair(before_correction)
    bring_back_player(reload_event(before_correction), ME, leaver)
    admit_player(reload_event(before_correction), ME, 1, 2, leaver)
    byes = {
        m.seats[0].player: m.seats[0].result
        for m in reload_history(before_correction).phase(1).rounds[1].matches
        if m.is_bye
    }
    assert byes[leaver] == "loss"
    with pytest.raises(RuleViolation, match="Nothing would change"):
        admit_player(reload_event(before_correction), ME, 1, 2, leaver)


def test_an_absent_player_is_excused_with_a_loss_and_notified(before_correction):
    leaver = pairings_of(before_correction)[2][0]
    excuse_player(before_correction, ME, 1, 2, leaver)
    assert "You’re no longer in this round" in notices(before_correction)[leaver]
    assert next(p for p in reload_history(before_correction).players if p.id == leaver).byes == {2: "loss"}
    with pytest.raises(RuleViolation, match="asked not to play this round"):
        excuse_player(reload_event(before_correction), ME, 1, 2, leaver)


def test_leaving_an_absent_player_in_changes_nothing(before_correction):
    with pytest.raises(RuleViolation, match="Nothing would change"):
        absent = pairings_of(before_correction)[2][0]
        excuse_player(before_correction, ME, 1, 2, absent, "leave")


def test_a_change_that_differs_from_the_preview_is_refused(before_correction):
    event = newcomer(before_correction)
    right = corrections.admit_player(reload_history(event).phase(1), 2, "p9")
    fingerprint = seating.fingerprint(corrections.remake_round(right, "draw", "t"))
    report(event, 4, "2-0")
    with pytest.raises(RuleViolation, match="has changed since you opened this preview"):
        admit_player(reload_event(event), ME, 1, 2, "p9", "draw", seed="t", fingerprint=fingerprint)
    undo(event, ME)
    admit_player(reload_event(event), ME, 1, 2, "p9", "draw", seed="t", fingerprint=fingerprint)


def test_an_unpublished_round_is_adjusted_instead(before_correction):
    event = newcomer(before_correction)
    unpublish_round(event, ME, 1, 2)
    for act in (admit_player, excuse_player):
        with pytest.raises(RuleViolation, match=r"Round 2 is a draft\. Adjust it"):
            act(reload_event(event), ME, 1, 2, "p9")
