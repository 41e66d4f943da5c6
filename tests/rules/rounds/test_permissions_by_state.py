"""The table of actions allowed on a round."""

import pytest

from tests.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds import permissions_by_state


@every("action", permissions_by_state.TABLE)
def test_every_action_has_a_verdict_wherever_a_round_can_stand(action):
    assert set(permissions_by_state.TABLE[action]) == set(permissions_by_state.WHENS)
    for level, words in permissions_by_state.TABLE[action].values():
        assert level in (permissions_by_state.FINE, permissions_by_state.WARNED, permissions_by_state.REFUSED)
        assert bool(words) == (level != permissions_by_state.FINE)


def test_a_refusal_names_the_round():
    with pytest.raises(RuleViolation, match="Round 4 is still a draft"):
        permissions_by_state.check("report_result", "draft", 4)


def test_a_correction_after_the_next_swiss_round_is_out_is_warned_of_and_allowed():
    stands = permissions_by_state.when("finished", followed=True)
    assert permissions_by_state.verdict("report_result", stands)[0] == permissions_by_state.WARNED
    permissions_by_state.check("report_result", stands, 4)


def test_another_winner_is_refused_once_the_next_finals_are_made_of_the_first():
    with pytest.raises(RuleViolation, match="see first what another winner undoes"):
        permissions_by_state.check(
            "report_result", permissions_by_state.when("finished", followed=True, bracket=True), 1
        )


def test_a_round_is_adjusted_while_it_is_open_and_a_published_one_with_a_warning():
    levels = [permissions_by_state.verdict("adjust_round", where)[0] for where in permissions_by_state.WHENS]
    assert levels == ["fine", "warned", "refused", "refused", "refused"]


def test_a_correction_with_a_choice_is_for_rounds_that_others_were_drawn_from():
    allowed = [
        where
        for where in permissions_by_state.WHENS
        if permissions_by_state.verdict("correct_result", where)[0] != "refused"
    ]
    assert allowed == [permissions_by_state.FOLLOWED, permissions_by_state.PLAYED_ON]
