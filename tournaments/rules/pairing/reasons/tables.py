"""Why these players meet."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np

from ...errors import _
from ..field import BY_STANDING, FOLD, RANDOM
from ..objectives import legal_pairs, round_levels
from ..search.best_round import best_round, concessions, evaluate_round, ranked_rounds
from .byes import Reason, bye_reason, group_text, is_lot_only, points_amount, with_note

MAX_EXACT_FIELD = 48  # players; up to here a matching for each doubtful player is fast


def possible_floaters(field, round_, pair):
    """Return (places of this pair's upper group that could be paired down, whether the list is complete).

    `round_` is the best round of the field; a place could go if a round of the same cost pairs it down.
    A place that can swap opponents with the floater could; in a small field, an exact matching decides
    for the others.
    """
    floater, lower = pair
    group = field.groups[floater]
    members = np.flatnonzero(field.groups == group).tolist()
    partner = {a: b for one, two in round_.pairs for a, b in ((one, two), (two, one))}
    possible = {place for place in members if _can_swap(field, partner, place, floater, lower)}
    doubtful = [place for place in members if place not in possible]
    if not doubtful or field.size > MAX_EXACT_FIELD:
        return possible, not doubtful
    legal, levels = legal_pairs(field), round_levels(field)
    for place in doubtful:
        other_round = next(ranked_rounds(field, _only_down(field, legal, place), levels), None)
        if other_round and _cost(field, other_round) == _cost(field, round_):
            possible.add(place)
    return possible, True


def _can_swap(field, partner, place, floater, lower):
    """Return whether the place and the floater of its group can swap opponents; true for other floaters."""
    other = partner.get(place)
    if other is None:
        return False
    if field.groups[other] > field.groups[place]:
        return True
    if lower in field.met[place] or other in field.met[floater]:
        return False
    swapped, seated = ((place, lower), (floater, other)), ((floater, lower), (place, other))
    return _same_club_count(field, swapped) == _same_club_count(field, seated)


def _same_club_count(field, pairs):
    return sum(field.clubs[a] & field.clubs[b] > 0 for a, b in pairs) if field.clubs else 0


def _only_down(field, legal, place):
    """Return the legal pairs; this place may only meet lower groups."""
    legal = legal.copy()
    legal[:place, place] = False
    legal[place, : field.size] &= field.groups > field.groups[place]
    legal[place, field.size :] = False
    return legal


def _cost(field, round_):
    return round_.rematches, concessions(field, round_)


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
            return _("Same team or household: they meet so that later rounds can be paired")
        if self._field.constraints.after_gaps:
            return _(
                "Same team or household: no round with equally small score gaps keeps more players apart"
            )
        return _("Same team or household: no round keeps more players apart")

    def _bye(self, player):
        if player not in self._field.places or not self._field.bye_turn:
            return Reason(_("Bye: given by the organiser"))
        why = bye_reason(self._field, self._free_round, self._looked_ahead)
        return Reason(_("{why}; requested pairings not counted"), {"why": why}) if self._pins else why
