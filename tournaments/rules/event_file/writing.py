"""Writing of event files; the same history always gives the same text."""

import json
from dataclasses import asdict

from tournaments.rules.history import BYE, PUBLIC

from .pairs import KEYS as PAIR_KEYS
from .published import published_fragment
from .reading import FORMAT
from .seating import match_sort_key

SEAT_KEYS = ("games", "result", "place", "score", "secondary", "bonus", "points")
WIDTH = 160


def text(history):
    """Return the event file's text; short values take one line, and the text ends with a newline."""
    return format_json(write(history))


def format_json(values):
    """Format an event file's JSON values as text."""
    return _lines(values, "") + "\n"


def write(history):
    """Return the event file's JSON values in canonical form: `read(write(history)) == history`."""
    order = {player.id: place for place, player in enumerate(history.players)}
    values = {
        "format": FORMAT,
        "event": event_fragment(history),
        "players": [player_fragment(player) for player in history.players],
        "phases": [
            phase_fragment(phase) | {"rounds": [_round(round_, order) for round_ in phase.rounds]}
            for phase in history.phases
        ],
        "log": [_log_line(line) for line in history.log],
    }
    if history.published:
        values["published"] = [published_fragment(one) for one in history.published]
    return values


def event_fragment(history):
    """The event's own fields."""
    fields = {"name": history.name, "rulebook": history.rulebook}
    if history.starts_at is not None:
        fields["starts_at"] = history.starts_at
    fields["timezone"] = history.timezone
    if history.place:
        fields["place"] = history.place
    for key in PAIR_KEYS:
        if pairs := getattr(history, key):
            fields[key] = [list(pair) for pair in pairs]
    if history.pot:
        fields["pot"] = _sorted(history.pot)
    if history.announcement:
        fields["announcement"] = asdict(history.announcement)
    if history.visibility != PUBLIC:
        fields["visibility"] = history.visibility
    return fields


def player_fragment(player):
    """One entry of `players`."""
    fields = {
        "id": player.id,
        "name": player.name,
        "club": player.club,
        "rating": _plain(player.rating),
        "seed": _plain(player.seed),
        "joined_round": player.joined_round,
        "dropped_after": player.dropped_after,
    }
    if player.disqualified:
        fields["disqualified"] = True
    if player.soft is not None:
        fields["soft"] = _plain(player.soft)
    if player.household:
        fields["household"] = player.household
    if player.division:
        fields["division"] = player.division
    if player.table is not None:
        fields["table"] = player.table
    if player.byes:
        fields["byes"] = {str(number): worth for number, worth in sorted(player.byes.items())}
    return fields


def phase_fragment(phase):
    """One entry of `phases`, without its rounds."""
    fields = {"kind": phase.kind, "name": phase.name, "settings": _sorted(phase.settings)}
    if phase.entrants is not None:
        fields["entrants"] = list(phase.entrants)
    if phase.pods:
        fields["pods"] = [list(pod) for pod in phase.pods]
    optional = {key: getattr(phase, key) for key in ("pods_seed", "pods_sealed", "build_until")}
    fields |= {key: value for key, value in optional.items() if value}
    return fields


def round_fragment(round_):
    """One entry of `rounds`, without its matches."""
    fields = {"number": round_.number, "state": round_.state}
    if round_.seed:
        fields["seed"] = round_.seed
    if round_.sealed:
        fields["sealed"] = round_.sealed
    if round_.proof:
        fields["proof"] = proof_fragment(round_.proof)
    if round_.clock:
        fields["clock"] = clock_fragment(round_.clock)
    return fields


def proof_fragment(proof):
    """A round's proof without unset fields."""
    return {key: value for key, value in asdict(proof).items() if value is not False and value is not None}


def clock_fragment(clock):
    """A round's clock: its end, or the seconds left."""
    return {key: value for key, value in asdict(clock).items() if value is not None}


def _round(round_, order):
    matches = sorted(round_.matches, key=lambda match: match_sort_key(match, order))
    return round_fragment(round_) | {"matches": [match_fragment(match) for match in matches]}


def match_fragment(match):
    """One entry of `matches`: a table or a bye."""
    slot = {"slot": match.slot} if match.slot else {}
    if match.is_bye:
        seat = match.seats[0]
        points = {} if seat.result in (None, BYE) else {"points": seat.result}
        return {"bye": seat.player, **points, **slot}
    fields = {} if match.table is None else {"table": match.table}
    fields["seats"] = [_seat(seat) for seat in match.seats]
    if match.drawn_games or any(seat.games is not None for seat in match.seats):
        fields["drawn_games"] = match.drawn_games
    if match.extra_minutes:
        fields["extra_minutes"] = match.extra_minutes
    return fields | slot


def _seat(seat):
    values = {key: _plain(getattr(seat, key)) for key in SEAT_KEYS}
    fields = {"player": seat.player, **{key: value for key, value in values.items() if value is not None}}
    return fields | {"claim": asdict(seat.claim)} if seat.claim else fields


def _log_line(line):
    fields = {"at": line.at, "who": line.who, "action": line.action, "changes": _sorted(line.changes)}
    if line.undoes is not None:
        fields["undoes"] = line.undoes
    return fields | {"source": line.source} if line.source else fields


def _plain(number):
    """Write 2.0 as 2: the database does not distinguish them."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _sorted(value):
    """Sort keys at all levels: the database may return them in another order."""
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
        lines = [_lines(item, deeper) for item in value]
        return "[\n" + ",\n".join(deeper + part for part in lines) + "\n" + indent + "]"
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {_lines(item, deeper)}" for key, item in value.items()]
    return "{\n" + ",\n".join(deeper + part for part in lines) + "\n" + indent + "}"
