"""The table of actions allowed on a round."""

import pytest

from tests.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds.permissions_by_state import (
    ALLOWED,
    FOLLOWED,
    PERMISSIONS,
    PLAYED_ON,
    REFUSED,
    SITUATIONS,
    WARNED,
    check,
    situation_of,
)


@every("action", PERMISSIONS)
def test_every_action_has_a_permission_in_every_situation(action):
    assert set(PERMISSIONS[action]) == set(SITUATIONS)
    for level, message in PERMISSIONS[action].values():
        assert level in (ALLOWED, WARNED, REFUSED)
        assert bool(message) == (level != ALLOWED)


def test_a_refusal_names_the_round():
    with pytest.raises(RuleViolation, match="Round 4 is still a draft"):
        check("report_result", "draft", 4)


def test_a_result_corrected_after_the_next_draw_is_allowed_with_a_warning():
    situation = situation_of("finished", followed=True)
    assert PERMISSIONS["report_result"][situation][0] == WARNED
    check("report_result", situation, 4)


def test_another_winner_is_refused_after_the_next_finals_are_paired():
    situation = situation_of("finished", followed=True, bracket=True)
    with pytest.raises(RuleViolation, match="see what another winner undoes first"):
        check("report_result", situation, 1)


def test_only_open_rounds_are_adjusted_and_published_ones_with_a_warning():
    levels = [PERMISSIONS["adjust_round"][situation][0] for situation in SITUATIONS]
    assert levels == [ALLOWED, WARNED, REFUSED, REFUSED, REFUSED]


def test_corrections_are_for_rounds_followed_by_another():
    permissions = PERMISSIONS["correct_result"].items()
    assert [situation for situation, (level, _) in permissions if level != REFUSED] == [FOLLOWED, PLAYED_ON]
