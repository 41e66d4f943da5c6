"""Writing of event files; the same history always gives the same text."""

import json

from .log import LOG_FIELDS
from .phases import EVENT_FIELDS, phase_fragment, published_fragment, round_fragment
from .players import ENTRY_FIELDS, PERSON_FIELDS, PLAYER_FIELDS
from .reading import FORMAT
from .rounds import match_fragment, match_sort_key

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
        "event": EVENT_FIELDS.write(history),
        "players": [
            PLAYER_FIELDS.write(player)
            | (PERSON_FIELDS.write(history.people[player.id]) if player.id in history.people else {})
            for player in history.players
        ],
        "phases": [
            phase_fragment(phase) | {"rounds": [_round(round_, order) for round_ in phase.rounds]}
            for phase in history.phases
        ],
        "log": [LOG_FIELDS.write(line) for line in history.log],
    }
    if history.published:
        values["published"] = [published_fragment(one) for one in history.published]
    if history.registrations:
        values["registrations"] = [ENTRY_FIELDS.write(one) for one in history.registrations]
    return values


def without_contact_data(file_text):
    """Return the text of an event file that Topcut wrote without its registrations."""
    values = json.loads(file_text)
    if values.pop("registrations", None) is None:
        return file_text
    return format_json(values)


def _round(round_, order):
    matches = sorted(round_.matches, key=lambda match: match_sort_key(match, order))
    return round_fragment(round_) | {"matches": [match_fragment(match) for match in matches]}


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
