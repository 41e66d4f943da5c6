"""Why a player has the bye, why no round is possible, and the Reason with the words that all share."""

import math
from dataclasses import dataclass, field

import numpy as np

from ...errors import RuleViolation, _
from ..field import RANDOM, RANDOM_LOWEST, PlayerPairs
from ..objectives import legal_pairs, rematch_levels
from ..search.pricing import cheapest_round


@dataclass(frozen=True)
class Reason:
    """A template with `{name}` placeholders and its parameters (text, numbers or other Reasons).

    Pages translate the template.
    """

    template: str
    params: dict = field(default_factory=dict)

    def __str__(self):
        return self.template.format(**self.params)


def with_note(why: Reason, note: Reason | None) -> Reason:
    """Append the note, if any, to a reason."""
    return Reason("{why}; {note}", {"why": why, "note": note}) if note else why


def group_text(field, place):
    """Format the points of a score group: 6, or 6–8 with a band."""
    points, band = field.entrants[place].points, field.constraints.band
    if band is None:
        return points_text(points)
    first = math.floor(round(points / band, 9)) * band
    return points_text(first) if band == 1 else f"{points_text(first)}–{points_text(first + band - 1)}"


def points_text(points):
    """Format points: 9, 4.5."""
    return f"{round(points, 9):.9f}".rstrip("0").rstrip(".")


def points_amount(points):
    """Return “9 points” or “1 point” for formatted points."""
    return Reason(_("1 point") if points == "1" else _("{points} points"), {"points": points})


def bye_reason(field, round_, looked_ahead=False):
    """Return the Reason for the bye of this round.

    `looked_ahead`: a better round was rejected for the sake of later rounds.
    """
    bye = round_.bye
    turn, byes = field.bye_turn[bye], field.entrants[bye].byes
    params = {
        "byes": byes,
        "count": field.bye_turn.count(turn),
        "fewest": sum(e.byes == byes for e in field.entrants),
        "passed": sum(other < turn for other in field.bye_turn),
    }
    if turn:
        return Reason(_out_of_turn_text(field, round_, looked_ahead), params)
    if field.constraints.bye_to == RANDOM_LOWEST:
        return Reason(_by_lot_text(params), params)
    if byes:
        return Reason(_repeated_text(params), params)
    return with_note(Reason(_first_bye_text(field, params), params), _lower_ranked_note(field, bye))


def is_lot_only(field):
    """Return whether only the lot decides: all players have the same points, no meetings, no constraints."""
    return field.method == RANDOM and not (
        field.groups.any() or field.meetings or field.forbidden or field.clubs
    )


def _out_of_turn_text(field, round_, looked_ahead):
    """Return the text for a player whose turn the bye was not."""
    if looked_ahead:
        return _("Bye: lowest-ranked player whose bye lets this round and later rounds be paired")
    if round_.rematches:
        return _("Bye: next in line whose bye gives the fewest and oldest rematches")
    if field.constraints.bye_to == RANDOM_LOWEST:
        return _("Bye: chosen at random from the lowest score group that lets the others be paired")
    if field.entrants[round_.bye].byes:
        return _("Bye: next in line whose bye lets the others be paired; earlier byes: {byes}")
    return _(
        "Bye: lowest-ranked of the {fewest} players who haven’t had one, except {passed} whose bye "
        "would leave others unpaired"
    )


def _by_lot_text(params):
    if params["count"] == 1:
        return _("Bye: lowest on points among the players with the fewest byes")
    return _("Bye: chosen at random from the {count} lowest on points with the fewest byes")


def _repeated_text(params):
    if params["fewest"] == 1:
        return _("Bye: everyone else has had more than {byes}")
    if params["count"] == 1:
        return _(
            "Bye: everyone has had at least {byes}; lowest-ranked of the {fewest} players with the fewest"
        )
    return _("Bye: everyone has had at least {byes}; among the {count} lowest-ranked players with the fewest")


def _first_bye_text(field, params):
    if params["fewest"] == 1:
        return _("Bye: the only player who hasn’t had one")
    if params["count"] == field.size and is_lot_only(field):
        return _("Bye: chosen at random from all {count} players")
    if params["count"] == params["fewest"]:
        return _("Bye: among the {fewest} players who haven’t had one")
    if params["count"] > 1:
        return _("Bye: among the lowest-ranked players who haven’t had one")
    return _("Bye: the lowest-ranked player who hasn’t had one")


def _lower_ranked_note(field, bye):
    """Return a note on the lower-ranked players, all of whom have had a bye, or None."""
    by_order = field.method != RANDOM
    places = [(e.rank, place if by_order else 0) for place, e in enumerate(field.entrants)]
    below = sum(other > places[bye] for other in places)
    if not below:
        return None
    text = (
        _("1 lower-ranked player has had one")
        if below == 1
        else _("{below} lower-ranked players have had one")
    )
    return Reason(text, {"below": below})


EXCEPTION_TEXTS = {
    ("rematches",): _(
        "These {count} players can’t be paired without a rematch. The fewest and oldest rematches "
        "are {rematches}. Allow rematches for this round, or end the Swiss rounds here."
    ),
    ("forbidden",): _(
        "These {count} players can’t be paired if {forbidden} are kept apart. Allow them to meet this round."
    ),
    ("wished",): _(
        "These {count} players can’t be paired with the requested {wished}. Remove that request "
        "for this round."
    ),
    ("bye",): _("The other players can’t be paired if {bye} has the bye. Give it to another player."),
}
SEVERAL_EXCEPTIONS = _(
    "These {count} players can’t be paired with all restrictions. The best option has players "
    "meet who should be kept apart: {forbidden}; leaves out requested pairings: {wished}; "
    "cancels the bye of: {bye}; has rematches: {rematches}."
)


def no_round_error(field, pins, bye, allow_rematches=False):
    """Return the RuleViolation that names the exceptions needed by the cheapest round.

    `field` holds all players, `pins` are the wished tables, `bye` is the player set to have the bye. As few
    of the organiser's constraints as possible are lifted, and rematches (the fewest and oldest) are
    added only if that is not enough. The `params` hold player ids: `bye` one id or "–"; `forbidden`,
    `wished` and `rematches` as PlayerPairs.
    """
    broken = _broken_constraints(field, pins, bye)
    pairs = None if allow_rematches else _cheapest_pairs(field, [broken], rematches=False)
    if pairs is None:
        pairs = _cheapest_pairs(field, [broken, *rematch_levels(field)], rematches=True)
    params = _exceptions(field, pins, bye, pairs, allow_rematches)
    kinds = tuple(kind for kind, exceptions in params.items() if exceptions)
    text = EXCEPTION_TEXTS.get(kinds, SEVERAL_EXCEPTIONS)
    return RuleViolation(text, **(params | {"count": field.size, "bye": params["bye"] or "–"}))


def _cheapest_pairs(field, levels, rematches):
    """Return the pairs of the cheapest round by these levels, forbidden pairs included, or None."""
    zeros = np.zeros((field.nodes, field.nodes), dtype=int)
    legal = legal_pairs(field, rematches, forbidden=True)
    return cheapest_round([*levels, zeros], legal, zeros[0], legal | legal.T, field.nodes_digests)


def _broken_constraints(field, pins, bye):
    """Return the table of broken constraints.

    2 for a forbidden pair and for a table of the player set to have the bye; 1 for each player of a wished
    table who is at another table.
    """
    broken = np.zeros((field.nodes, field.nodes), dtype=int)
    place = field.places
    for a, b in field.forbidden:
        broken[a, b] = broken[b, a] = 2
    for pin in pins:
        for player, partner in (pin, pin[::-1]):
            others = np.arange(field.nodes) != place[partner]
            broken[place[player], others] += 1
            broken[others, place[player]] += 1
    if bye is not None:
        broken[place[bye], : field.size] += 2
        broken[: field.size, place[bye]] += 2
    return broken


def _exceptions(field, pins, bye, pairs, allow_rematches):
    """Return the constraints that the round breaks, by kind."""
    pairs = [pair for pair in pairs if pair[1] < field.size]
    seated = {frozenset(_players(field, pair)) for pair in pairs}
    rematches = [] if allow_rematches else [pair for pair in pairs if pair in field.meetings]
    is_bye_broken = bye is not None and any(bye in table for table in seated)
    return {
        "forbidden": PlayerPairs(_players(field, pair) for pair in pairs if pair in field.forbidden),
        "wished": PlayerPairs(pair for pair in pins if frozenset(pair) not in seated),
        "bye": bye if is_bye_broken else None,
        "rematches": PlayerPairs(_players(field, pair) for pair in rematches),
    }


def _players(field, pair):
    return tuple(field.players[place] for place in pair)
