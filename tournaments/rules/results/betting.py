"""Betting: each player stakes a share of their points; the winner of a table takes what the others lose."""

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_HALF_UP, Context, Decimal, localcontext

from ..errors import RuleViolation, _
from ..settings import fields
from ..terms import DRAW, LOSS, WIN
from .scoring import outcomes, points_of

# A share with two decimals adds four digits a round: a hundred rounds stay exact twice over.
EXACT = Context(prec=1000)
# The units of an amount with two decimals, and of an uneven share of a pot.
CENT, POT_SHARE_UNIT = Decimal("0.01"), Decimal("1e-10")

WINNER_UP, TWO_DECIMALS, NONE = "winner_up", "two_decimals", "none"
BURN, SPLIT, REFUND = "burn", "split", "refund"
SHOP = "shop"
ROUNDINGS = (WINNER_UP, TWO_DECIMALS, NONE)
DRAWS = (BURN, SPLIT, REFUND)
SHORT_PODS = (SHOP, NONE)
SHORT_POD_SIZE = 3


@dataclass(frozen=True, slots=True)
class Betting:
    """Settings of betting points (Hareruya, Commander Points).

    Each player has `start` points and stakes `percent` of their points; the winner of a table takes what the
    others lose. `rounding`: the winnings are rounded up to a whole point, all amounts have two decimals, or
    nothing is rounded. `draws`: the stakes of a drawn table are burnt, split among the players who drew (each
    share to ten decimals), or given back to them; the others have lost. `short_pods`: whether the winner of a
    table of three also takes the stake of a fourth player with the fewest points of the round.
    """

    start: float = 1000
    percent: float = 7
    rounding: str = WINNER_UP
    draws: str = BURN
    short_pods: str = SHOP


@dataclass(frozen=True, slots=True)
class Bet:
    """A player's exact points in a round; `change` is `take` less `stake`."""

    before: Decimal
    stake: Decimal
    take: Decimal
    change: Decimal
    after: Decimal


def bets(rounds, start) -> dict[tuple[str, int], Bet]:
    """Return {(player, round): Bet} for rounds in order, each as (number, round, settings).

    Each player begins with `start`. A bye changes nothing, an unpaired loss loses the stake, and points
    reported for a seat only decide the winner. Carried rounds without betting add their match points. Tables
    without a result are left out.
    """
    all_bets, points = {}, {}
    with localcontext(EXACT):
        for number, round_, settings in rounds:
            players = [player for match in round_.matches for player in match.players]
            for player in players:
                points.setdefault(player, Decimal(str(start)))
            lowest = min((points[player] for player in players), default=Decimal(0))
            round_bets = {}
            for match in round_.matches:
                if match.reported:
                    round_bets |= _bets_at(match, settings, points, lowest)
            points |= {player: bet.after for player, bet in round_bets.items()}
            all_bets |= {(player, number): bet for player, bet in round_bets.items()}
    return all_bets


def _bets_at(match, settings, points, lowest):
    """Return {player: Bet} of a match with a result."""
    before = [points[player] for player in match.players]
    if settings.betting is None:
        moves = [(Decimal(0), Decimal(str(worth))) for worth in points_of(match, settings)]
    else:
        moves = _stakes_and_takes(settings.betting, outcomes(match), before, lowest, match.is_bye)
    return {
        player: Bet(had, stake, take, take - stake, had + take - stake)
        for player, had, (stake, take) in zip(match.players, before, moves, strict=True)
    }


def _stakes_and_takes(betting, results, before, lowest, is_bye):
    """Return (stake, take) of each seat."""
    if is_bye and results != (LOSS,):
        return [(Decimal(0), Decimal(0))]
    stakes = [_stake(betting, had) for had in before]
    takes = _compute_takes(betting, results, stakes, _stake(betting, lowest))
    return zip(stakes, takes, strict=True)


def _compute_takes(betting, results, stakes, phantom):
    """Return what each seat takes; the winner gets the own stake back and what the others lose."""
    pot, drew = sum(stakes), results.count(DRAW)
    round_up = betting.rounding == WINNER_UP
    extra = phantom if len(results) == SHORT_POD_SIZE and betting.short_pods == SHOP else 0

    def take(result, stake):
        if result == WIN:
            winnings = pot - stake + extra
            return stake + (winnings.to_integral_value(ROUND_CEILING) if round_up else winnings)
        if result == DRAW and betting.draws == REFUND:
            return stake
        if result == DRAW and betting.draws == SPLIT:
            unit = CENT if betting.rounding == TWO_DECIMALS else POT_SHARE_UNIT
            return (pot / drew).quantize(unit, ROUND_HALF_UP)
        return Decimal(0)

    return [take(result, stake) for result, stake in zip(results, stakes, strict=True)]


def _stake(betting, points):
    stake = points * Decimal(str(betting.percent)) / 100
    return stake.quantize(CENT, ROUND_HALF_UP) if betting.rounding == TWO_DECIMALS else stake


def _two_decimals(low, high):
    def check(value, path):
        if fields.number(value, path, low, high) == round(value, 2):
            return value
        raise RuleViolation(_("{path}: use at most two decimals."), path=path)

    return check


CHECKS = {
    "start": _two_decimals(1, 10_000),
    "percent": _two_decimals(0.01, 100),
    "rounding": fields.one_of(ROUNDINGS),
    "draws": fields.one_of(DRAWS),
    "short_pods": fields.one_of(SHORT_PODS),
}


def changed_betting(betting, value, path):
    """Return this Betting, or the default, with the changes of an event file's `betting`; None for null.

    RuleViolation for an unknown key or a value out of bounds.
    """
    if value is None:
        return None
    fields.known_keys(value, path, tuple(CHECKS))
    checked = {key: CHECKS[key](raw, f"{path}.{key}") for key, raw in value.items()}
    return replace(betting or Betting(), **checked)
