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
            return Reason(_("Requested by the organiser"))
        field, everyone = self._field, self._everyone
        pair = tuple(sorted(field.places[seated] for seated in players))
        if reason := self._club_reason(pair):
            return reason
        seats = sorted(everyone.places[seated] for seated in players)
        context = everyone, seats, self._looked_ahead, self._are_gaps_wider_for_clubs
        return table_reason(field, self._free_round, pair, *context)

    def __repr__(self):
        return repr(dict(self))

    @cached_property
    def _tables(self):
        """The players at the table of each player."""
        names, round_ = self._everyone.players, self._round
        groups = round_.pairs if round_.bye is None else (*round_.pairs, (round_.bye,))
        tables = [tuple(names[place] for place in group) for group in groups]
        return {player: table for table in tables for player in table}

    @cached_property
    def _free_round(self):
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

    def _are_gaps_wider_for_clubs(self):
        """Return whether the gaps are wider than necessary in order to keep clubs apart."""
        if self._without_clubs is None or self._looked_ahead:
            return False
        return self._without_clubs.gap < self._free_round.gap

    def _club_reason(self, pair):
        """Return the reason if a club decided the table, else None."""
        field, clubs = self._field, self._field.clubs
        if clubs and clubs[pair[0]] & clubs[pair[1]]:
            return Reason(self._same_club_text())
        if not clubs or pair in field.meetings or field.groups[pair[0]] != field.groups[pair[1]]:
            return None
        for place in pair if self._without_clubs else ():
            other = next((a + b - place for a, b in self._without_clubs.pairs if place in (a, b)), None)
            if other is not None and clubs[place] & clubs[other]:
                params = {"one": field.players[place], "other": field.players[other]}
                params["amount"] = points_amount(group_text(field, place))
                text = _("Both on {amount}: {one} would have played {other}, but they are kept apart")
                return Reason(text, params)
        return None

    def _same_club_text(self):
        if self._looked_ahead:
            return _("Same club or household: they meet so that later rounds can be paired")
        if self._field.constraints.after_gaps:
            return _(
                "Same club or household: no round with equally small score gaps keeps more players apart"
            )
        return _("Same club or household: no round keeps more players apart")

    def _bye(self, player):
        if player not in self._field.places or not self._field.bye_turn:
            return Reason(_("Bye: given by the organiser"))
        why = bye_reason(self._field, self._free_round, self._looked_ahead)
        return Reason(_("{why}; requested pairings not counted"), {"why": why}) if self._pins else why
