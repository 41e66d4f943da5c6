"""The reasons of a Swiss round: a sentence for each table and for the bye."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from ...errors import _
from ..search.best_round import best_round, evaluate_round
from .bye_reason import bye_reason
from .table_reason import table_reason
from .wording import Reason, group_text, points_amount


class SwissReasons(Mapping):
    """Each player's Reason by id, computed on access.

    `everyone` is the field of `round_`, `field` the field of the players paired by the search;
    `looked_ahead`: a better round was rejected because the remaining rounds could not have followed it.
    """

    def __init__(self, everyone, field, round_, pins, looked_ahead):
        self._everyone, self._field, self._round = everyone, field, round_
        self._pins, self._looked_ahead = {frozenset(pin) for pin in pins}, looked_ahead

    def __iter__(self):
        return iter(self._everyone.players)

    def __len__(self):
        return len(self._everyone.players)

    def __getitem__(self, player):
        players = self._tables[player]
        if len(players) == 1:
            return self._bye(player)
        if frozenset(players) in self._pins:
            return Reason(_("wished by the organiser"))
        pair = tuple(sorted(self._field.places[one] for one in players))
        rest = self._field, self._rest, pair
        seats = sorted(self._everyone.places[one] for one in players)
        return self._of_club(pair) or table_reason(
            *rest, self._everyone, seats, self._looked_ahead, lambda: self._wider_for_clubs
        )

    def __repr__(self):
        return repr(dict(self))

    @cached_property
    def _tables(self):
        names, round_ = self._everyone.players, self._round
        tables = {
            names[place]: tuple(names[seat] for seat in pair) for pair in round_.pairs for place in pair
        }
        return tables if round_.bye is None else tables | {names[round_.bye]: (names[round_.bye],)}

    @cached_property
    def _rest(self):
        """The round without fixed tables, in places of `field`."""
        if self._everyone is self._field:
            return self._round
        names, place = self._everyone.players, self._field.places
        pairs = [(place[names[a]], place[names[b]]) for a, b in self._round.pairs if names[a] in place]
        bye = None if self._round.bye is None else place.get(names[self._round.bye])
        return evaluate_round(self._field, pairs, bye)

    @cached_property
    def _without_clubs(self):
        """The best round without clubs to keep apart, or None if there are no clubs."""
        return best_round(replace(self._field, clubs=())) if self._field.clubs else None

    @cached_property
    def _wider_for_clubs(self):
        """Whether the gaps are wider than necessary in order to keep clubs apart."""
        if self._without_clubs is None or self._looked_ahead:
            return False
        groups, places = self._field.groups, self._field.places
        free = {two for two in self._tables.values() if len(two) == 2 and frozenset(two) not in self._pins}
        gap = sum((groups[places[one]] - groups[places[two]]) ** 2 for one, two in free)
        return self._without_clubs.gap < gap

    def _of_club(self, pair):
        """Return the reason if a club decided the table, else None."""
        clubs, groups = self._field.clubs, self._field.groups
        if clubs and clubs[pair[0]] & clubs[pair[1]]:
            return Reason(_same_club(self._looked_ahead, self._field.constraints.after_gaps))
        if not clubs or pair in self._field.meetings or groups[pair[0]] != groups[pair[1]]:
            return None
        for one in pair if self._without_clubs else ():
            other = next((a + b - one for a, b in self._without_clubs.pairs if one in (a, b)), None)
            if other is not None and clubs[one] & clubs[other]:
                names = [self._field.entrants[place].player for place in (one, other)]
                params = {
                    "amount": points_amount(group_text(self._field, one)),
                    "one": names[0],
                    "other": names[1],
                }
                words = _("both on {amount}: {one} would have met {other}, but the two are kept apart")
                return Reason(words, params)
        return None

    def _bye(self, player):
        if player not in self._field.places or not self._field.bye_turn:
            return Reason(_("bye: given by the organiser"))
        why = bye_reason(self._field, self._rest, self._looked_ahead)
        return Reason(_("{why}; wished tables left aside"), {"why": why}) if self._pins else why


def _same_club(looked_ahead, after_gaps):
    if looked_ahead:
        return _("kept apart if possible: meeting now lets the rounds to come be paired too")
    if after_gaps:
        return _("kept apart if possible: no round with gaps as small keeps more players apart")
    return _("kept apart if possible: no round keeps more players apart")
