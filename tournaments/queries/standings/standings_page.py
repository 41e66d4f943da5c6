"""Standings of an event, as commands and pages show them."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.history import BRACKET, EventHistory
from ...rules.rounds import progress
from ...rules.standings.carry_over import counted
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import Standings, standings
from ..events.status import round_name
from ..history.cache import history_of
from ..history.load import published
from ..wording.formats import phase_name, secret_text
from .columns import ColumnShown, columns_of, phase_to_show
from .rank_explanation import RANK, RankShown, rank_shown
from .rows import RowShown, rows_shown
from .working import WorkingShown, working_shown


def standings_for(
    event: Event, phase: int | None = None, *, after_round=None, live=False, tiebreakers=None
) -> Standings:
    """Standings of a phase (from 1; default the current one). RuleViolation as rules.standings raises it."""
    history = history_of(event)
    number = history.current if phase is None else phase
    return standings(history, number, after_round=after_round, live=live, tiebreakers=tiebreakers)


def as_json(event: Event, phase: int, found: Standings) -> dict:
    """The standings in the words of the command line's contract; floats unrounded."""
    return {
        "event": event.slug,
        "phase": phase,
        "after_round": found.after_round,
        "columns": list(found.columns),
        "rows": [
            {
                "rank": row.rank,
                "player": row.player,
                "name": row.name,
                "record": row.record,
                "points": row.points,
                "values": row.values,
            }
            for row in found.rows
        ],
    }


@dataclass(frozen=True)
class StandingsShown:
    """`phase` counts from 1; `rounds` are those that can be asked for; `still_in` names, in a bracket;
    `others` (number, name) the other phases that have begun; `working` what is open below a row; `carried`
    names the phases whose results count here; `secret` says, while they are hidden from players, that
    they are."""

    phase: int
    heading: str
    is_bracket: bool
    after: int | None
    columns: tuple[ColumnShown, ...]
    rows: tuple[RowShown, ...]
    rounds: tuple[int, ...]
    disc_rounds: int
    still_in: tuple[str, ...]
    found: Standings
    others: tuple[tuple[int, str], ...]
    working: WorkingShown | RankShown | None
    carried: tuple[str, ...] = ()
    secret: str = ""

    @property
    def width(self):
        """Cells of a row."""
        return 4 + bool(self.disc_rounds) + len(self.columns)


def standings_shown(
    event: Event,
    phase: int | None = None,
    after: int | None = None,
    hidden: tuple[str, ...] = (),
    opened: tuple[str, str] = ("", ""),
    runs: bool = False,
) -> StandingsShown:
    """Standings as everybody sees them: live, or after a finished round of the phase. Hidden ones have no
    rows but for who `runs` the event.

    Columns whose keys are `hidden` are left out, not the ranks that they made. `opened` is the player
    and the column (or `rank`) whose working is asked for; one that does not stand here opens nothing.
    Raises RuleViolation for a phase or round that there is not.
    """
    history = published(history_of(event))
    phase = phase or phase_to_show(history)
    found = standings(history, phase, after_round=after, live=after is None)
    return shown_of(history, phase, found, after, hidden, opened, runs)


def shown_of(
    history: EventHistory, phase: int, found: Standings, after, hidden=(), opened=("", ""), runs=False
) -> StandingsShown:
    """These standings of a phase, as in `standings_shown`; `told` is without drafts."""
    secret = is_hidden(history, phase)
    if secret and not runs:
        found = replace(found, rows=())
    is_bracket = history.phase(phase).kind == BRACKET
    rounds = history.phase(phase).rounds
    keys = tuple(key for key in found.columns if key != "points" and key not in hidden and not is_bracket)
    working = None if is_bracket else working_in(history, phase, found, keys, *opened, after)
    return StandingsShown(
        phase=phase,
        heading=heading(history, phase, after),
        is_bracket=is_bracket,
        after=after,
        columns=columns_of(keys),
        rows=rows_shown(history, phase, found, keys, after, working),
        rounds=tuple(r.number for r in rounds if r.finished and (runs or not secret)),
        disc_rounds=len(rounds[:after]),
        still_in=still_in(history, phase, found) if is_bracket else (),
        found=found,
        others=others_begun(history, phase),
        working=working,
        carried=tuple(phase_name(history, number) for number in counted(history, phase)[:-1]),
        secret=secret_text(runs) if secret else "",
    )


def working_in(history: EventHistory, phase: int, found: Standings, keys, player: str, key: str, after):
    """The working of a player's number or rank; None where it does not stand in these standings."""
    place = next((n for n, row in enumerate(found.rows) if row.player == player), None)
    if place is None or key not in (*keys, "points", RANK):
        return None
    if key == RANK:
        pool = tuple(row for row in found.rows if row.pool == found.rows[place].pool)
        return rank_shown(replace(found, rows=pool), pool.index(found.rows[place]))
    return working_shown(history, phase, found, found.rows[place], key, after)


def others_begun(history: EventHistory, phase: int) -> tuple[tuple[int, str], ...]:
    """(number, name) of every other phase that has begun."""
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


def still_in(history: EventHistory, phase: int, found: Standings) -> tuple[str, ...]:
    """Names, by seed, of those whose place in the bracket is open."""
    placed = {row.player for row in found.rows}
    names = history.names
    entrants = finals.entrants_of(history, phase)
    return tuple(names[player] for player in entrants if player not in placed)
