"""What is kept of one player: to be exported to them, and to be erased."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from ...models import Event, LogEntry, Message, Report
from ...rules.errors import RuleViolation, _
from ...rules.event_file import match_fragment, player_fragment
from ...rules.history import EventHistory, PlayerRecord
from ...rules.log import part_paths
from ...rules.log.part_json import sitting_in
from ..history.cache import history_of
from ..history.load import in_utc


@dataclass(frozen=True)
class Person:
    """A player with every id and every name under which the event knows them; `player` is None for who is on
    the list no more, `number` their place on it."""

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
    history = history_of(event)
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
    """Every name that each id has had, the last one first: of those on the list and in the log."""
    found = {player.id: [player.name] for player in history.players}
    for path, said in reversed(list(said_of_players(event))):
        _kind, (key,) = part_paths.split(path)
        for fragment in reversed(said):
            if isinstance(fragment, dict) and isinstance(fragment.get("name"), str) and fragment["name"]:
                found.setdefault(key, []).append(fragment["name"])
    return {key: list(dict.fromkeys(names)) for key, names in found.items()}


def said_of_players(event: Event) -> Iterator[tuple[str, list]]:
    """(path, [before, after]) of the log's changes of players, oldest first."""
    for changes in event.log.order_by("pk").values_list("changes", flat=True).iterator(500):
        for path, said in changes.items():
            if path.startswith("player:") and len(path) > len("player:") and isinstance(said, list):
                yield path, said


def merged_into(event: Event, key: str) -> list[str]:
    """Ids of the entries that were made one with this one, as far as the log tells."""
    found = []
    for entry in event.log.filter(action="merge_players", undone_by=None):
        after = {path: said[1] for path, said in entry.changes.items() if isinstance(said, list) and said[1:]}
        if part_paths.player(key) in after or any(
            key in sitting_in(told) for told in after.values() if isinstance(told, dict)
        ):
            gone = [path for path, told in after.items() if path.startswith("player:") and told is None]
            found += [path.removeprefix("player:") for path in gone]
    return found


def export_of(event: Event, key: str) -> dict:
    """All that is kept of one player, as JSON values."""
    person, history = person_of(event, key), history_of(event)
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
            {"phase": kept.phase, "round": kept.round, "columns": kept.columns, "row": row}
            for kept in event.published.order_by("pk")
            for row in kept.rows
            if person.ids & {part for part in row if isinstance(part, str)}
        ],
    }


def line_of(entry: LogEntry) -> dict:
    return {"at": in_utc(entry.at), "who": entry.who, "action": entry.action, "changes": entry.changes}


def names_them(entry: LogEntry, person: Person) -> bool:
    """Whether a line of the log is about them: what they did, and what was changed of theirs."""
    return entry.who in person.names or any(
        path in map(part_paths.player, person.ids)
        or any(person.ids & set(map(str, sitting_in(told))) for told in said if isinstance(told, dict))
        for path, said in entry.changes.items()
        if isinstance(said, list)
    )
