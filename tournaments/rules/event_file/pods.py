"""Checks of the pods of a draft phase in an event file against its players and rounds."""

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import DRAW
from tournaments.rules.results.scoring import outcomes

from .fields import describe_value

EMPTY = _("{path}: has no players. Leave it out.")
UNKNOWN = _("{path}: no player has the id {player}.")
STRANGER = _("{path}: {player} isn’t an entrant of this phase.")
OUTSIDE = _("{path}: {player} plays here but isn’t in a pod of this draft.")
DRAWN = _("{path}: a match in a pod’s bracket must have a winner.")


def check_pods(phase, path, order):
    """Check the pods of a draft phase; `order` has the ids of the event's players.

    RuleViolation with the path of a player in a pod who is no entrant, a player of a match who is in no pod,
    or a drawn match of a pod's own bracket.
    """
    entrants = order if phase.entrants is None else set(phase.entrants)
    for at, pod in enumerate(phase.pods):
        where = f"{path}.pods[{at}]"
        if not pod:
            raise RuleViolation(EMPTY, path=where)
        for n, player in enumerate(pod):
            if player not in entrants:
                words = STRANGER if player in order else UNKNOWN
                raise RuleViolation(words, path=f"{where}[{n}]", player=describe_value(player))
    seated = {player for pod in phase.pods for player in pod}
    for at, round_ in enumerate(phase.rounds):
        for n, match in enumerate(round_.matches):
            where = f"{path}.rounds[{at}].matches[{n}]"
            outside = next((player for player in match.players if player not in seated), None)
            if phase.pods and outside is not None:
                raise RuleViolation(OUTSIDE, path=where, player=describe_value(outside))
            if phase.must_be_won and not match.is_bye and DRAW in outcomes(match):
                raise RuleViolation(DRAWN, path=where)
