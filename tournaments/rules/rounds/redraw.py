"""Redrawing the rest of a round, or repairing it with the fewest changed tables."""

from dataclasses import replace
from itertools import combinations

from ..drafts.booster import pods_of
from ..errors import RuleViolation, _
from ..history import DRAFT, DRAFT_PODS, POD_SEATS, PODS, EventHistory, MatchRecord, RoundRecord
from ..pairing.search.repair import repair
from ..settings import booster
from ..standings.carry_over import met_before
from . import pairing_constraints, pods, swiss
from .meetings import met
from .phases import settings_for
from .seating import complete_round, excused_players, find_drawn_bye, history_before


def redraw_unpinned(history, phase, round_, pins=(), seed="", exceptions=False) -> RoundRecord:
    """Redraw all tables that are neither pinned nor reported, from this seed.

    The round keeps the seed of its own draw; changes by hand are recorded in the log.
    """
    check_pins(history, round_, pins)
    fixed = [
        match for match in round_.matches if not match.is_bye and (match.table in pins or match.reported)
    ]
    before = history_before(history, phase, round_)
    entrants = remaining_entrants(before, phase, fixed)
    fixed_and_byes = [*fixed, *remaining_requested_byes(before, phase, fixed)]

    def pair_group(group):
        return pair_rest(before, phase, group, fixed, seed, exceptions)

    return complete_round(
        history, round_, fixed_and_byes, *pair_groups(history, phase, round_, entrants, fixed, pair_group)
    )


def pair_groups(history, phase, round_, entrants, fixed, pair_group):
    """Return (tables, byes) of all entrants, in a draft pod by pod; if too few remain, they have byes.

    RuleViolation in a draft while its seats determine the pairings.
    """
    kind = history.phase(phase).kind
    groups = [entrants]
    if kind == DRAFT_PODS:
        if round_.number == 1 or settings_for(history, phase).draft_inside == booster.BRACKET:
            raise RuleViolation(_("The seats of this draft say who meets: draw the whole round again."))
        members = ([e for e in entrants if e.player in pod] for pod in pods_of(history, phase))
        groups = list(filter(None, members))
    min_players = min(POD_SEATS) if kind == PODS else 2
    tables, byes = [], []
    for group in groups:
        has_too_few = len(group) < min_players and (fixed or kind == DRAFT_PODS)
        pairs, sitting_out = ((), [e.player for e in group]) if has_too_few else pair_group(group)
        tables += pairs
        byes += sitting_out
    return tables, byes


def pair_rest(before, phase, entrants, fixed, seed, exceptions):
    """Return (tables, byes), drawn by the phase's own method."""
    constraints = swiss.constraints_of(before, phase, entrants)
    if before.phase(phase).kind == PODS:
        pairing = pods.pair_entrants(before, phase, entrants, seed, constraints, exceptions)
        return pairing.tables, pairing.byes
    options = pairing_options(before, phase, fixed, seed)
    pairing = swiss.pair_entrants(before, phase, entrants, options, constraints, exceptions)
    return swiss.assign_seats(before, phase, pairing.tables, seed), filter(None, [pairing.bye])


def repair_with_fewest_changes(history, phase, round_, pins=()) -> RoundRecord:
    """Repair the round so that it costs no more than the best draw now, changing as few tables as possible.

    Reported and wished tables stay; an exception already in the round may stay, too.
    """
    check_pins(history, round_, pins)
    before = history_before(history, phase, round_)
    wished = {frozenset(pair) for pair in history.wished} - met(before)
    fixed = [
        match
        for match in round_.matches
        if not match.is_bye and (match.reported or match.table in pins or frozenset(match.players) in wished)
    ]
    entrants = remaining_entrants(before, phase, fixed)
    free = [match.players for match in round_.matches if not match.is_bye and match not in fixed]
    fixed_and_byes = [*fixed, *remaining_requested_byes(before, phase, fixed)]
    repair_group = repair_pods if before.phase(phase).kind == PODS else repair_pairs

    def pair_group(group):
        return repair_group(before, phase, round_, group, fixed, free)

    return complete_round(
        history, round_, fixed_and_byes, *pair_groups(history, phase, round_, entrants, fixed, pair_group)
    )


def repair_pods(before, phase, round_, entrants, fixed, free):
    """Return (tables, byes) with as many pairs as possible at one table as before."""
    constraints = swiss.constraints_of(before, phase, entrants)
    exceptions = has_pair_of(free, before.forbidden)
    pairing = pods.pair_entrants(before, phase, entrants, round_.seed, constraints, exceptions, now=free)
    return pairing.tables, pairing.byes


def repair_pairs(before, phase, round_, entrants, fixed, free):
    """Return (tables, byes) with the fewest changed tables; wished pairs are fixed."""
    present_ids = {entrant.player for entrant in entrants}
    bye = find_drawn_bye(round_, excused_players(before, phase, round_), company=present_ids)
    options, past = pairing_options(before, phase, fixed, round_.seed), met_before(before, phase)

    def repair_pairing(constraints, allow_rematches):
        changes = {"constraints": constraints, "allow_rematches": allow_rematches}
        return repair(entrants, past, free, bye and bye.seats[0].player, **options, **changes)

    constraints = replace(swiss.constraints_of(before, phase, entrants), wished=())
    exceptions = has_pair_of(free, (*past, *before.forbidden))
    pairing = pairing_constraints.pair_with_fallback(before, repair_pairing, constraints, exceptions)
    return swiss.assign_seats(before, phase, pairing.tables, round_.seed), filter(None, [pairing.bye])


def has_pair_of(tables, pairs) -> bool:
    barred = {frozenset(players) for players in pairs}
    return any(frozenset(pair) in barred for players in tables for pair in combinations(players, 2))


def check_pins(history: EventHistory, round_: RoundRecord, pins):
    """Refuse pins of missing tables and, in an unpublished round, of forbidden pairs.

    A published round is already being played.
    """
    names = history.names
    tables = {match.table: match.players for match in round_.matches if not match.is_bye}
    for table in pins:
        if table not in tables:
            raise RuleViolation(_("There is no table {table} to pin."), table=table)
        apart = [pair for pair in history.forbidden if set(pair) <= set(tables[table])]
        if round_.state == DRAFT and apart:
            words = _("{a} and {b} are kept apart: take the pin off, or their pair off the list first.")
            a, b = (names[player] for player in apart[0])
            raise RuleViolation(words, a=a, b=b)


def remaining_entrants(before: EventHistory, phase: int, fixed):
    """Entrants of the round who are not at a fixed table."""
    seated_ids = {player for match in fixed for player in match.players}
    entrants = [e for e in swiss.field(before, phase) if e.player not in seated_ids]
    if not entrants and seated_ids:
        raise RuleViolation(_("Every table is pinned or has its result: nobody is left to draw."))
    return entrants


def remaining_requested_byes(before: EventHistory, phase: int, fixed) -> list[MatchRecord]:
    """The requested byes of players who are not at a fixed table."""
    seated_ids = {player for match in fixed for player in match.players}
    return [
        match
        for match in swiss.requested_bye_matches(before, phase)
        if match.seats[0].player not in seated_ids
    ]


def pairing_options(before: EventHistory, phase: int, fixed, seed: str) -> dict:
    """The options of the whole round; without lookahead if only a part of the round is drawn."""
    options = swiss.pairing_options(before, phase, seed)
    return options | {"rounds_left": 0} if fixed else options
