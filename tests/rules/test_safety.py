"""The table of what may be done to a round."""

import pytest

from tests.rows import every
from tournaments.rules import safety
from tournaments.rules.errors import RuleViolation


@every("action", safety.TABLE)
def test_every_action_has_a_verdict_wherever_a_round_can_stand(action):
    assert set(safety.TABLE[action]) == set(safety.WHENS)
    for level, words in safety.TABLE[action].values():
        assert level in (safety.FINE, safety.WARNED, safety.REFUSED)
        assert bool(words) == (level != safety.FINE)


def test_a_refusal_names_the_round():
    with pytest.raises(RuleViolation, match="Round 4 is still a draft"):
        safety.check("report_result", "draft", 4)


def test_a_correction_after_the_next_swiss_round_is_out_is_warned_of_and_allowed():
    stands = safety.when("finished", followed=True)
    assert safety.verdict("report_result", stands)[0] == safety.WARNED
    safety.check("report_result", stands, 4)


def test_another_winner_is_refused_once_the_next_finals_are_made_of_the_first():
    with pytest.raises(RuleViolation, match="see first what another winner undoes"):
        safety.check("report_result", safety.when("finished", followed=True, bracket=True), 1)


def test_a_round_is_adjusted_while_it_is_open_and_a_published_one_with_a_warning():
    levels = [safety.verdict("adjust_round", where)[0] for where in safety.WHENS]
    assert levels == ["fine", "warned", "refused", "refused", "refused"]


def test_a_correction_with_a_choice_is_for_rounds_that_others_were_drawn_from():
    allowed = [where for where in safety.WHENS if safety.verdict("correct_result", where)[0] != "refused"]
    assert allowed == [safety.FOLLOWED, safety.PLAYED_ON]
