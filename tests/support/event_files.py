"""Event files written by hand, in a short notation."""

import json

from tournaments.events.actions.events import import_event as import_history
from tournaments.rules import event_file


def swiss_file(name, players, *rounds, starts_at=None, **settings):
    """Return the file of a Swiss event that is over, under the rulebook `magic`.

    `players` are names by player id, and `rounds` are "ann 2-0 bob, cat no_show dan, eve bye": games, or the
    result of the first seat and perhaps of the second; "eve bye loss" is a missed round.
    """
    return {
        "format": "topcut/1",
        "event": {"name": name, "rulebook": "magic"} | ({"starts_at": starts_at} if starts_at else {}),
        "players": [{"id": id_, "name": name} for id_, name in players.items()],
        "phases": [
            {
                "kind": "swiss",
                "settings": {"rounds": len(rounds), **settings},
                "rounds": [
                    {
                        "number": number,
                        "state": "finished",
                        "matches": [
                            _match(text.split(), table) for table, text in enumerate(text.split(", "), 1)
                        ],
                    }
                    for number, text in enumerate(rounds, 1)
                ],
            }
        ],
    }


def _match(words, table):
    first, result, *rest = words
    if result == "bye":
        return {"bye": first} | ({"points": rest[0]} if rest else {})
    seats = [{"player": first}, {"player": rest[0]}]
    if result[0].isdigit():
        for seat, games in zip(seats, result.split("-"), strict=True):
            seat["games"] = int(games)
    else:
        seats[0]["result"] = result
        if rest[1:]:
            seats[1]["result"] = rest[1]
    return {"table": table, "seats": seats}


def import_file(data) -> str:
    """Import the file and return the slug of its event."""
    return import_history(event_file.read_text(json.dumps(data))).slug
