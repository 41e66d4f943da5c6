"""Standings for pages and commands."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.history import BRACKET, EventHistory
from ...rules.rounds import progress
from ...rules.standings.carry_over import counted_phases
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import Standings, standings
from ..events.status import round_name
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..wording.formats import phase_name, secret_text
from .columns import ColumnInfo, columns_of, phase_to_show
from .rank_explanation import RANK, RankExplanation, explain_rank
from .rows import StandingsRow, rows_shown
from .working import ColumnExplanation, explain_column


def standings_for(
    event: Event, phase: int | None = None, *, after_round=None, live=False, tiebreakers=None
) -> Standings:
    """Return the standings of a phase (from 1; by default the current one).

    Raises RuleViolation as rules.standings does."""
    history = load_history(event)
    number = history.current if phase is None else phase
    return standings(history, number, after_round=after_round, live=live, tiebreakers=tiebreakers)


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

    `phase` counts from 1; `rounds` are the finished rounds one can look back to; `others` are (number, name)
    of the other phases that have begun; `still_in` are the names of a bracket's remaining players; `working`
    is the open explanation; `carried` names the phases whose results count here; `secret` says that the
    standings are hidden from players, if they are."""

    phase: int
    heading: str
    is_bracket: bool
    after: int | None
    columns: tuple[ColumnInfo, ...]
    rows: tuple[StandingsRow, ...]
    rounds: tuple[int, ...]
    icon_rounds: int
    still_in: tuple[str, ...]
    standings: Standings
    others: tuple[tuple[int, str], ...]
    working: ColumnExplanation | RankExplanation | None
    carried: tuple[str, ...] = ()
    secret: str = ""

    @property
    def width(self):
        """Cells of a row."""
        return 4 + bool(self.icon_rounds) + len(self.columns)


def get_standings_page(
    event: Event,
    phase: int | None = None,
    after: int | None = None,
    hidden: tuple[str, ...] = (),
    opened: tuple[str, str] = ("", ""),
    runs: bool = False,
) -> StandingsPage:
    """Standings as everybody sees them: live, or after a finished round of the phase. Hidden ones have no
    rows but for who `runs` the event.

    Columns whose keys are `hidden` are left out, not the ranks that they made. `opened` is the player
    and the column (or `rank`) whose working is asked for; one that does not stand here opens nothing.
    Raises RuleViolation for a phase or round that there is not.
    """
    history = without_draft_rounds(load_history(event))
    phase = phase or phase_to_show(history)
    standings_table = standings(history, phase, after_round=after, live=after is None)
    return build_standings_page(history, phase, standings_table, after, hidden, opened, runs)


def build_standings_page(
    history: EventHistory,
    phase: int,
    standings_table: Standings,
    after,
    hidden=(),
    opened=("", ""),
    runs=False,
) -> StandingsPage:
    """These standings of a phase, as in `standings_shown`; `told` is without drafts."""
    secret = is_hidden(history, phase)
    if secret and not runs:
        standings_table = replace(standings_table, rows=())
    is_bracket = history.phase(phase).kind == BRACKET
    rounds = history.phase(phase).rounds
    keys = tuple(
        key for key in standings_table.columns if key != "points" and key not in hidden and not is_bracket
    )
    working = None if is_bracket else working_in(history, phase, standings_table, keys, *opened, after)
    return StandingsPage(
        phase=phase,
        heading=heading(history, phase, after),
        is_bracket=is_bracket,
        after=after,
        columns=columns_of(keys),
        rows=rows_shown(history, phase, standings_table, keys, after, working),
        rounds=tuple(r.number for r in rounds if r.finished and (runs or not secret)),
        icon_rounds=len(rounds[:after]),
        still_in=still_in(history, phase, standings_table) if is_bracket else (),
        standings=standings_table,
        others=others_begun(history, phase),
        working=working,
        carried=tuple(phase_name(history, number) for number in counted_phases(history, phase)[:-1]),
        secret=secret_text(runs) if secret else "",
    )


def working_in(
    history: EventHistory, phase: int, standings_table: Standings, keys, player: str, key: str, after
):
    """Return the explanation of a player's number or rank; None if it is not in these standings."""
    place = next((n for n, row in enumerate(standings_table.rows) if row.player == player), None)
    if place is None or key not in (*keys, "points", RANK):
        return None
    if key == RANK:
        pool = tuple(row for row in standings_table.rows if row.pool == standings_table.rows[place].pool)
        return explain_rank(replace(standings_table, rows=pool), pool.index(standings_table.rows[place]))
    return explain_column(history, phase, standings_table, standings_table.rows[place], key, after)


def others_begun(history: EventHistory, phase: int) -> tuple[tuple[int, str], ...]:
    """Return (number, name) of every other phase that has begun."""
    return tuple(
        (number, phase_name(history, number))
        for number, other in enumerate(history.phases, 1)
        if other.rounds and number != phase
    )


def heading(history: EventHistory, phase: int, after: int | None) -> str:
    """“Round 4: 7 of 12 results in”, “After round 3 of 5”."""
    rounds = history.phase(phase).rounds
    count = progress.round_count(history, phase) if history.players else 0
    running = [r for r in rounds if not r.finished]
    if after is None and running:
        played = [match for match in running[0].matches if not match.is_bye]
        return gettext("{round}: {in_} of {all} results in").format(
            round=round_name(history, phase, running[0].number),
            in_=sum(match.reported for match in played),
            all=len(played),
        )
    number = len(rounds) if after is None else after
    if not number:
        return gettext("Nothing has been played yet")
    if number >= count:
        return gettext("Final, after {number} rounds").format(number=number)
    return gettext("After round {number} of {all}").format(number=number, all=count)


def still_in(history: EventHistory, phase: int, standings_table: Standings) -> tuple[str, ...]:
    """Return the names, by seed, of the players whose final place is still open."""
    placed = {row.player for row in standings_table.rows}
    names = history.names
    entrants = finals.entrants_of(history, phase)
    return tuple(names[player] for player in entrants if player not in placed)
