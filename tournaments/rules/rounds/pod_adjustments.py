"""Manual adjustments of pods: add a player, take one out, move one to another table."""

from collections import Counter
from dataclasses import replace

from ..errors import RuleViolation, _
from ..history import BYE, POD_SEATS, EventHistory, MatchRecord, RoundRecord, SeatRecord
from ..pairing.pods.sizes import BYES, FIVES, THREES, USUAL_POD_SIZE
from ..standings.carry_over import met_before
from .phases import settings_for
from .seating import (
    drawn_match_of,
    excused_players,
    find_drawn_bye,
    free_tables,
    get_player,
    history_before,
    round_open_to,
    sort_matches,
)

MIN_POD_SEATS, MAX_POD_SEATS = min(POD_SEATS), max(POD_SEATS)


def seat(history, phase, round_, a="") -> RoundRecord:
    """Add a missing or excused player: to a table of three; else to a new table with enough players who have
    a bye; else, if the settings allow fives or there is one table, to a table of four; else with a bye.

    Among several tables, the one with the fewest rematches.
    """
    round_ = round_open_to(history, phase, round_, a)
    open_, how = joinable_tables(history, phase, round_, a), settings_for(history, phase).pod_sizes
    byes = drawn_byes(history, phase, round_)[: USUAL_POD_SIZE - 1]
    if open_ and len(open_[0].seats) == MIN_POD_SEATS:
        return add_to_table(round_, open_[0], a)
    if len(byes) + 1 >= (USUAL_POD_SIZE if how == BYES else MIN_POD_SEATS):
        seats = tuple(SeatRecord(one) for one in (*(bye.players[0] for bye in byes), a))
        left = [match for match in round_.matches if match not in byes]
        return sort_matches(round_, [*left, MatchRecord(seats, free_tables(round_.matches)[0])])
    is_alone = sum(not match.is_bye for match in round_.matches) == 1
    if open_ and (how == FIVES or (how == THREES and is_alone)):
        return add_to_table(round_, open_[0], a)
    return replace(round_, matches=(*round_.matches, MatchRecord((SeatRecord(a, result=BYE),))))


def joinable_tables(history: EventHistory, phase: int, round_: RoundRecord, player: str) -> list[MatchRecord]:
    """The unreported tables with room: smallest first, then without a forbidden pair, then by fewest
    rematches.
    """
    times = Counter(map(frozenset, met_before(history_before(history, phase, round_), phase)))
    apart = set(map(frozenset, history.forbidden))

    def price(match):
        pairs = [frozenset((player, one)) for one in match.players]
        rematch_cost = sum(times[pair] ** 2 for pair in pairs)
        return len(match.seats), any(pair in apart for pair in pairs), rematch_cost, match.table

    open_ = (match for match in round_.matches if not match.is_bye and not match.reported)
    return sorted((match for match in open_ if len(match.seats) < MAX_POD_SEATS), key=price)


def drawn_byes(history: EventHistory, phase: int, round_: RoundRecord) -> list[MatchRecord]:
    """The byes given by the draw, not requested."""
    excused = excused_players(history, phase, round_)
    return [match for match in round_.matches if match.is_bye and match.players[0] not in excused]


def add_to_table(round_: RoundRecord, match: MatchRecord, player: str) -> RoundRecord:
    """Return the round with the player added on the last seat of this table."""
    with_them = replace(match, seats=(*match.seats, SeatRecord(player)))
    return replace(round_, matches=tuple(with_them if one == match else one for one in round_.matches))


def take_out(history, phase, round_, a="") -> RoundRecord:
    """Take a player out; a player with a bye takes the seat, else the table of four or five has one fewer.

    RuleViolation if two would be left.
    """
    match = drawn_match_of(history, phase, round_, a)
    left = [one for one in round_.matches if one != match]
    if match.is_bye:
        return replace(round_, matches=tuple(left))
    bye = find_drawn_bye(round_, excused_players(history, phase, round_))
    if bye:
        left.remove(bye)
        seats = tuple(SeatRecord(bye.players[0]) if one.player == a else one for one in match.seats)
        return sort_matches(round_, [*left, replace(match, seats=seats)])
    return sort_matches(round_, [*left, remove_from_table(match, a)])


def remove_from_table(match: MatchRecord, player: str) -> MatchRecord:
    """Return the table without one of its players; RuleViolation if two would be left."""
    if len(match.seats) == MIN_POD_SEATS:
        raise RuleViolation(
            _(
                "Table {table} would be left with two, and a pod takes at least {least}: move somebody there "
                "first, or draw the rest again."
            ),
            table=match.table,
            least=MIN_POD_SEATS,
        )
    return replace(match, seats=tuple(seat for seat in match.seats if seat.player != player))


def move(history, phase, round_, a="", table=0) -> RoundRecord:
    """Move a player from a table or a bye to the last seat of another table."""
    match = drawn_match_of(history, phase, round_, a)
    to = next((one for one in round_.matches if one.table == table and not one.is_bye), None)
    if to is None:
        raise RuleViolation(_("There is no table {table} in this round."), table=table)
    if to == match:
        raise RuleViolation(_("{name} sits there already."), name=get_player(history, a).name)
    if len(to.seats) == MAX_POD_SEATS:
        raise RuleViolation(
            _("Table {table} is full: a pod takes {most} at most."), table=table, most=MAX_POD_SEATS
        )
    left = [] if match.is_bye else [remove_from_table(match, a)]
    others = [one for one in round_.matches if one not in (match, to)]
    return sort_matches(round_, [*others, *left, replace(to, seats=(*to.seats, SeatRecord(a)))])


KINDS = {"seat": seat, "out": take_out, "move": move}
