"""An event as its parts, by the names that the log has for them; and as it was before lines of its log."""

from collections import defaultdict
from dataclasses import replace

from . import fragments, paths
from .errors import RuleViolation, _
from .history import Event, LogLine


def rewound(event: Event, lines: tuple[LogLine, ...]) -> Event:
    """The event as it was before these lines, the last ones of its log, oldest first.

    Raises RuleViolation where they do not fit the event (a log that came in a file may say anything).
    """
    parts = parts_of(event)
    try:
        for line in reversed(lines):
            for path, (before, _after) in line.changes.items():
                kind, _name = paths.split(path)
                parts[path] = fragments.from_json(fragments.family(kind), before, path)
        return event_of({path: part for path, part in parts.items() if part is not None})
    except (RuleViolation, KeyError, TypeError, ValueError, AttributeError):
        raise RuleViolation(_("The event's log does not fit the event.")) from None


def parts_of(event: Event) -> dict:
    """Path → part of the event: its facts, players, phases, rounds, matches."""
    parts = {paths.EVENT: replace(event, players=(), phases=(), log=())}
    parts |= {paths.player(p.id): replace(p, order=order) for order, p in enumerate(event.players)}
    for number, phase in enumerate(event.phases, 1):
        parts[paths.phase(number)] = replace(phase, rounds=())
        for round_ in phase.rounds:
            parts[paths.round_(number, round_.number)] = replace(round_, matches=())
            parts |= {paths.match(number, round_.number, match): match for match in round_.matches}
    return parts


def event_of(parts: dict) -> Event:
    """The event of these parts; KeyError where one stands on nothing."""
    named = defaultdict(dict)
    for path, part in parts.items():
        kind, name = paths.split(path)
        named[fragments.family(kind)][name] = part
    players = tuple(sorted(named["player"].values(), key=lambda player: player.order))
    orders = {player.id: player.order for player in players}

    def in_order(match):
        return (match.table is None, match.table or 0, orders[match.seats[0].player])

    matches, rounds = defaultdict(list), defaultdict(list)
    for (phase, number, _last), match in named["match"].items():
        matches[phase, number].append(match)
    for (phase, number), round_ in sorted(named["round"].items()):
        inside = tuple(sorted(matches.pop((phase, number), ()), key=in_order))
        rounds[phase].append(replace(round_, matches=inside))
    phases = tuple(
        replace(phase, rounds=tuple(rounds.pop(number, ())))
        for (number,), phase in sorted(named["phase"].items())
    )
    if matches or rounds:
        raise KeyError("a match without its round, or a round without its phase")
    return replace(named["event"][()], players=players, phases=phases)
