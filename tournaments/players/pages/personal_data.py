"""The stored data of one player, for export and erasure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from ...changes.registry import action_names
from ...history.cache import load_history
from ...history.load import format_utc, registration_of
from ...models import (
    AchievementTick,
    DeckCheck,
    Event,
    ListVersion,
    LogEntry,
    Message,
    Player,
    Registration,
    ResultRevision,
)
from ...rules.errors import RuleViolation, _
from ...rules.event_file import ENTRY_FIELDS, PLAYER_FIELDS, match_fragment
from ...rules.history import EventHistory, PlayerRecord
from ...rules.log.event_parts import player_path, seated_players


@dataclass(frozen=True)
class PlayerIdentity:
    """A player with all ids, names and entries that the event knows them by.

    `player` is None if they are not on the list; `number` is their place on it. A person who registered and
    never was a player has no ids.
    """

    ids: frozenset[str]
    names: tuple[str, ...]
    other_names: tuple[str, ...]
    number: int
    player: PlayerRecord | None
    entries: QuerySet[Registration]

    @property
    def name(self) -> str:
        """The name that pages show."""
        return self.player.name if self.player else self.names[0]


def find_person(event: Event, key: str, more_ids: Iterable[str] = ()) -> PlayerIdentity:
    """Return the person with this id or exactly this name, now or formerly on the list, or registered.

    `more_ids` are known to be theirs, too. Raises RuleViolation if nobody or several players match.
    """
    history = load_history(event)
    listed, names_by_id = {player.id: player for player in history.players}, load_names(event)
    public = history.public_names.public
    ids = [id_ for id_, names in names_by_id.items() if key in (names[0], public.get(id_))]
    ids = [key] if key in names_by_id else ids
    if len(set(ids) & listed.keys()) > 1:
        raise RuleViolation(_("Several players are called “{name}”. Use the player id instead."), name=key)
    if not ids:
        rows = list(Registration.objects.filter(event=event, name=key))
        if len(rows) == 1:
            return find_registrant(event, rows[0])
        raise RuleViolation(_("There is no player “{name}” in this event."), name=key)
    (first, *more) = sorted(ids, key=lambda id_: id_ not in listed)
    own_names = {name.casefold() for id_ in ids for name in names_by_id[id_]}
    # Removed players of the same name and merged entries are the same person.
    more += [
        id_ for id_, names in names_by_id.items() if id_ not in listed and names[0].casefold() in own_names
    ]
    ids = dict.fromkeys([first, *more, *more_ids, *merged_into(event, first)])
    player = listed.get(first)
    entries = Registration.objects.filter(player__event=event, player__public_id__in=ids)
    names = [name for id_ in ids for name in names_by_id.get(id_, ())]
    others = {name for id_, names in names_by_id.items() if id_ not in ids for name in names}
    return PlayerIdentity(
        ids=frozenset(ids),
        names=tuple(dict.fromkeys([*names, *registered_names(event, entries)])),
        other_names=tuple(others | other_registered_names(event, entries)),
        number=player.order + 1 if player else len(listed) + 1,
        player=player,
        entries=entries,
    )


def find_registrant(event: Event, row: Registration) -> PlayerIdentity:
    """Return the person of a registration that is on the list no more, or never was."""
    entries, names_by_id = Registration.objects.filter(pk=row.pk), load_names(event)
    ids = {row.player.public_id} if row.player else set()
    names = [*registered_names(event, entries), *(name for key in ids for name in names_by_id.get(key, ()))]
    others = {name for key, names in names_by_id.items() if key not in ids for name in names}
    return PlayerIdentity(
        ids=frozenset(ids),
        names=tuple(dict.fromkeys(names)),
        other_names=tuple(others | other_registered_names(event, entries)),
        number=len(load_history(event).players) + 1,
        player=None,
        entries=entries,
    )


def registered_names(event: Event, entries: QuerySet[Registration]) -> list[str]:
    """Return the names in these entries, now and when they were sent."""
    names = dict(entries.values_list("name", "request_key"))
    requests = [key for key in names.values() if key]
    sent = event.log.filter(key__in=requests).exclude(key="").values_list("who", flat=True)
    return [*names, *sent]


def other_registered_names(event: Event, entries: QuerySet[Registration]) -> set[str]:
    rows = Registration.objects.filter(event=event).exclude(pk__in=entries.values("pk"))
    return set(rows.values_list("name", flat=True))


def load_names(event: Event) -> dict[str, list[str]]:
    """Return all names of each id, newest first: of the players, also removed ones, and from the log."""
    rows = Player.with_removed.filter(event=event).order_by("order", "id")
    names_by_id = {key: [name] for key, name in rows.values_list("public_id", "name")}
    for version, changes in event.log.order_by("-pk").values_list("version", "changes").iterator(500):
        for path, change in reversed(changes.items()):
            if path.startswith("player:") and len(path) > len("player:") and isinstance(change, list):
                key = event.current_player_id(path.removeprefix("player:"), version)
                for fragment in reversed(change):
                    name = fragment.get("name") if isinstance(fragment, dict) else None
                    if isinstance(name, str) and name:
                        names_by_id.setdefault(key, []).append(name)
    return {key: list(dict.fromkeys(names)) for key, names in names_by_id.items()}


def merged_into(event: Event, key: str) -> list[str]:
    """Return ids of entries that were merged into this one, according to the log."""
    merged = []
    for entry in event.log.filter(action__in=action_names(lambda action: action.merges), undone_by=None):
        after = {
            path: change[1]
            for path, change in entry.changes.items()
            if isinstance(change, list) and change[1:]
        }
        if player_path(key) in after or any(
            key in seated_players(part) for part in after.values() if isinstance(part, dict)
        ):
            removed = [path for path, part in after.items() if path.startswith("player:") and part is None]
            merged += [path.removeprefix("player:") for path in removed]
    return merged


def export_person(event: Event, key: str, with_former_names: bool = True) -> dict:
    """Return all stored data of one player as JSON values.

    Former names of people, and those for the desk, are for those who may manage people.
    """
    values = collect_data(event, key)
    return values if with_former_names else replace_names(load_history(event), values)


def replace_names(history: EventHistory, values):
    """Return JSON values with the public names of people in all texts."""
    if isinstance(values, dict):
        return {key: replace_names(history, value) for key, value in values.items()}
    if isinstance(values, list | tuple):
        return [replace_names(history, value) for value in values]
    return history.with_public_names_in(values) if isinstance(values, str) else values


def collect_data(event: Event, key: str) -> dict:
    person, history = find_person(event, key), load_history(event)
    own = {"player__event": event, "player__public_id__in": person.ids}
    matches = [
        {"phase": number, "round": round_.number, **match_fragment(match)}
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if person.ids & set(match.players)
    ]
    seated = Q(match__seats__player__public_id__in=person.ids)
    reports = (
        ResultRevision.objects.filter(seated, match__round__phase__event=event).distinct().order_by("pk")
    )
    messages = Message.objects.filter(player__event=event, player__public_id__in=person.ids).order_by("pk")
    return {
        "event": {"name": event.name, "address": event.slug},
        "player": PLAYER_FIELDS.write(person.player) if person.player else None,
        "names": list(person.names),
        "matches": matches,
        "reports": [{"at": format_utc(row.at), "who": row.who, "result": row.result} for row in reports],
        "messages": [
            {"at": format_utc(row.at), "kind": row.kind, "text": row.text, "seen_to": row.done_at is not None}
            for row in messages
        ],
        "registrations": [registration_values(row) for row in person.entries],
        "lists": [
            {
                "at": format_utc(row.at),
                "who": row.who,
                "reason": row.reason,
                "deck": row.deck,
                "text": row.text,
            }
            for row in ListVersion.objects.filter(**own)
        ],
        "deck_checks": [
            {"at": format_utc(row.at), "who": row.who, "passed": row.passed, "note": row.note}
            for row in DeckCheck.objects.filter(**own)
        ],
        "achievements": [
            {
                "series": row.series.name,
                "achievement": row.key,
                "phase": row.phase,
                "round": row.round,
                "confirmed_at": row.confirmed_at and format_utc(row.confirmed_at),
            }
            for row in AchievementTick.objects.filter(**own).select_related("series").order_by("pk")
        ],
        "log": [log_line(entry) for entry in event.log.order_by("pk") if concerns(event, entry, person)],
        "published_standings": [
            {"phase": record.phase, "round": record.round, "columns": record.columns, "row": row}
            for record in event.published.order_by("pk")
            for row in record.rows
            if person.ids & {part for part in row if isinstance(part, str)}
        ],
    }


def registration_values(row: Registration) -> dict:
    """Return an entry as JSON values, with the kinds and times of its mails."""
    mails = [
        {"kind": mail.kind, "at": format_utc(mail.at), "sent_at": format_utc(mail.sent_at)}
        for mail in row.mails.order_by("pk")
    ]
    new = {"new_email": row.new_email} if row.new_email else {}
    return ENTRY_FIELDS.write(replace(registration_of(row), player=None)) | new | {"mails": mails}


def log_line(entry: LogEntry) -> dict:
    return {"at": format_utc(entry.at), "who": entry.who, "action": entry.action, "changes": entry.changes}


def concerns(event: Event, entry: LogEntry, person: PlayerIdentity) -> bool:
    """Return whether a log entry is about this person: their own action, or a change to their data."""
    ids = event.player_ids_in(person.ids, entry.version)
    return entry.who in person.names or any(
        path in map(player_path, ids)
        or any(ids & set(map(str, seated_players(part))) for part in change if isinstance(part, dict))
        for path, change in entry.changes.items()
        if isinstance(change, list)
    )
