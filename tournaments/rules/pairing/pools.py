"""Pools: the players of a round robin in several groups, each of whom meets its own group alone."""

from collections.abc import Sequence
from string import ascii_uppercase

from ..errors import RuleViolation, _

MOST = len(ascii_uppercase)


def snake(field: Sequence[str], pools: int) -> dict[str, tuple[str, ...]]:
    """The field in seed order dealt to the pools A, B, C … in snake order: A B C, C B A, A B C …

    RuleViolation where a pool would have fewer than two players.
    """
    if pools > 1 and len(field) < 2 * pools:
        raise RuleViolation(
            _("{pools} pools take at least {least} players; there are {count}. Make fewer pools."),
            pools=pools,
            least=2 * pools,
            count=len(field),
        )
    dealt = {name: [] for name in ascii_uppercase[:pools]}
    for place, player in enumerate(field):
        leg, at = divmod(place, pools)
        dealt[ascii_uppercase[pools - 1 - at if leg % 2 else at]].append(player)
    return {name: tuple(players) for name, players in dealt.items()}
