"""Why this pairing: a sentence for each table and for the bye, from the facts of the search."""

from dataclasses import dataclass, field

import numpy as np

from ..errors import _
from .field import BY_STANDING, FOLD, RANDOM


@dataclass(frozen=True)
class Reason:
    """Words with `{name}` places and what fills them; an outer room may translate the words."""

    template: str
    params: dict = field(default_factory=dict)

    def __str__(self):
        return self.template.format(**self.params)


def table_reason(field, pair, looked_ahead=False):
    """Why two places meet, the better one first; `looked_ahead`: a better round was passed over,
    since the rounds that remain could not have followed it."""
    if pair in field.meetings:
        return _rematch(field, pair)
    if field.groups[pair[0]] != field.groups[pair[1]]:
        return _paired_down(field, pair, looked_ahead)
    points = points_text(field.entrants[pair[0]].points)
    if field.method == RANDOM:
        words = _("both on 1 point") if points == "1" else _("both on {points} points")
        return Reason(words, {"points": points})
    group = field.groups == field.groups[pair[0]]
    among = group if field.method == FOLD else np.ones(field.size, dtype=bool)
    one, two = (_number(field, place, among) for place in pair)
    words = {
        FOLD: _("on {points} points: number {one} of that group meets number {two}"),
        BY_STANDING: _("on {points} points: number {one} of the field meets number {two}"),
    }
    return Reason(words[field.method], {"points": points, "one": one, "two": two})


def bye_reason(field, bye, looked_ahead=False):
    """Why this place sits out."""
    turn, byes = field.bye_turn[bye], field.entrants[bye].byes
    params = {"byes": byes, "count": field.bye_turn.count(turn)}
    if looked_ahead and turn:
        words = _("bye: the lowest-ranked without whom this round and those to come were found to work")
    elif turn and byes:
        words = _("bye: the next in turn without whom the others can be paired; byes before: {byes}")
    elif turn:
        words = _("bye: the lowest-ranked who has had none and without whom the others can be paired")
    elif byes and params["count"] > 1:
        words = _("bye: everyone has had {byes} or more; one of the {count} lowest-ranked with the fewest")
    elif byes:
        words = _("bye: everyone has had {byes} or more; the lowest-ranked with the fewest")
    elif params["count"] > 1:
        words = _("bye: one of the {count} lowest-ranked who have had none")
    else:
        words = _("bye: the lowest-ranked who has had none")
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


def _paired_down(field, pair, looked_ahead):
    upper, lower = (points_text(field.entrants[place].points) for place in pair)
    group = field.groups[pair[0]]
    to_pair = [g for place, g in enumerate(field.groups.tolist()) if place != field.expected]
    own, above = to_pair.count(group), sum(g <= group for g in to_pair)
    if above % 2 and own % 2:
        words = _("paired down: {upper} points meets {lower}, since the {upper}-point group was odd")
    elif above % 2:
        words = _("paired down: {upper} points meets {lower}, since an odd number stand on {upper} or more")
    elif looked_ahead:
        words = _("paired down: {upper} points meets {lower}, so that the rounds to come can be paired too")
    else:
        words = _("paired down: {upper} points meets {lower}; past meetings leave no round with smaller gaps")
    return Reason(words, {"upper": upper, "lower": lower})


def _number(field, place, among):
    """The place counted from 1 among these, the player with the bye in its turn left out."""
    among = among.copy()
    if field.expected is not None:
        among[field.expected] = False
    return int(among[:place].sum()) + 1
