"""The removed players of releases that deleted their rows and gave their ids to others."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..history import EventHistory, MatchRecord, PhaseRecord

# Actions that bring removed players back; a restore is named “restore: …”.
RETURNING = ("undo", "redo", "restore")
PREFIX = "player:"


@dataclass(eq=False)
class RemovedPlayer:
    """A removed player.

    `id` is the id at the time and, in an answer, the one to store. `fields` are those of the log, `at` is the
    time of the removal, None if the log does not have it. `token` is the secret of the own page, if it was
    stored. `entry` is the number of the log entry of the removal, 0 without one.
    """

    id: str
    token: str = ""
    fields: dict = field(default_factory=dict)
    at: object = None
    entry: int = 0


# The players who had an id, each with the version of the event since which log entries mean them.
Owners = list[tuple[int, RemovedPlayer]]


def find_removed_players(
    lines: Iterable[tuple], links: dict[tuple[int, str], str], listed: dict[str, str]
) -> tuple[list[RemovedPlayer], dict[str, list]]:
    """Return the removed players of an event, the last removed first, and the ids that were given twice.

    `lines` are the entries of the log, oldest first: (number, version, at, action, changes). `links` is
    (number of the entry, id) → secret of the player whom the entry removed; `listed` is id → secret of the
    players who are still there. An id belongs to them or else to the last player who had it; other players
    get a new one. The second value has, for each id that log entries use for others, [version, id to store]
    of those whom the entries before that version mean, oldest first.
    """
    owners_by_id, last_version = follow_ids(lines, links)
    for key, token in listed.items():
        owners = owners_by_id.setdefault(key, [])
        if owners and owners[-1][1].token in ("", token):
            owners[-1][1].token = token
        else:
            owners.append((last_version + 1 if owners else 0, RemovedPlayer(key, token)))
    known_tokens = {owner.token for owners in owners_by_id.values() for _since, owner in owners}
    without_entry = [
        RemovedPlayer(key, token, entry=number)
        for (number, key), token in links.items()
        if token not in known_tokens
    ]
    ids, removed = {token: key for key, token in listed.items()}, []
    free, taken = free_ids({*listed, *owners_by_id}), set(listed)
    everyone = {owner for owners in owners_by_id.values() for _since, owner in owners}
    for owner in sorted((*everyone, *without_entry), key=lambda owner: (-owner.entry, owner.id)):
        if (identity := owner.token or owner) not in ids:
            ids[identity] = owner.id if owner.id not in taken else next(free)
            taken.add(ids[identity])
            removed.append(owner)
    for owner in removed:
        owner.id = ids[owner.token or owner]
    given_twice = {}
    for key, owners in owners_by_id.items():
        if earlier := earlier_owners(key, owners, ids, last_version):
            given_twice[key] = earlier
    return removed, given_twice


def follow_ids(lines: Iterable[tuple], links: dict) -> tuple[dict[str, Owners], int]:
    """Return the players who had each id, according to the log, and the last version in it."""
    owners_by_id, current, version = {}, {}, 0
    for number, version, at, action, changes in lines:
        for key, before, after in player_changes(changes):
            owners, token = owners_by_id.setdefault(key, []), links.get((number, key), "")
            if before and key not in current:
                current[key] = RemovedPlayer(key)
                owners.append((version if owners else 0, current[key]))
            # With the secret of the player before: a restore gave the id to another one.
            if before and (token or not after):
                owner = current.pop(key)
                owner.token, owner.fields, owner.at, owner.entry = token or owner.token, before, at, number
            if after and key not in current:
                is_return = action.partition(":")[0] in RETURNING
                others = [owner for _since, owner in owners[: -1 if before else None]]
                current[key] = find_returning(others, after) if is_return and others else RemovedPlayer(key)
                owners.append((version + bool(before), current[key]))
            if after:
                current[key].fields = after
    return owners_by_id, version


def player_changes(changes: dict) -> Iterator[tuple[str, dict | None, dict | None]]:
    """Yield (id, fields before, fields after) for each player in the changes of a log entry."""
    for path, change in changes.items():
        if path.startswith(PREFIX) and path != PREFIX and isinstance(change, list) and len(change) == 2:
            yield path.removeprefix(PREFIX), *(part if isinstance(part, dict) else None for part in change)


def find_returning(owners: list[RemovedPlayer], fields: dict) -> RemovedPlayer:
    """Return the last of an id's former owners who looks like this, or else the last one."""
    facts = {**fields, "order": None}
    same = (owner for owner in reversed(owners) if {**owner.fields, "order": None} == facts)
    return next(same, owners[-1])


def earlier_owners(key: str, owners: Owners, ids: dict, last_version: int) -> list[list]:
    """Return [version, id to store] of the owners of an id up to the last whose id is another one now."""
    ends = [*(since for since, _owner in owners[1:]), last_version + 1]
    stored = [[end, ids[owner.token or owner]] for end, (_since, owner) in zip(ends, owners, strict=True)]
    others = [position for position, (_end, other) in enumerate(stored, 1) if other != key]
    return stored[: max(others, default=0)]


def free_ids(taken: set[str]) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        if f"p{number}" not in taken:
            yield f"p{number}"


def with_player_ids(history: EventHistory, new_ids: dict[str, str]) -> EventHistory:
    """Return the history, without its log, in which players have other ids: id → new id, maybe the same."""
    if all(key == new for key, new in new_ids.items()):
        return history

    def rename(ids):
        return tuple(new_ids.get(key, key) for key in ids)

    def rename_match(match: MatchRecord) -> MatchRecord:
        seats = tuple(replace(seat, player=new_ids.get(seat.player, seat.player)) for seat in match.seats)
        return replace(match, seats=seats)

    def rename_phase(phase: PhaseRecord) -> PhaseRecord:
        rounds = tuple(
            replace(round_, matches=tuple(map(rename_match, round_.matches))) for round_ in phase.rounds
        )
        entrants = None if phase.entrants is None else rename(phase.entrants)
        return replace(phase, entrants=entrants, pods=tuple(map(rename, phase.pods)), rounds=rounds)

    return replace(
        history,
        players=tuple(replace(player, id=new_ids.get(player.id, player.id)) for player in history.players),
        forbidden=tuple(map(rename, history.forbidden)),
        wished=tuple(map(rename, history.wished)),
        phases=tuple(map(rename_phase, history.phases)),
    )
