"""Manual adjustments of a round: the adjusted round, its costs, and what is refused."""

from dataclasses import replace
from itertools import combinations

from ..errors import RuleViolation, _
from ..history import BYE, DRAFT_PODS, DRAWN_KINDS, PODS, EventHistory, MatchRecord, RoundRecord, SeatRecord
from ..pairing.costs import RoundCosts, compute_costs
from ..standings import carry_over
from ..standings.standings import standings
from . import meetings, pod_adjustments, progress, redraw
from .seating import (
    changed_tables,
    drawn_match_of,
    excused_players,
    find_drawn_bye,
    free_tables,
    get_player,
    history_before,
    match_of,
    pod_members,
    round_of,
    round_open_to,
    sort_matches,
)

NOTHING_CHANGES = _("Nothing would change: the round is like this already.")


def apply_adjustment(history: EventHistory, phase: int, number: int, kind: str, **options) -> RoundRecord:
    """Return the round after one adjustment: a kind of KINDS, or of pod_adjustments.KINDS in pods.

    `options` are the keyword arguments of its function. Raises RuleViolation for an impossible adjustment,
    and if a table that would change has its result.
    """
    check_adjustable(history, phase)
    kinds = KINDS | (pod_adjustments.KINDS if history.phase(phase).kind == PODS else {})
    if kind not in kinds:
        raise RuleViolation(_("There is no adjustment “{kind}”."), kind=kind)
    before = round_of(history, phase, number)
    after = kinds[kind](history, phase, before, **options)
    if after == before:
        raise RuleViolation(NOTHING_CHANGES)
    for match in changed_tables(before, after):
        check_not_reported(match)
    check_within_pods(history, phase, after)
    if kind not in REDRAW_KINDS:
        check_forbidden_pairs(history, before, after)
    return after


def check_adjustable(history: EventHistory, phase: int):
    if history.phase(phase).kind not in DRAWN_KINDS:
        raise RuleViolation(_("Only drawn rounds are adjusted by hand: elsewhere it is laid down who meets."))


def check_not_reported(match: MatchRecord):
    if match.played:
        raise RuleViolation(
            _("Table {table} has its result: clear it first, then change the table."), table=match.table
        )


def check_within_pods(history: EventHistory, phase: int, after: RoundRecord):
    """Refuse a table of two players of different pods of a draft."""
    for match in after.matches if history.phase(phase).kind == DRAFT_PODS else ():
        if not pod_members(history, phase, match.players[0]).issuperset(match.players):
            a, b = (get_player(history, player).name for player in match.players)
            words = _(
                "{a} and {b} sit in different pods, and each pod plays by itself: choose two of one pod."
            )
            raise RuleViolation(words, a=a, b=b)


def check_forbidden_pairs(history: EventHistory, before: RoundRecord, after: RoundRecord):
    """Refuse a new table with a forbidden pair."""
    old_pairs, new_pairs = (
        {frozenset(pair) for match in round_.matches for pair in combinations(match.players, 2)}
        for round_ in (before, after)
    )
    new_pairs -= old_pairs
    for pair in history.forbidden:
        if frozenset(pair) in new_pairs:
            a, b = (get_player(history, player).name for player in pair)
            words = _("{a} and {b} are kept apart: choose others, or take their pair off the list first.")
            raise RuleViolation(words, a=a, b=b)


def swap(history, phase, round_, a="", b="") -> RoundRecord:
    """Swap the seats of two players, also within one pod; a bye is swapped like a seat."""
    if a == b:
        raise RuleViolation(_("Choose two different players: nobody sits twice."))
    one, two = (drawn_match_of(history, phase, round_, key) for key in (a, b))
    if one == two and not one.is_pod:
        raise RuleViolation(
            _("{a} and {b} play each other: choose somebody at another table."),
            a=get_player(history, a).name,
            b=get_player(history, b).name,
        )
    moved = {a: b, b: a}
    return replace(round_, matches=tuple(replace_players(match, moved) for match in round_.matches))


def replace_players(match: MatchRecord, moved: dict) -> MatchRecord:
    return replace(match, seats=tuple(replace(s, player=moved.get(s.player, s.player)) for s in match.seats))


def give_bye(history, phase, round_, a="", pins=()) -> RoundRecord:
    """Give the bye to this player; the previous holder takes the seat."""
    match = drawn_match_of(history, phase, round_, a)
    if match.is_bye:
        raise RuleViolation(_("{name} has the bye already."), name=get_player(history, a).name)
    if match.table in pins:
        raise RuleViolation(
            _("{name} is pinned to table {table}: take the pin off, or give the bye to somebody else."),
            name=get_player(history, a).name,
            table=match.table,
        )
    members = pod_members(history, phase, a)
    bye = find_drawn_bye(round_, excused_players(history, phase, round_), needed=True, company=members)
    return swap(history, phase, round_, a, bye.seats[0].player)


def move_table(history, phase, round_, a="", table=0) -> RoundRecord:
    """Give the player's table this number; a table that has it already gets the old one."""
    match = match_of(history, round_, a)
    if match.is_bye:
        raise RuleViolation(
            _("{name} has the bye: there is no table to move."), name=get_player(history, a).name
        )
    if not 1 <= table <= 9999:
        raise RuleViolation(_("A table has a number from 1 to 9999."))
    numbers = {match.table: table, table: match.table}
    moved = [replace(one, table=numbers.get(one.table, one.table)) for one in round_.matches]
    return sort_matches(round_, moved)


def seat(history, phase, round_, a="") -> RoundRecord:
    """Add a missing or excused player: against the player with the bye, else with the bye."""
    round_ = round_open_to(history, phase, round_, a)
    bye = find_drawn_bye(
        round_, excused_players(history, phase, round_), company=pod_members(history, phase, a)
    )
    if bye is None:
        return replace(round_, matches=(*round_.matches, MatchRecord((SeatRecord(a, result=BYE),))))
    table = MatchRecord((SeatRecord(bye.seats[0].player), SeatRecord(a)), free_tables(round_.matches)[0])
    return sort_matches(round_, [table if match == bye else match for match in round_.matches])


def take_out(history, phase, round_, a="") -> RoundRecord:
    """Take a player out; the opponent meets the player with the bye, else has the bye."""
    match, excused = drawn_match_of(history, phase, round_, a), excused_players(history, phase, round_)
    remaining = [key for key in match.players if key != a]
    others = [one for one in round_.matches if one != match]
    if len({player for one in others for player in one.players} - excused) + len(remaining) < 2:
        raise RuleViolation(
            _("A round needs two players: {name} cannot go."), name=get_player(history, a).name
        )
    bye = find_drawn_bye(
        replace(round_, matches=tuple(others)), excused, company=pod_members(history, phase, a)
    )
    if remaining and bye:
        others[others.index(bye)] = MatchRecord(
            (SeatRecord(remaining[0]), SeatRecord(bye.seats[0].player)), match.table
        )
    elif remaining:
        others.append(MatchRecord((SeatRecord(remaining[0], result=BYE),)))
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


def costs_of(history: EventHistory, phase: int, round_: RoundRecord) -> RoundCosts:
    """Return the costs of the round by the history before it."""
    before = history_before(history, phase, round_)
    rows = standings(before, phase).rows if carry_over.phase_with_carried_rounds(before, phase).rounds else ()
    points = {row.player: row.points for row in rows}
    tables = [match.players for match in round_.matches if not match.is_bye]
    excused = excused_players(history, phase, round_)
    byes = [match.seats[0].player for match in round_.matches if match.is_bye]
    byes = [player for player in byes if player not in excused]
    return compute_costs(
        tables,
        byes,
        points={player: points.get(player, 0) for match in round_.matches for player in match.players},
        met=carry_over.met_before(before, phase),
        byes=meetings.bye_counts(carry_over.phase_with_carried_rounds(before, phase)),
        clubs={player.id: player.club.casefold() for player in history.players},
        band=progress.settings_for(history, phase).band,
    )
