"""Each player's chance to make the cut: counted in playouts of the last two Swiss rounds at most."""

from dataclasses import asdict, dataclass

import numpy as np

from ..errors import RuleViolation, _
from ..history import PODS, SWISS, EventHistory, EventPhase
from ..rounds.phases import cut_rows, cut_rule, round_count
from ..standings.standings import standings
from ..standings.tables import DREW, LOST, WON
from .cut_races import MatchStakes, check_cut_is_possible, cut_races, match_stakes, stakes_of_cut
from .phase_start import PhaseStart, start_of
from .playouts import Counts, count_playouts
from .race import Race, build_race, results_by_outcome
from .stakes import CAN, IN, OUT

PLAYOUTS, MAX_ROUNDS_LEFT = 500, 2
# A chance that is not certain is never 0 or 1.
ALMOST = 1e-6
DECIMALS = 6


@dataclass(frozen=True, slots=True)
class PlayerChance:
    """A player's chance to make the cut; 0 and 1 only if that is certain.

    `win`, `draw` and `loss`: what these results in the match of the running round make of it, None without
    such a match, or if it cannot end so or ends so in no playout. `playouts`: how many playouts these three
    rest on. `rivals`: see MatchStakes.
    """

    chance: float
    win: float | None = None
    draw: float | None = None
    loss: float | None = None
    playouts: tuple[int, int, int] | None = None
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
            key: round(value, DECIMALS) if isinstance(value, float) else value
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


def can_have_chances(phase: EventPhase) -> bool:
    """Return whether a phase is followed by a cut whose chances can be calculated."""
    try:
        check_phase(phase)
    except RuleViolation:
        return False
    return True


def check_phase(phase: EventPhase):
    """Raise RuleViolation with the reason if the chances of a phase cannot be calculated.

    It needs Swiss rounds at tables of two, results of known points, and a cut by rule that is not made yet.
    """
    settings = phase.settings
    if phase.next is None:
        raise RuleViolation(_("There are no chances to give: no cut follows this phase."))
    if phase.next.entrants is not None:
        raise RuleViolation(_("There are no chances to give: the players who advance are already set."))
    rule = cut_rule(phase.next)
    if not rule:
        raise RuleViolation(_("There are no chances to give: everyone advances to the next phase."))
    if rule.get("by_hand"):
        raise RuleViolation(_("There are no chances to give: the players who advance are chosen by hand."))
    if phase.kind == PODS:
        raise RuleViolation(_("There are no chances to give: tables have more than two players."))
    if phase.kind != SWISS:
        raise RuleViolation(_("There are no chances to give: they are calculated for Swiss rounds only."))
    if settings.hidden_standings:
        raise RuleViolation(_("There are no chances to give: points are hidden while the rounds run."))
    if settings.vp_table or settings.betting:
        raise RuleViolation(
            _("There are no chances to give: what a match is worth depends on more than its winner.")
        )
    if not phase.rounds:
        raise RuleViolation(_("There are no chances to give: the first round isn’t published yet."))


def calculate_chances(history: EventHistory, seed: int, playouts: int = PLAYOUTS) -> Chances | None:
    """Return the Chances of the current phase; None with more than two rounds to come, or without chances.

    The history has no unpublished rounds. The same history and seed give the same numbers.
    """
    phase = history.current_phase
    if not phase.settings.chances or not can_have_chances(phase):
        return None
    race = build_race(phase)
    if not race.is_running or race.rounds + bool(race.open_tables) > MAX_ROUNDS_LEFT:
        return None
    try:
        return play_chances(phase, race, seed, playouts)
    except RuleViolation:
        return None


def chances_now(history: EventHistory, seed: int, playouts: int) -> Chances:
    """Return the Chances of the current phase, even if pages do not show them.

    A round that is not finished counts as to come. RuleViolation with the reason if there are no chances.
    """
    phase = history.current_phase
    check_phase(phase)
    race, finished = build_race(phase), sum(one.finished for one in phase.rounds)
    to_come = round_count(phase) - finished
    if to_come > MAX_ROUNDS_LEFT:
        raise RuleViolation(
            _("There are no chances to give: {count} rounds are still to come, more than {most}."),
            count=to_come,
            most=MAX_ROUNDS_LEFT,
        )
    return play_chances(phase, race, seed, playouts) if race.is_running else decided_chances(phase)


def decided_chances(phase: EventPhase) -> Chances:
    """Return chances of 0 and 1 after all results. RuleViolation if the cut cannot be made."""
    rows = standings(phase, live=True).rows
    inside = set(cut_rows(phase.next, rows, cut_rule(phase.next)).entrants)
    left = {player.id for player in phase.history.players if player.has_left}
    players = {
        row.player: PlayerChance(float(row.player in inside)) for row in rows if row.player not in left
    }
    return Chances(phase.number, 0, players)


def play_chances(phase: EventPhase, race: Race, seed: int, playouts: int) -> Chances:
    """Return the Chances of the phase by playouts. RuleViolation if no cut is possible."""
    rule, settings = cut_rule(phase.next), phase.settings
    races, results = cut_races(phase, race, rule), results_by_outcome(settings)
    check_cut_is_possible(races, rule)
    start, has_draws = start_of(phase), settings.rulebook.draws
    certain = {player: stake.state for player, stake in stakes_of_cut(races).items()}
    unknown = MatchStakes(CAN, CAN if has_draws else None, CAN, None)
    stakes = {player: unknown for player in race.opponents if player in race.points}
    stakes |= match_stakes(races, results, has_draws)
    counts = count_playouts(start, seed, open_outcomes(start, stakes), playouts)
    return Chances(
        phase.number,
        start.open_round if race.open_tables else 0,
        {
            player: player_chance(counts, n, certain.get(player), stakes.get(player))
            for n, player in enumerate(start.tables.players)
            if player in race.points
        },
    )


def open_outcomes(start: PhaseStart, stakes: dict[str, MatchStakes]) -> np.ndarray:
    """Return after which outcomes of an open table one of its players is neither in nor out for certain.

    An array (table, outcome of the first player).
    """
    is_open = np.zeros((len(start.open_tables), WON + 1), bool)
    for table, players in enumerate(start.open_tables.tolist()):
        for side, player in enumerate(players):
            stake = stakes.get(start.tables.players[player])
            if stake is None:
                continue
            states = states_by_outcome(stake)[::-1] if side else states_by_outcome(stake)
            is_open[table] |= [state not in (None, IN, OUT) for state in states]
    return is_open


def states_by_outcome(stakes: MatchStakes) -> list[str | None]:
    """Return the states after LOST, DREW and WON; None where the match cannot end so."""
    return [stakes.loss, stakes.draw, stakes.win]


def player_chance(counts: Counts, n: int, certain: str | None, stakes: MatchStakes | None) -> PlayerChance:
    """Return the chance of the player at this position; the clinch logic decides what is certain."""
    chance = as_chance(counts.inside[n], counts.total, certain)
    if stakes is None:
        return PlayerChance(chance)
    loss, draw, win = (
        None if state is None else as_chance(inside, picked, state)
        for inside, picked, state in zip(
            counts.picked_inside[:, n], counts.picked[:, n], states_by_outcome(stakes), strict=True
        )
    )
    playouts = tuple(counts.picked[(WON, DREW, LOST), n].astype(int).tolist())
    return PlayerChance(chance, win, draw, loss, playouts, stakes.rivals)


def as_chance(inside: float, total: float, certain: str | None) -> float | None:
    """Return the share of these playouts, or what is certain; None without a playout."""
    if certain in (IN, OUT):
        return float(certain == IN)
    if not total:
        return None
    return float(np.clip(inside / total, ALMOST, 1 - ALMOST))


def spread(players: int, rounds: int, losses: int) -> tuple[int, int]:
    """Return the fewest and the most players who lose at most `losses` matches, over all results.

    Assumes no draws and no drops, and pairings within score groups, where the odd player of a group meets
    the next group below (the fewest pair-downs; an odd field has a bye at the bottom). A draw lowers the
    number of players with enough wins; an avoided rematch in a small group can change it by one. Searches
    all states of the score groups through all rounds.
    """
    states = {(players,) + (0,) * losses}
    for _round in range(rounds):
        states = {after for groups in states for after in groups_after_round(groups, players - sum(groups))}
    counts = [sum(groups) for groups in states]
    return min(counts), max(counts)


def groups_after_round(groups: tuple[int, ...], below: int) -> set[tuple[int, ...]]:
    """Return the possible groups (sizes by losses, from 0) after a round, with `below` players below."""
    # (the group of the odd player who is paired down, if any; the groups after the round so far)
    states = {(None, (0,) * (len(groups) + 1))}
    for losses, size in enumerate(groups):
        states = {state for floater, after in states for state in play_group(losses, size, floater, after)}
    ended = set()
    for floater, after in states:
        if floater is None:
            ended.add(after[:-1])
            continue
        # Without an opponent below, the floater has the bye.
        ended.add(with_more(after, floater)[:-1])
        if below:
            ended.add(with_more(after, floater + 1)[:-1])
    return ended


def play_group(losses: int, size: int, floater: int | None, after: tuple[int, ...]):
    """Yield the results of one group: the floater from above plays first; one player may be left over."""
    if not size:
        yield floater, after
        return
    starts = [(size, after)]
    if floater is not None:
        starts = [
            (size - 1, with_more(with_more(after, floater), losses + 1)),
            (size - 1, with_more(with_more(after, floater + 1), losses)),
        ]
    for left, before in starts:
        paired = with_more(with_more(before, losses, left // 2), losses + 1, left // 2)
        yield (losses if left % 2 else None), paired


def with_more(groups: tuple[int, ...], index: int, more: int = 1) -> tuple[int, ...]:
    return (*groups[:index], groups[index] + more, *groups[index + 1 :])
