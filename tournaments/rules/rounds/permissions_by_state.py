"""Rules of what is allowed on a round by its situation: tables that actions enforce and pages show."""

from ..errors import RuleViolation, _
from ..history import DRAFT, FINISHED, PUBLISHED

# Situations of a round: unpublished; being played; finished and the last one; finished and followed by a
# drawn round; the same in a bracket, where the next matches follow from its winners.
OVER, FOLLOWED, PLAYED_ON = "over", "followed", "played_on"
SITUATIONS = (DRAFT, PUBLISHED, OVER, FOLLOWED, PLAYED_ON)

ALLOWED, WARNED, REFUSED = "allowed", "warned", "refused"

NOT_PUBLISHED = _("Round {round} is still a draft. Publish it first.")
IS_PUBLISHED = _("Round {round} is already published.")
IS_FINISHED = _("Round {round} is finished.")
PAIRINGS_STAY = _(
    "Round {round} is finished and the next round is paired. A change affects the standings, "
    "not the pairings."
)
TAKE_BACK = _("The next bracket round is based on these winners. Undo that round first.")
DRAWN_FROM = _(
    "Round {next} is already paired. If you change a result here, you’ll be asked what to do with it."
)
ADJUST_IT = _("Round {round} is a draft. Adjust it instead.")
IS_OUT = _("Round {round} is published. Choose an option below; affected players will be notified.")
MADE_FROM = _(
    "Later matches depend on the winners of round {round}. You’ll see what another winner undoes first."
)
NOTHING_FOLLOWS = _("No round has been paired from round {round} yet. Enter the result as usual.")

# Each rule: {situation: (ALLOWED, WARNED or REFUSED; the text with places `{round}` and `{next}`)}.
# Not allowed once the round is finished.
IF_FINISHED = dict.fromkeys((OVER, FOLLOWED, PLAYED_ON), (REFUSED, IS_FINISHED))
WHILE_PLAYED = {DRAFT: (REFUSED, NOT_PUBLISHED), PUBLISHED: (ALLOWED, ""), **IF_FINISHED}
CHANGE_PLAYERS = {DRAFT: (REFUSED, ADJUST_IT), PUBLISHED: (WARNED, IS_OUT), **IF_FINISHED}
ENTER_RESULT = {
    DRAFT: (REFUSED, NOT_PUBLISHED),
    PUBLISHED: (ALLOWED, ""),
    OVER: (ALLOWED, ""),
    FOLLOWED: (WARNED, PAIRINGS_STAY),
    PLAYED_ON: (REFUSED, MADE_FROM),
}
PUBLISH = {DRAFT: (ALLOWED, ""), PUBLISHED: (REFUSED, IS_PUBLISHED), **IF_FINISHED}
UNPUBLISH = {
    DRAFT: (REFUSED, _("Round {round} is not published.")),
    PUBLISHED: (ALLOWED, ""),
    **IF_FINISHED,
}
REDRAW = {
    DRAFT: (ALLOWED, ""),
    PUBLISHED: (REFUSED, _("Round {round} is published. Unpublish it before you pair it again.")),
    **IF_FINISHED,
}
ADJUST = {
    DRAFT: (ALLOWED, ""),
    PUBLISHED: (WARNED, _("Round {round} is published. Give a reason; affected players will be notified.")),
    **IF_FINISHED,
}
CORRECT_RESULT = {
    DRAFT: (REFUSED, NOT_PUBLISHED),
    PUBLISHED: (REFUSED, NOTHING_FOLLOWS),
    OVER: (REFUSED, NOTHING_FOLLOWS),
    FOLLOWED: (WARNED, DRAWN_FROM),
    PLAYED_ON: (WARNED, MADE_FROM),
}
CORRECT_SEATS = {
    DRAFT: (REFUSED, ADJUST_IT),
    PUBLISHED: (REFUSED, _("Round {round} is in progress. Change its pairings instead.")),
    OVER: (ALLOWED, ""),
    FOLLOWED: (WARNED, DRAWN_FROM),
    PLAYED_ON: (REFUSED, TAKE_BACK),
}


def situation_of(state: str, followed: bool, bracket: bool = False) -> str:
    """Return the situation of a round from its state and whether a later round has been drawn."""
    if state != FINISHED:
        return state
    if not followed:
        return OVER
    return PLAYED_ON if bracket else FOLLOWED


def check(rule: dict, situation: str, round_number: int):
    """Raise RuleViolation if the rule refuses the action in this situation."""
    level, message = rule[situation]
    if level == REFUSED:
        raise RuleViolation(message, round=round_number)
