"""The log of an event as it is shown: people under their public names."""

from collections.abc import Container
from dataclasses import replace

from ..history import EventHistory, LogRecord
from .erasure import PLAYER_SOURCES
from .event_parts import EVENT


def publish_log(history: EventHistory, ambiguous_ids: Container[str] = ()) -> EventHistory:
    """Return the history with the public names of people in its log: in changes, reasons and senders.

    `ambiguous_ids` have meant several players. The log fits the history `with_public_names`.
    """
    if not history.public_names.public:
        return history
    return replace(history, log=tuple(publish_line(history, line, ambiguous_ids) for line in history.log))


def publish_line(history: EventHistory, line: LogRecord, ambiguous_ids: Container[str]) -> LogRecord:
    name, colon, reason = line.action.partition(": ")
    who = history.with_public_names_in(line.who) if line.source in PLAYER_SOURCES else line.who
    changes = {
        path: publish_change(history, path, change, ambiguous_ids) for path, change in line.changes.items()
    }
    action = f"{name}{colon}{history.with_public_names_in(reason)}"
    return replace(line, who=who, action=action, changes=changes)


def publish_change(history: EventHistory, path: str, change, ambiguous_ids: Container[str]):
    """Return the change of a log line, which may have any shape, with public names."""
    if not isinstance(change, list):
        return change
    if path == EVENT:
        return [publish_event(history, fields) for fields in change]
    kind, _colon, key = path.partition(":")
    if kind != "player":
        return change
    name = None if key in ambiguous_ids else history.public_names.public.get(key)
    return [publish_player(history, fields, name) for fields in change]


def publish_file(history: EventHistory, values: dict, ambiguous_ids: Container[str] = ()) -> dict:
    """Return the values of an older file of the event, such as that of a restore point, with public names."""
    names = history.public_names.public
    if not names:
        return values
    published = dict(values)
    for rows, key in (("players", "id"), ("registrations", "player")):
        if rows in values:
            published[rows] = [publish_player(history, row, names.get(row.get(key))) for row in values[rows]]
    published["event"] = publish_event(history, values["event"])
    if "log" in values:
        lines = (
            LogRecord(
                "",
                line.get("who", ""),
                line["action"],
                line.get("changes", {}),
                source=line.get("source", ""),
            )
            for line in values["log"]
        )
        lines = (publish_line(history, line, ambiguous_ids) for line in lines)
        columns = ({"who": line.who, "action": line.action, "changes": line.changes} for line in lines)
        published["log"] = [
            row | {key: new[key] for key in new.keys() & row.keys()}
            for row, new in zip(values["log"], columns, strict=True)
        ]
    return published


def publish_player(history: EventHistory, fields, name: str | None):
    """Return the fields of a player under a name; without one, under the public name of who is called so."""
    if not isinstance(fields, dict) or not isinstance(fields.get("name"), str):
        return fields
    return fields | {
        "name": name or history.public_names.others.get(fields["name"].casefold(), fields["name"])
    }


def publish_event(history: EventHistory, fields):
    announcement = fields.get("announcement") if isinstance(fields, dict) else None
    if not isinstance(announcement, dict) or not isinstance(announcement.get("text"), str):
        return fields
    text = history.with_public_names_in(announcement["text"])
    return fields | {"announcement": announcement | {"text": text}}
