"""Finals that open early: what is ready is played, and who may choose an opponent has chosen."""

from ...models import Event
from ...rules.finals import early_matches
from ...rules.history import EventHistory
from ...rules.rounds import progress
from ..change import By, changing
from ..rounds.next_seed import seed_for
from ..rounds.rounds import put_drawn


def open_matches(event: Event, by: By) -> EventHistory:
    """Put every match of the finals under way whose sides are known. RuleViolation where none is."""
    with changing(event, by, "open_matches") as change:
        before, (seed, sealed) = change.history, seed_for(change.event)
        after = early_matches.opened(before, before.current, seed)
        put_drawn(change, before, progress.NextRound(after, before.current, None, {}), seed, sealed)
        return after


def call_opponent(event: Event, by: By, player: str) -> EventHistory:
    """Put the match under way for which this player was called, and the one of who was not (Club Call).

    RuleViolation where nobody can call that player now.
    """
    with changing(event, by, "call_opponent") as change:
        before, (seed, sealed) = change.history, seed_for(change.event)
        after = early_matches.called(before, before.current, player, seed)
        put_drawn(change, before, progress.NextRound(after, before.current, None, {}), seed, sealed)
        return after
