"""The Swiss rounds of simulated events: paired by the real rules, played and ranked many events at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import RuleViolation
from ..pairing import RANDOM, Entrant, pair_swiss
from ..rounds.swiss import round_options
from ..rulebooks import StandingsColumn
from ..standings.standings import compute_columns, ranks_of
from ..standings.tables import FULL_BYE, MeetingsTable, PlayedTable, StandingsTables
from .matches import Luck, ResultTable, play, result_table
from .plan import Format

NO_OPPONENT = -1


@dataclass(frozen=True, slots=True)
class SwissRounds:
    """The Swiss rounds of some events: `opponents` and `results`, each (event, player, round).

    Players are numbers from 0. A bye has NO_OPPONENT. Results are numbered as in `matches`.
    """

    opponents: np.ndarray
    results: np.ndarray

    def until(self, number: int) -> "SwissRounds":
        """Return only the first rounds."""
        return SwissRounds(self.opponents[:, :, :number], self.results[:, :, :number])


@dataclass(frozen=True, slots=True)
class SwissRanking:
    """Standings of some events, each array (event, player).

    `ranks` count from 1, ties share one; `order` lists the players best first, ties by name; `steps` are the
    numbers of the first column, rounded so that equal ones are equal.
    """

    ranks: np.ndarray
    order: np.ndarray
    steps: np.ndarray


def player_ids(count: int) -> list[str]:
    """Return the ids of the players, which are in the order of the players' numbers."""
    width = len(str(count))
    return [f"p{number:0{width}}" for number in range(1, count + 1)]


def swiss_key(format_: Format, players: int) -> tuple:
    """Return a key that is equal for formats whose Swiss rounds are the same with the same Luck."""
    settings = format_.settings
    pairing = settings.pairing, settings.first_round_pairing, settings.last_round_pairing
    points = result_table(settings).columns["points"]
    ranked = (settings.rulebook.key, settings.columns) if _needs_ranks(format_, players) else ()
    options = format_.rounds, settings.best_of, format_.draw_share
    return (*options, *pairing, tuple(points.tolist()), str(ranked))


def play_swiss(format_: Format, luck: Luck, checkpoint: Callable[[], None] = lambda: None) -> SwissRounds:
    """Pair and play all Swiss rounds of a format's events; `checkpoint` is called before every pairing."""
    events, players = luck.ratings.shape
    opponents = np.full((events, players, format_.rounds), NO_OPPONENT)
    rounds = SwissRounds(opponents, np.zeros_like(opponents))
    pairings = [_EventPairings(format_, player_ids(players)) for _event in luck.numbers]
    table, is_ranked = result_table(format_.settings), _needs_ranks(format_, players)
    for number in range(1, format_.rounds + 1):
        played = rounds.until(number - 1)
        points = table.columns["points"][played.results].sum(axis=2)
        ranking = rank_events(format_, played, luck) if is_ranked and number > 1 else None
        for index, event_pairings in enumerate(pairings):
            checkpoint()
            standing = ranking and (ranking.ranks[index].tolist(), _places(ranking.order[index]))
            seed = luck.round_seed(index, number)
            opponents[index, :, number - 1] = event_pairings.pair(
                number, seed, points[index].tolist(), standing
            )
        _play_round(format_, luck, rounds, number, table)
    return rounds


def _needs_ranks(format_, players):
    """Return whether the pairings depend on more than points, past opponents and the lot.

    Ranks decide who has the bye, and all methods but `random`. The check that later rounds stay possible uses
    them too; it is never needed while everyone has half of the field left in the last round (see `at_risk`).
    """
    settings = format_.settings
    methods = {settings.pairing, settings.first_round_pairing, settings.last_round_pairing}
    return players % 2 == 1 or methods != {RANDOM} or format_.rounds > players // 2 - 1


def _places(order):
    """Return the place of each player in an order of all players."""
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    return places.tolist()


class _EventPairings:
    """Pairs one event round by round, remembering who has met and who had a bye."""

    def __init__(self, format_: Format, ids: Sequence[str]):
        self.settings, self.rounds, self.ids = format_.settings, format_.rounds, ids
        self.index = {player: number for number, player in enumerate(ids)}
        self.met, self.byes = [], [0] * len(ids)

    def pair(self, number, seed, points, standing):
        """Return each player's opponent in the next round, from (ranks, places) or None: all are level."""
        count = len(self.ids)
        ranks, places = standing or ([count] * count, range(count))
        entrants = list(map(Entrant, self.ids, points, ranks, self.byes, places))
        options = round_options(self.settings, number, self.rounds)
        try:
            pairing = pair_swiss(entrants, self.met, seed=seed, **options)
        except RuleViolation:
            # A small field can run out of new opponents; then an organiser allows rematches.
            pairing = pair_swiss(entrants, self.met, seed=seed, **options, allow_rematches=True)
        self.met += pairing.tables
        if pairing.bye:
            self.byes[self.index[pairing.bye]] += 1
        opponents = [NO_OPPONENT] * count
        for one, other in pairing.tables:
            first, second = self.index[one], self.index[other]
            opponents[first], opponents[second] = second, first
        return opponents


def _play_round(format_, luck, rounds, number, table: ResultTable):
    """Enter the results of a round of all events."""
    events, players = np.nonzero(rounds.opponents[:, :, number - 1] != NO_OPPONENT)
    others, own = rounds.opponents[events, players, number - 1], luck.ratings[events, players]
    ratings = luck.ratings[events, others]
    is_first = is_stronger(own, ratings, players, others)
    events, players, others = events[is_first], players[is_first], others[is_first]
    chance = luck.swiss[events, number - 1, players]
    results = play(format_.settings.best_of, own[is_first], ratings[is_first], chance, format_.draw_share)
    rounds.results[:, :, number - 1] = table.bye
    rounds.results[events, players, number - 1] = results
    rounds.results[events, others, number - 1] = table.last - results


def is_stronger(rating, other_rating, player, other):
    """Return where the first of two players counts as the stronger one; of equals the one listed first."""
    return (rating > other_rating) | ((rating == other_rating) & (player < other))


def rank_events(format_: Format, rounds: SwissRounds, luck: Luck) -> SwissRanking:
    """Return the standings after these rounds, by the format's columns.

    All events are ranked in one table; their number comes before all columns, so each is ranked alone.
    """
    events, players, _rounds = rounds.results.shape
    settings = format_.settings
    columns = (StandingsColumn(settings.first_column), *settings.columns)
    event = np.repeat(np.arange(events), players)
    everyone = np.arange(events * players)
    tables = _tables(format_, rounds, luck)
    _values, steps = compute_columns(tables, columns, everyone, -event[:, None])
    ranks = (ranks_of(steps) - event * players).reshape(events, players)
    order = np.argsort(ranks, axis=1, kind="stable")
    return SwissRanking(ranks, order, steps[:, 1].reshape(events, players))


def _tables(format_, rounds, luck):
    """Return the StandingsTables of all events together, with rows in order of player and round."""
    events, players, number = rounds.results.shape
    count, table = events * players, result_table(format_.settings)
    player, round_ = np.repeat(np.arange(count), number), np.tile(np.arange(1, number + 1), count)
    results = rounds.results.ravel()
    played = PlayedTable(player, round_, **{name: values[results] for name, values in table.columns.items()})
    first_of_event = np.repeat(np.arange(events) * players, players)
    opponent = (rounds.opponents + first_of_event.reshape(events, players, 1)).ravel()
    has_met = played.kind != FULL_BYE
    meetings = MeetingsTable(player[has_met], round_[has_met], opponent[has_met], played.points[has_met])
    return StandingsTables(
        players=_lot_names(luck, players, number),
        played=played,
        meetings=meetings,
        rounds=number,
        last_round=np.full(count, number),
        unreported=np.empty((0, 2), int),
        dropped_after=np.full(count, np.inf),
        soft_scores=np.zeros(count),
        seed=str(luck.seed),
        settings=format_.settings,
    )


def _lot_names(luck, players, rounds):
    """Return names of the players that give the column `random` the same lots as in a real event.

    It hashes the seeds of all rounds and the player, joined by |; all seeds begin with that of the plan.
    """
    ids, names = player_ids(players), []
    for index in range(len(luck.numbers)):
        seeds = "|".join(luck.round_seed(index, number) for number in range(1, rounds + 1))
        begin = seeds.removeprefix(f"{luck.seed}|")
        names += [f"{begin}|{player}" for player in ids]
    return tuple(names)
