"""Manual adjustments of pods: add a player, take one out, move one to another table."""

from collections import Counter
from dataclasses import replace

from ..errors import RuleViolation, _
from ..history import BYE, POD_SEATS, EventPhase, MatchRecord, RoundRecord, SeatRecord
from ..pairing.pods.sizes import BYES, FIVES, THREES, USUAL_POD_SIZE
from ..standings.carry_over import met_before
from .seating import (
    drawn_byes,
    drawn_match_of,
    excused_players,
    find_drawn_bye,
    free_tables,
    phase_before,
    round_open_to,
    sort_matches,
)

MIN_POD_SEATS, MAX_POD_SEATS = min(POD_SEATS), max(POD_SEATS)


def seat(phase, round_, a="") -> RoundRecord:
    """Add a missing or excused player.

    To a table of three; else to a new table with enough players who have a bye; else, if the settings allow
    fives or the round has one table, to a table of four; else with a bye. Among several tables, the one with
    the fewest rematches.
    """
    round_ = round_open_to(phase, round_, a)
    joinable = joinable_tables(phase, round_, a)
    sizes = phase.settings.pod_sizes
    byes = drawn_byes(round_, excused_players(phase, round_))[: USUAL_POD_SIZE - 1]
    if joinable and len(joinable[0].seats) == MIN_POD_SEATS:
        return add_to_table(round_, joinable[0], a)
    if len(byes) + 1 >= (USUAL_POD_SIZE if sizes == BYES else MIN_POD_SEATS):
        players = (*(bye.players[0] for bye in byes), a)
        others = [match for match in round_.matches if match not in byes]
        table = MatchRecord(tuple(map(SeatRecord, players)), free_tables(round_.matches)[0])
        return sort_matches(round_, [*others, table])
    is_only_table = sum(not match.is_bye for match in round_.matches) == 1
    if joinable and (sizes == FIVES or (sizes == THREES and is_only_table)):
        return add_to_table(round_, joinable[0], a)
    return replace(round_, matches=(*round_.matches, MatchRecord((SeatRecord(a, result=BYE),))))


def joinable_tables(phase: EventPhase, round_: RoundRecord, player: str) -> list[MatchRecord]:
    """Return the unreported tables with room, best first.

    Smallest first, then without a forbidden pair, then by fewest rematches.
    """
    times_met = Counter(map(frozenset, met_before(phase_before(phase, round_))))
    forbidden = set(map(frozenset, phase.history.forbidden))

    def cost(match):
        pairs = [frozenset((player, other)) for other in match.players]
        rematch_cost = sum(times_met[pair] ** 2 for pair in pairs)
        return len(match.seats), not forbidden.isdisjoint(pairs), rematch_cost, match.table

    unreported = (match for match in round_.matches if not match.is_bye and not match.reported)
    return sorted((match for match in unreported if len(match.seats) < MAX_POD_SEATS), key=cost)


def add_to_table(round_: RoundRecord, match: MatchRecord, player: str) -> RoundRecord:
    """Return the round with the player added on the last seat of this table."""
    joined = replace(match, seats=(*match.seats, SeatRecord(player)))
    return replace(round_, matches=tuple(joined if other == match else other for other in round_.matches))


def take_out(phase, round_, a="") -> RoundRecord:
    """Take a player out; a player with a bye takes the seat, else the table of four or five has one fewer.

    RuleViolation if two would be left.
    """
    match = drawn_match_of(phase, round_, a)
    others = [other for other in round_.matches if other != match]
    if match.is_bye:
        return replace(round_, matches=tuple(others))
    bye = find_drawn_bye(round_, excused_players(phase, round_))
    if bye is None:
        return sort_matches(round_, [*others, remove_from_table(match, a)])
    others.remove(bye)
    seats = tuple(SeatRecord(bye.players[0]) if seat.player == a else seat for seat in match.seats)
    return sort_matches(round_, [*others, replace(match, seats=seats)])


def remove_from_table(match: MatchRecord, player: str) -> MatchRecord:
    """Return the table without one of its players; RuleViolation if two would be left."""
    if len(match.seats) == MIN_POD_SEATS:
        message = _(
            "Table {table} would have only two players, and a pod needs at least {least}. Move a "
            "player there first, or pair the rest again."
        )
        raise RuleViolation(message, table=match.table, least=MIN_POD_SEATS)
    return replace(match, seats=tuple(seat for seat in match.seats if seat.player != player))


def move(phase, round_, a="", table=0) -> RoundRecord:
    """Move a player from a table or a bye to the last seat of another table."""
    match = drawn_match_of(phase, round_, a)
    target = round_.find_match(table)
    if target is None:
        raise RuleViolation(_("There is no table {table} in this round."), table=table)
    if target == match:
        raise RuleViolation(_("{name} is already at this table."), name=phase.history.player(a).name)
    if len(target.seats) == MAX_POD_SEATS:
        message = _("Table {table} is full. A pod can have at most {most} players.")
        raise RuleViolation(message, table=table, most=MAX_POD_SEATS)
    others = [other for other in round_.matches if other not in (match, target)]
    others += [] if match.is_bye else [remove_from_table(match, a)]
    return sort_matches(round_, [*others, replace(target, seats=(*target.seats, SeatRecord(a)))])


KINDS = {"seat": seat, "out": take_out, "move": move}
