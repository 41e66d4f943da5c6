"""The reason for a table that no club decided: points, past meetings and pairing down."""

import numpy as np

from ...errors import _
from ..field import BY_STANDING, FOLD, RANDOM
from .bye_reason import is_lot_only
from .floaters import possible_floaters
from .wording import Reason, group_text, points_amount, with_note


def table_reason(field, round_, pair, everyone, seats, looked_ahead=False, wider_for_clubs=lambda: False):
    """Return the Reason why two places of the field (better one first) meet in this round.

    `everyone` is the field including fixed tables and byes, `seats` are the two places in it.
    `looked_ahead`: a better round was rejected for the sake of later rounds. `wider_for_clubs()` returns
    whether gaps are wider in order to keep clubs apart.
    """
    if pair in field.meetings:
        return _rematch(field, pair)
    if field.groups[pair[0]] != field.groups[pair[1]]:
        why = _paired_down(everyone, field, round_, pair, looked_ahead, wider_for_clubs)
        return why if looked_ahead else with_note(why, _floater_note(field, round_, pair))
    return _equals(field, pair, everyone, seats)


def _rematch(field, pair):
    times, _since = field.meetings[pair]
    words = _("rematch, met {times} times before: no round without one exists")
    if times == 1:
        words = _("rematch, met once before: no round without one exists")
    return Reason(words, {"times": times})


def _equals(field, pair, everyone, seats):
    """Return the reason for two players on the same points, noting their past meetings in the group."""
    points = group_text(field, pair[0])
    if field.method == RANDOM:
        if is_lot_only(field) and field is everyone and field.tables > 1:
            return Reason(_("by lot: everyone is on {amount}"), {"amount": points_amount(points)})
        if (everyone.groups == field.groups[pair[0]]).sum() == 2:
            return Reason(_("the only two on {amount}"), {"amount": points_amount(points)})
        why = Reason(_("both on {amount}"), {"amount": points_amount(points)})
    else:
        why = _numbered(field, pair, points)
    return with_note(why, _met_there(everyone, seats, points))


def _numbered(field, pair, points):
    group = field.groups == field.groups[pair[0]]
    among = group if field.method == FOLD else np.ones(field.size, dtype=bool)
    one, two = (_number(field, place, among) for place in pair)
    words = {
        FOLD: _("on {amount}: number {one} of that group meets number {two}"),
        BY_STANDING: _("on {amount}: number {one} of the field meets number {two}"),
    }
    return Reason(words[field.method], {"amount": points_amount(points), "one": one, "two": two})


def _number(field, place, among):
    """Return the number of the place among these, from 1, without the expected bye."""
    among = among.copy()
    if field.expected is not None:
        among[field.expected] = False
    return int(among[:place].sum()) + 1


def _met_there(everyone, seats, points):
    """Return a note on how many others of their score group the two have met, or None."""
    most, least = sorted(seats, key=lambda seat: (-_met_in_group(everyone, seat), seat))
    first, second = _met_in_group(everyone, most), _met_in_group(everyone, least)
    others = int((everyone.groups == everyone.groups[most]).sum()) - 2
    one, two = everyone.entrants[most].player, everyone.entrants[least].player
    params = {"one": one, "two": two, "points": points, "first": first, "second": second, "count": others}
    if not first:
        return None
    if second == others:
        return Reason(_("both have met everyone else on {points}"), params)
    if first == others:
        return Reason(_("{one} has met everyone else on {points}"), params)
    words = _("{one} has met {first} of the other {count} on {points}, {two} {second}")
    if not second:
        words = _("{one} has met {first} of the other {count} on {points}, {two} none")
    return Reason(words, params)


def _met_in_group(everyone, seat):
    """Count the past opponents in the same score group."""
    groups, meetings = everyone.groups, everyone.meetings
    met = [other for other in everyone.met[seat] if (min(seat, other), max(seat, other)) in meetings]
    return int((groups[met] == groups[seat]).sum())


def _paired_down(everyone, field, round_, pair, looked_ahead, wider_for_clubs):
    upper, lower = (group_text(field, place) for place in pair)
    group = field.groups[pair[0]]
    to_pair = np.delete(field.groups, [] if round_.bye is None else [round_.bye])
    own, above = int((to_pair == group).sum()), int((to_pair <= group).sum())
    all_own, all_above = int((everyone.groups == group).sum()), int((everyone.groups <= group).sum())
    if all_own == 1 and above % 2:
        words = _("paired down: {amount} meets {lower}, since nobody else is on {upper}")
    elif above % 2 and own % 2:
        words = _("paired down: {amount} meets {lower}, since the {upper}-point group was odd")
        if all_own % 2 == 0:
            words = _("paired down: {amount} meets {lower}, since an odd number on {upper} were left to pair")
    elif above % 2:
        words = _("paired down: {amount} meets {lower}, since an odd number stand on {upper} or more")
        if all_above % 2 == 0:
            words = _(
                "paired down: {amount} meets {lower}, since an odd number on {upper} or more were left "
                "to pair"
            )
    elif looked_ahead:
        words = _("paired down: {amount} meets {lower}, so that the rounds to come can be paired too")
    elif field.clubs and wider_for_clubs():
        words = _("paired down: {amount} meets {lower}, so that fewer meet whom they are kept apart from")
    elif field.forbidden:
        words = _("paired down: {amount} meets {lower}; no legal round has smaller gaps")
    else:
        words = _("paired down: {amount} meets {lower}; past meetings leave no round with smaller gaps")
    return Reason(words, {"amount": points_amount(upper), "upper": upper, "lower": lower})


def _floater_note(field, round_, pair):
    """Return a note on the choice of the floater by lot, or None if it cannot be told."""
    groups, group = field.groups, field.groups[pair[0]]
    down = sum(groups[a] == group != groups[b] for a, b in round_.pairs)
    if field.method != RANDOM or round_.rematches or down != 1 or (groups == group).sum() == 1:
        return None
    could, are_all = possible_floaters(field, round_, pair)
    params = {"player": field.entrants[pair[0]].player, "count": len(could)}
    if not are_all:
        return Reason(_("the lot fell on {player}"), params) if len(could) > 1 else None
    if len(could) == 1:
        return Reason(_("only {player} could go"), params)
    return Reason(_("of the {count} who could go, the lot fell on {player}"), params)
