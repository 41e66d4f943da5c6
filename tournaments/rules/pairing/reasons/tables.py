"""The reason for a table that no club decided: points, past meetings and pairing down."""

import numpy as np

from ...errors import _
from ..field import BY_STANDING, FOLD, RANDOM
from .bye_reason import is_lot_only
from .floaters import possible_floaters
from .wording import Reason, group_text, points_amount, with_note

REMATCH = _("Rematch (played {times} times before): no round without a rematch is possible")
REMATCH_OF_ONE = _("Rematch (played once before): no round without a rematch is possible")
NUMBERED = {
    FOLD: _("On {amount}: number {one} of the score group plays number {two}"),
    BY_STANDING: _("On {amount}: number {one} in the standings plays number {two}"),
}
NOBODY_ELSE = _("Pair-down ({upper} v {lower}): no one else on {amount}")
ODD_GROUP = _("Pair-down ({upper} v {lower}): odd number on {amount}")
ODD_GROUP_LEFT = _("Pair-down ({upper} v {lower}): odd number left to pair on {amount}")
ODD_ABOVE = _("Pair-down ({upper} v {lower}): odd number on {amount} or more")
ODD_ABOVE_LEFT = _("Pair-down ({upper} v {lower}): odd number left to pair on {amount} or more")
FOR_LATER_ROUNDS = _("Pair-down ({upper} v {lower}): so that later rounds can be paired")
FOR_CLUBS = _("Pair-down ({upper} v {lower}): to keep more players apart")
NO_LEGAL_ROUND = _("Pair-down ({upper} v {lower}): no allowed round has smaller score gaps")
PAST_MEETINGS = _("Pair-down ({upper} v {lower}): earlier pairings leave no round with smaller score gaps")


def table_reason(field, round_, pair, everyone, seats, looked_ahead, are_gaps_wider_for_clubs):
    """Return the Reason why two places of the field (better one first) meet in this round.

    `everyone` is the field including fixed tables and byes, `seats` are the two places in it.
    `looked_ahead`: a better round was rejected for the sake of later rounds. `are_gaps_wider_for_clubs` is a
    function because its answer takes a search.
    """
    if pair in field.meetings:
        times, _since = field.meetings[pair]
        return Reason(REMATCH_OF_ONE if times == 1 else REMATCH, {"times": times})
    if field.groups[pair[0]] == field.groups[pair[1]]:
        return _equal_points_reason(field, pair, everyone, seats)
    upper, lower = (group_text(field, place) for place in pair)
    text = _pair_down_text(field, round_, pair[0], everyone, looked_ahead, are_gaps_wider_for_clubs)
    why = Reason(text, {"amount": points_amount(upper), "upper": upper, "lower": lower})
    return why if looked_ahead else with_note(why, _floater_note(field, round_, pair))


def _equal_points_reason(field, pair, everyone, seats):
    """Return the reason for two players on the same points, noting their past meetings in the group."""
    points = group_text(field, pair[0])
    amount = {"amount": points_amount(points)}
    if field.method != RANDOM:
        among = field.groups == field.groups[pair[0]] if field.method == FOLD else np.full(field.size, True)
        first, second = (_number(field, place, among) for place in pair)
        why = Reason(NUMBERED[field.method], amount | {"one": first, "two": second})
    elif is_lot_only(field) and field is everyone and field.tables > 1:
        return Reason(_("Random: all on {amount}"), amount)
    elif (everyone.groups == field.groups[pair[0]]).sum() == 2:
        return Reason(_("The only two on {amount}"), amount)
    else:
        why = Reason(_("Both on {amount}"), amount)
    return with_note(why, _meetings_note(everyone, seats, points))


def _number(field, place, among):
    """Return the number of the place among these, from 1, without the expected bye."""
    among = among.copy()
    if field.expected is not None:
        among[field.expected] = False
    return int(among[:place].sum()) + 1


def _meetings_note(everyone, seats, points):
    """Return a note on how many others of their score group the two have met, or None."""
    met_counts = {seat: _met_in_group(everyone, seat) for seat in seats}
    most, least = sorted(seats, key=lambda seat: (-met_counts[seat], seat))
    first, second = met_counts[most], met_counts[least]
    others = int((everyone.groups == everyone.groups[most]).sum()) - 2
    if not first:
        return None
    if second == others:
        text = _("both have already played everyone else on {points}")
    elif first == others:
        text = _("{one} has already played everyone else on {points}")
    elif second:
        text = _("{one} has already played {first} of the other {count} players on {points}, {two} {second}")
    else:
        text = _("{one} has already played {first} of the other {count} players on {points}")
    one, two = everyone.entrants[most].player, everyone.entrants[least].player
    counts = {"points": points, "first": first, "second": second, "count": others}
    return Reason(text, {"one": one, "two": two} | counts)


def _met_in_group(everyone, seat):
    """Count the past opponents in the same score group."""
    groups, meetings = everyone.groups, everyone.meetings
    met = [other for other in everyone.met[seat] if (min(seat, other), max(seat, other)) in meetings]
    return int((groups[met] == groups[seat]).sum())


def _pair_down_text(field, round_, floater, everyone, looked_ahead, are_gaps_wider_for_clubs):
    """Return the text for a player who is paired down.

    An odd number of players above a line between score groups makes it necessary. The number counts the
    players to pair; the text says so if the whole field, with fixed tables and the bye, is even there.
    """
    group = field.groups[floater]
    to_pair = np.delete(field.groups, [] if round_.bye is None else [round_.bye])
    if (to_pair <= group).sum() % 2:
        group_size = (everyone.groups == group).sum()
        if group_size == 1:
            return NOBODY_ELSE
        if (to_pair == group).sum() % 2:
            return ODD_GROUP if group_size % 2 else ODD_GROUP_LEFT
        return ODD_ABOVE if (everyone.groups <= group).sum() % 2 else ODD_ABOVE_LEFT
    if looked_ahead:
        return FOR_LATER_ROUNDS
    if field.clubs and are_gaps_wider_for_clubs():
        return FOR_CLUBS
    return NO_LEGAL_ROUND if field.forbidden else PAST_MEETINGS


def _floater_note(field, round_, pair):
    """Return a note on the choice of the floater by lot, or None if it is not certain."""
    groups, group = field.groups, field.groups[pair[0]]
    down = sum(groups[a] == group != groups[b] for a, b in round_.pairs)
    if field.method != RANDOM or round_.rematches or down != 1 or (groups == group).sum() == 1:
        return None
    possible, is_complete = possible_floaters(field, round_, pair)
    params = {"player": field.entrants[pair[0]].player, "count": len(possible)}
    if not is_complete:
        return Reason(_("{player} chosen at random"), params) if len(possible) > 1 else None
    if len(possible) == 1:
        return Reason(_("{player} was the only candidate"), params)
    return Reason(_("{player} chosen at random from {count} candidates"), params)
