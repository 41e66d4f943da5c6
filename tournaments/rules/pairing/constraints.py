"""The organiser's constraints on a round: pairs to avoid or to seat together, and the bye."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import RuleViolation, _

LOWEST, RANDOM_LOWEST = "lowest", "random"
ALL_ONE_GROUP = 100_000  # a band so wide that points do not count in the draw


@dataclass(frozen=True, slots=True)
class Constraints:
    """Constraints on one round; players who do not play in it are ignored.

    `apart`: groups of player ids (a club, a team, a household) to keep apart if possible.
    `forbidden`: pairs that never meet. `wished`: pairs that meet, at a table of their own.
    `bye_to`: "lowest" (the lowest-ranked player with the fewest byes), "random" (by lot among the
    players with the fewest byes in the lowest score group), or the id of a player. `band`: the number
    of points that make one score group (3: 0-2, 3-5 …); None: one group per number of points.
    `after_gaps`: true if `apart` counts after Σ gap² instead of before it.
    """

    apart: tuple[tuple[str, ...], ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    wished: tuple[tuple[str, str], ...] = ()
    bye_to: str = LOWEST
    band: float | None = None
    after_gaps: bool = False

    @property
    def fixed_bye(self):
        """The id of the player with the bye set by the organiser, or None."""
        return None if self.bye_to in (LOWEST, RANDOM_LOWEST) else self.bye_to


NO_CONSTRAINTS = Constraints()


class PlayerPairs(tuple):
    """Pairs of player ids, formatted as a list in a sentence: a – b, c – d."""

    def __str__(self):
        return ", ".join(f"{first} – {second}" for first, second in self) or "–"

    def __format__(self, spec):
        return format(str(self), spec)


def wished_tables(
    players: Iterable[str], met, constraints: Constraints, allow_rematches: bool = False
) -> PlayerPairs:
    """Return the wished tables among these players, each once.

    Raises RuleViolation for a player wished against themselves, at two tables or with the set bye;
    for a wished pair that is forbidden or a rematch that is not allowed; for a bye set for an absent
    player or in an even field; and for a band that is not a positive number.
    """
    players, band = set(players), constraints.band
    if band is not None and not 0 < band < float("inf"):
        raise RuleViolation(_("A score group can’t span {band} points. Enter a number above 0."), band=band)
    _check_bye(players, constraints.fixed_bye)
    wished = dict.fromkeys(tuple(sorted(pair)) for pair in constraints.wished if players.issuperset(pair))
    forbidden = {frozenset(pair) for pair in constraints.forbidden}
    rematches = {frozenset(pair) for pair in met} if wished and not allow_rematches else set()
    seated = set()
    for pair in wished:
        _check_wish(pair, forbidden, rematches)
        for player in pair:
            if player in seated:
                message = _("{player} has two requested pairings. Remove one of them.")
                raise RuleViolation(message, player=player)
            if player == constraints.fixed_bye:
                message = _("{player} can’t have both a bye and a requested pairing. Remove one of them.")
                raise RuleViolation(message, player=player)
        seated.update(pair)
    return PlayerPairs(wished)


def _check_wish(pair, forbidden, rematches):
    one, two = pair
    if one == two:
        raise RuleViolation(_("{player} can’t play themselves. Choose two players."), player=one)
    if frozenset(pair) in forbidden:
        message = _("{one} and {two} are both requested as a pairing and kept apart. Remove one of the two.")
        raise RuleViolation(message, one=one, two=two)
    if frozenset(pair) in rematches:
        message = _("{one} and {two} have already met. Remove their requested pairing or allow rematches.")
        raise RuleViolation(message, one=one, two=two)


def _check_bye(players, player):
    if player is None:
        return
    if player not in players:
        message = _("{player} isn’t in this round. Give the bye to another player.")
        raise RuleViolation(message, player=player)
    if len(players) % 2 == 0:
        message = _(
            "The number of players ({count}) is even, so {player} can’t have a bye. Remove a player "
            "from the round first."
        )
        raise RuleViolation(message, count=len(players), player=player)
