"""Forbidden and wished pairs of players in an event file."""

from tournaments.rules.errors import RuleViolation, _

from .fields import describe_value, items

KEYS = ("forbidden", "wished")


def read_pairs(data, path="event"):
    """Return {key: pairs of ids}; RuleViolation with the path of an invalid value."""
    paths, pairs = {}, {}
    for key in KEYS:
        pairs[key] = tuple(_pair(value, where) for where, value in items(data, key, path))
        for at, pair in enumerate(pairs[key]):
            where = f"{path}.{key}[{at}]"
            if frozenset(pair) in paths:
                words = _("{path}: these two players are already in {first}.")
                raise RuleViolation(words, path=where, first=paths[frozenset(pair)])
            paths[frozenset(pair)] = where
    return pairs


def check_known(history, players, path="event"):
    """Refuse a pair with an unknown player id."""
    for key in KEYS:
        for at, pair in enumerate(getattr(history, key)):
            for place, player in enumerate(pair):
                if player not in players:
                    words = _("{path}: no player has the id {player}.")
                    where = f"{path}.{key}[{at}][{place}]"
                    raise RuleViolation(words, path=where, player=describe_value(player))


def _pair(value, path):
    if (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(player, str) for player in value)
        and value[0] != value[1]
    ):
        return tuple(value)
    raise RuleViolation(_("{path}: must be a list of two player ids."), path=path)
