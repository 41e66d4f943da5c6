"""Redrawing the rest of a round, or repairing it with the fewest changed tables."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from ..drafts import pods_of
from ..errors import RuleViolation, _
from ..history import DRAFT, DRAFT_PODS, POD_SEATS, PODS, EventHistory, EventPhase, MatchRecord, RoundRecord
from ..pairing import Entrant
from ..pairing.round_robin import met_pairs
from ..pairing.search.best_round import repair
from ..settings.fields import INSIDE_BRACKET
from ..standings.table_builder import met_before
from . import swiss
from .pairing_constraints import pair_with_fallback
from .seating import complete_round, excused_players, find_drawn_bye, phase_before


def redraw_unpinned(phase, round_, pins=(), seed="", exceptions=False) -> RoundRecord:
    """Redraw all tables that are neither pinned nor reported, from this seed.

    The round keeps the seed of its own draw; changes by hand are recorded in the log.
    """
    check_pins(phase.history, round_, pins)
    fixed = [match for match in tables_of(round_) if match.table in pins or match.reported]
    before = phase_before(phase, round_)
    pair_group = partial(draw_group, before, fixed, seed, exceptions)
    return pair_remaining(phase, before, round_, fixed, pair_group)


def repair_with_fewest_changes(phase, round_, pins=()) -> RoundRecord:
    """Repair the round so that it costs no more than the best draw now, changing as few tables as possible.

    Reported and wished tables stay; an exception already in the round may stay, too.
    """
    check_pins(phase.history, round_, pins)
    before = phase_before(phase, round_)
    wished = {frozenset(pair) for pair in phase.history.wished} - met_pairs(before.history)
    fixed, free = [], []
    for match in tables_of(round_):
        is_fixed = match.reported or match.table in pins or frozenset(match.players) in wished
        (fixed if is_fixed else free).append(match)
    current_tables = [match.players for match in free]
    if phase.kind == PODS:
        pair_group = partial(repair_pods, before, round_, current_tables)
    else:
        pair_group = partial(repair_pairs, before, round_, fixed, current_tables)
    return pair_remaining(phase, before, round_, fixed, pair_group)


def tables_of(round_: RoundRecord) -> list[MatchRecord]:
    """Return the matches that are not byes."""
    return [match for match in round_.matches if not match.is_bye]


def check_pins(history: EventHistory, round_: RoundRecord, pins: Iterable[int]):
    """Refuse pins of missing tables and, in an unpublished round, of forbidden pairs.

    A published round is already being played.
    """
    tables = {match.table: match.players for match in tables_of(round_)}
    for table in pins:
        if table not in tables:
            raise RuleViolation(_("There is no table {table} to pin."), table=table)
        apart = [pair for pair in history.forbidden if set(pair) <= set(tables[table])]
        if round_.state == DRAFT and apart:
            message = _("{a} and {b} are kept apart. Unpin their table or remove the restriction first.")
            a, b = (history.names[player] for player in apart[0])
            raise RuleViolation(message, a=a, b=b)


def pair_remaining(
    phase: EventPhase,
    before: EventPhase,
    round_: RoundRecord,
    fixed: list[MatchRecord],
    pair_group: Callable,
) -> RoundRecord:
    """Return the round with its `fixed` tables, requested byes, and all other entrants paired anew.

    `pair_group` returns the tables and byes of a group of entrants. Groups with too few players for a table
    have byes. `before` is the phase before the round.
    """
    seated_ids = {player for match in fixed for player in match.players}
    entrants = [e for e in swiss.entrants_to_pair(before) if e.player not in seated_ids]
    if not entrants and seated_ids:
        raise RuleViolation(_("Every table is pinned or has a result, so there is no one left to pair."))
    requested = swiss.requested_bye_matches(before)
    requested = [match for match in requested if match.seats[0].player not in seated_ids]
    min_players = min(POD_SEATS) if phase.kind == PODS else 2
    tables, byes = [], []
    for group in groups_to_pair(phase, round_, entrants):
        if len(group) < min_players and (fixed or phase.kind == DRAFT_PODS):
            byes += [entrant.player for entrant in group]
        else:
            new_tables, new_byes = pair_group(group)
            tables += new_tables
            byes += new_byes
    return complete_round(phase.history, round_, [*fixed, *requested], tables, byes)


def groups_to_pair(phase, round_, entrants: list[Entrant]) -> list[list[Entrant]]:
    """Return the entrants in groups that are paired separately: the pods of a draft, else all together.

    RuleViolation in a draft while its seats determine the pairings.
    """
    if phase.kind != DRAFT_PODS:
        return [entrants]
    if round_.number == 1 or phase.settings.draft_inside == INSIDE_BRACKET:
        raise RuleViolation(_("The draft seats decide these pairings. Pair the whole round again."))
    groups = ([e for e in entrants if e.player in pod] for pod in pods_of(phase))
    return [group for group in groups if group]


def draw_group(phase, fixed, seed, exceptions, entrants: Sequence[Entrant]):
    """Return (tables, byes), drawn by the phase's own method."""
    constraints = swiss.constraints_of(phase, entrants)
    if phase.kind == PODS:
        pairing = swiss.pair_in_pods(phase, entrants, seed, constraints, exceptions)
        return pairing.tables, pairing.byes
    options = pairing_options(phase, fixed, seed)
    pairing = swiss.pair_entrants(phase, entrants, options, constraints, exceptions)
    return swiss.assign_seats(phase, pairing.tables, seed), filter(None, [pairing.bye])


def repair_pods(phase, round_, current_tables, entrants: Sequence[Entrant]):
    """Return (tables, byes) with as many pairs as possible at one table as before."""
    constraints = swiss.constraints_of(phase, entrants)
    exceptions = has_pair_of(current_tables, phase.history.forbidden)
    pairing = swiss.pair_in_pods(phase, entrants, round_.seed, constraints, exceptions, current_tables)
    return pairing.tables, pairing.byes


def repair_pairs(phase, round_, fixed, current_tables, entrants: Sequence[Entrant]):
    """Return (tables, byes) with the fewest changed tables; wished pairs are fixed."""
    present_ids = {entrant.player for entrant in entrants}
    bye = find_drawn_bye(round_, excused_players(phase, round_), company=present_ids)
    bye_player = bye and bye.seats[0].player
    met, options = met_before(phase), pairing_options(phase, fixed, round_.seed)
    pair = partial(repair, entrants, met, current_tables, bye_player, **options)
    constraints = replace(swiss.constraints_of(phase, entrants), wished=())
    exceptions = has_pair_of(current_tables, (*met, *phase.history.forbidden))
    pairing = pair_with_fallback(phase.history, pair, constraints, exceptions)
    return swiss.assign_seats(phase, pairing.tables, round_.seed), filter(None, [pairing.bye])


def has_pair_of(tables: Iterable[Sequence[str]], pairs) -> bool:
    """Return whether two players at a table are one of the pairs."""
    pairs = set(map(frozenset, pairs))
    return any(frozenset(pair) in pairs for players in tables for pair in combinations(players, 2))


def pairing_options(phase: EventPhase, fixed: list[MatchRecord], seed: str) -> dict:
    """Return the options of the whole round; without lookahead if only a part of the round is drawn."""
    options = swiss.pairing_options(phase, seed)
    return options | {"rounds_left": 0} if fixed else options
