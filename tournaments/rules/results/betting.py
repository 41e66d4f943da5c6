"""Betting: each stakes a share of what they have, and the winner of a table takes what the others lose."""

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_HALF_UP, Context, Decimal, localcontext

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN
from ..settings import validators
from .scoring import outcomes, points_of

# A share with two decimals adds four digits a round: a hundred rounds stay exact twice over.
EXACT = Context(prec=1000)
# The last digit of an amount with two decimals, and of a share of a pot, which may not come out even.
CENT, LAST = Decimal("0.01"), Decimal("1e-10")

WINNER_UP, TWO_DECIMALS, NONE = "winner_up", "two_decimals", "none"
BURN, SPLIT, REFUND = "burn", "split", "refund"
SHOP = "shop"
ROUNDINGS = (WINNER_UP, TWO_DECIMALS, NONE)
DRAWS = (BURN, SPLIT, REFUND)
SHORT_PODS = (SHOP, NONE)
SHORT = 3


@dataclass(frozen=True, slots=True)
class Betting:
    """How points are bet (Hareruya, Commander Points).

    Everybody has `start` and stakes `percent` of what they have; the winner of a table takes what the
    others lose. `rounding`: what the winner takes goes up to a whole point, all amounts have two decimals,
    or none is rounded. `draws`: what is staked at a table that nobody wins is burnt, split among those who
    drew (each share to ten decimals), or given back to them; who did not draw has lost. `short_pods`: at a
    table of three the winner also takes what a fourth would lose who has as little as the last in the round,
    or not.
    """

    start: float = 1000
    percent: float = 7
    rounding: str = WINNER_UP
    draws: str = BURN
    short_pods: str = SHOP


@dataclass(frozen=True, slots=True)
class Bet:
    """What a round did to a player, exactly; `change` is what they took less what they staked."""

    before: Decimal
    stake: Decimal
    take: Decimal
    change: Decimal
    after: Decimal


def bets(rounds, start) -> dict[tuple[str, int], Bet]:
    """{(player, round): Bet} of rounds given in order as (number, Round, its Settings).

    Everybody begins with `start`. A bye changes nothing, an unpaired loss loses the stake, and points typed
    at the seats only say who won. Rounds without betting, which a phase carries, add their match points.
    Tables without a result are left out.
    """
    made, has = {}, {}
    with localcontext(EXACT):
        for number, one, own in rounds:
            here = [seat.player for match in one.matches for seat in match.seats]
            for player in here:
                has.setdefault(player, Decimal(str(start)))
            lowest = min((has[player] for player in here), default=Decimal(0))
            for match in one.matches:
                if match.reported:
                    made |= {(player, number): bet for player, bet in _at(match, own, has, lowest)}
            has |= {player: made[player, number].after for player in here if (player, number) in made}
    return made


def _at(match, settings, has, lowest):
    """(player, Bet) for each seat of a match with a result."""
    before = [has[player] for player in match.players]
    if settings.betting is None:
        moves = [(Decimal(0), Decimal(str(points))) for points in points_of(match, settings)]
    else:
        moves = _moves(settings.betting, outcomes(match), before, lowest, match.is_bye)
    return [
        (player, Bet(had, stake, take, take - stake, had + take - stake))
        for player, had, (stake, take) in zip(match.players, before, moves, strict=True)
    ]


def _moves(betting, results, before, lowest, is_bye):
    """(stake, take) of each seat."""
    if is_bye and results != (LOSS,):
        return [(Decimal(0), Decimal(0))]
    stakes = [_share(betting, had) for had in before]
    takes = _takes(betting, results, stakes, _share(betting, lowest))
    return zip(stakes, takes, strict=True)


def _takes(betting, results, stakes, phantom):
    """What each seat takes: the winner the own stake back, and what the others lose."""
    pot, drew = sum(stakes), results.count(DRAW)
    extra = phantom if len(results) == SHORT and betting.short_pods == SHOP else 0

    def take(result, stake):
        if result == WIN:
            return stake + _won(betting, pot - stake + extra)
        if result == DRAW and betting.draws == REFUND:
            return stake
        if result == DRAW and betting.draws == SPLIT:
            unit = CENT if betting.rounding == TWO_DECIMALS else LAST
            return (pot / drew).quantize(unit, ROUND_HALF_UP)
        return Decimal(0)

    return [take(result, stake) for result, stake in zip(results, stakes, strict=True)]


def _share(betting, points):
    stake = points * Decimal(str(betting.percent)) / 100
    return stake.quantize(CENT, ROUND_HALF_UP) if betting.rounding == TWO_DECIMALS else stake


def _won(betting, amount):
    return amount.to_integral_value(ROUND_CEILING) if betting.rounding == WINNER_UP else amount


def _two_decimals(low, high):
    def check(value, path):
        if validators.number(value, path, low, high) == round(value, 2):
            return value
        raise RuleViolation(_("{path}: at most two decimals."), path=path)

    return check


def _one_of(choices):
    return lambda value, path: validators.choice(value, path, choices)


CHECKS = {
    "start": _two_decimals(1, 10_000),
    "percent": _two_decimals(0.01, 100),
    "rounding": _one_of(ROUNDINGS),
    "draws": _one_of(DRAWS),
    "short_pods": _one_of(SHORT_PODS),
}


def changed_betting(betting, value, path):
    """This Betting, or the shop's, with what an event file's `betting` changes; None for null: no bets.

    RuleViolation for an unknown key or a value out of bounds.
    """
    if value is None:
        return None
    validators.known_keys(value, path, tuple(CHECKS))
    checked = {key: CHECKS[key](given, f"{path}.{key}") for key, given in value.items()}
    return replace(betting or Betting(), **checked)
