"""Standings."""

from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext, ngettext

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event
from ...results.pages.cells import ResultIcon, result_icons
from ...rules.errors import RuleViolation
from ...rules.finals_systems.system import ordinal
from ...rules.history import BRACKET, EventHistory, EventPhase
from ...rules.rounds.phases import cut_rows, cut_rule, round_count
from ...rules.rounds.progress import has_ended, is_over
from ...rules.settings.fields import DIVISION
from ...rules.standings import cut
from ...rules.standings.final import final_standings, is_hidden
from ...rules.standings.standings import POINTS, PlayerStanding, Standings, standings
from ...rules.standings.table_builder import counted_phases
from ...rules.standings.working import deciding_column
from ...rules.tiebreakers import PERCENT, TIEBREAKERS
from ...web.status import round_name
from ...web.wording import (
    cut_text,
    departure_text,
    hidden_text,
    last_round,
    number_text,
    percent_text,
    phase_name,
    record_text,
    results_text,
)


@dataclass(frozen=True)
class ColumnInfo:
    key: str
    label: str
    explanation: str


def phase_to_show(history: EventHistory) -> EventPhase:
    """Return the current phase, or in a bracket the Swiss phase before it."""
    phase = history.current_phase
    while phase.previous and phase.kind == BRACKET:
        phase = phase.previous
    return phase


def find_phase_with_columns(event: Event, number: int | None = None) -> EventPhase | None:
    """Return the phase of this number, by default the one to show; None for finals, which have no columns."""
    history = load_history(event)
    phase = history.find_phase(number or phase_to_show(without_draft_rounds(history)).number)
    return phase if phase and phase.kind != BRACKET else None


def columns_of(keys) -> tuple[ColumnInfo, ...]:
    """Return the ColumnInfo of each tiebreaker key."""
    return tuple(
        ColumnInfo(key, gettext(TIEBREAKERS[key].label), gettext(TIEBREAKERS[key].explanation))
        for key in keys
    )


def option_name(name: str) -> str:
    """Return the label of a column's option."""
    return {"floor": gettext("Minimum")}.get(name, name)


def value_text(key: str, value: float) -> str:
    """Format a number in its column's unit."""
    return percent_text(value) if TIEBREAKERS[key].unit == PERCENT else number_text(value)


def row_text(row: PlayerStanding, key: str) -> str:
    """Format a row's value in a column as the standings print it; a dash if it has none."""
    value = row.points if key == POINTS else row.values.get(key)
    return "–" if value is None else value_text(key, value)


@dataclass(frozen=True)
class CutLine:
    """A line in the standings: the cut's name, and what separates the players at the line."""

    label: str
    reason: str


def cut_lines(phase: EventPhase, rows) -> dict[str, CutLine]:
    """Return {player above the line: CutLine} for the next phase's cut, one line per pool.

    Empty if no cut follows or can be made, or if it takes the best of each division.
    """
    if phase.next is None or not rows:
        return {}
    if phase.kind == BRACKET and not is_over(phase):
        # While finals run, their standings list only eliminated players.
        return {}
    rule = cut_rule(phase.next)
    qualifiers = find_qualifiers(phase, rows, rule)
    if not qualifiers or len(qualifiers) == len(rows) or (rule or {}).get("per") == DIVISION:
        return {}
    dropped = {player.id for player in phase.history.players if player.dropped_after is not None}
    lines, label = {}, cut_label(rule, len(qualifiers))
    for pool in cut.group_rows(rows, {row.player: row.pool for row in rows}).values():
        last = max((place for place, row in enumerate(pool) if row.player in qualifiers), default=None)
        if last is None or last + 1 == len(pool):
            continue
        first_out = next((row for row in pool[last + 1 :] if row.player not in dropped), None)
        reason = separation_text(pool[last], first_out) if first_out else ""
        lines[pool[last].player] = CutLine(label, reason)
    return lines


def find_qualifiers(phase: EventPhase, rows, rule: dict | None) -> set[str]:
    """Return the ids of the qualifiers: the next phase's entrants, or before it starts a projection."""
    entrants = phase.next.entrants
    if entrants is not None:
        return set(entrants) & {row.player for row in rows}
    return projected_entrants(phase, rows, rule) if rule is not None else set()


def projected_entrants(phase: EventPhase, rows, rule: dict) -> set[str]:
    """Return the ids of the players that the next phase's cut takes; empty if it cannot be made."""
    try:
        return set(cut_rows(phase.next, rows, rule).entrants)
    except RuleViolation:
        return set()


def cut_label(rule: dict | None, qualifiers: int) -> str:
    """“Top 8 cut”, “Cut at 9 points”."""
    rule = rule or {}
    if "min_points" in rule and "top" not in rule:
        return gettext("Cut at {points} points").format(points=number_text(rule["min_points"]))
    if rule.get("by_hand"):
        return gettext("Cut by hand")
    if "per" in rule:
        text = cut_text(rule)
        return text[:1].upper() + text[1:]
    if "losses" in rule and "top" not in rule:
        return ngettext("At most {n} loss", "At most {n} losses", rule["losses"]).format(n=rule["losses"])
    return gettext("Top {size} cut").format(size=qualifiers)


def separation_text(last, first_out) -> str:
    """“8th and 9th are tied on 12 points; OMW % splits them (0.75)”."""
    places = {
        name: ordinal(row.place or row.rank).render(gettext)
        for name, row in (("in_", last), ("out", first_out))
    }
    points = number_text(last.points)
    if last.points != first_out.points:
        text = ngettext(
            "{in_} has {a} point, {out} has {b}", "{in_} has {a} points, {out} has {b}", last.points
        )
        return text.format(a=points, b=number_text(first_out.points), **places)
    if last.rank == first_out.rank:
        text = gettext("tied on {points} points and every tiebreaker, not decided yet")
        return text.format(points=points)
    key = deciding_column(last.values, last, first_out)
    if key is None:
        # Finals rank by places only.
        return ""
    return gettext("{in_} and {out} are tied on {points} points; {column} splits them ({gap})").format(
        points=points,
        column=gettext(TIEBREAKERS[key].label),
        gap=gap_text(key, last.values[key], first_out.values[key]),
        **places,
    )


def gap_text(key: str, a: float, b: float) -> str:
    """Format the difference of two values of a column; a tiny percentage reads “less than 0.01”."""
    gap = abs(a - b)
    if TIEBREAKERS[key].unit != PERCENT:
        return number_text(gap)
    return percent_text(gap) if gap >= 0.00005 else gettext("less than 0.01")


@dataclass(frozen=True)
class StandingsRow:
    """A row of the standings page.

    `values` are the texts of its columns; `note` is the division, and the table in play or the drop;
    `cut` is the line below this row. In pools `rank` counts within the pool. `points_name` names the points
    to screen readers: “18 points”.
    """

    rank: int
    player: str
    name: str
    record: str
    points: str
    points_name: str
    values: tuple[str, ...]
    icons: tuple[ResultIcon, ...]
    note: str
    has_dropped: bool
    cut: CutLine | None
    is_below_cut: bool
    pool: str = ""

    @property
    def icons_text(self):
        return ", ".join(icon.label for icon in self.icons)


def build_rows(phase: EventPhase, standings: Standings, keys, after, choose=list) -> tuple[StandingsRow, ...]:
    """Return the rows after a round, or live ones, grouped by pool: those that `choose(rows)` returns."""
    history = phase.history
    rounds = phase.rounds[:after]
    lines, icons = cut_lines(phase, standings.rows), result_icons(rounds)
    tables = {} if after is not None else table_notes(history)
    departures = departure_notes(history, phase.rounds_before + len(rounds))
    divisions = {player.id: player.division for player in history.players}
    ordered = ordered_rows(standings)
    below = players_below(ordered, lines)
    rows = []
    for row in choose(ordered):
        key = row.player
        notes = (divisions[key], tables.get(key) or departures.get(key, ""))
        rows.append(
            StandingsRow(
                rank=row.place or row.rank,
                player=key,
                name=row.name,
                record=record_text(row),
                points=number_text(row.points),
                points_name=points_name(row.points),
                values=value_texts(row, keys),
                icons=icons.get(key, ()),
                note=", ".join(filter(None, notes)),
                has_dropped=key in departures,
                cut=lines.get(key),
                is_below_cut=key in below,
                pool=gettext("Pool {pool}").format(pool=row.pool) if row.pool else "",
            )
        )
    return tuple(rows)


def ordered_rows(standings: Standings) -> list[PlayerStanding]:
    """Return the rows as they are listed: by pool, then by rank."""
    return sorted(standings.rows, key=lambda row: row.pool)


def value_texts(row: PlayerStanding, keys) -> tuple[str, ...]:
    """Return the texts of a row's columns."""
    return tuple(value_text(key, row.values[key]) for key in keys)


def players_below(ordered, lines) -> set[str]:
    """Return the ids of the players below the cut of their pool."""
    below, cut_pool = set(), None
    for row in ordered:
        if cut_pool == row.pool:
            below.add(row.player)
        elif row.player in lines:
            cut_pool = row.pool
    return below


def points_name(points: float) -> str:
    """“18 points”, “1 point”."""
    return ngettext("{points} point", "{points} points", points).format(points=number_text(points))


def table_notes(history: EventHistory) -> dict[str, str]:
    """Return {player: “at table 4”} for unreported matches of the current phase."""
    text = gettext("at table {table}")
    return {
        seat.player: text.format(table=match.table)
        for round_ in history.current_phase.rounds
        if not round_.finished
        for match in round_.matches
        if not match.is_bye and not match.reported
        for seat in match.seats
    }


def departure_notes(history: EventHistory, last: int) -> dict[str, str]:
    """Return {player: drop note} for players who dropped by this round of the event."""
    return {
        player.id: departure_text(history, player)
        for player in history.players
        if player.dropped_after is not None and last_round(history, player) <= last
    }


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
    choose=list,
) -> StandingsPage:
    """Return the public standings: live, or after a finished round of the phase.

    Once an event of several phases is over, its final standings are the default.

    Points that are hidden from players have no rows, except for viewers who run the event (`runs`).
    `hidden_columns` are left out; the ranks stay. `choose(rows)` returns the ranked players that the page
    shows, by default all. Raises RuleViolation for an unknown phase or round.
    """
    history = without_draft_rounds(load_history(event))
    if phase is None and after is None and has_final_standings(history):
        return build_final_page(history, choose)
    shown = history.phase(phase) if phase else phase_to_show(history)
    standings_table = standings(shown, after_round=after, live=after is None)
    return build_standings_page(shown, standings_table, after, hidden_columns, runs, choose)


def build_standings_page(
    phase: EventPhase,
    standings_table: Standings,
    after,
    hidden_columns=(),
    runs=False,
    choose=list,
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
        rows=build_rows(phase, standings_table, keys, after, choose),
        rounds=tuple(round_.number for round_ in rounds if round_.finished and (runs or not is_secret)),
        icon_rounds=len(rounds[:after]),
        remaining=remaining_players(phase, standings_table) if is_bracket else (),
        standings=standings_table,
        other_phases=begun_phases(phase.history, without=phase.number),
        carried=tuple(phase_name(carried) for carried in counted_phases(phase)[:-1]),
        hidden=hidden_text(runs) if is_secret else "",
    )


def build_final_page(history: EventHistory, choose=list) -> StandingsPage:
    """Return the final standings: places and records over the whole event, without columns."""
    phase = history.all_phases[-1]
    final = Standings((), 0, final_rows(history))
    return StandingsPage(
        phase=phase.number,
        heading=gettext("The champion first, then everyone by where they finished"),
        has_columns=False,
        after=None,
        columns=(),
        rows=build_rows(phase, final, (), None, choose),
        rounds=(),
        icon_rounds=0,
        remaining=(),
        standings=final,
        other_phases=begun_phases(history),
        is_final=True,
    )


def has_final_standings(history: EventHistory) -> bool:
    """Return whether an event of several phases is over, so that places and records are those of all."""
    return len(history.phases) > 1 and has_ended(history)


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
    count = round_count(phase) if phase.history.players else 0
    if number >= count:
        return gettext("Final, after {number} rounds").format(number=number)
    return gettext("After round {number} of {all}").format(number=number, all=count)


def remaining_players(phase: EventPhase, standings_table: Standings) -> tuple[str, ...]:
    """Return the names, by seed, of the players whose final place is still open."""
    placed = {row.player for row in standings_table.rows}
    entrants = cut.seeded_entrants(phase)
    return tuple(phase.history.names[player] for player in entrants if player not in placed)
