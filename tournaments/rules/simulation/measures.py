"""Means of measures over events, their errors, and the paired differences between formats."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..standings.tables import LOST, WON
from .played_format import PlayedFormat, dead_matches
from .swiss import NO_OPPONENT

Z = 1.959963984540054  # of a 95 % interval
DECIMALS = 6


def summarise(values, is_share: bool = False) -> dict | None:
    """Return {"mean", "error"} of one number for each event; None if the measure applies to none.

    Events with NaN are left out. `error` is the half-width of the 95 % interval: of a share Wilson's, whose
    middle is not quite the mean; else 1.96 standard errors of the mean, None from a single event.
    """
    if values is None:
        return None
    values = values[~np.isnan(values)]
    if not len(values):
        return None
    mean = float(values.mean())
    error = _wilson_error(mean, len(values)) if is_share else _error_of_mean(values)
    return _rounded(mean, error)


def compare(values, others) -> dict | None:
    """Return {"mean", "error"} of the difference of two measures of the same events; None if one has none.

    The mean is the difference of both means. The error comes from the differences in single events, as the
    formats share their random numbers. Where the measures apply to different events, each event counts by
    its influence on the difference: (value − mean) · events / events that apply.
    """
    if values is None or others is None or np.isnan(values).all() or np.isnan(others).all():
        return None
    influence = _influence(values) - _influence(others)
    return _rounded(float(np.nanmean(values) - np.nanmean(others)), _error_of_mean(influence))


def _influence(values):
    applies = ~np.isnan(values)
    deviations = np.where(applies, values, 0) - np.where(applies, np.nanmean(values), 0)
    return deviations / applies.mean()


def _error_of_mean(values):
    count = len(values)
    return Z * float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else None


def _wilson_error(share, count):
    spread = share * (1 - share) / count + Z**2 / (4 * count**2)
    return Z * math.sqrt(max(spread, 0)) / (1 + Z**2 / count)


def _rounded(mean, error):
    # Adding 0 turns -0.0 into 0.0.
    return {"mean": round(mean, DECIMALS) + 0.0, "error": None if error is None else round(error, DECIMALS)}


LAST_PLACES = 4  # of `first_seed_misses_top4`


def best_wins(played: PlayedFormat):
    """The strongest entrant wins: the part of the title held by entrants with the highest rating."""
    if played.plan.is_equal:
        return None
    return (played.title * (played.stronger_count == 0)).sum(axis=1)


def champion_rank(played: PlayedFormat):
    """The strength rank of the champion."""
    if played.plan.is_equal:
        return None
    strength_rank = played.stronger_count + (played.equal_count + 1) / 2
    return (played.title * strength_rank).sum(axis=1)


def cut_accuracy(played: PlayedFormat):
    """The share of the cut that belongs to the equally many strongest entrants.

    Entrants with equal ratings across that line belong to them in part. Not comparable between cut sizes.
    """
    cut = played.format.cut
    if played.plan.is_equal or cut is None:
        return None
    belongs = np.clip((cut - played.stronger_count) / played.equal_count, 0, 1)
    return np.take_along_axis(belongs, played.finals.entrants, axis=1).sum(axis=1) / cut


def rank_correlation(played: PlayedFormat):
    """Kendall's tau-b of strength and rank in the Swiss standings, from -1 to 1; 0 if all ranks are shared.

    Of all pairs of entrants: those in the right order minus those in the wrong order, divided by the
    geometric mean of the numbers of pairs that are not tied in rating, and not tied in rank.
    """
    if played.plan.is_equal:
        return None
    strength, standing = (_order_signs(values) for values in (played.ratings, -played.ranking.ranks))
    agreement = (strength * standing).sum(axis=(1, 2), dtype=int)
    untied = [np.abs(signs).sum(axis=(1, 2), dtype=int).astype(float) for signs in (strength, standing)]
    pairs = np.sqrt(untied[0] * untied[1])
    return np.divide(agreement, pairs, out=np.zeros(len(pairs)), where=pairs > 0)


def _order_signs(values):
    """Return, for each two players of an event, 1 if the first has more, -1 if the second, 0 if equal."""
    one, other = values[:, :, None], values[:, None, :]
    return (one > other).astype(np.int8) - (one < other)


def missed_on_tiebreaks(played: PlayedFormat):
    """The number of players outside the cut with the same first column as the last player inside."""
    cut, ranking = played.format.cut, played.ranking
    if cut is None:
        return None
    steps = np.take_along_axis(ranking.steps, ranking.order, axis=1)
    return (steps[:, cut:] == steps[:, cut - 1 : cut]).sum(axis=1)


def unbeaten_out(played: PlayedFormat):
    """One player has won every Swiss round, byes included, and does not win the event.

    Counts only the events in which exactly one player has won all rounds.
    """
    has_won_all = (played.outcomes == WON).all(axis=2)
    without_title = 1 - (played.title * has_won_all).sum(axis=1)
    return np.where(has_won_all.sum(axis=1) == 1, without_title, np.nan)


def first_seed_misses_top4(played: PlayedFormat):
    """The first seed of the finals is not among the last four players of the finals.

    Of players who are eliminated in one round the better seed places higher, as in final standings.
    """
    finals = played.finals
    if finals is None or played.format.cut <= LAST_PLACES:
        return None
    events = np.arange(finals.winner.shape[1])
    last_round = np.zeros((len(events), played.format.cut + 1), int)
    for round_, is_played, *sides in zip(
        finals.rounds, finals.played, finals.first, finals.second, strict=True
    ):
        for side in sides:
            last_round[events[is_played], side[is_played]] = round_
    last_round[events, finals.champions] = finals.table.rounds + 1
    return (last_round > last_round[:, 1:2]).sum(axis=1) >= LAST_PLACES


def live_matches(played: PlayedFormat):
    """The share of matches with something at stake, of those of the last two Swiss rounds and the finals.

    In a Swiss match that is so unless each player is certain by points to be in the cut or out of it (see
    SwissStakes; without a cut, the first place is at stake); in finals unless the match is a dead rubber.
    """
    live, matches = played.stakes.live.sum(axis=1), played.stakes.matches.sum(axis=1)
    if played.finals:
        count = played.finals.played.sum(axis=0)
        live = live + count - dead_matches(played.format, played.finals).sum(axis=0)
        matches = matches + count
    return live / matches


def decided_early(played: PlayedFormat):
    """The champion is certain by points before the last round; in finals the last round always decides."""
    return np.zeros(len(played.ratings)) if played.finals else played.stakes.is_decided


def safe_draws(played: PlayedFormat):
    """The number of last-round tables where a draw puts both players in the cut for certain, by points.

    0 where the rulebook has no draws.
    """
    return played.stakes.safe_draws if played.format.cut else None


def upsets(played: PlayedFormat):
    """The share of matches, Swiss and finals, that the weaker player wins.

    Counts matches between players with different ratings, drawn ones included.
    """
    if played.plan.is_equal:
        return None
    opponents = played.rounds.opponents
    others = np.take_along_axis(played.ratings[:, :, None], np.maximum(opponents, 0), axis=1)
    is_weaker = (opponents != NO_OPPONENT) & (played.ratings[:, :, None] < others)
    matches, won = is_weaker.sum(axis=(1, 2)), (is_weaker & (played.outcomes == WON)).sum(axis=(1, 2))
    if finals := played.finals:
        events = np.arange(len(played.ratings))
        winner, loser = (
            played.ratings[events, finals.players(seeds)] for seeds in (finals.winner, finals.loser)
        )
        matches = matches + (finals.played & (winner != loser)).sum(axis=0)
        won = won + (finals.played & (winner < loser)).sum(axis=0)
    return np.divide(won, matches, out=np.full(len(won), np.nan), where=matches > 0)


def comebacks(played: PlayedFormat):
    """The champion had lost a match, in the Swiss rounds or in the finals."""
    losses = (played.outcomes == LOST).sum(axis=2) + played.finals_losses
    return (played.title * (losses > 0)).sum(axis=1)


def rounds(played: PlayedFormat):
    """The number of rounds, of Swiss and finals; a deciding match that is not needed is no round."""
    count = np.full(len(played.ratings), played.format.rounds)
    if played.finals:
        count = count + np.where(played.finals.played, played.finals.rounds[:, None], 0).max(axis=0)
    return count


def matches(played: PlayedFormat):
    """The number of matches played, of Swiss and finals; a bye is no match."""
    count = (played.rounds.opponents != NO_OPPONENT).sum(axis=(1, 2)) // 2
    return count + played.finals.played.sum(axis=0) if played.finals else count


def hours(played: PlayedFormat):
    """The length of all rounds in hours, by the minutes of a round, without breaks."""
    minutes = played.format.minutes
    return None if minutes is None else rounds(played) * minutes / 60


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: its key is the name of its function. `is_share`: in each event it is 0 or 1."""

    function: Callable
    is_share: bool = False

    @property
    def key(self):
        return self.function.__name__


FAIR = (
    Measure(best_wins, is_share=True),
    Measure(champion_rank),
    Measure(cut_accuracy),
    Measure(rank_correlation),
    Measure(missed_on_tiebreaks),
    Measure(unbeaten_out, is_share=True),
    Measure(first_seed_misses_top4, is_share=True),
)
EXCITING = (
    Measure(live_matches),
    Measure(decided_early, is_share=True),
    Measure(safe_draws),
    Measure(upsets),
    Measure(comebacks, is_share=True),
)
COST = (Measure(rounds), Measure(matches), Measure(hours))
MEASURES = {measure.key: measure for measure in (*FAIR, *EXCITING, *COST)}
