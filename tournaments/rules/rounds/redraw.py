"""A round made again: the rest of it drawn anew, or as good as the best with the fewest tables touched."""

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
from .seating import asked_out, bye_in, completed, history_before


def draw_rest(history, phase, round_, pins=(), seed="", exceptions=False) -> RoundRecord:
    """The tables pinned stay, like those with a result; everybody else is drawn again from this seed.

    The round keeps the seed of its own draw: what is done by hand stands in the log, beside that draw."""
    check_pins(history, round_, pins)
    kept = [match for match in round_.matches if not match.is_bye and (match.table in pins or match.reported)]
    before = history_before(history, phase, round_)
    entrants = those_left(before, phase, kept)
    stay = [*kept, *byes_kept(before, phase, kept)]

    def draw(group):
        return drawn_rest(before, phase, group, kept, seed, exceptions)

    return completed(history, round_, stay, *made_of(history, phase, round_, entrants, kept, draw))


def made_of(history, phase, round_, entrants, kept, make):
    """(tables, who sits out) of all these, in a draft made for each of its pods by itself. Where tables are
    kept and too few are left to play, they have byes.

    RuleViolation in a draft while its seats say who meets."""
    kind = history.phase(phase).kind
    groups = [entrants]
    if kind == DRAFT_PODS:
        if round_.number == 1 or settings_for(history, phase).draft_inside == booster.BRACKET:
            raise RuleViolation(_("The seats of this draft say who meets: draw the whole round again."))
        there = ([e for e in entrants if e.player in pod] for pod in pods_of(history, phase))
        groups = list(filter(None, there))
    least = min(POD_SEATS) if kind == PODS else 2
    tables, byes = [], []
    for group in groups:
        few = len(group) < least and (kept or kind == DRAFT_PODS)
        made, out = ((), [e.player for e in group]) if few else make(group)
        tables += made
        byes += out
    return tables, byes


def drawn_rest(before, phase, entrants, kept, seed, exceptions):
    """(tables, who sits out) of these as the phase draws its rounds."""
    constraints = swiss.constraints_of(before, phase, entrants)
    if before.phase(phase).kind == PODS:
        found = pods.seated(before, phase, entrants, seed, constraints, exceptions)
        return found.tables, found.byes
    how = question(before, phase, kept, seed)
    found = swiss.paired(before, phase, entrants, how, constraints, exceptions)
    return swiss.seated(before, phase, found.tables, seed), filter(None, [found.bye])


def fewest(history, phase, round_, pins=()) -> RoundRecord:
    """As good as the best draw for those who are here and the standings as they are now, with as few
    tables touched as that allows; those with a result and those wished stay. An exception that stands
    in the round already may stay, too."""
    check_pins(history, round_, pins)
    before = history_before(history, phase, round_)
    wished = {frozenset(pair) for pair in history.wished} - met(before)
    fixed = [
        match
        for match in round_.matches
        if not match.is_bye and (match.reported or match.table in pins or frozenset(match.players) in wished)
    ]
    entrants = those_left(before, phase, fixed)
    free = [match.players for match in round_.matches if not match.is_bye and match not in fixed]
    stay = [*fixed, *byes_kept(before, phase, fixed)]
    mended = mended_pods if before.phase(phase).kind == PODS else mended_pairs

    def mend(group):
        return mended(before, phase, round_, group, fixed, free)

    return completed(history, round_, stay, *made_of(history, phase, round_, entrants, fixed, mend))


def mended_pods(before, phase, round_, entrants, fixed, free):
    """(tables, who sits out) with as many pairs at one table as before."""
    constraints = swiss.constraints_of(before, phase, entrants)
    exceptions = has_pair_of(free, before.forbidden)
    found = pods.seated(before, phase, entrants, round_.seed, constraints, exceptions, now=free)
    return found.tables, found.byes


def mended_pairs(before, phase, round_, entrants, fixed, free):
    """(tables, who sits out) with the fewest tables touched; those who are wished are fixed."""
    company = {entrant.player for entrant in entrants}
    bye = bye_in(round_, asked_out(before, phase, round_), company=company)
    how, past = question(before, phase, fixed, round_.seed), met_before(before, phase)

    def mended(constraints, allow_rematches):
        changing = {"constraints": constraints, "allow_rematches": allow_rematches}
        return repair(entrants, past, free, bye and bye.seats[0].player, **how, **changing)

    constraints = replace(swiss.constraints_of(before, phase, entrants), wished=())
    exceptions = has_pair_of(free, (*past, *before.forbidden))
    found = pairing_constraints.with_exceptions(before, mended, constraints, exceptions)
    return swiss.seated(before, phase, found.tables, round_.seed), filter(None, [found.bye])


def has_pair_of(tables, pairs) -> bool:
    barred = {frozenset(players) for players in pairs}
    return any(frozenset(pair) in barred for players in tables for pair in combinations(players, 2))


def check_pins(history: EventHistory, round_: RoundRecord, pins):
    """Refuse a pin where there is no table, and in a draft one for two who are kept apart: a round that is
    out is being played as it is."""
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


def those_left(before: EventHistory, phase: int, kept):
    """Entrants of the round who sit at none of the tables kept."""
    there = {player for match in kept for player in match.players}
    entrants = [e for e in swiss.field(before, phase) if e.player not in there]
    if not entrants and there:
        raise RuleViolation(_("Every table is pinned or has its result: nobody is left to draw."))
    return entrants


def byes_kept(before: EventHistory, phase: int, kept) -> list[MatchRecord]:
    """The byes that were asked for by those who sit at none of the tables kept."""
    there = {player for match in kept for player in match.players}
    return [match for match in swiss.byes_asked(before, phase) if match.seats[0].player not in there]


def question(before: EventHistory, phase: int, kept, seed: str) -> dict:
    """As for the whole round; the rounds to come are for all, so that a rest of it looks no further."""
    told = swiss.question(before, phase, seed)
    return told | {"rounds_left": 0} if kept else told
