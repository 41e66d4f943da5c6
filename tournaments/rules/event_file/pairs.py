"""Pairs of players in an event file who never meet, or are to meet once."""

from tournaments.rules.errors import RuleViolation, _

from .fields import items, shown

KEYS = ("forbidden", "wished")


def read_pairs(data, path="event"):
    """The pairs by key, as tuples of two ids; RuleViolation with the path of what is wrong."""
    seen, pairs = {}, {}
    for key in KEYS:
        pairs[key] = tuple(_pair(value, where) for where, value in items(data, key, path))
        for at, pair in enumerate(pairs[key]):
            where = f"{path}.{key}[{at}]"
            if frozenset(pair) in seen:
                words = _("{path}: these two stand in {first} already.")
                raise RuleViolation(words, path=where, first=seen[frozenset(pair)])
            seen[frozenset(pair)] = where
    return pairs


def check_known(event, players, path="event"):
    """Refuse a pair with an id that is not among those of the players."""
    for key in KEYS:
        for at, pair in enumerate(getattr(event, key)):
            for place, player in enumerate(pair):
                if player not in players:
                    words = _("{path}: no player has the id {player}.")
                    raise RuleViolation(words, path=f"{path}.{key}[{at}][{place}]", player=shown(player))


def _pair(value, path):
    if (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(player, str) for player in value)
        and value[0] != value[1]
    ):
        return tuple(value)
    raise RuleViolation(_("{path}: must be a list of two players' ids."), path=path)
