"""Reading of a whole event file."""

from dataclasses import replace

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.finals.series import bracket_of
from tournaments.rules.history import BRACKET, DRAFT_PODS, PhaseRecord
from tournaments.rules.players import roster_parser
from tournaments.rules.prizes import table as prizes
from tournaments.rules.rounds.phases import MAX_PHASES, check_order

from .event import read_event
from .fields import describe_value, items, record
from .log import read_log
from .pairs import check_known
from .parsing import check_sound, parse
from .phases import read_phase
from .players import read_player
from .pods import check_pods
from .published import read_published
from .seating import seat_phase

FORMAT = "topcut/1"
FILE_KEYS = ("format", "event", "players", "phases", "log", "published")
# Browsers resolve these two path segments of an address.
UNUSABLE_IDS = (".", "..")


def read_text(source):
    """Return the EventHistory of the bytes (UTF-8) or str of an event file of at most 32 MB.

    RuleViolation of one line that begins with the path of the invalid value, or with line and column if the
    text is not JSON.
    """
    return read(parse(source))


def read(data):
    """Return the EventHistory of the JSON values of an event file, fully checked.

    RuleViolation of one line that begins with the path of the invalid value, such as
    `phases[0].rounds[2].matches[5].seats[1].player: …`.
    """
    check_sound(data)
    if not isinstance(data, dict):
        raise RuleViolation(_("file: must be an object, not {value}."), value=describe_value(data))
    record(data, "", FILE_KEYS, required=("format", "event", "players"))
    if data["format"] != FORMAT:
        words = _("format: must be '{wanted}', not {value}.")
        raise RuleViolation(words, wanted=FORMAT, value=describe_value(data["format"]))
    details = read_event(data["event"])
    _check_name(details.name, "event.name")
    players = _players(data)
    order = {player.id: player.order for player in players}
    check_known(details, order)
    phases = _phases(data, details.rulebook, order)
    history = replace(
        details, players=players, phases=phases, log=read_log(data), published=read_published(data)
    )
    check_order(history)
    _check_brackets(history)
    prizes.check(history)
    return history


def _players(data):
    players, ids = [], set()
    for order, (path, value) in enumerate(items(data, "players", "", roster_parser.MOST)):
        player = read_player(value, path, order)
        _check_name(player.name, f"{path}.name")
        if player.id in UNUSABLE_IDS:
            words = _("{path}: must not be {player}, which no address can contain.")
            raise RuleViolation(words, path=f"{path}.id", player=describe_value(player.id))
        if player.id in ids:
            words = _("{path}: another player has the id {player} already.")
            raise RuleViolation(words, path=f"{path}.id", player=describe_value(player.id))
        ids.add(player.id)
        players.append(player)
    return tuple(players)


def _check_name(name, path):
    """Refuse an invisible name. The log may contain one: older releases did not refuse it."""
    if not roster_parser.can_be_seen(name):
        raise RuleViolation(_("{path}: has only invisible characters; type a name."), path=path)


def _phases(data, rulebook, order):
    phases = []
    for at, (path, value) in enumerate(items(data, "phases", "", MAX_PHASES)):
        phase = read_phase(value, path, rulebook)
        _check_begun(phases, phase, path, at)
        for n, player in enumerate(phase.entrants or ()):
            if player not in order:
                words = _("{path}: no player has the id {player}.")
                raise RuleViolation(words, path=f"{path}.entrants[{n}]", player=describe_value(player))
        if phase.kind == DRAFT_PODS:
            check_pods(phase, path, order)
        phases.append(seat_phase(phase, path, order))
    return tuple(phases) or (PhaseRecord(),)


def _check_begun(before, phase, path, at):
    """Check that a phase that has begun follows finished phases and, if it is a later one, names its
    entrants.
    """
    if not phase.begun:
        return
    for n, earlier in enumerate(before):
        for k, round_ in enumerate(earlier.rounds):
            if not round_.finished:
                words = _("{path}: must be finished, since {later} has begun.")
                raise RuleViolation(words, path=f"phases[{n}].rounds[{k}].state", later=path)
    if at and phase.entrants is None:
        words = _("{path}: is missing: a later phase that has begun names its entrants in seed order.")
        raise RuleViolation(words, path=f"{path}.entrants")


def _check_brackets(history):
    """Check that the matches of each bracket follow from the earlier results of its finals."""
    for number, phase in enumerate(history.phases, 1):
        if phase.kind != BRACKET or not phase.rounds:
            continue
        try:
            bracket_of(history, number)
        except RuleViolation as wrong:
            path = f"phases[{number - 1}]"
            raise RuleViolation("{path}: {wrong}", path=path, wrong=str(wrong)) from None
