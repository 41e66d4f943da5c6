"""A round made again: the rest of it drawn anew, or as good as the best with the fewest tables touched."""

from . import swiss
from .errors import RuleViolation, _
from .history import Event, Match, Round
from .meetings import meetings
from .pairing import pair
from .pairing.repair import repair
from .seating import asked_out, bye_in, completed, history_before, players_at


def draw_rest(event, phase, round_, pins=(), seed="", allow_rematches=False) -> Round:
    """The tables pinned stay, like those with a result; everybody else is drawn again from this seed.

    The round keeps the seed of its own draw: what is done by hand stands in the log, beside that draw."""
    for table in pins:
        if all(match.table != table for match in round_.matches):
            raise RuleViolation(_("There is no table {table} to pin."), table=table)
    kept = [match for match in round_.matches if not match.is_bye and (match.table in pins or match.reported)]
    before = history_before(event, phase, round_)
    entrants = those_left(before, phase, kept)
    stay = [*kept, *byes_kept(before, phase, kept)]
    if len(entrants) == 1 and kept:
        return completed(event, round_, stay, (), entrants[0].player)
    asked = question(before, phase, kept, seed, allow_rematches)
    found = pair(entrants, meetings(before.phase(phase)), **asked)
    return completed(event, round_, stay, swiss.seated(before, phase, found.tables, seed), found.bye)


def fewest(event, phase, round_, pins=()) -> Round:
    """As good as the best draw for those who are here and the standings as they are now, with as few
    tables touched as that allows; those with a result stay."""
    fixed = [
        match for match in round_.matches if not match.is_bye and (match.reported or match.table in pins)
    ]
    before = history_before(event, phase, round_)
    entrants = those_left(before, phase, fixed)
    free = [players_at(match) for match in round_.matches if not match.is_bye and match not in fixed]
    stay = [*fixed, *byes_kept(before, phase, fixed)]
    if len(entrants) == 1 and fixed:
        return completed(event, round_, stay, (), entrants[0].player)
    bye = bye_in(round_, asked_out(event, phase, round_))
    met = meetings(before.phase(phase))
    again = {frozenset(players) for players in met} & {frozenset(players) for players in free}
    asked = question(before, phase, fixed, round_.seed, bool(again))
    found = repair(entrants, met, free, bye and bye.seats[0].player, **asked)
    pairs = swiss.seated(before, phase, found.tables, round_.seed)
    return completed(event, round_, stay, pairs, found.bye)


def those_left(before: Event, phase: int, kept):
    """Entrants of the round who sit at none of the tables kept."""
    there = {player for match in kept for player in players_at(match)}
    entrants = [e for e in swiss.field(before, phase) if e.player not in there]
    if not entrants and there:
        raise RuleViolation(_("Every table is pinned or has its result: nobody is left to draw."))
    return entrants


def byes_kept(before: Event, phase: int, kept) -> list[Match]:
    """The byes that were asked for by those who sit at none of the tables kept."""
    there = {player for match in kept for player in players_at(match)}
    return [match for match in swiss.byes_asked(before, phase) if match.seats[0].player not in there]


def question(before: Event, phase: int, kept, seed: str, allow_rematches: bool) -> dict:
    """As for the whole round; the rounds to come are for all, so that a rest of it looks no further."""
    asked = swiss.question(before, phase, seed, allow_rematches)
    return asked | {"rounds_left": 0} if kept else asked
