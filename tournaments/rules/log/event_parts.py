"""The parts of an event that the log stores: their paths, values, and the event made of them again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from .. import event_file
from ..errors import RuleViolation, _
from ..event_file import AFTER, BEFORE
from ..history import EventHistory, LogRecord, MatchRecord, RoundRecord

EVENT = "event"


def player_path(key):
    return f"player:{key}"


def phase_path(number):
    return f"phase:{number}"


def round_path(phase_number, number):
    return f"round:{phase_number}:{number}"


def match_path(phase_number, round_number, match):
    """Return the path of a table by its number, or of a bye by its player."""
    if match.is_bye:
        return f"bye:{phase_number}:{round_number}:{match.seats[0].player}"
    return f"match:{phase_number}:{round_number}:{match.table}"


def split(path):
    """Return ("match", (1, 2, 12)), ("player", ("p7",)), ("bye", (1, 2, "p7")) or ("event", ()).

    Raises ValueError for an invalid path.
    """
    kind, _, rest = path.partition(":")
    if kind == EVENT and not rest:
        return kind, ()
    if kind == "player" and rest:
        return kind, (rest,)
    if kind == "phase":
        return kind, (int(rest),)
    if kind == "round":
        phase_number, number = rest.split(":")
        return kind, (int(phase_number), int(number))
    if kind in ("match", "bye"):
        phase_number, number, last = rest.split(":", 2)
        return kind, (int(phase_number), int(number), int(last) if kind == "match" else last)
    raise ValueError(path)


WRITERS = {
    "event": event_file.EVENT_FIELDS.write,
    "player": lambda player: event_file.PLAYER_FIELDS.write(player) | {"order": player.order},
    "phase": event_file.phase_fragment,
    "round": event_file.round_fragment,
    "match": event_file.match_fragment,
}


def family(kind: str) -> str:
    """Return the kind of part for the kind of a path: a bye is a match."""
    return "match" if kind == "bye" else kind


def kind_of(path: str) -> str:
    """Return the kind of part that a path names. ValueError for an invalid path."""
    return family(split(path)[0])


def as_json(kind: str, part) -> dict | None:
    """Return a part as stored in the log; None for a missing part."""
    return None if part is None else WRITERS[kind](part)


def from_json(kind: str, value: dict | None, path: str):
    """Read a part from the log. Raises RuleViolation for an invalid value."""
    return None if value is None else event_file.READERS[kind](value, path)


def seated_players(value: dict | None) -> list[str]:
    """Return the player ids of a match as stored in the log, which may have any shape; empty without one."""
    if not isinstance(value, dict):
        return []
    seats = [{"player": value["bye"]}] if "bye" in value else value.get("seats")
    if not isinstance(seats, list):
        return []
    players = (seat.get("player") for seat in seats if isinstance(seat, dict))
    return [player for player in players if isinstance(player, str)]


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


def parts_of_line(changes: dict, side: int) -> dict:
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
    return (path for path, after in parts_of_line(changes, AFTER).items() if parts.get(path) != after)


def revert_changes(parts: dict, order: list[str], changes: dict) -> list[str]:
    """Restore each part to before these changes; return the player ids in the order of that time."""
    before = parts_of_line(changes, BEFORE)
    after = parts_of_line(
        {path: change for path, change in changes.items() if path.startswith("player:")}, AFTER
    )
    moved_ids, restored_players = set(), []
    for path, new in after.items():
        old = before[path]
        if old is None or new is None or old.order != new.order:
            moved_ids.add(split(path)[1][0])
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
    own_fields = replace(history, players=(), phases=(), log=(), published=(), registrations=(), people={})
    parts = {EVENT: own_fields}
    parts |= {player_path(p.id): replace(p, order=order) for order, p in enumerate(history.players)}
    for number, phase in enumerate(history.phases, 1):
        parts[phase_path(number)] = replace(phase, rounds=())
        for round_ in phase.rounds:
            parts[round_path(number, round_.number)] = replace(round_, matches=())
            parts |= {match_path(number, round_.number, match): match for match in round_.matches}
    return parts


def join_event(parts: dict, order: list[str]) -> EventHistory:
    """Return the history of these parts, players in this order.

    Raises InconsistentParts if a part has another name than its path, or lacks the part it belongs to.
    """
    by_family = defaultdict(dict)
    for path, part in parts.items():
        kind, name = split(path)
        by_family[family(kind)][name] = part
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


def apply_match_changes(history: EventHistory, lines: Iterable[dict]) -> EventHistory | None:
    """Return the history with these changes of log lines; None if they change more than existing matches."""
    changed = {}
    for changes in lines:
        for path, (_before, after) in changes.items():
            kind, name = split(path)
            if family(kind) != "match" or after is None:
                return None
            try:
                changed.setdefault(name[:2], {})[name[2]] = from_json("match", after, path)
            except RuleViolation:
                return None
    for (phase, number), matches in changed.items():
        round_ = history.find_round(phase, number)
        if round_ is None:
            return None
        old_matches = matches_by_name(round_)
        if not matches.keys() <= old_matches.keys():
            return None
        matches = tuple((old_matches | matches).values())
        history = history.phase(phase).with_round(replace(round_, matches=matches)).history
    return history


def matches_by_name(round_: RoundRecord) -> dict[int | str, MatchRecord]:
    """Return the matches of a round by table, or by the player of a bye, in the round's order."""
    return {match.table or match.seats[0].player: match for match in round_.matches}


def existing_matches(history: EventHistory, names: Iterable[tuple]) -> dict[tuple, MatchRecord]:
    """Return {name: match} for the existing matches among these names (of `split`)."""
    rounds = {place: history.find_round(*place) for place in {name[:2] for name in names}}
    matches = {place: matches_by_name(round_) for place, round_ in rounds.items() if round_}
    return {name: matches[name[:2]][name[2]] for name in names if name[2] in matches.get(name[:2], ())}


def changed_results(changes: dict) -> Iterator[tuple[str, dict]]:
    """Yield (path, match as stored in the log) of each table whose result or players' reports change.

    Invalid changes are skipped.
    """
    for path, change in changes.items():
        if not path.startswith("match:"):
            continue
        try:
            before, after = (event_file.read_parts({path: change}, side)[path] for side in (BEFORE, AFTER))
        except RuleViolation:
            # A log from a file may contain anything.
            continue
        if after is not None and reported_state(before) != reported_state(after):
            yield path, change[1]


def reported_state(match: MatchRecord | None):
    """Return the seats and drawn games of a match; None without a result and reports."""
    if match is None or not (match.reported or any(seat.player_report for seat in match.seats)):
        return None
    return match.seats, match.drawn_games


def place(path: str) -> tuple[int, int, int]:
    """Return (phase, round, table) of a table's path."""
    return split(path)[1]
