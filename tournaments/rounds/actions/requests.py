"""Requested pairings: players kept apart, or wanted as opponents."""

from ... import access
from ...changes.change import Change, action
from ...players.actions.players import player_in
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.pairing.round_robin import met_pairs

ARE_APART = _("{a} and {b} are already kept apart.")
ARE_WISHED = _("A pairing of {a} and {b} has already been requested.")


@action(access.MANAGE, log=_("{a} and {b} will be kept apart"))
def forbid_pair(change: Change, a: str, b: str):
    """Keep two players apart. RuleViolation for one player, or a pair that is listed."""
    pair = pair_in(change.history, a, b)
    change.log(a=pair[0], b=pair[1])
    change.set_event(forbidden=(*change.history.forbidden, pair))


@action(access.MANAGE, log=_("Pairing requested: {a} v {b}"))
def wish_pair(change: Change, a: str, b: str):
    """Pair two players with each other once, as soon as possible.

    Raises RuleViolation as `forbid_pair`, and if they have met.
    """
    before = change.history
    pair = pair_in(before, a, b)
    if frozenset(pair) in met_pairs(before):
        text = _("{a} and {b} have already played each other.")
        raise RuleViolation(text, **names(before, pair))
    change.log(a=pair[0], b=pair[1])
    change.set_event(wished=(*before.wished, pair))


@action(access.MANAGE, log=_("Pairing restriction removed: {a} and {b}"))
def release_pair(change: Change, a: str, b: str):
    """Remove a pair from both lists. RuleViolation if it is on neither."""
    before = change.history
    forbidden = tuple(pair for pair in before.forbidden if set(pair) != {a, b})
    wished = tuple(pair for pair in before.wished if set(pair) != {a, b})
    if (forbidden, wished) == (before.forbidden, before.wished):
        raise RuleViolation(_("This pair is no longer on the list."))
    (pair, *_reversed) = {*before.forbidden, *before.wished} - {*forbidden, *wished}
    change.log(a=pair[0], b=pair[1])
    change.set_event(forbidden=forbidden, wished=wished)


def pair_in(history: EventHistory, a: str, b: str) -> tuple[str, str]:
    """Return the ids of the two players. RuleViolation for one player, or a pair that is listed."""
    pair = player_in(history, a).id, player_in(history, b).id
    if pair[0] == pair[1]:
        raise RuleViolation(_("Choose two different players."))
    for listed_pairs, text in ((history.forbidden, ARE_APART), (history.wished, ARE_WISHED)):
        if set(pair) in map(set, listed_pairs):
            raise RuleViolation(text, **names(history, pair))
    return pair


def names(history: EventHistory, pair: tuple[str, str]) -> dict[str, str]:
    return {key: player_in(history, player).name for key, player in zip("ab", pair, strict=True)}
