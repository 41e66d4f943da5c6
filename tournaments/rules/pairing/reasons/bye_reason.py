"""The reason for a bye, from the byes and places of all players."""

from ...errors import _
from ..constraints import RANDOM_LOWEST
from ..field import RANDOM
from .wording import Reason, with_note


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
        return Reason(_moved(field, round_, looked_ahead), params)
    if field.constraints.bye_to == RANDOM_LOWEST:
        return Reason(_by_lot(params), params)
    if byes:
        return Reason(_again(params), params)
    return with_note(Reason(_first(field, params), params), _below(field, bye))


def is_lot_only(field):
    """Return whether only the lot decides: all players have the same points, no meetings, no constraints."""
    return field.method == RANDOM and not (
        field.groups.any() or field.meetings or field.forbidden or field.clubs
    )


def _moved(field, round_, looked_ahead):
    """Return the text for a player whose turn it was not."""
    if looked_ahead:
        return _("bye: the lowest-ranked without whom this round and those to come were found to work")
    if round_.rematches:
        return _("bye: the next in turn without whom the rematches are as few and as old as can be")
    if field.constraints.bye_to == RANDOM_LOWEST:
        return _("bye: by lot, from the lowest group without one of whom the others can be paired")
    if field.entrants[round_.bye].byes:
        return _("bye: the next in turn without whom the others can be paired; byes before: {byes}")
    return _(
        "bye: the lowest-ranked of the {fewest} without one, but for {passed} without whom the others cannot "
        "be paired"
    )


def _by_lot(params):
    if params["count"] == 1:
        return _("bye: the lowest on points of those with the fewest byes")
    return _("bye: by lot, one of the {count} lowest on points of those with the fewest byes")


def _again(params):
    if params["fewest"] == 1:
        return _("bye: everyone else has had more than {byes}")
    if params["count"] == 1:
        return _("bye: everyone has had {byes} or more; the lowest-ranked of the {fewest} with the fewest")
    return _("bye: everyone has had {byes} or more; one of the {count} lowest-ranked with the fewest")


def _first(field, params):
    if params["fewest"] == 1:
        return _("bye: the only one who has had none")
    if params["count"] == field.size and is_lot_only(field):
        return _("bye: by lot among all {count}")
    if params["count"] == params["fewest"]:
        return _("bye: one of the {fewest} without one")
    if params["count"] > 1:
        return _("bye: one of the {count} lowest-ranked of the {fewest} without one")
    return _("bye: the lowest-ranked of the {fewest} without one")


def _below(field, bye):
    """Return a note on the lower-ranked players, all of whom have had a bye, or None."""
    by_order = field.method != RANDOM
    places = [(e.rank, place if by_order else 0) for place, e in enumerate(field.entrants)]
    below = sum(other > places[bye] for other in places)
    if not below:
        return None
    words = _("1 ranked below has had one") if below == 1 else _("{below} ranked below have had theirs")
    return Reason(words, {"below": below})
