"""Why this pairing: a sentence for each table and for the bye, from the facts of the search."""

from dataclasses import dataclass, field

import numpy as np

from ..errors import _
from .field import BY_STANDING, FOLD


@dataclass(frozen=True)
class Reason:
    """Words with `{name}` places and what fills them; an outer room may translate the words."""

    template: str
    params: dict = field(default_factory=dict)

    def __str__(self):
        return self.template.format(**self.params)


def table_reason(field, pair):
    """Why two places meet; the better place first."""
    if pair in field.meetings:
        return _rematch(field, pair)
    if field.groups[pair[0]] != field.groups[pair[1]]:
        return _paired_down(field, pair)
    points = points_text(field.entrants[pair[0]].points)
    if field.method == FOLD:
        numbers = [_number(field, place, field.groups == field.groups[place]) for place in pair]
        words = _("both on {points} points: number {one} of them meets number {two}")
        return Reason(words, {"points": points, "one": numbers[0], "two": numbers[1]})
    if field.method == BY_STANDING:
        everyone = np.ones(field.size, dtype=bool)
        numbers = [_number(field, place, everyone) for place in pair]
        words = _("both on {points} points: number {one} of the field meets number {two}")
        return Reason(words, {"points": points, "one": numbers[0], "two": numbers[1]})
    return Reason(_("both on {points} points"), {"points": points})


def bye_reason(field, bye):
    """Why this place sits out."""
    turn, byes = field.bye_turn[bye], field.entrants[bye].byes
    params = {"byes": byes, "count": field.bye_turn.count(turn)}
    several = params["count"] > 1
    if byes == 0:
        words = _("bye: the lowest-ranked who has had none")
        if several:
            words = _("bye: one of the {count} lowest-ranked who have had none")
        if turn:
            words = _("bye: the lowest-ranked who has had none and without whom the others can be paired")
        return Reason(words, params)
    if turn:
        words = _("bye: the next in turn without whom the others can be paired; byes had before: {byes}")
    elif byes == min(e.byes for e in field.entrants) and several:
        words = _("bye: everyone has had {byes}; one of the {count} lowest-ranked of those with the fewest")
    else:
        words = _("bye: everyone has had {byes} or more; the lowest-ranked of those with the fewest")
    return Reason(words, params)


def points_text(points):
    """Points as people write them: 9, 4.5."""
    return f"{round(points, 9):.9f}".rstrip("0").rstrip(".")


def _rematch(field, pair):
    times, _since = field.meetings[pair]
    words = _("rematch, met {times} times before: no round without one exists")
    if times == 1:
        words = _("rematch, met once before: no round without one exists")
    return Reason(words, {"times": times})


def _paired_down(field, pair):
    upper, lower = (field.entrants[place].points for place in pair)
    params = {"upper": points_text(upper), "lower": points_text(lower)}
    group = field.groups[pair[0]]
    to_pair = [g for place, g in enumerate(field.groups.tolist()) if place != field.expected]
    own, above = to_pair.count(group), sum(g <= group for g in to_pair)
    words = _("paired down: {upper} points meets {lower}; past meetings leave no round with smaller gaps")
    if above % 2 and own % 2:
        words = _("paired down: {upper} points meets {lower}, since the {upper}-point group was odd")
    elif above % 2:
        words = _("paired down: {upper} points meets {lower}, since an odd number stand on {upper} or more")
    return Reason(words, params)


def _number(field, place, among):
    """The place counted from 1 among these, the player with the bye in its turn left out."""
    among = among.copy()
    if field.expected is not None:
        among[field.expected] = False
    return int(among[:place].sum()) + 1
