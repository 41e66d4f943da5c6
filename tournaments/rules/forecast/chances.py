"""Each player's chance to make the cut: counted in playouts of the last two Swiss rounds at most."""

from collections import namedtuple
from dataclasses import asdict, dataclass

import numpy as np

from ..errors import RuleViolation
from ..history import SWISS, EventHistory
from ..rounds.phases import cut_rule, groups_of, playing_in, settings_for
from ..standings import cut
from ..standings.tables import DREW, LOST, WON
from .match_stakes import MatchStakes, cut_races, match_stakes
from .phase_start import PhaseStart, start_of
from .playouts import Ranking, play_out
from .race import Race, build_race
from .stakes import IN, OUT, calculate_stakes

PLAYOUTS, MAX_ROUNDS_LEFT = 500, 2
# In further playouts one table of so many is drawn, to see what a draw is worth where draws are rare.
DRAWN_TABLES = 5
DRAW_PLAYOUTS = 500
# With fewer playouts, what a result makes of the chance is not known.
MIN_PICKED = 40
# Rows of results of the playouts that are computed at the same time, for the memory.
MAX_ROWS = 200_000
# A chance that is not certain is never 0 or 1.
ALMOST = 0.001
CutRow = namedtuple("CutRow", "rank player points losses values")


@dataclass(frozen=True, slots=True)
class PlayerChance:
    """A player's chance to make the cut; 0 and 1 only if that is certain.

    `win`, `draw` and `loss`: what these results in the match of the running round make of it, None without
    such a match or if it is not known. `rivals`: see MatchStakes.
    """

    chance: float
    win: float | None = None
    draw: float | None = None
    loss: float | None = None
    rivals: int | None = None


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances after some playouts: `round` is the running round in the phase, 0 without open tables."""

    phase: int
    round: int
    players: dict[str, PlayerChance]


def chances_json(chances: Chances | None) -> dict:
    """Return the Chances as JSON, {} for None. Numbers are rounded; certain ones are 0 and 1."""
    if chances is None:
        return {}
    players = {
        player: {
            key: round(value, 3) if isinstance(value, float) else value
            for key, value in asdict(chance).items()
            if value is not None
        }
        for player, chance in chances.players.items()
    }
    return {"phase": chances.phase, "round": chances.round, "players": players}


def read_chances(values: dict) -> Chances | None:
    """Return the Chances that `chances_json` has written."""
    if not values:
        return None
    players = {player: PlayerChance(**chance) for player, chance in values["players"].items()}
    return Chances(values["phase"], values["round"], players)


def can_have_chances(history: EventHistory, number: int) -> bool:
    """Return whether a phase is followed by a cut whose chances can be calculated.

    It has Swiss rounds at tables of two, results of known points, and a cut by rule that is not made yet.
    """
    phase, settings = history.phase(number), settings_for(history, number)
    return (
        phase.kind == SWISS
        and bool(phase.rounds)
        and number < len(history.phases)
        and history.phase(number + 1).entrants is None
        and not (settings.vp_table or settings.betting or settings.hidden_standings)
        and is_calculated(cut_rule(history, number + 1))
    )


def is_calculated(rule: dict | None) -> bool:
    """Return whether a cut follows from the standings: not everyone advances, and nobody chooses by hand."""
    return bool(rule) and not rule.get("by_hand")


def calculate_chances(history: EventHistory, seed: int) -> Chances | None:
    """Return the Chances of the current phase; None with more than two rounds to come, or without chances.

    The history has no unpublished rounds. The same history and seed give the same numbers.
    """
    number = history.current
    if not settings_for(history, number).chances or not can_have_chances(history, number):
        return None
    race = build_race(history, number)
    if not race.is_running or race.rounds + bool(race.open_tables) > MAX_ROUNDS_LEFT:
        return None
    start = start_of(history, number)
    certain, stakes = {}, {}
    for group_race, places in cut_races(history, number, race, cut_rule(history, number + 1)):
        certain |= {player: stake.state for player, stake in calculate_stakes(group_race, places).items()}
        stakes |= match_stakes(group_race, places, settings_for(history, number).rulebook.draws)
    counts = count_playouts(start, number, seed, open_stakes(race, start, certain))
    return Chances(
        number,
        start.open_round if race.open_tables else 0,
        {
            player: player_chance(counts, n, certain.get(player), stakes.get(player))
            for n, player in enumerate(start.tables.players)
            if player in race.points
        },
    )


def open_stakes(race: Race, start: PhaseStart, certain) -> np.ndarray:
    """Return which open tables have a player who is neither in nor out for certain."""
    names = start.tables.players
    pairs = start.open_tables.tolist()
    return np.array([any(certain.get(names[n]) not in (IN, OUT) for n in pair) for pair in pairs], bool)


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over playouts: `inside` and `total` of all playouts, and for each player (position) by outcome.

    `picked` (outcome, player) counts the playouts in which the player's open match ended so, and
    `picked_inside` those of them in which the player made the cut. The outcomes are LOST, DREW and WON.
    """

    inside: np.ndarray
    total: int
    picked: np.ndarray
    picked_inside: np.ndarray


def count_playouts(start: PhaseStart, number: int, seed: int, is_live: np.ndarray) -> Counts:
    """Play the phase out, in batches that fit the memory, and count who makes the cut."""
    players = len(start.tables.players)
    counts = Counts(np.zeros(players), PLAYOUTS, np.zeros((3, players)), np.zeros((3, players)))
    per_playout = len(start.tables.played.player) + players * (len(start.future) + 1)
    size = max(1, MAX_ROWS // per_playout)
    selector = CutSelector(start, number)
    for first in range(0, PLAYOUTS, size):
        many = min(size, PLAYOUTS - first)
        random = np.random.default_rng((seed, first))
        inside, outcomes = play_batch(start, selector, f"{seed}|{first}", random, many)
        counts.inside[:] += inside.sum(axis=0)
        add_picked(counts, start, inside, outcomes, np.ones_like(outcomes, bool))
    if not start.settings.rulebook.draws or not is_live.any():
        return counts
    for first in range(0, DRAW_PLAYOUTS, size):
        many = min(size, DRAW_PLAYOUTS - first)
        random = np.random.default_rng((seed, first, DREW))
        # Each table is drawn in every so many playouts, together with others than before.
        turn = random.permuted(np.tile(np.arange(many)[:, None], len(is_live)), axis=0)
        forced = (turn % DRAWN_TABLES == 0) & is_live
        inside, outcomes = play_batch(start, selector, f"{seed}|{first}|draw", random, many, forced)
        add_picked(counts, start, inside, outcomes, forced)
    return counts


def play_batch(start, selector, seed, random, many, forced=None):
    """Return who is inside (playout, player) and the outcomes of the open tables (playout, table)."""
    ranking, results = play_out(start, seed, random, many, forced)
    inside = np.zeros((many, len(start.tables.players)), bool)
    inside[:, start.listed] = selector.inside(ranking, random)
    return inside, start.results["outcome"][results].astype(int)


def add_picked(counts: Counts, start: PhaseStart, inside, outcomes, is_counted):
    """Add the playouts by the outcome of each open table, from both players' sides."""
    for side, own in ((0, outcomes), (1, WON - outcomes)):
        players = start.open_tables[:, side]
        for outcome in (LOST, DREW, WON):
            is_picked = (own == outcome) & is_counted
            counts.picked[outcome, players] += is_picked.sum(axis=0)
            counts.picked_inside[outcome, players] += (is_picked & inside[:, players]).sum(axis=0)


class CutSelector:
    """Selects the players of each playout who make the cut by its own rule; lots decide remaining ties."""

    def __init__(self, start: PhaseStart, number: int):
        history = start.history
        self.start, self.rule = start, cut_rule(history, number + 1)
        self.ids = [start.tables.players[n] for n in start.listed.tolist()]
        self.dropped = set(self.ids) - playing_in(history, number + 1)
        rows = [CutRow(1, player, 0, 0, {}) for player in self.ids]
        self.groups = groups_of(history, rows, self.rule)
        self.column = start.settings.first_column

    def inside(self, ranking: Ranking, random) -> np.ndarray:
        """Return who makes the cut, as an array (playout, listed player)."""
        inside = np.zeros(ranking.ranks.shape, bool)
        order = np.lexsort((random.random(ranking.ranks.shape), ranking.ranks), axis=1)
        if set(self.rule) == {"top"} and not self.dropped:
            np.put_along_axis(inside, order[:, : self.rule["top"]], True, axis=1)
            return inside
        place = {player: n for n, player in enumerate(self.ids)}
        values = (ranking.ranks, ranking.points, ranking.losses, ranking.first_column)
        for playout, numbers in enumerate(zip(order, *values, strict=True)):
            for player in self.entrants(*(each.tolist() for each in numbers)):
                inside[playout, place[player]] = True
        return inside

    def entrants(self, order, ranks, points, losses, column) -> tuple[str, ...]:
        rows = [CutRow(ranks[n], self.ids[n], points[n], losses[n], {self.column: column[n]}) for n in order]
        try:
            return cut.cut(rows, self.rule, self.dropped, self.groups, self.column).entrants
        except RuleViolation:
            # In this playout the cut would leave fewer than two players, or fewer than it takes.
            return ()


def player_chance(counts: Counts, n: int, certain: str | None, stakes: MatchStakes | None) -> PlayerChance:
    """Return the chance of the player at this position; the clinch logic decides what is certain."""
    chance = as_chance(counts.inside[n], counts.total, certain)
    if stakes is None:
        return PlayerChance(chance)
    states = {LOST: stakes.loss, DREW: stakes.draw, WON: stakes.win}
    loss, draw, win = (
        None if states[outcome] is None else as_chance(inside[n], picked[n], states[outcome])
        for outcome, (inside, picked) in enumerate(zip(counts.picked_inside, counts.picked, strict=True))
    )
    return PlayerChance(chance, win, draw, loss, stakes.rivals)


def as_chance(inside: float, total: float, certain: str | None) -> float | None:
    if certain in (IN, OUT):
        return float(certain == IN)
    if total < MIN_PICKED:
        return None
    return float(np.clip(inside / total, ALMOST, 1 - ALMOST))
