"""The rules of what is allowed on a round."""

import pytest

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds import progress
from tournaments.rules.rounds.progress import (
    ADJUST,
    ALLOWED,
    CORRECT_RESULT,
    ENTER_RESULT,
    FOLLOWED,
    PLAYED_ON,
    REFUSED,
    SITUATIONS,
    WARNED,
    check,
    situation_of,
)

# Every rule of the module, but not the part that several share and the draws by kind of phase.
RULES = {
    name: value
    for name, value in vars(progress).items()
    if name.isupper() and isinstance(value, dict) and name not in ("IF_FINISHED", "DRAWS")
}


@every("rule", RULES)
def test_every_rule_says_something_about_every_situation(rule):
    assert set(RULES[rule]) == set(SITUATIONS)
    for level, message in RULES[rule].values():
        assert level in (ALLOWED, WARNED, REFUSED)
        assert bool(message) == (level != ALLOWED)


def test_a_refusal_names_the_round():
    with pytest.raises(RuleViolation, match="Round 4 is still a draft"):
        check(ENTER_RESULT, "draft", 4)


def test_a_result_corrected_after_the_next_draw_is_allowed_with_a_warning():
    situation = situation_of("finished", followed=True)
    assert ENTER_RESULT[situation][0] == WARNED
    check(ENTER_RESULT, situation, 4)


def test_another_winner_is_refused_after_the_next_finals_are_paired():
    situation = situation_of("finished", followed=True, bracket=True)
    with pytest.raises(RuleViolation, match="see what another winner undoes first"):
        check(ENTER_RESULT, situation, 1)


def test_only_open_rounds_are_adjusted_and_published_ones_with_a_warning():
    levels = [ADJUST[situation][0] for situation in SITUATIONS]
    assert levels == [ALLOWED, WARNED, REFUSED, REFUSED, REFUSED]


def test_corrections_are_for_rounds_followed_by_another():
    permissions = CORRECT_RESULT.items()
    assert [situation for situation, (level, _) in permissions if level != REFUSED] == [FOLLOWED, PLAYED_ON]
