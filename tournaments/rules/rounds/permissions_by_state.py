"""Actions allowed on a round by its situation: a table that actions enforce and pages show."""

from ..errors import RuleViolation, _
from ..history import DRAFT, FINISHED, PUBLISHED

# Situations of a round: unpublished; being played; finished and the last one; finished and followed by a
# drawn round; the same in a bracket, where the next matches follow from its winners.
OVER, FOLLOWED, PLAYED_ON = "over", "followed", "played_on"
WHENS = (DRAFT, PUBLISHED, OVER, FOLLOWED, PLAYED_ON)

FINE, WARNED, REFUSED = "fine", "warned", "refused"

NOT_PUBLISHED = _("Round {round} is still a draft: publish it first.")
IS_PUBLISHED = _("Round {round} is published already.")
IS_FINISHED = _("Round {round} is finished.")
PAIRINGS_STAY = _(
    "Round {round} is over and the next one is drawn: standings change, pairings stay as they are."
)
TAKE_BACK = _("The next finals are made of these winners: take that round back first.")
DRAWN_FROM = _("The next round was drawn from round {round}: choose what becomes of it.")
ADJUST_IT = _("Round {round} is a draft: adjust it.")
IS_OUT = _("Round {round} is published: choose what becomes of it; those concerned are told.")
MADE_FROM = _("Later finals are made of who won round {round}: see first what another winner undoes.")
NOTHING_FOLLOWS = _("Nothing has been drawn from round {round} yet: enter the result as usual.")

# Allowed only while the round is being played.
WHILE_PLAYED = {
    DRAFT: (REFUSED, NOT_PUBLISHED),
    PUBLISHED: (FINE, ""),
    OVER: (REFUSED, IS_FINISHED),
    FOLLOWED: (REFUSED, IS_FINISHED),
    PLAYED_ON: (REFUSED, IS_FINISHED),
}
CLOCK = ("start_clock", "pause_clock", "resume_clock", "change_clock", "extend_table")

TABLE = {
    "report_result": {
        DRAFT: (REFUSED, NOT_PUBLISHED),
        PUBLISHED: (FINE, ""),
        OVER: (FINE, ""),
        FOLLOWED: (WARNED, PAIRINGS_STAY),
        PLAYED_ON: (REFUSED, MADE_FROM),
    },
    "publish_round": {
        DRAFT: (FINE, ""),
        PUBLISHED: (REFUSED, IS_PUBLISHED),
        OVER: (REFUSED, IS_FINISHED),
        FOLLOWED: (REFUSED, IS_FINISHED),
        PLAYED_ON: (REFUSED, IS_FINISHED),
    },
    "redraw_round": {
        DRAFT: (FINE, ""),
        PUBLISHED: (REFUSED, _("Round {round} is published: unpublish it before drawing again.")),
        OVER: (REFUSED, IS_FINISHED),
        FOLLOWED: (REFUSED, IS_FINISHED),
        PLAYED_ON: (REFUSED, IS_FINISHED),
    },
    "adjust_round": {
        DRAFT: (FINE, ""),
        PUBLISHED: (
            WARNED,
            _("Round {round} is published: say why it changes, and those concerned are told."),
        ),
        OVER: (REFUSED, IS_FINISHED),
        FOLLOWED: (REFUSED, IS_FINISHED),
        PLAYED_ON: (REFUSED, IS_FINISHED),
    },
    "correct_result": {
        DRAFT: (REFUSED, NOT_PUBLISHED),
        PUBLISHED: (REFUSED, NOTHING_FOLLOWS),
        OVER: (REFUSED, NOTHING_FOLLOWS),
        FOLLOWED: (WARNED, DRAWN_FROM),
        PLAYED_ON: (WARNED, MADE_FROM),
    },
    "correct_seats": {
        DRAFT: (REFUSED, ADJUST_IT),
        PUBLISHED: (REFUSED, _("Round {round} is being played: change its pairings.")),
        OVER: (FINE, ""),
        FOLLOWED: (WARNED, DRAWN_FROM),
        PLAYED_ON: (REFUSED, TAKE_BACK),
    },
    "admit_player": {
        DRAFT: (REFUSED, ADJUST_IT),
        PUBLISHED: (WARNED, IS_OUT),
        OVER: (REFUSED, IS_FINISHED),
        FOLLOWED: (REFUSED, IS_FINISHED),
        PLAYED_ON: (REFUSED, IS_FINISHED),
    },
    "excuse_player": {
        DRAFT: (REFUSED, ADJUST_IT),
        PUBLISHED: (WARNED, IS_OUT),
        OVER: (REFUSED, IS_FINISHED),
        FOLLOWED: (REFUSED, IS_FINISHED),
        PLAYED_ON: (REFUSED, IS_FINISHED),
    },
    "unpublish_round": {
        DRAFT: (REFUSED, _("Round {round} is not published.")),
        PUBLISHED: (FINE, ""),
        OVER: (REFUSED, IS_FINISHED),
        FOLLOWED: (REFUSED, IS_FINISHED),
        PLAYED_ON: (REFUSED, IS_FINISHED),
    },
    "finish_round": WHILE_PLAYED,
    **dict.fromkeys(CLOCK, WHILE_PLAYED),
}


def when(state: str, followed: bool, bracket: bool = False) -> str:
    """Return the situation of a round from its state and whether a later round has been drawn."""
    if state != FINISHED:
        return state
    if not followed:
        return OVER
    return PLAYED_ON if bracket else FOLLOWED


def verdict(action: str, stands: str) -> tuple[str, str]:
    """Return (FINE, WARNED or REFUSED; the text with a place `{round}`)."""
    return TABLE[action][stands]


def check(action: str, stands: str, round_number: int):
    """Raise RuleViolation if the action is refused."""
    level, words = verdict(action, stands)
    if level == REFUSED:
        raise RuleViolation(words, round=round_number)
