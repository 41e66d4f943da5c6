"""Reading of a whole event file."""

from dataclasses import replace

from ..errors import RuleViolation, _
from ..finals.series import bracket_of
from ..history import BRACKET, DRAFT_PODS, PhaseRecord
from ..players.roster import MAX_PLAYERS, has_visible_characters
from ..prizes.payout import check_prizes
from ..rounds.phases import MAX_PHASES, check_order
from .fields import check_keys, check_sound, describe_value, items, parse
from .log import read_log
from .phases import read_event, read_phase, read_published
from .players import UNUSABLE_IDS, read_player_and_person, read_registrations
from .rounds import check_known, check_pods, seat_phase

FORMAT = "topcut/1"
FILE_KEYS = ("format", "event", "players", "phases", "log", "published", "registrations")


def read_text(source):
    """Return the EventHistory of the text (UTF-8 bytes or str) of an event file of at most 32 MB.

    Raises RuleViolation with one line that begins with the path of the invalid value, or with line and column
    if the text is not JSON.
    """
    return read(parse(source))


def read(data):
    """Return the EventHistory of the JSON values of an event file, fully checked.

    Raises RuleViolation with one line that begins with the path of the invalid value, such as
    `phases[0].rounds[2].matches[5].seats[1].player: …`.
    """
    check_sound(data)
    _check_format(data)
    event = read_event(data["event"])
    _check_visible(event.name, "event.name")
    players, people = _read_players(data)
    order = {player.id: player.order for player in players}
    check_known(event, order)
    phases = _read_phases(data, event.rulebook, order)
    log, published = read_log(data), read_published(data)
    history = replace(
        event,
        players=players,
        phases=phases,
        log=log,
        published=published,
        registrations=read_registrations(data, order),
        people=people,
    )
    check_order(history)
    _check_brackets(history)
    check_prizes(history)
    return history


def _check_format(data):
    if not isinstance(data, dict):
        raise RuleViolation(_("file: must be an object, not {value}."), value=describe_value(data))
    check_keys(data, "", FILE_KEYS, required=("format", "event", "players"))
    if data["format"] != FORMAT:
        words = _("format: must be '{wanted}', not {value}.")
        raise RuleViolation(words, wanted=FORMAT, value=describe_value(data["format"]))


def _read_players(data):
    """Return the PlayerRecords, and the PersonReferences by the player's id; ids and people are unique."""
    players, people, taken = {}, {}, set()
    for order, (path, value) in enumerate(items(data, "players", "", MAX_PLAYERS)):
        player, person = read_player_and_person(value, path, order)
        _check_visible(player.name, f"{path}.name")
        if player.id in UNUSABLE_IDS:
            words = _("{path}: must not be {player}, because a web address can’t contain it.")
            raise RuleViolation(words, path=f"{path}.id", player=describe_value(player.id))
        if player.id in players:
            words = _("{path}: another player already has the id {player}.")
            raise RuleViolation(words, path=f"{path}.id", player=describe_value(player.id))
        players[player.id] = player
        if person:
            if person.person in taken:
                words = _("{path}: another player already is this person.")
                raise RuleViolation(words, path=f"{path}.person")
            taken.add(person.person)
            people[player.id] = person
    return tuple(players.values()), people


def _check_visible(name, path):
    """Refuse an invisible name. The log may contain one: older releases did not refuse it."""
    if not has_visible_characters(name):
        raise RuleViolation(_("{path}: has only invisible characters. Enter a name."), path=path)


def _read_phases(data, rulebook, order):
    """Return the PhaseRecords; `order` is {player id: position in the list of players}."""
    phases = []
    for at, (path, value) in enumerate(items(data, "phases", "", MAX_PHASES)):
        phase = read_phase(value, path, rulebook)
        if phase.begun:
            _check_finished(phases, path)
        if phase.begun and phase.entrants is None and at > 0:
            words = _(
                "{path}: is missing. A later phase that has started must list its entrants in seed order."
            )
            raise RuleViolation(words, path=f"{path}.entrants")
        for n, player in enumerate(phase.entrants or ()):
            if player not in order:
                words = _("{path}: no player has the id {player}.")
                raise RuleViolation(words, path=f"{path}.entrants[{n}]", player=describe_value(player))
        if phase.kind == DRAFT_PODS:
            check_pods(phase, path, order)
        phases.append(seat_phase(phase, path, order))
    return tuple(phases) or (PhaseRecord(),)


def _check_finished(phases, later_path):
    """Check that the rounds of all earlier phases are finished, since a later one has begun."""
    for n, phase in enumerate(phases):
        for k, round_ in enumerate(phase.rounds):
            if not round_.finished:
                words = _("{path}: must be finished because {later} has started.")
                raise RuleViolation(words, path=f"phases[{n}].rounds[{k}].state", later=later_path)


def _check_brackets(history):
    """Check that the matches of each bracket follow from the earlier results of its finals."""
    for phase in history.all_phases:
        if phase.kind == BRACKET and phase.rounds:
            try:
                bracket_of(phase)
            except RuleViolation as error:
                path = f"phases[{phase.number - 1}]"
                raise RuleViolation("{path}: {wrong}", path=path, wrong=str(error)) from None
