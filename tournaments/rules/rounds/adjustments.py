"""Adjusting a round by hand: what it would become, what that costs, and what cannot be."""

from dataclasses import replace
from itertools import combinations

from ..errors import RuleViolation, _
from ..history import BYE, DRAFT_PODS, DRAWN_KINDS, PODS, EventHistory, MatchRecord, RoundRecord, SeatRecord
from ..pairing.costs import Costs, costs
from ..standings import carry_over
from ..standings.standings import standings
from . import meetings, pod_adjustments, progress, redraw
from .seating import (
    asked_out,
    bye_in,
    changed_tables,
    company_of,
    free_tables,
    history_before,
    in_order,
    match_of,
    named,
    open_to,
    playing_of,
    round_of,
)

NOTHING_CHANGES = _("Nothing would change: the round is like this already.")


def adjusted(history: EventHistory, phase: int, number: int, kind: str, **said) -> RoundRecord:
    """The round after one adjustment of KINDS, of pods as pod_changes.KINDS say; `said` is what that
    function takes, by name.

    Raises RuleViolation for what cannot be, and where a table that would change has its result.
    """
    refuse_laid_down(history, phase)
    kinds = KINDS | (pod_adjustments.KINDS if history.phase(phase).kind == PODS else {})
    if kind not in kinds:
        raise RuleViolation(_("There is no adjustment “{kind}”."), kind=kind)
    before = round_of(history, phase, number)
    after = kinds[kind](history, phase, before, **said)
    if after == before:
        raise RuleViolation(NOTHING_CHANGES)
    for match in changed_tables(before, after):
        refuse_reported(match)
    refuse_across(history, phase, after)
    if kind not in DRAWS:
        refuse_forbidden(history, before, after)
    return after


def refuse_laid_down(history: EventHistory, phase: int):
    if history.phase(phase).kind not in DRAWN_KINDS:
        raise RuleViolation(_("Only drawn rounds are adjusted by hand: elsewhere it is laid down who meets."))


def refuse_reported(match: MatchRecord):
    if match.played:
        raise RuleViolation(
            _("Table {table} has its result: clear it first, then change the table."), table=match.table
        )


def refuse_across(history: EventHistory, phase: int, after: RoundRecord):
    """Refuse a table of two who draft in different pods."""
    for match in after.matches if history.phase(phase).kind == DRAFT_PODS else ():
        if not company_of(history, phase, match.players[0]).issuperset(match.players):
            a, b = (named(history, player).name for player in match.players)
            words = _(
                "{a} and {b} sit in different pods, and each pod plays by itself: choose two of one pod."
            )
            raise RuleViolation(words, a=a, b=b)


def refuse_forbidden(history: EventHistory, before: RoundRecord, after: RoundRecord):
    """Refuse a new table of two who are kept apart."""
    there, made = (
        {frozenset(pair) for match in round_.matches for pair in combinations(match.players, 2)}
        for round_ in (before, after)
    )
    made -= there
    for pair in history.forbidden:
        if frozenset(pair) in made:
            a, b = (named(history, player).name for player in pair)
            words = _("{a} and {b} are kept apart: choose others, or take their pair off the list first.")
            raise RuleViolation(words, a=a, b=b)


def swap(history, phase, round_, a="", b="") -> RoundRecord:
    """Two players change seats, in a pod those of one table, too; with whom a bye goes, goes the bye."""
    if a == b:
        raise RuleViolation(_("Choose two different players: nobody sits twice."))
    one, two = (playing_of(history, phase, round_, key) for key in (a, b))
    if one == two and not one.is_pod:
        raise RuleViolation(
            _("{a} and {b} play each other: choose somebody at another table."),
            a=named(history, a).name,
            b=named(history, b).name,
        )
    moved = {a: b, b: a}
    return replace(round_, matches=tuple(reseated(match, moved) for match in round_.matches))


def reseated(match: MatchRecord, moved: dict) -> MatchRecord:
    return replace(match, seats=tuple(replace(s, player=moved.get(s.player, s.player)) for s in match.seats))


def give_bye(history, phase, round_, a="", pins=()) -> RoundRecord:
    """The bye goes to this player; who had it takes their seat."""
    match = playing_of(history, phase, round_, a)
    if match.is_bye:
        raise RuleViolation(_("{name} has the bye already."), name=named(history, a).name)
    if match.table in pins:
        raise RuleViolation(
            _("{name} is pinned to table {table}: take the pin off, or give the bye to somebody else."),
            name=named(history, a).name,
            table=match.table,
        )
    company = company_of(history, phase, a)
    bye = bye_in(round_, asked_out(history, phase, round_), needed=True, company=company)
    return swap(history, phase, round_, a, bye.seats[0].player)


def move_table(history, phase, round_, a="", table=0) -> RoundRecord:
    """The player's table gets this number; a table that has it gets theirs."""
    match = match_of(history, round_, a)
    if match.is_bye:
        raise RuleViolation(_("{name} has the bye: there is no table to move."), name=named(history, a).name)
    if not 1 <= table <= 9999:
        raise RuleViolation(_("A table has a number from 1 to 9999."))
    numbers = {match.table: table, table: match.table}
    moved = [replace(one, table=numbers.get(one.table, one.table)) for one in round_.matches]
    return in_order(round_, moved)


def seat(history, phase, round_, a="") -> RoundRecord:
    """A player who is missing or asked not to play joins: against whoever has the bye, else with the bye."""
    round_ = open_to(history, phase, round_, a)
    bye = bye_in(round_, asked_out(history, phase, round_), company=company_of(history, phase, a))
    if bye is None:
        return replace(round_, matches=(*round_.matches, MatchRecord((SeatRecord(a, result=BYE),))))
    table = MatchRecord((SeatRecord(bye.seats[0].player), SeatRecord(a)), free_tables(round_.matches)[0])
    return in_order(round_, [table if match == bye else match for match in round_.matches])


def take_out(history, phase, round_, a="") -> RoundRecord:
    """A player leaves the round; their opponent meets whoever has the bye, else has the bye."""
    match, excused = playing_of(history, phase, round_, a), asked_out(history, phase, round_)
    left = [key for key in match.players if key != a]
    others = [one for one in round_.matches if one != match]
    if len({player for one in others for player in one.players} - excused) + len(left) < 2:
        raise RuleViolation(_("A round needs two players: {name} cannot go."), name=named(history, a).name)
    bye = bye_in(replace(round_, matches=tuple(others)), excused, company=company_of(history, phase, a))
    if left and bye:
        others[others.index(bye)] = MatchRecord(
            (SeatRecord(left[0]), SeatRecord(bye.seats[0].player)), match.table
        )
    elif left:
        others.append(MatchRecord((SeatRecord(left[0], result=BYE),)))
    return in_order(round_, others)


KINDS = {
    "swap": swap,
    "bye": give_bye,
    "table": move_table,
    "seat": seat,
    "out": take_out,
    "draw": redraw.draw_rest,
    "fewest": redraw.fewest,
}


DRAWS = ("draw", "fewest")


def costs_of(history: EventHistory, phase: int, round_: RoundRecord) -> Costs:
    """What the round costs by the history before it."""
    before = history_before(history, phase, round_)
    rows = standings(before, phase).rows if carry_over.joined(before, phase).rounds else ()
    points = {row.player: row.points for row in rows}
    tables = [match.players for match in round_.matches if not match.is_bye]
    excused = asked_out(history, phase, round_)
    out = [match.seats[0].player for match in round_.matches if match.is_bye]
    out = [player for player in out if player not in excused]
    return costs(
        tables,
        out,
        points={player: points.get(player, 0) for match in round_.matches for player in match.players},
        met=carry_over.met_before(before, phase),
        byes=meetings.bye_counts(carry_over.joined(before, phase)),
        clubs={player.id: player.club.casefold() for player in history.players},
        band=progress.settings_for(history, phase).band,
    )
