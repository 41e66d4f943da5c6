"""Requested pairings: players kept apart, or wanted as opponents."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.rounds import meetings
from ..change import Actor, record_action
from ..players.players import player_in

APART = _("{a} and {b} are kept apart already.")
WISHED = _("{a} and {b} are wished against each other already.")


def forbid_pair(event: Event, actor: Actor, a: str, b: str):
    """Keep two players apart. RuleViolation for one player, or a pair that is listed."""
    with record_action(event, actor, "forbid_pair") as change:
        pair = pair_in(change.history, a, b)
        change.set_part(part_paths.EVENT, facts(change.history, forbidden=(*change.history.forbidden, pair)))


def wish_pair(event: Event, actor: Actor, a: str, b: str):
    """Pair two players with each other once, as soon as possible.

    Raises RuleViolation as `forbid_pair`, and if they have met.
    """
    with record_action(event, actor, "wish_pair") as change:
        before = change.history
        pair = pair_in(before, a, b)
        if frozenset(pair) in meetings.met(before):
            words = _("{a} and {b} have met already: there is nothing left to wish.")
            raise RuleViolation(words, **names(before, pair))
        change.set_part(part_paths.EVENT, facts(before, wished=(*before.wished, pair)))


def release_pair(event: Event, actor: Actor, a: str, b: str):
    """Remove a pair from both lists. RuleViolation if it is on neither."""
    with record_action(event, actor, "release_pair") as change:
        before = change.history
        left = {
            key: tuple(pair for pair in getattr(before, key) if set(pair) != {a, b})
            for key in ("forbidden", "wished")
        }
        if left["forbidden"] == before.forbidden and left["wished"] == before.wished:
            raise RuleViolation(_("This pair is not on the list any more."))
        change.set_part(part_paths.EVENT, facts(before, **left))


def pair_in(event: EventHistory, a: str, b: str) -> tuple[str, str]:
    """Return the ids of two players that no list has as a pair."""
    pair = player_in(event, a).id, player_in(event, b).id
    if pair[0] == pair[1]:
        raise RuleViolation(_("Choose two different players."))
    for listed, words in ((event.forbidden, APART), (event.wished, WISHED)):
        if any(set(pair) == set(one) for one in listed):
            raise RuleViolation(words, **names(event, pair))
    return pair


def names(event: EventHistory, pair: tuple[str, str]) -> dict[str, str]:
    return {key: player_in(event, player).name for key, player in zip("ab", pair, strict=True)}


def facts(event: EventHistory, **changed) -> EventHistory:
    """Return the event's own facts with changes."""
    return replace(event, players=(), phases=(), log=(), **changed)
