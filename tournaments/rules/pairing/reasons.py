"""Why this pairing: a sentence for each table and for the bye, from the facts of the search."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ..errors import _
from .constraints import RANDOM_LOWEST
from .field import BY_STANDING, FOLD, RANDOM
from .search import best_round


@dataclass(frozen=True)
class Reason:
    """Words with `{name}` places and what fills them; an outer room may translate the words."""

    template: str
    params: dict = field(default_factory=dict)

    def __str__(self):
        return self.template.format(**self.params)


class Reasons(Mapping):
    """Each player's Reason by id, worded when somebody asks.

    `everyone` is the field of `found`, `field` that of the players whom the search paired;
    `looked_ahead`: a better round was passed over, since the rounds that remain could not have
    followed it.
    """

    def __init__(self, everyone, field, found, pins, looked_ahead):
        self._players = [e.player for e in everyone.entrants]
        self._everyone, self._field, self._found = everyone, field, found
        self._pins, self._looked_ahead = {frozenset(pin) for pin in pins}, looked_ahead

    def __iter__(self):
        return iter(self._players)

    def __len__(self):
        return len(self._players)

    def __getitem__(self, player):
        players = self._tables[player]
        if len(players) == 1:
            return self._bye(player)
        if frozenset(players) in self._pins:
            return Reason(_("wished by the organiser"))
        pair = tuple(sorted(self._places[one] for one in players))
        return self._of_club(pair) or table_reason(
            self._field, pair, self._looked_ahead, lambda: self._wider_for_clubs
        )

    def __repr__(self):
        return repr(dict(self))

    @cached_property
    def _tables(self):
        names, found = self._players, self._found
        tables = {names[place]: tuple(names[seat] for seat in pair) for pair in found.pairs for place in pair}
        return tables if found.bye is None else tables | {names[found.bye]: (names[found.bye],)}

    @cached_property
    def _places(self):
        return {e.player: place for place, e in enumerate(self._field.entrants)}

    @cached_property
    def _without_clubs(self):
        """The round that would have been the best had nobody been kept apart."""
        return best_round(replace(self._field, clubs=())) if self._field.clubs else None

    @cached_property
    def _wider_for_clubs(self):
        """Whether the gaps are wider than they need be, so that clubs are kept apart."""
        if self._without_clubs is None or self._looked_ahead:
            return False
        groups, places = self._field.groups, self._places
        free = {two for two in self._tables.values() if len(two) == 2 and frozenset(two) not in self._pins}
        gap = sum((groups[places[one]] - groups[places[two]]) ** 2 for one, two in free)
        return self._without_clubs.gap < gap

    def _of_club(self, pair):
        """Where a club decided: two of it meet, or would have."""
        clubs, groups = self._field.clubs, self._field.groups
        if clubs and clubs[pair[0]] & clubs[pair[1]]:
            return Reason(_same_club(self._looked_ahead, self._field.constraints.after_gaps))
        if not clubs or pair in self._field.meetings or groups[pair[0]] != groups[pair[1]]:
            return None
        for one in pair if self._without_clubs else ():
            other = next((a + b - one for a, b in self._without_clubs.pairs if one in (a, b)), None)
            if other is not None and clubs[one] & clubs[other]:
                names = [self._field.entrants[place].player for place in (one, other)]
                params = {"points": group_text(self._field, one), "one": names[0], "other": names[1]}
                words = _("both on {points} points: {one} would have met {other}, but the two are kept apart")
                return Reason(words, params)
        return None

    def _bye(self, player):
        if player in self._places and self._field.bye_turn:
            return bye_reason(self._field, self._places[player], self._looked_ahead)
        return Reason(_("bye: given by the organiser"))


def _same_club(looked_ahead, after_gaps):
    if looked_ahead:
        return _("kept apart if possible: meeting now lets the rounds to come be paired too")
    if after_gaps:
        return _("kept apart if possible: no round with gaps as small keeps more players apart")
    return _("kept apart if possible: no round keeps more players apart")


def table_reason(field, pair, looked_ahead=False, wider_for_clubs=lambda: False):
    """Why two places meet, the better one first, where no club decided."""
    if pair in field.meetings:
        return _rematch(field, pair)
    if field.groups[pair[0]] != field.groups[pair[1]]:
        return _paired_down(field, pair, looked_ahead, wider_for_clubs)
    points = group_text(field, pair[0])
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
    elif field.constraints.bye_to == RANDOM_LOWEST:
        words = _bye_by_lot(turn)
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


def _bye_by_lot(turn):
    if turn:
        return _("bye: by lot, from the lowest group without one of whom the others can be paired")
    return _("bye: by lot, one of the {count} with the fewest byes in the lowest group")


def group_text(field, place):
    """The points of a score group: 6, or 6–8 where a band makes it."""
    points, band = field.entrants[place].points, field.constraints.band
    if band is None:
        return points_text(points)
    first = math.floor(round(points / band, 9)) * band
    return points_text(first) if band == 1 else f"{points_text(first)}–{points_text(first + band - 1)}"


def points_text(points):
    """Points as people write them: 9, 4.5."""
    return f"{round(points, 9):.9f}".rstrip("0").rstrip(".")


def _rematch(field, pair):
    times, _since = field.meetings[pair]
    words = _("rematch, met {times} times before: no round without one exists")
    if times == 1:
        words = _("rematch, met once before: no round without one exists")
    return Reason(words, {"times": times})


def _paired_down(field, pair, looked_ahead, wider_for_clubs):
    upper, lower = (group_text(field, place) for place in pair)
    group = field.groups[pair[0]]
    to_pair = [g for place, g in enumerate(field.groups.tolist()) if place != field.expected]
    own, above = to_pair.count(group), sum(g <= group for g in to_pair)
    if above % 2 and own % 2:
        words = _("paired down: {upper} points meets {lower}, since the {upper}-point group was odd")
    elif above % 2:
        words = _("paired down: {upper} points meets {lower}, since an odd number stand on {upper} or more")
    elif looked_ahead:
        words = _("paired down: {upper} points meets {lower}, so that the rounds to come can be paired too")
    elif field.clubs and wider_for_clubs():
        words = _(
            "paired down: {upper} points meets {lower}, so that fewer meet whom they are kept apart from"
        )
    elif field.forbidden:
        words = _("paired down: {upper} points meets {lower}; no legal round has smaller gaps")
    else:
        words = _("paired down: {upper} points meets {lower}; past meetings leave no round with smaller gaps")
    return Reason(words, {"upper": upper, "lower": lower})


def _number(field, place, among):
    """The place counted from 1 among these, the player with the bye in its turn left out."""
    among = among.copy()
    if field.expected is not None:
        among[field.expected] = False
    return int(among[:place].sum()) + 1
