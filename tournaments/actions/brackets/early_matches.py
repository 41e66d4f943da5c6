"""Matches of the finals that start early, and the choice of an opponent."""

from ...models import Event
from ...rules.finals import early_matches
from ...rules.history import EventHistory
from ...rules.rounds import progress
from ..change import Actor, record_action
from ..rounds.next_seed import take_seed
from ..rounds.rounds import store_new_round


def open_matches(event: Event, actor: Actor) -> EventHistory:
    """Start every match of the finals whose sides are known. RuleViolation if there is none."""
    with record_action(event, actor, "open_matches") as change:
        before, (seed, sealed) = change.history, take_seed(change.event)
        after = early_matches.open_ready_matches(before, before.current, seed)
        store_new_round(change, before, progress.NextRound(after, before.current, None, {}), seed, sealed)
        return after


def call_opponent(event: Event, actor: Actor, player: str) -> EventHistory:
    """Start the match that the called player plays, and that of the player not called (Club Call).

    Raises RuleViolation if this player cannot be called now.
    """
    with record_action(event, actor, "call_opponent") as change:
        before, (seed, sealed) = change.history, take_seed(change.event)
        after = early_matches.choose_opponent(before, before.current, player, seed)
        store_new_round(change, before, progress.NextRound(after, before.current, None, {}), seed, sealed)
        return after
