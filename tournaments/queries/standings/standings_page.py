"""Standings for pages and commands."""

from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.history import BRACKET, EventHistory, EventPhase
from ...rules.rounds import progress
from ...rules.standings.carry_over import counted_phases
from ...rules.standings.final import final_standings
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import POINTS, PlayerStanding, Standings, standings
from ..events.status import round_name
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..wording.formats import hidden_text, phase_name, results_text
from .columns import ColumnInfo, columns_of, phase_to_show
from .rows import StandingsRow, build_rows


def as_json(event: Event, phase: int, standings_table: Standings) -> dict:
    """Return the standings as the command line's JSON; floats are not rounded."""
    return {
        "event": event.slug,
        "phase": phase,
        "after_round": standings_table.after_round,
        "columns": list(standings_table.columns),
        "rows": [
            {
                "rank": row.rank,
                "player": row.player,
                "name": row.name,
                "record": row.record,
                "points": row.points,
                "values": row.values,
            }
            for row in standings_table.rows
        ],
    }


@dataclass(frozen=True)
class StandingsPage:
    """The standings page.

    `phase` counts from 1; without columns it lists places, as of finals; `rounds` are the finished rounds one
    can look back to; `other_phases` are (number, name) of the other phases that have begun; `remaining` are
    the names of a bracket's remaining players; `carried` names the phases whose results count here; `hidden`
    says that the standings are hidden from players, if they are.
    """

    phase: int
    heading: str
    has_columns: bool
    after: int | None
    columns: tuple[ColumnInfo, ...]
    rows: tuple[StandingsRow, ...]
    rounds: tuple[int, ...]
    icon_rounds: int
    remaining: tuple[str, ...]
    standings: Standings
    other_phases: tuple[tuple[int, str], ...]
    carried: tuple[str, ...] = ()
    hidden: str = ""
    is_final: bool = False

    @property
    def pools(self):
        """Return [(name, rows)] of the pools, in order; without pools all rows have an empty name."""
        return [(pool, list(rows)) for pool, rows in groupby(self.rows, key=lambda row: row.pool)]

    @property
    def width(self):
        return table_width(len(self.columns), self.icon_rounds)


def table_width(columns: int, icon_rounds: int) -> int:
    """Count the cells of a row: rank, name, icons if there are rounds, record, points and the columns."""
    return 4 + bool(icon_rounds) + columns


def get_standings_page(
    event: Event,
    phase: int | None = None,
    after: int | None = None,
    hidden_columns: tuple[str, ...] = (),
    runs: bool = False,
) -> StandingsPage:
    """Return the public standings: live, or after a finished round of the phase.

    Once an event of several phases is over, its final standings are the default.

    Points that are hidden from players have no rows, except for viewers who run the event (`runs`).
    `hidden_columns` are left out; the ranks stay. Raises RuleViolation for an unknown phase or round.
    """
    history = without_draft_rounds(load_history(event))
    if phase is None and after is None and has_final_standings(history):
        return build_final_page(history)
    shown = history.phase(phase) if phase else phase_to_show(history)
    standings_table = standings(shown, after_round=after, live=after is None)
    return build_standings_page(shown, standings_table, after, hidden_columns, runs)


def build_standings_page(
    phase: EventPhase,
    standings_table: Standings,
    after,
    hidden_columns=(),
    runs=False,
) -> StandingsPage:
    """Return the page of computed standings; `history` is without drafts."""
    is_secret, is_bracket = is_hidden(phase), phase.kind == BRACKET
    if is_secret and not runs:
        standings_table = replace(standings_table, rows=())
    rounds, keys = phase.rounds, ()
    if not is_bracket:
        keys = tuple(key for key in standings_table.columns if key not in (POINTS, *hidden_columns))
    return StandingsPage(
        phase=phase.number,
        heading=heading(phase, after),
        has_columns=not is_bracket,
        after=after,
        columns=columns_of(keys),
        rows=build_rows(phase, standings_table, keys, after),
        rounds=tuple(round_.number for round_ in rounds if round_.finished and (runs or not is_secret)),
        icon_rounds=len(rounds[:after]),
        remaining=remaining_players(phase, standings_table) if is_bracket else (),
        standings=standings_table,
        other_phases=begun_phases(phase.history, without=phase.number),
        carried=tuple(phase_name(carried) for carried in counted_phases(phase)[:-1]),
        hidden=hidden_text(runs) if is_secret else "",
    )


def build_final_page(history: EventHistory) -> StandingsPage:
    """Return the final standings: places and records over the whole event, without columns."""
    phase = history.all_phases[-1]
    final = Standings((), 0, final_rows(history))
    return StandingsPage(
        phase=phase.number,
        heading=gettext("The champion first, then everyone by where they finished"),
        has_columns=False,
        after=None,
        columns=(),
        rows=build_rows(phase, final, (), None),
        rounds=(),
        icon_rounds=0,
        remaining=(),
        standings=final,
        other_phases=begun_phases(history),
        is_final=True,
    )


def has_final_standings(history: EventHistory) -> bool:
    """Return whether an event of several phases is over, so that places and records are those of all."""
    return len(history.phases) > 1 and progress.has_ended(history)


def list_phase_points(history: EventHistory) -> list[tuple[str, dict[str, float]]]:
    """Return the name of each phase with {player: points in it}; equal names get the number of the phase."""
    names = list(map(phase_name, history.all_phases))
    return [
        (
            f"{name} {phase.number}" if names.count(name) > 1 else name,
            {row.player: row.points for row in standings(phase).rows},
        )
        for phase, name in zip(history.all_phases, names, strict=True)
    ]


def final_rows(history: EventHistory) -> tuple[PlayerStanding, ...]:
    """Return the final standings, with the wins, losses and draws of all phases; carried ones count once."""
    rows = final_standings(history)
    records, counted = {row.player: (0, 0, 0) for row in rows}, set()
    for phase in reversed(history.all_phases):
        for row in standings(phase).rows:
            if (row.player, phase.number) not in counted:
                wins, losses, draws = records[row.player]
                records[row.player] = (wins + row.wins, losses + row.losses, draws + row.draws)
                counted |= {(row.player, other.number) for other in counted_phases(phase)}
    changed = []
    for row in rows:
        wins, losses, draws = records[row.player]
        changed.append(replace(row, wins=wins, losses=losses, draws=draws))
    return tuple(changed)


def begun_phases(history: EventHistory, without: int | None = None) -> tuple[tuple[int, str], ...]:
    """Return (number, name) of the phases with rounds."""
    return tuple(
        (phase.number, phase_name(phase))
        for phase in history.all_phases
        if phase.rounds and phase.number != without
    )


def heading(phase: EventPhase, after: int | None) -> str:
    """“Round 4: 7 of 12 results reported”, “After round 3 of 5”."""
    rounds, open_round = phase.rounds, phase.open_round
    if after is None and open_round:
        matches = [match for match in open_round.matches if not match.is_bye]
        return gettext("{round}: {results}").format(
            round=round_name(phase, open_round.number),
            results=results_text(sum(match.reported for match in matches), len(matches)),
        )
    number = len(rounds) if after is None else after
    if not number:
        return gettext("No matches played yet")
    count = progress.round_count(phase) if phase.history.players else 0
    if number >= count:
        return gettext("Final, after {number} rounds").format(number=number)
    return gettext("After round {number} of {all}").format(number=number, all=count)


def remaining_players(phase: EventPhase, standings_table: Standings) -> tuple[str, ...]:
    """Return the names, by seed, of the players whose final place is still open."""
    placed = {row.player for row in standings_table.rows}
    entrants = finals.entrants_of(phase)
    return tuple(phase.history.names[player] for player in entrants if player not in placed)
