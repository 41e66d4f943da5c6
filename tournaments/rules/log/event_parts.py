"""An event split into parts by log path, and rewound by log lines."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from ..errors import RuleViolation, _
from ..history import EventHistory, LogRecord
from . import part_json, part_paths

NO_FIT = _("The log doesn’t match the event.")


def rewind(history: EventHistory, lines: tuple[LogRecord, ...], *, strict: bool = False) -> EventHistory:
    """Return the history before these lines, the last ones of its log, oldest first.

    Raises RuleViolation if they do not fit the event (logs from files may contain anything); if `strict`,
    also if a part differs from what its line left.
    """
    parts, order = split_event(history), [player.id for player in history.players]
    try:
        for line in reversed(lines):
            if strict and any(paths_changed_since(parts, line.changes)):
                raise RuleViolation(NO_FIT)
            order = revert_changes(parts, order, line.changes)
        return join_event(parts, order)
    except (RuleViolation, KeyError, TypeError, ValueError, AttributeError):
        raise RuleViolation(NO_FIT) from None


def paths_changed_since(parts: dict, changes: dict) -> Iterator[str]:
    """Yield the paths of parts that differ from what these changes left. Raises like part_json.from_json."""
    for path, (_before, after) in changes.items():
        if parts.get(path) != part_json.from_json(part_json.kind_of(path), after, path):
            yield path


def revert_changes(parts: dict, order: list[str], changes: dict) -> list[str]:
    """Restore each part to before these changes; return the player ids in the order of that time."""
    moved_ids, restored_players = set(), []
    for path, (before, after) in changes.items():
        kind = part_json.kind_of(path)
        old = part_json.from_json(kind, before, path)
        if kind == "player":
            new = part_json.from_json(kind, after, path)
            if old is None or new is None or old.order != new.order:
                moved_ids.add(part_paths.split(path)[1][0])
                restored_players += [old] if old else []
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
    """Return the history of these parts, players in this order. KeyError if a parent part is missing."""
    by_family = defaultdict(dict)
    for path, part in parts.items():
        kind, name = part_paths.split(path)
        by_family[part_json.family(kind)][name] = part
    players = tuple(replace(by_family["player"][key,], order=n) for n, key in enumerate(order))
    orders = {player.id: player.order for player in players}

    def sort_key(match):
        return match.table is None, match.table or 0, orders[match.seats[0].player]

    matches, rounds = defaultdict(list), defaultdict(list)
    for (phase, number, _last), match in by_family["match"].items():
        matches[phase, number].append(match)
    for (phase, number), round_ in sorted(by_family["round"].items()):
        round_matches = tuple(sorted(matches.pop((phase, number), ()), key=sort_key))
        rounds[phase].append(replace(round_, matches=round_matches))
    numbers = sorted(number for (number,) in by_family["phase"])
    if matches or numbers != list(range(1, len(numbers) + 1)) or not rounds.keys() <= set(numbers):
        raise KeyError("a match without its round, or a round or phase without the phase before")
    phases = tuple(replace(by_family["phase"][number,], rounds=tuple(rounds[number])) for number in numbers)
    return replace(by_family["event"][()], players=players, phases=phases)
