"""An event as the values and the text of its file; the same event always gives the same text."""

import json
from dataclasses import asdict

from tournaments.rules.history import BYE, PUBLIC

from .pairs import KEYS as PAIR_KEYS
from .published import published_fragment
from .reading import FORMAT
from .seating import in_order

SEAT_KEYS = ("games", "result", "place", "score", "secondary", "bonus", "points")
WIDTH = 160


def text(event):
    """The event file's text: what fits in a line stands on one line; ends with a newline."""
    return spelt(write(event))


def spelt(values):
    """The text of an event file's JSON values."""
    return _lines(values, "") + "\n"


def write(event):
    """The event file's JSON values in canonical form: `read(write(event)) == event`."""
    order = {player.id: place for place, player in enumerate(event.players)}
    told = {
        "format": FORMAT,
        "event": event_fragment(event),
        "players": [player_fragment(player) for player in event.players],
        "phases": [
            phase_fragment(phase) | {"rounds": [_round(round_, order) for round_ in phase.rounds]}
            for phase in event.phases
        ],
        "log": [_log_line(line) for line in event.log],
    }
    if event.published:
        told["published"] = [published_fragment(one) for one in event.published]
    return told


def event_fragment(event):
    """The event's own facts."""
    told = {"name": event.name, "rulebook": event.rulebook}
    if event.starts_at is not None:
        told["starts_at"] = event.starts_at
    told["timezone"] = event.timezone
    if event.place:
        told["place"] = event.place
    for key in PAIR_KEYS:
        if pairs := getattr(event, key):
            told[key] = [list(pair) for pair in pairs]
    if event.pot:
        told["pot"] = _sorted(event.pot)
    if event.announcement:
        told["announcement"] = asdict(event.announcement)
    if event.visibility != PUBLIC:
        told["visibility"] = event.visibility
    return told


def player_fragment(player):
    """One entry of `players`."""
    told = {
        "id": player.id,
        "name": player.name,
        "club": player.club,
        "rating": _plain(player.rating),
        "seed": _plain(player.seed),
        "joined_round": player.joined_round,
        "dropped_after": player.dropped_after,
    }
    if player.disqualified:
        told["disqualified"] = True
    if player.soft is not None:
        told["soft"] = _plain(player.soft)
    if player.household:
        told["household"] = player.household
    if player.division:
        told["division"] = player.division
    if player.table is not None:
        told["table"] = player.table
    if player.byes:
        told["byes"] = {str(number): worth for number, worth in sorted(player.byes.items())}
    return told


def phase_fragment(phase):
    """One entry of `phases`, without its rounds."""
    told = {"kind": phase.kind, "name": phase.name, "settings": _sorted(phase.settings)}
    if phase.entrants is not None:
        told["entrants"] = list(phase.entrants)
    if phase.pods:
        told["pods"] = [list(pod) for pod in phase.pods]
    said = {key: getattr(phase, key) for key in ("pods_seed", "pods_sealed", "build_until")}
    told |= {key: value for key, value in said.items() if value}
    return told


def round_fragment(round_):
    """One entry of `rounds`, without its matches."""
    told = {"number": round_.number, "state": round_.state}
    if round_.seed:
        told["seed"] = round_.seed
    if round_.sealed:
        told["sealed"] = round_.sealed
    if round_.proof:
        told["proof"] = proof_fragment(round_.proof)
    if round_.clock:
        told["clock"] = clock_fragment(round_.clock)
    return told


def proof_fragment(proof):
    """A round's proof; what is not set is left out."""
    return {key: value for key, value in asdict(proof).items() if value is not False and value is not None}


def clock_fragment(clock):
    """A round's clock: when it ends, or what is left."""
    return {key: value for key, value in asdict(clock).items() if value is not None}


def _round(round_, order):
    matches = sorted(round_.matches, key=lambda match: in_order(match, order))
    return round_fragment(round_) | {"matches": [match_fragment(match) for match in matches]}


def match_fragment(match):
    """One entry of `matches`: a table or a bye."""
    slot = {"slot": match.slot} if match.slot else {}
    if match.is_bye:
        seat = match.seats[0]
        points = {} if seat.result in (None, BYE) else {"points": seat.result}
        return {"bye": seat.player, **points, **slot}
    told = {} if match.table is None else {"table": match.table}
    told["seats"] = [_seat(seat) for seat in match.seats]
    if match.drawn_games or any(seat.games is not None for seat in match.seats):
        told["drawn_games"] = match.drawn_games
    if match.extra_minutes:
        told["extra_minutes"] = match.extra_minutes
    return told | slot


def _seat(seat):
    said = {key: _plain(getattr(seat, key)) for key in SEAT_KEYS}
    told = {"player": seat.player, **{key: value for key, value in said.items() if value is not None}}
    return told | {"claim": asdict(seat.claim)} if seat.claim else told


def _log_line(line):
    told = {"at": line.at, "who": line.who, "action": line.action, "changes": _sorted(line.changes)}
    if line.undoes is not None:
        told["undoes"] = line.undoes
    return told | {"source": line.source} if line.source else told


def _plain(number):
    """2.0 as 2: a database keeps no difference between them."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _sorted(value):
    """Keys in one order all the way down: a database may give them back in another."""
    if isinstance(value, list | tuple):
        return [_sorted(item) for item in value]
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return value


def _lines(value, indent):
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    deeper = indent + " "
    if isinstance(value, list):
        parts = [_lines(item, deeper) for item in value]
        return "[\n" + ",\n".join(deeper + part for part in parts) + "\n" + indent + "]"
    parts = [f"{json.dumps(key, ensure_ascii=False)}: {_lines(item, deeper)}" for key, item in value.items()]
    return "{\n" + ",\n".join(deeper + part for part in parts) + "\n" + indent + "}"
