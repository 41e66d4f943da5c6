"""Changes by hand that pods have ways of their own for: who joins, goes, or moves to another table."""

from collections import Counter
from dataclasses import replace

from ..errors import RuleViolation, _
from ..history import BYE, POD_SEATS, EventHistory, MatchRecord, RoundRecord, SeatRecord
from ..pairing.pods.sizes import BYES, FIVES, THREES, USUAL
from ..standings.carry_over import met_before
from .phases import settings_for
from .seating import asked_out, bye_in, free_tables, history_before, in_order, named, open_to, playing_of

LEAST, MOST = min(POD_SEATS), max(POD_SEATS)


def seat(history, phase, round_, a="") -> RoundRecord:
    """A player who is missing or asked not to play joins a table of three; else, with enough who have a bye,
    a new one; else, where the organiser wants fives or there is one table, a four; else has a bye. Of the
    tables the one at which they have met fewest."""
    round_ = open_to(history, phase, round_, a)
    open_, how = joinable(history, phase, round_, a), settings_for(history, phase).pod_sizes
    byes = free_byes(history, phase, round_)[: USUAL - 1]
    if open_ and len(open_[0].seats) == LEAST:
        return joined(round_, open_[0], a)
    if len(byes) + 1 >= (USUAL if how == BYES else LEAST):
        seats = tuple(SeatRecord(one) for one in (*(bye.players[0] for bye in byes), a))
        left = [match for match in round_.matches if match not in byes]
        return in_order(round_, [*left, MatchRecord(seats, free_tables(round_.matches)[0])])
    is_alone = sum(not match.is_bye for match in round_.matches) == 1
    if open_ and (how == FIVES or (how == THREES and is_alone)):
        return joined(round_, open_[0], a)
    return replace(round_, matches=(*round_.matches, MatchRecord((SeatRecord(a, result=BYE),))))


def joinable(history: EventHistory, phase: int, round_: RoundRecord, player: str) -> list[MatchRecord]:
    """The tables without a result that have room: the smallest first, then where the player is kept apart
    from nobody, then where they have met fewest."""
    times = Counter(map(frozenset, met_before(history_before(history, phase, round_), phase)))
    apart = set(map(frozenset, history.forbidden))

    def price(match):
        pairs = [frozenset((player, one)) for one in match.players]
        again = sum(times[pair] ** 2 for pair in pairs)
        return len(match.seats), any(pair in apart for pair in pairs), again, match.table

    open_ = (match for match in round_.matches if not match.is_bye and not match.reported)
    return sorted((match for match in open_ if len(match.seats) < MOST), key=price)


def free_byes(history: EventHistory, phase: int, round_: RoundRecord) -> list[MatchRecord]:
    """The byes that nobody asked for."""
    asked = asked_out(history, phase, round_)
    return [match for match in round_.matches if match.is_bye and match.players[0] not in asked]


def joined(round_: RoundRecord, match: MatchRecord, player: str) -> RoundRecord:
    """The round with the player on the last seat of this table."""
    with_them = replace(match, seats=(*match.seats, SeatRecord(player)))
    return replace(round_, matches=tuple(with_them if one == match else one for one in round_.matches))


def take_out(history, phase, round_, a="") -> RoundRecord:
    """A player leaves the round; who has a bye takes their seat, else a table of four or five has one less.

    RuleViolation where two would be left."""
    match = playing_of(history, phase, round_, a)
    left = [one for one in round_.matches if one != match]
    if match.is_bye:
        return replace(round_, matches=tuple(left))
    bye = bye_in(round_, asked_out(history, phase, round_))
    if bye:
        left.remove(bye)
        seats = tuple(SeatRecord(bye.players[0]) if one.player == a else one for one in match.seats)
        return in_order(round_, [*left, replace(match, seats=seats)])
    return in_order(round_, [*left, without(match, a)])


def without(match: MatchRecord, player: str) -> MatchRecord:
    """The table without one of its players; RuleViolation where two would be left."""
    if len(match.seats) == LEAST:
        raise RuleViolation(
            _(
                "Table {table} would be left with two, and a pod takes at least {least}: move somebody there "
                "first, or draw the rest again."
            ),
            table=match.table,
            least=LEAST,
        )
    return replace(match, seats=tuple(seat for seat in match.seats if seat.player != player))


def move(history, phase, round_, a="", table=0) -> RoundRecord:
    """A player goes to the last seat of another table, from their own or from a bye."""
    match = playing_of(history, phase, round_, a)
    to = next((one for one in round_.matches if one.table == table and not one.is_bye), None)
    if to is None:
        raise RuleViolation(_("There is no table {table} in this round."), table=table)
    if to == match:
        raise RuleViolation(_("{name} sits there already."), name=named(history, a).name)
    if len(to.seats) == MOST:
        raise RuleViolation(_("Table {table} is full: a pod takes {most} at most."), table=table, most=MOST)
    left = [] if match.is_bye else [without(match, a)]
    others = [one for one in round_.matches if one not in (match, to)]
    return in_order(round_, [*others, *left, replace(to, seats=(*to.seats, SeatRecord(a)))])


KINDS = {"seat": seat, "out": take_out, "move": move}
