"""Matches of the finals that start early, and the choice of an opponent."""

from .. import access
from ..changes.change import Change, action
from ..models.event import take_seed
from ..rounds.actions.rounds import store_new_round
from ..rules.errors import _
from ..rules.finals import early_matches
from ..rules.history import EventHistory
from ..rules.rounds.progress import NextRound


@action(access.MANAGE, log=_("Matches opened: {matches}"))
def open_matches(change: Change) -> EventHistory:
    """Start every match of the finals whose sides are known. RuleViolation if no match can start."""
    return start_matches(change, early_matches.open_ready_matches)


@action(access.MANAGE, log=(_("{a} calls {b}"), "{other_matches}"))
def call_opponent(change: Change, player: str) -> EventHistory:
    """Start the match that the called player plays, and that of the player not called (Club Call).

    Raises RuleViolation if this player cannot be called now.
    """
    after = start_matches(change, early_matches.choose_opponent, player)
    *_earlier, match = after.matches_of(player).values()
    (caller,) = set(match.players) - {player}
    change.log(a=caller, b=player)
    return after


def start_matches(change: Change, start, *args) -> EventHistory:
    """Store and return the history that `start` of rules.finals.early_matches returns."""
    before, (seed, sealed) = change.history, take_seed(change.event)
    after = start(before.current_phase, *args, seed)
    store_new_round(change, before, NextRound(after, None, {}), seed, sealed)
    return after.history
