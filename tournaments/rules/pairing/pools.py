"""Pools: a round robin split into groups that play among themselves."""

from collections.abc import Sequence
from string import ascii_uppercase

from ..errors import RuleViolation, _

MAX_POOLS = len(ascii_uppercase)


def deal_snake(field: Sequence[str], pools: int) -> dict[str, tuple[str, ...]]:
    """Deal the field, in seed order, to the pools A, B, C … in snake order: A B C, C B A, A B C …

    Raises RuleViolation if a pool would have fewer than two players.
    """
    if pools > 1 and len(field) < 2 * pools:
        message = _("{pools} pools need at least {least} players; there are {count}. Use fewer pools.")
        raise RuleViolation(message, pools=pools, least=2 * pools, count=len(field))
    dealt = {name: [] for name in ascii_uppercase[:pools]}
    for place, player in enumerate(field):
        row, column = divmod(place, pools)
        dealt[ascii_uppercase[pools - 1 - column if row % 2 else column]].append(player)
    return {name: tuple(players) for name, players in dealt.items()}
