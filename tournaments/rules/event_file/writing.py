"""Writing of event files; the same history always gives the same text."""

import json
from dataclasses import asdict

from tournaments.rules.history import BYE, PUBLIC

from .phases import published_fragment
from .players import registration_fragment, settings_fragment
from .reading import FORMAT
from .rounds import KEYS as PAIR_KEYS
from .rounds import match_sort_key

PLAYER_KEYS = ("id", "name", "club", "rating", "seed", "joined_round", "dropped_after")
SEAT_KEYS = ("games", "result", "place", "score", "secondary", "bonus", "points")
MAX_LINE_LENGTH = 160


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
    if history.registrations:
        values["registrations"] = [registration_fragment(one) for one in history.registrations]
    return values


def without_contact_data(file_text):
    """Return the text of an event file that Topcut wrote without its registrations."""
    values = json.loads(file_text)
    if values.pop("registrations", None) is None:
        return file_text
    return format_json(values)


def event_fragment(history):
    """Return the event's own fields."""
    pairs = {key: [list(pair) for pair in getattr(history, key)] for key in PAIR_KEYS}
    optional = {
        "place": history.place,
        **pairs,
        "pot": _sorted(history.pot),
        "announcement": history.announcement and _without_none(asdict(history.announcement)),
        "visibility": "" if history.visibility == PUBLIC else history.visibility,
        "registration": settings_fragment(history.registration),
        "check_in": settings_fragment(history.check_in),
        "lists": settings_fragment(history.lists),
    }
    fields = {"name": history.name, "rulebook": history.rulebook}
    if history.starts_at is not None:
        fields["starts_at"] = history.starts_at
    fields["timezone"] = history.timezone
    return fields | {key: value for key, value in optional.items() if value}


def player_fragment(player):
    """Return one entry of `players`."""
    fields = {key: _plain(getattr(player, key)) for key in PLAYER_KEYS}
    optional = {
        "disqualified": player.disqualified or None,
        "soft": _plain(player.soft_score),
        "household": player.household or None,
        "division": player.division or None,
        "table": player.table,
        "byes": {str(number): worth for number, worth in sorted(player.byes.items())} or None,
        "checked_in_at": player.checked_in_at,
    }
    return fields | _without_none(optional)


def phase_fragment(phase):
    """Return one entry of `phases`, without its rounds."""
    fields = {"kind": phase.kind, "name": phase.name, "settings": _sorted(phase.settings)}
    if phase.entrants is not None:
        fields["entrants"] = list(phase.entrants)
    optional = {key: getattr(phase, key) for key in ("pods_seed", "pods_sealed", "build_until")}
    optional = {"pods": [list(pod) for pod in phase.pods]} | optional
    return fields | {key: value for key, value in optional.items() if value}


def round_fragment(round_):
    """Return one entry of `rounds`, without its matches."""
    fields = {"number": round_.number, "state": round_.state}
    if round_.seed:
        fields["seed"] = round_.seed
    if round_.sealed:
        fields["sealed"] = round_.sealed
    if round_.proof:
        proof = _without_none(asdict(round_.proof))
        fields["proof"] = {key: value for key, value in proof.items() if value is not False}
    if round_.clock:
        fields["clock"] = _without_none(asdict(round_.clock))
    return fields


def _round(round_, order):
    matches = sorted(round_.matches, key=lambda match: match_sort_key(match, order))
    return round_fragment(round_) | {"matches": [match_fragment(match) for match in matches]}


def match_fragment(match):
    """Return one entry of `matches`: a table or a bye."""
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
    values["claim"] = seat.player_report and seat.player_report.as_json()
    return {"player": seat.player} | _without_none(values)


def _log_line(line):
    fields = {"at": line.at, "who": line.who, "action": line.action, "changes": _sorted(line.changes)}
    if line.undoes is not None:
        fields["undoes"] = line.undoes
    texts = {"source": line.source, "sentence": line.sentence, "values": _sorted(line.values)}
    return fields | {key: value for key, value in texts.items() if value}


def _without_none(fields):
    return {key: value for key, value in fields.items() if value is not None}


def _plain(value):
    """Write 2.0 as 2: the database does not distinguish them."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _sorted(value):
    """Sort keys at all levels: the database may return them in another order."""
    if isinstance(value, list | tuple):
        return [_sorted(item) for item in value]
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return value


def _lines(value, indent):
    """Return a value on one line if it fits, else with each entry on a line of its own."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= MAX_LINE_LENGTH or not value or not isinstance(value, dict | list):
        return line
    deeper = indent + " "
    if isinstance(value, list):
        (opening, closing), lines = "[]", [_lines(item, deeper) for item in value]
    else:
        (opening, closing), items = "{}", value.items()
        lines = [f"{json.dumps(key, ensure_ascii=False)}: {_lines(item, deeper)}" for key, item in items]
    body = ",\n".join(deeper + line for line in lines)
    return f"{opening}\n{body}\n{indent}{closing}"
