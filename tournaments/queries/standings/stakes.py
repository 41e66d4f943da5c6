"""The points or results that each player needs to make the cut."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.forecast.chances import PlayerChance
from ...rules.forecast.race import Race
from ...rules.forecast.stakes import CAN, IN, NEEDS, OUT, Stake
from ...rules.forecast.triangle import TOLERANCE
from ...rules.history import EventPhase
from ..wording.formats import number_text, record_text
from .chances import RoundedChance, by_result_text, round_chance

# Larger groups of undecided players start collapsed.
MAX_EXPANDED_PLAYERS = 32


@dataclass(frozen=True)
class RacePlayer:
    key: str
    rank: int
    name: str
    record: str
    points: str
    needs: str
    chance: RoundedChance | None = None
    by_result: str = ""


@dataclass(frozen=True)
class StakeGroup:
    """Players with the same chance to make the cut."""

    state: str
    title: str
    players: tuple[RacePlayer, ...]

    @property
    def starts_collapsed(self):
        return self.state == OUT or (self.state == CAN and len(self.players) > MAX_EXPANDED_PLAYERS)


def group_by_stake(
    rows, stakes: dict[str, Stake], race: Race, chances: dict[str, PlayerChance], open_players: set[str]
) -> tuple[StakeGroup, ...]:
    """Return the players by their stakes; without any, those with chances in one group.

    The chances by the result of a match are shown for the `open_players`.
    """
    if not stakes:
        stakes = dict.fromkeys(chances, Stake(CAN, 0, 0))
    undecided = gettext("Still alive, needs help")
    titles = {
        IN: gettext("Clinched"),
        NEEDS: gettext("In with a result"),
        CAN: undecided if race.is_running else gettext("Decided by tiebreakers"),
        OUT: gettext("Eliminated"),
    }
    players_by_state = {state: [] for state in titles}
    for row in rows:
        stake = stakes.get(row.player)
        if stake is not None:
            points = number_text(race.points[row.player])
            needs = needs_text(race, stake) if stake.state == NEEDS else ""
            chance = chances.get(row.player) if stake.state in (NEEDS, CAN) else None
            player = RacePlayer(
                *(row.player, row.rank, row.name, record_text(row), points, needs),
                round_chance(chance.chance) if chance else None,
                by_result_text(chance) if chance and row.player in open_players else "",
            )
            players_by_state[stake.state].append(player)
    groups = (StakeGroup(state, titles[state], tuple(group)) for state, group in players_by_state.items())
    return tuple(group for group in groups if group.players)


def needs_text(race: Race, stake: Stake) -> str:
    """Return “a draw”, “2 wins from 3 rounds” or “at most 1 more loss”, enough in any case."""
    if stake.losses_left is not None:
        text = ngettext("at most {count} more loss", "at most {count} more losses", stake.losses_left)
        return text.format(count=stake.losses_left) if stake.losses_left else gettext("no more losses")
    needs = results_text(race, stake)
    if not needs:
        needs = ngettext("{points} point", "{points} points", stake.points_needed)
        needs = needs.format(points=number_text(stake.points_needed))
    if stake.rounds_left == 1:
        return needs
    return gettext("{needs} from {rounds} rounds").format(needs=needs, rounds=stake.rounds_left)


def results_text(race: Race, stake: Stake) -> str:
    """Return the fewest wins and draws that reach the points needed; empty if results have no fixed worth."""
    if race.outcome_points is None or race.outcome_points[1]:
        return ""
    win, _loss, draw = race.outcome_points
    combinations = [
        (win * wins + draw * draws, -wins, wins, draws)
        for wins in range(stake.rounds_left + 1)
        for draws in range(stake.rounds_left + 1 - wins if draw > 0 else 1)
        if win * wins + draw * draws >= stake.points_needed - TOLERANCE
    ]
    if not combinations:
        return ""
    _worth, _order, wins, draws = min(combinations)
    parts = []
    if wins:
        parts.append(ngettext("a win", "{count} wins", wins).format(count=wins))
    if draws:
        parts.append(ngettext("a draw", "{count} draws", draws).format(count=draws))
    return gettext(" and ").join(parts)


def safe_draws(
    phase: EventPhase, race: Race, stakes: dict[str, Stake]
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return (table, names) of unreported tables at which a draw is enough for both players, and not idle.

    It is idle where both have clinched already.
    """
    if not stakes or race.outcome_points is None or not phase.settings.rulebook.draws:
        return ()
    round_, draw, names = phase.open_round, race.outcome_points[2], phase.history.names
    safe = {
        player
        for player, stake in stakes.items()
        if stake.state == IN or (stake.state == NEEDS and stake.points_needed <= draw)
    }
    return tuple(
        (match.table, tuple(names[player] for player in match.players))
        for match in (round_.matches if round_ else ())
        if match.players in race.open_tables
        and safe.issuperset(match.players)
        and any(stakes[player].state == NEEDS for player in match.players)
    )
