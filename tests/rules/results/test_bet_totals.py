"""The sum of all betting points of an event, for any results and settings."""

from decimal import Decimal, localcontext

from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.history import MatchRecord, RoundRecord, SeatRecord
from tournaments.rules.results.betting import DRAWS, ROUNDINGS, SHORT_PODS, bets
from tournaments.rules.results.scoring import outcomes
from tournaments.rules.rulebooks import settings_of

HALF_CENT, HALF_LAST = Decimal("0.005"), Decimal("0.5e-10")


@st.composite
def nights(draw):
    """(rounds, Settings, names): tables of 3 to 5, byes, every result and setting, with varying players."""
    names = [f"p{n:02}" for n in range(draw(st.integers(4, 40)))]
    changed = {
        "start": draw(st.sampled_from((1000, 500, 1234.56))),
        "percent": draw(st.sampled_from((7, 10, 7.25, 100))),
        "rounding": draw(st.sampled_from(ROUNDINGS)),
        "draws": draw(st.sampled_from(DRAWS)),
        "short_pods": draw(st.sampled_from(SHORT_PODS)),
    }
    rng = draw(st.randoms(use_true_random=False))
    rounds = [
        (
            number,
            RoundRecord(number, matches=tables(names, rng)),
            settings_of("hareruya", {"betting": changed}),
        )
        for number in range(1, draw(st.integers(1, 8)) + 1)
    ]
    return rounds, names


def tables(names, rng):
    left, matches = rng.sample(names, len(names)), []
    while len(left) >= 3:
        size = rng.choice([size for size in (3, 4, 5) if size <= len(left)])
        here, left = left[:size], left[size:]
        matches.append(MatchRecord(tuple(results(here, rng)), len(matches) + 1))
    return (
        *matches,
        *(MatchRecord((SeatRecord(name, result=rng.choice(("bye", "draw", "loss"))),)) for name in left),
    )


def results(here, rng):
    result = rng.choice(("win", "places", "draw", "lost", "no_show"))
    if result == "places":
        return [SeatRecord(name, place=rng.randint(1, 4)) for name in here]
    if result in ("draw", "lost"):
        return [SeatRecord(name, result={"draw": "draw", "lost": "loss"}[result]) for name in here]
    rest = None if result == "win" else "no_show"
    return [SeatRecord(name, result=rest if n else "win") for n, name in enumerate(here)]


def made_at(rule, results, stakes, last):
    """The minimum and maximum change of a table's points; negative if stakes are burnt."""
    stakes_of = {
        result: [s for r, s in zip(results, stakes, strict=True) if r == result] for result in results
    }
    drew = stakes_of.get("draw", [])
    if "win" in results:
        short = len(results) == 3 and rule.short_pods == "shop"
        fourth = last * Decimal(str(rule.percent)) / 100 if short else 0
        if rule.rounding == "two_decimals":
            return fourth - HALF_CENT, fourth + HALF_CENT
        return fourth, fourth + (rule.rounding == "winner_up")
    if rule.draws == "refund":
        return sum(drew) - sum(stakes), sum(drew) - sum(stakes)
    if rule.draws == "burn" or not drew:
        return -sum(stakes), -sum(stakes)
    off = len(drew) * (HALF_CENT if rule.rounding == "two_decimals" else HALF_LAST)
    return -off, off


@given(nights())
def test_points_are_created_and_lost_only_as_the_rules_say(night):
    rounds, names = night
    rule = rounds[0][2].betting
    made, has = bets(rounds, rule.start), dict.fromkeys(names, Decimal(str(rule.start)))
    with localcontext(prec=1100):
        for number, one, _settings in rounds:
            last = min(has.values())
            for match in one.matches:
                table = [made[player, number] for player in match.players]
                assert [bet.before for bet in table] == [has[player] for player in match.players]
                stakes = [bet.stake for bet in table]
                low, high = made_at(rule, outcomes(match), stakes, last) if any(stakes) else (0, 0)
                assert low <= sum(bet.take for bet in table) - sum(stakes) <= high
            has |= {player: made[player, number].after for match in one.matches for player in match.players}
            assert min(has.values()) >= 0


@given(nights())
def test_winners_never_lose_points_and_losers_never_gain_any(night):
    rounds, _names = night
    made = bets(rounds, rounds[0][2].betting.start)
    for number, one, _settings in rounds:
        for match in one.matches:
            for player, result in zip(match.players, outcomes(match), strict=True):
                change = made[player, number].change
                assert change >= 0 if result == "win" else change <= 0 if result == "loss" else True
