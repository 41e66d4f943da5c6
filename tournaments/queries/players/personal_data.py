"""The stored data of one player, for export and erasure."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from ...models import Event, LogEntry, Message, Report
from ...rules.errors import RuleViolation, _
from ...rules.event_file import match_fragment, player_fragment
from ...rules.history import EventHistory, PlayerRecord
from ...rules.log import part_paths
from ...rules.log.part_json import sitting_in
from ..history.cache import load_history
from ..history.load import in_utc


@dataclass(frozen=True)
class Person:
    """A player with all ids and names that the event knows them by.

    `player` is None if they are no longer on the list; `number` is their place on it.
    """

    ids: frozenset[str]
    names: tuple[str, ...]
    others: tuple[str, ...]
    number: int
    player: PlayerRecord | None

    @property
    def name(self) -> str:
        return self.names[0]


def person_of(event: Event, key: str) -> Person:
    """The person with this id, or else with exactly this name, on the list or once on it.

    RuleViolation where there is none, or several.
    """
    history = load_history(event)
    listed, named = {player.id: player for player in history.players}, names_by_id(event, history)
    ids = [key] if key in named else [one for one, names in named.items() if names[0] == key]
    if len(set(ids) & listed.keys()) > 1:
        raise RuleViolation(_("Several players are called “{name}”: use the id."), name=key)
    if not ids:
        raise RuleViolation(_("There is no player “{name}” in this event."), name=key)
    (first, *more) = sorted(ids, key=lambda one: one not in listed)
    own = {name.casefold() for one in ids for name in named[one]}
    # Who was taken off the list under the same name, or made one with them, is the same person.
    more += [one for one, names in named.items() if one not in listed and names[0].casefold() in own]
    more += merged_into(event, first)
    ids = dict.fromkeys([first, *more])
    names = tuple(dict.fromkeys(name for one in ids for name in named.get(one, ())))
    others = tuple({name for one, known in named.items() if one not in ids for name in known})
    player = listed.get(first)
    number = player.order + 1 if player else len(listed) + 1
    return Person(frozenset(ids), names, others, number, player)


def names_by_id(event: Event, history: EventHistory) -> dict[str, list[str]]:
    """Return all names of each id, newest first: from the player list and the log."""
    names = {player.id: [player.name] for player in history.players}
    for path, fragments in reversed(list(said_of_players(event))):
        _kind, (key,) = part_paths.split(path)
        for fragment in reversed(fragments):
            if isinstance(fragment, dict) and isinstance(fragment.get("name"), str) and fragment["name"]:
                names.setdefault(key, []).append(fragment["name"])
    return {key: list(dict.fromkeys(known)) for key, known in names.items()}


def said_of_players(event: Event) -> Iterator[tuple[str, list]]:
    """(path, [before, after]) of the log's changes of players, oldest first."""
    for changes in event.log.order_by("pk").values_list("changes", flat=True).iterator(500):
        for path, change in changes.items():
            if path.startswith("player:") and len(path) > len("player:") and isinstance(change, list):
                yield path, change


def merged_into(event: Event, key: str) -> list[str]:
    """Return ids of entries that were merged into this one, according to the log."""
    merged = []
    for entry in event.log.filter(action="merge_players", undone_by=None):
        after = {
            path: change[1]
            for path, change in entry.changes.items()
            if isinstance(change, list) and change[1:]
        }
        if part_paths.player(key) in after or any(
            key in sitting_in(part) for part in after.values() if isinstance(part, dict)
        ):
            removed = [path for path, part in after.items() if path.startswith("player:") and part is None]
            merged += [path.removeprefix("player:") for path in removed]
    return merged


def export_of(event: Event, key: str) -> dict:
    """Return all stored data of one player as JSON values."""
    person, history = person_of(event, key), load_history(event)
    matches = [
        {"phase": number, "round": round_.number, **match_fragment(match)}
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if person.ids & set(match.players)
    ]
    seated = Q(match__seats__player__key__in=person.ids)
    reports = Report.objects.filter(seated, match__round__phase__event=event).distinct().order_by("pk")
    messages = Message.objects.filter(event=event, player__key__in=person.ids).order_by("pk")
    return {
        "event": {"name": event.name, "address": event.slug},
        "player": player_fragment(person.player) if person.player else None,
        "names": list(person.names),
        "matches": matches,
        "reports": [{"at": in_utc(row.at), "who": row.who, "result": row.result} for row in reports],
        "messages": [
            {"at": in_utc(row.at), "kind": row.kind, "text": row.text, "seen_to": row.done_at is not None}
            for row in messages
        ],
        "log": [line_of(entry) for entry in event.log.order_by("pk") if names_them(entry, person)],
        "published_standings": [
            {"phase": record.phase, "round": record.round, "columns": record.columns, "row": row}
            for record in event.published.order_by("pk")
            for row in record.rows
            if person.ids & {part for part in row if isinstance(part, str)}
        ],
    }


def line_of(entry: LogEntry) -> dict:
    return {"at": in_utc(entry.at), "who": entry.who, "action": entry.action, "changes": entry.changes}


def names_them(entry: LogEntry, person: Person) -> bool:
    """Whether a log entry is about this person: their own action, or a change to their data."""
    return entry.who in person.names or any(
        path in map(part_paths.player, person.ids)
        or any(person.ids & set(map(str, sitting_in(part))) for part in change if isinstance(part, dict))
        for path, change in entry.changes.items()
        if isinstance(change, list)
    )
