"""Manual adjustments of a round: swap, seat and take out players, give byes, move tables; also in pods."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

from ..errors import RuleViolation, _
from ..history import (
    BYE,
    DRAFT_PODS,
    DRAWN_KINDS,
    POD_SEATS,
    PODS,
    EventHistory,
    EventPhase,
    MatchRecord,
    RoundRecord,
    SeatRecord,
)
from ..pairing.objectives import RoundCosts, compute_costs
from ..pairing.pods.objectives import BYES, FIVES, THREES, USUAL_POD_SIZE
from ..pairing.round_robin import bye_counts
from ..standings.standings import standings
from ..standings.table_builder import met_before, phase_with_carried_rounds
from . import redraw
from .seating import (
    changed_tables,
    drawn_byes,
    drawn_match_of,
    excused_players,
    find_drawn_bye,
    free_tables,
    match_of_player,
    phase_before,
    pod_members,
    round_open_to,
    sort_matches,
)

MIN_POD_SEATS, MAX_POD_SEATS = min(POD_SEATS), max(POD_SEATS)


def seat_in_pod(phase, round_, a="") -> RoundRecord:
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


def take_out_of_pod(phase, round_, a="") -> RoundRecord:
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


POD_KINDS = {"seat": seat_in_pod, "out": take_out_of_pod, "move": move}

MAX_TABLE_NUMBER = 9999
NOTHING_CHANGES = _("Nothing would change. The round already has these pairings.")


def apply_adjustment(phase: EventPhase, number: int, kind: str, **options) -> RoundRecord:
    """Return the round after one adjustment: a kind of KINDS, or of POD_KINDS in pods.

    `options` are the keyword arguments of its function. Raises RuleViolation for an impossible adjustment,
    and if a table that would change has its result.
    """
    check_adjustable(phase)
    kinds = KINDS | (POD_KINDS if phase.kind == PODS else {})
    if kind not in kinds:
        raise RuleViolation(_("Unknown adjustment “{kind}”."), kind=kind)
    before = phase.round(number)
    after = kinds[kind](phase, before, **options)
    if after == before:
        raise RuleViolation(NOTHING_CHANGES)
    for match in changed_tables(before, after):
        check_not_reported(match)
    if phase.kind == DRAFT_PODS:
        for match in after.matches:
            check_within_pod(phase, match)
    if kind not in REDRAW_KINDS:
        check_forbidden_pairs(phase.history, before, after)
    return after


def check_adjustable(phase: EventPhase):
    """Refuse phases whose pairings are not drawn."""
    if phase.kind not in DRAWN_KINDS:
        raise RuleViolation(
            _("Only paired rounds can be adjusted. Here the bracket or schedule sets the matches.")
        )


def check_not_reported(match: MatchRecord):
    """Refuse to change a table that has its result."""
    if match.played:
        message = _("Table {table} has a result. Clear it before you change the table.")
        raise RuleViolation(message, table=match.table)


def check_within_pod(phase: EventPhase, match: MatchRecord):
    """Refuse a table of two players of different pods of a draft."""
    if not pod_members(phase, match.players[0]).issuperset(match.players):
        message = _("{a} and {b} are in different pods. Choose two players from the same pod.")
        a, b = (phase.history.player(player).name for player in match.players)
        raise RuleViolation(message, a=a, b=b)


def check_forbidden_pairs(history: EventHistory, before: RoundRecord, after: RoundRecord):
    """Refuse a new table with a forbidden pair."""
    new_pairs = pairs_at_tables(after) - pairs_at_tables(before)
    for pair in history.forbidden:
        if frozenset(pair) in new_pairs:
            message = _("{a} and {b} are kept apart. Choose other players, or remove the restriction first.")
            a, b = (history.player(player).name for player in pair)
            raise RuleViolation(message, a=a, b=b)


def pairs_at_tables(round_: RoundRecord) -> set[frozenset[str]]:
    return {frozenset(pair) for match in round_.matches for pair in combinations(match.players, 2)}


def swap(phase, round_, a="", b="") -> RoundRecord:
    """Swap the seats of two players, also within one pod; a bye is swapped like a seat."""
    if a == b:
        raise RuleViolation(_("Choose two different players."))
    match_of_a, match_of_b = (drawn_match_of(phase, round_, player) for player in (a, b))
    if match_of_a == match_of_b and not match_of_a.is_pod:
        message = _("{a} and {b} are at the same table. Choose a player from another table.")
        raise RuleViolation(message, a=phase.history.player(a).name, b=phase.history.player(b).name)
    swapped, matches = {a: b, b: a}, []
    for match in round_.matches:
        seats = (replace(seat, player=swapped.get(seat.player, seat.player)) for seat in match.seats)
        matches.append(replace(match, seats=tuple(seats)))
    return replace(round_, matches=tuple(matches))


def give_bye(phase, round_, a="", pins=()) -> RoundRecord:
    """Give the bye to this player; the previous holder takes the seat."""
    match, name = drawn_match_of(phase, round_, a), phase.history.player(a).name
    if match.is_bye:
        raise RuleViolation(_("{name} already has the bye."), name=name)
    if match.table in pins:
        message = _("{name} is pinned to table {table}. Unpin the table or give the bye to another player.")
        raise RuleViolation(message, name=name, table=match.table)
    company = pod_members(phase, a)
    bye = find_drawn_bye(round_, excused_players(phase, round_), needed=True, company=company)
    return swap(phase, round_, a, bye.seats[0].player)


def move_table(phase, round_, a="", table=0) -> RoundRecord:
    """Give the player's table this number; a table that has it already gets the old one."""
    match = match_of_player(phase.history, round_, a)
    if match.is_bye:
        message = _("{name} has the bye, so there is no table to move.")
        raise RuleViolation(message, name=phase.history.player(a).name)
    if not 1 <= table <= MAX_TABLE_NUMBER:
        raise RuleViolation(_("Enter a table number from 1 to 9999."))
    numbers = {match.table: table, table: match.table}
    moved = [replace(other, table=numbers.get(other.table, other.table)) for other in round_.matches]
    return sort_matches(round_, moved)


def seat(phase, round_, a="") -> RoundRecord:
    """Add a missing or excused player: against the player with the bye, else with the bye."""
    round_ = round_open_to(phase, round_, a)
    excused, company = excused_players(phase, round_), pod_members(phase, a)
    bye = find_drawn_bye(round_, excused, company=company)
    if bye is None:
        return replace(round_, matches=(*round_.matches, MatchRecord((SeatRecord(a, result=BYE),))))
    table = MatchRecord((SeatRecord(bye.seats[0].player), SeatRecord(a)), free_tables(round_.matches)[0])
    return sort_matches(round_, [table if match == bye else match for match in round_.matches])


def take_out(phase, round_, a="") -> RoundRecord:
    """Take a player out; the opponent meets the player with the bye, else has the bye."""
    match, excused = drawn_match_of(phase, round_, a), excused_players(phase, round_)
    opponent = next((player for player in match.players if player != a), None)
    others = [other for other in round_.matches if other != match]
    playing = {player for other in others for player in other.players} - excused
    if len(playing) + (opponent is not None) < 2:
        message = _("A round needs at least two players, so {name} can’t be removed.")
        raise RuleViolation(message, name=phase.history.player(a).name)
    company = pod_members(phase, a)
    bye = find_drawn_bye(replace(round_, matches=tuple(others)), excused, company=company)
    if opponent and bye:
        seats = SeatRecord(opponent), SeatRecord(bye.seats[0].player)
        others[others.index(bye)] = MatchRecord(seats, match.table)
    elif opponent:
        others.append(MatchRecord((SeatRecord(opponent, result=BYE),)))
    return sort_matches(round_, others)


KINDS = {
    "swap": swap,
    "bye": give_bye,
    "table": move_table,
    "seat": seat,
    "out": take_out,
    "draw": redraw.redraw_unpinned,
    "fewest": redraw.repair_with_fewest_changes,
}
REDRAW_KINDS = ("draw", "fewest")


def costs_of(phase: EventPhase, round_: RoundRecord) -> RoundCosts:
    """Return the costs of the round by the history before it."""
    before = phase_before(phase, round_)
    played, excused = phase_with_carried_rounds(before), excused_players(phase, round_)
    rows = standings(before).rows if played.rounds else ()
    points = {row.player: row.points for row in rows}
    byes = [match.seats[0].player for match in round_.matches if match.is_bye]
    return compute_costs(
        [match.players for match in round_.matches if not match.is_bye],
        [player for player in byes if player not in excused],
        points={player: points.get(player, 0) for match in round_.matches for player in match.players},
        met=met_before(before),
        byes=bye_counts(played),
        clubs={player.id: player.club.casefold() for player in phase.history.players},
        band=phase.settings.band,
    )
