"""Why two players meet, where no club decided: their points, whom they have met, who had to go down."""

import numpy as np

from ...errors import _
from ..field import BY_STANDING, FOLD, RANDOM
from .bye_reason import all_alike
from .floaters import could_go
from .wording import Reason, amount, group_text, noted


def table_reason(field, found, pair, everyone, seats, looked_ahead=False, wider_for_clubs=lambda: False):
    """Why two places of the field meet in this round of it, the better one first.

    `everyone` is the field with those whose table or bye was fixed beforehand, `seats` are the two in it.
    `looked_ahead`: a better round was passed over, for those to come. `wider_for_clubs()`: whether gaps are
    wider so that clubs are kept apart.
    """
    if pair in field.meetings:
        return _rematch(field, pair)
    if field.groups[pair[0]] != field.groups[pair[1]]:
        why = _paired_down(everyone, field, found, pair, looked_ahead, wider_for_clubs)
        return why if looked_ahead else noted(why, _of_those(field, found, pair))
    return _equals(field, pair, everyone, seats)


def _rematch(field, pair):
    times, _since = field.meetings[pair]
    words = _("rematch, met {times} times before: no round without one exists")
    if times == 1:
        words = _("rematch, met once before: no round without one exists")
    return Reason(words, {"times": times})


def _equals(field, pair, everyone, seats):
    """Both on the same points; whom of the others there they have met already."""
    points = group_text(field, pair[0])
    if field.method == RANDOM:
        if all_alike(field) and field is everyone and field.tables > 1:
            return Reason(_("by lot: everyone is on {amount}"), {"amount": amount(points)})
        if (everyone.groups == field.groups[pair[0]]).sum() == 2:
            return Reason(_("the only two on {amount}"), {"amount": amount(points)})
        why = Reason(_("both on {amount}"), {"amount": amount(points)})
    else:
        why = _numbered(field, pair, points)
    return noted(why, _met_there(everyone, seats, points))


def _numbered(field, pair, points):
    group = field.groups == field.groups[pair[0]]
    among = group if field.method == FOLD else np.ones(field.size, dtype=bool)
    one, two = (_number(field, place, among) for place in pair)
    words = {
        FOLD: _("on {amount}: number {one} of that group meets number {two}"),
        BY_STANDING: _("on {amount}: number {one} of the field meets number {two}"),
    }
    return Reason(words[field.method], {"amount": amount(points), "one": one, "two": two})


def _number(field, place, among):
    """The place counted from 1 among these, the player with the bye in its turn left out."""
    among = among.copy()
    if field.expected is not None:
        among[field.expected] = False
    return int(among[:place].sum()) + 1


def _met_there(everyone, seats, points):
    """How many others of their score group each of the two has met, who has met more first."""
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
    """Of those whom one has met or may never meet: the former, on as many points."""
    groups, meetings = everyone.groups, everyone.meetings
    met = [other for other in everyone.met[seat] if (min(seat, other), max(seat, other)) in meetings]
    return int((groups[met] == groups[seat]).sum())


def _paired_down(everyone, field, found, pair, looked_ahead, wider_for_clubs):
    upper, lower = (group_text(field, place) for place in pair)
    group = field.groups[pair[0]]
    to_pair = np.delete(field.groups, [] if found.bye is None else [found.bye])
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
    return Reason(words, {"amount": amount(upper), "upper": upper, "lower": lower})


def _of_those(field, found, pair):
    """On whom of a group the lot fell, if one of it had to go and the search can tell who could have."""
    groups, group = field.groups, field.groups[pair[0]]
    down = sum(groups[a] == group != groups[b] for a, b in found.pairs)
    if field.method != RANDOM or found.rematches or down != 1 or (groups == group).sum() == 1:
        return None
    could, are_all = could_go(field, found, pair)
    params = {"player": field.entrants[pair[0]].player, "count": len(could)}
    if not are_all:
        return Reason(_("the lot fell on {player}"), params) if len(could) > 1 else None
    if len(could) == 1:
        return Reason(_("only {player} could go"), params)
    return Reason(_("of the {count} who could go, the lot fell on {player}"), params)
