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
