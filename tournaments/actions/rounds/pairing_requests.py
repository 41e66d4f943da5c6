"""Pairs of players: kept apart, wished against each other, and left alone again."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.rounds import meetings
from ..change import By, changing
from ..players.players import player_in

APART = _("{a} and {b} are kept apart already.")
WISHED = _("{a} and {b} are wished against each other already.")


def forbid_pair(event: Event, by: By, a: str, b: str):
    """Never draw these two against each other. RuleViolation for one player, or a pair that is listed."""
    with changing(event, by, "forbid_pair") as change:
        pair = pair_in(change.history, a, b)
        change.put(part_paths.EVENT, facts(change.history, forbidden=(*change.history.forbidden, pair)))


def wish_pair(event: Event, by: By, a: str, b: str):
    """Draw these two against each other as soon as both can be, once. RuleViolation as in `forbid_pair`, and
    where they have met."""
    with changing(event, by, "wish_pair") as change:
        before = change.history
        pair = pair_in(before, a, b)
        if frozenset(pair) in meetings.met(before):
            words = _("{a} and {b} have met already: there is nothing left to wish.")
            raise RuleViolation(words, **names(before, pair))
        change.put(part_paths.EVENT, facts(before, wished=(*before.wished, pair)))


def release_pair(event: Event, by: By, a: str, b: str):
    """Take a pair off both lists. RuleViolation where it stands in none."""
    with changing(event, by, "release_pair") as change:
        before = change.history
        left = {
            key: tuple(pair for pair in getattr(before, key) if set(pair) != {a, b})
            for key in ("forbidden", "wished")
        }
        if left["forbidden"] == before.forbidden and left["wished"] == before.wished:
            raise RuleViolation(_("This pair is not on the list any more."))
        change.put(part_paths.EVENT, facts(before, **left))


def pair_in(event: EventHistory, a: str, b: str) -> tuple[str, str]:
    """The ids of two players who stand on no list together."""
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
    """The event's own facts, some changed."""
    return replace(event, players=(), phases=(), log=(), **changed)
