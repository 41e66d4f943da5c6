"""Certain consequences of a win, a draw and a loss in a match of the running round for the cut."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..history import EventHistory
from ..rounds.phases import groups_of, settings_for
from ..standings.cut import POINTS, group_rows
from ..standings.standings import standings
from .bounds import max_reaching
from .places import CutPlaces, cut_places
from .race import Race
from .stakes import Stake, StakeCalculator


@dataclass(frozen=True, slots=True)
class MatchStakes:
    """A player's state (as in Stake) after a `win`, a `draw` and a `loss` in the current match.

    `draw` is None where the rulebook has no draws. `rivals` is the largest number of others who can finish
    level with the player or ahead, if the match is drawn and the player wins nothing after it; None without
    draws, and if the cut is not only a number of places.
    """

    win: str
    draw: str | None
    loss: str
    rivals: int | None


def cut_races(
    history: EventHistory, phase_number: int, race: Race, rule: Mapping
) -> Iterator[tuple[Race, CutPlaces]]:
    """Yield the race for the places of a cut, or the race of each group.

    Nothing is certain, and none is yielded, if a cut by points follows rounds ranked by something else.
    """
    if "min_points" in rule and settings_for(history, phase_number).first_column != POINTS:
        return
    if "per" not in rule:
        yield race, cut_places(rule, race.listed_count)
        return
    rows = standings(history, phase_number, live=True).rows
    for group in group_rows(rows, groups_of(history, rows, rule)).values():
        listed = [row.player for row in group]
        yield race.of_group(listed), cut_places(rule, len(listed))


def match_stakes(race: Race, places: CutPlaces, has_draws: bool) -> dict[str, MatchStakes]:
    """Return {player: MatchStakes} for the players at tables of two without a result.

    Empty if a match can end otherwise than in a win, a loss and a draw of fixed points.
    """
    if race.outcome_points is None:
        return {}
    win, loss, draw = race.outcome_points
    stakes, by_state = {}, {}
    for table in race.open_tables:
        for player, other in (table, table[::-1]):
            if player not in race.points:
                continue
            # Players with the same points and losses, against the same, have the same stakes.
            state = tuple((race.points.get(one), race.losses.get(one, 0)) for one in (player, other))
            if state not in by_state:
                after_win, _rivals = stake_after(race, places, (player, other), (win, loss))
                after_loss, _rivals = stake_after(race, places, (player, other), (loss, win))
                draw_state, rivals = None, None
                if has_draws:
                    after_draw, rivals = stake_after(race, places, (player, other), (draw, draw))
                    draw_state = after_draw.state
                by_state[state] = MatchStakes(after_win.state, draw_state, after_loss.state, rivals)
            stakes[player] = by_state[state]
    return stakes


def stake_after(race: Race, places: CutPlaces, table, gains) -> tuple[Stake, int | None]:
    """Return the Stake of the table's first player after this result, and the most rivals for a place."""
    after = race_after(race, table, gains)
    player = table[0]
    points = after.points[player]
    stake = StakeCalculator(after, places).stake((points,), after.losses.get(player, 0))
    if places.counts_losses or places.min_points > -math.inf:
        return stake, None
    return stake, max_reaching(after, points + after.min_future_gain) - 1


def race_after(race: Race, table: tuple[str, ...], gains: tuple[float, ...]) -> Race:
    """Return the race when an open table has ended with these points."""
    win, loss, draw = race.outcome_points
    is_loss = loss not in (win, draw)
    gained = dict(zip(table, gains, strict=True))
    return replace(
        race,
        points={player: points + gained.get(player, 0) for player, points in race.points.items()},
        losses={
            player: race.losses.get(player, 0) + (is_loss and gained.get(player) == loss)
            for player in {*race.losses, *table}
        },
        open_tables=tuple(other for other in race.open_tables if other != table and other != table[::-1]),
    )
