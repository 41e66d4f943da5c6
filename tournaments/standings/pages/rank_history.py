"""The rank of every player after each round, as the standings have them, and the lines of the cuts."""

from collections import Counter
from dataclasses import dataclass, replace

from django.utils.translation import get_language

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event
from ...rules.history import BRACKET, EventHistory, EventPhase
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import PlayerStanding, standings
from ...web.recently_used import RecentlyUsed
from ...web.status import round_name
from .rank_chart import RankedPhase, RankedRound
from .standings import cut_lines

# A process keeps the ranks of so many events: a result of a running round changes none of them.
MAX_KEPT_EVENTS = 16


@dataclass(frozen=True)
class PhaseRanks:
    """The ranks of a phase: `rounds` are (number, name, rank by player), `cuts` (line, name) by pool."""

    rounds: tuple[tuple[int, str, dict[str, int]], ...]
    pools: dict[str, str]
    cuts: dict[str, tuple[float, str]]


# By event and language: what the ranks depend on, and the ranks of each phase.
_kept_ranks = RecentlyUsed(MAX_KEPT_EVENTS)


def get_ranked_phases(event: Event, key: str) -> tuple[RankedPhase, ...]:
    """Return the ranks of a player after the finished rounds of each phase that lists the player.

    Phases whose standings are hidden, and finals, are left out.
    """
    ranked = []
    for phase in get_ranks(event):
        rounds = [RankedRound(str(number), name, ranks.get(key)) for number, name, ranks in phase.rounds]
        if any(round_.rank for round_ in rounds):
            line, name = phase.cuts.get(phase.pools.get(key, ""), (0, ""))
            ranked.append(RankedPhase(tuple(rounds), line, name))
    return tuple(ranked)


def get_ranks(event: Event) -> tuple[PhaseRanks, ...]:
    """Return the ranks of the event, which are calculated once for each change of what they depend on."""
    history = without_draft_rounds(load_history(event))
    key, finished = (event.pk, get_language()), finished_rounds_of(history)
    shown = [phase.number for phase in history.all_phases if phase.kind != BRACKET and not is_hidden(phase)]
    basis = (history.rulebook, history.players, finished.phases, shown)
    kept: tuple[tuple, tuple[PhaseRanks, ...]] | None = _kept_ranks.find(key)
    # Rounds that did not change are the same objects, and compare at once.
    if kept and kept[0] == basis:
        return kept[1]
    ranks = tuple(rank_phase(finished.phase(number)) for number in shown)
    _kept_ranks.keep(key, (basis, ranks))
    return ranks


def finished_rounds_of(history: EventHistory) -> EventHistory:
    """Return the history without rounds that run. It calculates for itself, so that live standings stay."""
    phases = (
        replace(phase, rounds=tuple(round_ for round_ in phase.rounds if round_.finished))
        for phase in history.phases
    )
    return replace(history, phases=tuple(phases))


def rank_phase(phase: EventPhase) -> PhaseRanks:
    rounds, rows = [], ()
    for round_ in phase.rounds:
        rows = standings(phase, after_round=round_.number).rows
        ranks = {row.player: row.place or row.rank for row in rows}
        rounds.append((round_.number, round_name(phase, round_.number), ranks))
    pools = {row.player: row.pool for row in rows}
    return PhaseRanks(tuple(rounds), pools, find_cut_lines(phase, rows))


def find_cut_lines(phase: EventPhase, rows: tuple[PlayerStanding, ...]) -> dict[str, tuple[float, str]]:
    """Return (line, name) of the cut by pool, where the standings have it: 8.5 is below the eighth row.

    Players who share a rank across the line are all drawn above it.
    """
    lines, cuts, listed = cut_lines(phase, rows), {}, Counter()
    for row in rows:
        listed[row.pool] += 1
        if row.player in lines:
            cuts[row.pool] = (listed[row.pool] + 0.5, lines[row.player].label)
    return cuts
