"""The organiser's constraints on a round: pairs to avoid or to seat together, and the bye."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import RuleViolation, _

LOWEST, RANDOM_LOWEST = "lowest", "random"
# A band so wide that points do not count in the draw.
ALL_ONE_GROUP = 100_000


@dataclass(frozen=True, slots=True)
class Constraints:
    """Constraints on one round; players who do not play in it are ignored.

    `apart`: groups of player ids (a club, a team, a household) to keep apart if possible.
    `forbidden`: pairs that never meet. `wished`: pairs that meet, at a table of their own.
    `bye_to`: "lowest" (the lowest-ranked player with the fewest byes), "random" (by lot among the
    players with the fewest byes in the lowest score group), or the id of a player. `band`: the number
    of points that make one score group (3: 0-2, 3-5 …); None: one group per number of points.
    `after_gaps`: whether `apart` counts after Σ gap² instead of before it.
    """

    apart: tuple[tuple[str, ...], ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    wished: tuple[tuple[str, str], ...] = ()
    bye_to: str = LOWEST
    band: float | None = None
    after_gaps: bool = False

    @property
    def given_bye(self):
        """The id of the player with the bye set by the organiser, or None."""
        return None if self.bye_to in (LOWEST, RANDOM_LOWEST) else self.bye_to


NO_CONSTRAINTS = Constraints()


class PlayerPairs(tuple):
    """Pairs of player ids, formatted as a list in a sentence: a – b, c – d."""

    def __str__(self):
        return ", ".join(f"{one} – {two}" for one, two in self) or "–"

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
    players = set(players)
    _check_band(constraints.band)
    _check_bye(players, constraints.given_bye)
    wished = dict.fromkeys(tuple(sorted(pair)) for pair in constraints.wished if players.issuperset(pair))
    forbidden = {frozenset(pair) for pair in constraints.forbidden}
    before = set() if allow_rematches else {frozenset(pair) for pair in met} if wished else set()
    seated = set()
    for one, two in wished:
        _check_wish(one, two, forbidden, before)
        for player in (one, two):
            if player in seated:
                raise RuleViolation(
                    _("{player} is wished at two tables; take one of the wishes back."), player=player
                )
            if player == constraints.given_bye:
                raise RuleViolation(
                    _("{player} cannot have the bye and a wished table; take one of them back."),
                    player=player,
                )
        seated |= {one, two}
    return PlayerPairs(wished)


def _check_wish(one, two, forbidden, before):
    names = {"one": one, "two": two}
    if one == two:
        raise RuleViolation(_("{player} cannot be wished against oneself; choose two players."), player=one)
    if frozenset((one, two)) in forbidden:
        raise RuleViolation(
            _("{one} and {two} are wished together and forbidden to meet; take one of them back."), **names
        )
    if frozenset((one, two)) in before:
        raise RuleViolation(
            _("{one} and {two} are wished together but have met; take the wish back or allow rematches."),
            **names,
        )


def _check_bye(players, player):
    if player is None:
        return
    if player not in players:
        raise RuleViolation(
            _("The bye cannot go to {player}, who is not in this round; choose another player."),
            player=player,
        )
    if len(players) % 2 == 0:
        raise RuleViolation(
            _("{count} players leave no bye for {player}; let everyone play, or take the player out first."),
            count=len(players),
            player=player,
        )


def _check_band(band):
    if band is not None and not 0 < band < float("inf"):
        raise RuleViolation(_("A band of {band} points is none; choose a number above 0."), band=band)
