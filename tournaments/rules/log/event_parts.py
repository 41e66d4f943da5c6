"""An event split into parts by log path, and rewound by log lines."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from .. import event_file
from ..errors import RuleViolation, _
from ..event_file import AFTER, BEFORE
from ..history import EventHistory, LogRecord
from . import part_json, part_paths

NO_FIT = _("The log doesn’t match the event.")


class InconsistentParts(RuleViolation):
    """Parts that do not make up an event: a later change needs one of them, or a log from a file is wrong."""

    def __init__(self):
        super().__init__(NO_FIT)


def rewind(history: EventHistory, lines: tuple[LogRecord, ...], *, strict: bool = False) -> EventHistory:
    """Return the history before these lines, the last ones of its log, oldest first.

    Raises InconsistentParts if they do not fit the event (logs from files may contain anything); if `strict`,
    also if a part differs from what its line left.
    """
    parts, order = split_event(history), [player.id for player in history.players]
    for line in reversed(lines):
        if strict and any(paths_changed_since(parts, line.changes)):
            raise InconsistentParts
        order = revert_changes(parts, order, line.changes)
    return join_event(parts, order)


def read_parts(changes: dict, side: int) -> dict:
    """Return {path: part, or None} of the parts of a log line, BEFORE or AFTER its changes.

    Raises InconsistentParts if one cannot be read: older releases imported logs without looking at them.
    """
    try:
        return event_file.read_parts(changes, side)
    except RuleViolation:
        raise InconsistentParts from None


def check_readable(history: EventHistory):
    """Raise InconsistentParts unless the event can be read back from its own file."""
    try:
        event_file.read(event_file.write(history))
    except RuleViolation:
        raise InconsistentParts from None


def paths_changed_since(parts: dict, changes: dict) -> Iterator[str]:
    """Yield the paths of parts that differ from what these changes left."""
    return (path for path, after in read_parts(changes, AFTER).items() if parts.get(path) != after)


def revert_changes(parts: dict, order: list[str], changes: dict) -> list[str]:
    """Restore each part to before these changes; return the player ids in the order of that time."""
    before = read_parts(changes, BEFORE)
    after = read_parts(
        {path: change for path, change in changes.items() if path.startswith("player:")}, AFTER
    )
    moved_ids, restored_players = set(), []
    for path, new in after.items():
        old = before[path]
        if old is None or new is None or old.order != new.order:
            moved_ids.add(part_paths.split(path)[1][0])
            restored_players += [old] if old else []
    for path, old in before.items():
        if old is None:
            parts.pop(path, None)
        else:
            parts[path] = old
    order = [player_id for player_id in order if player_id not in moved_ids]
    for player in sorted(restored_players, key=lambda player: player.order):
        order.insert(player.order, player.id)
    return order


def changed_parts(before: EventHistory, after: EventHistory) -> dict:
    """Return {path: part after, or None} for each part that differs between the two."""
    old, new = split_event(before), split_event(after)
    removed = {path: None for path in old if path not in new}
    return removed | {path: part for path, part in new.items() if old.get(path) != part}


def split_event(history: EventHistory) -> dict:
    """Return {path: part} of the event: its own fields, players, phases, rounds, matches."""
    own_fields = replace(history, players=(), phases=(), log=(), published=(), registrations=())
    parts = {part_paths.EVENT: own_fields}
    parts |= {part_paths.player(p.id): replace(p, order=order) for order, p in enumerate(history.players)}
    for number, phase in enumerate(history.phases, 1):
        parts[part_paths.phase(number)] = replace(phase, rounds=())
        for round_ in phase.rounds:
            parts[part_paths.round_(number, round_.number)] = replace(round_, matches=())
            parts |= {part_paths.match(number, round_.number, match): match for match in round_.matches}
    return parts


def join_event(parts: dict, order: list[str]) -> EventHistory:
    """Return the history of these parts, players in this order.

    Raises InconsistentParts if a part has another name than its path, or lacks the part it belongs to.
    """
    by_family = defaultdict(dict)
    for path, part in parts.items():
        kind, name = part_paths.split(path)
        by_family[part_json.family(kind)][name] = part
    check_parts(by_family, order)
    players = tuple(replace(by_family["player"][key,], order=n) for n, key in enumerate(order))
    orders = {player.id: player.order for player in players}

    def sort_key(match):
        return match.table is None, match.table or 0, orders[match.seats[0].player]

    matches, rounds = defaultdict(list), defaultdict(list)
    for (phase, number, _last), match in by_family["match"].items():
        matches[phase, number].append(match)
    for (phase, number), round_ in sorted(by_family["round"].items()):
        round_matches = tuple(sorted(matches[phase, number], key=sort_key))
        rounds[phase].append(replace(round_, matches=round_matches))
    phases = tuple(
        replace(by_family["phase"][number,], rounds=tuple(rounds[number]))
        for number in range(1, len(by_family["phase"]) + 1)
    )
    return replace(by_family["event"][()], players=players, phases=phases)


def check_parts(by_family: dict[str, dict], order: list[str]):
    """Raise InconsistentParts unless these parts, by kind and name, make up an event of these players."""
    players, phases, rounds, matches = (by_family[family] for family in ("player", "phase", "round", "match"))
    ids = set(order)
    fits = (
        () in by_family["event"]
        and len(order) == len(ids)
        and {(key,) for key in ids} == players.keys()
        and all(player.id == key for (key,), player in players.items())
        and phases.keys() == {(number,) for number in range(1, len(phases) + 1)}
        and all((phase,) in phases and round_.number == number for (phase, number), round_ in rounds.items())
        and all(
            (phase, number) in rounds
            and last == (match.seats[0].player if match.is_bye else match.table)
            and ids.issuperset(match.players)
            for (phase, number, last), match in matches.items()
        )
    )
    if not fits:
        raise InconsistentParts
