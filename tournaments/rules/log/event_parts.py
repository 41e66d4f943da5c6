"""An event split into parts by log path, and rewound by log lines."""

from collections import defaultdict
from dataclasses import replace

from ..errors import RuleViolation, _
from ..history import EventHistory, LogRecord
from . import part_json, part_paths

NO_FIT = _("The event's log does not fit the event.")


def rewind(history: EventHistory, lines: tuple[LogRecord, ...], *, fitting: bool = False) -> EventHistory:
    """Return the history before these lines, the last ones of its log, oldest first.

    Raises RuleViolation if they do not fit the event (logs from files may contain anything); with `fitting`,
    also if a part is not as its line left it.
    """
    parts, order = parts_of(history), [player.id for player in history.players]
    try:
        for line in reversed(lines):
            if fitting and any(changed_since(parts, line.changes)):
                raise RuleViolation(NO_FIT)
            order = revert_changes(parts, order, line.changes)
        return event_of(parts, order)
    except (RuleViolation, KeyError, TypeError, ValueError, AttributeError):
        raise RuleViolation(NO_FIT) from None


def changed_since(parts: dict, changes: dict):
    """The paths whose part is not as these changes left it. Raises like part_json.from_json."""
    for path, (_before, after) in changes.items():
        if parts.get(path) != part_json.from_json(part_json.kind_of(path), after, path):
            yield path


def revert_changes(parts: dict, order: list[str], changes: dict) -> list[str]:
    """Restore each part to before these changes; returns the player ids in the order of that time."""
    moved_ids, restored = set(), []
    for path, (before, after) in changes.items():
        kind = part_json.kind_of(path)
        part = part_json.from_json(kind, before, path)
        if kind == "player":
            was = part_json.from_json(kind, after, path)
            if part is None or was is None or part.order != was.order:
                moved_ids.add(part_paths.split(path)[1][0])
                restored += [part] if part else []
        if part is None:
            parts.pop(path, None)
        else:
            parts[path] = part
    order = [key for key in order if key not in moved_ids]
    for player in sorted(restored, key=lambda player: player.order):
        order.insert(player.order, player.id)
    return order


def changed_parts(now: EventHistory, then: EventHistory) -> dict:
    """{path: part of `then`, or None} for each part that differs from `now`."""
    was, will = parts_of(now), parts_of(then)
    removed = {path: None for path in was if path not in will}
    return removed | {path: part for path, part in will.items() if was.get(path) != part}


def parts_of(history: EventHistory) -> dict:
    """{path: part} of the event: own fields, players, phases, rounds, matches."""
    parts = {part_paths.EVENT: replace(history, players=(), phases=(), log=(), published=())}
    parts |= {part_paths.player(p.id): replace(p, order=order) for order, p in enumerate(history.players)}
    for number, phase in enumerate(history.phases, 1):
        parts[part_paths.phase(number)] = replace(phase, rounds=())
        for round_ in phase.rounds:
            parts[part_paths.round_(number, round_.number)] = replace(round_, matches=())
            parts |= {part_paths.match(number, round_.number, match): match for match in round_.matches}
    return parts


def event_of(parts: dict, order: list[str]) -> EventHistory:
    """Build the history from its parts, players in this order; KeyError if a parent part is missing."""
    named = defaultdict(dict)
    for path, part in parts.items():
        kind, name = part_paths.split(path)
        named[part_json.family(kind)][name] = part
    players = tuple(replace(named["player"][key,], order=index) for index, key in enumerate(order))
    orders = {player.id: player.order for player in players}

    def in_order(match):
        return (match.table is None, match.table or 0, orders[match.seats[0].player])

    matches, rounds = defaultdict(list), defaultdict(list)
    for (phase, number, _last), match in named["match"].items():
        matches[phase, number].append(match)
    for (phase, number), round_ in sorted(named["round"].items()):
        inside = tuple(sorted(matches.pop((phase, number), ()), key=in_order))
        rounds[phase].append(replace(round_, matches=inside))
    numbers = sorted(number for (number,) in named["phase"])
    if matches or numbers != list(range(1, len(numbers) + 1)) or not rounds.keys() <= set(numbers):
        raise KeyError("a match without its round, or a round or phase without the phase before")
    phases = tuple(replace(named["phase"][number,], rounds=tuple(rounds[number])) for number in numbers)
    return replace(named["event"][()], players=players, phases=phases)
