"""Reads and writes the parts of an event: rows of the database as records."""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import replace
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, RestrictedError

from ..history import load
from ..models import Event, Match, Phase, Pick, Player, Round, Seat
from ..rules import event_file
from ..rules.errors import RuleViolation, _
from ..rules.history import BRACKET, PlayerRecord, SeatRecord
from ..rules.log.event_parts import family, round_path, seated_players, split

# Up to this many tables are updated one by one: a result, and what follows from one in finals.
MAX_IN_PLACE = 8
# Of more tables in a round, all matches are read.
MAX_TABLES_BY_NUMBER = 49


def read_matches(event, names):
    """Return the existing matches by name: (phase, round, table number or, of a bye, player id)."""
    tables, byes = group_by_round(names)
    matches_by_name = {}
    for (phase, number), last_parts in {**tables, **byes}.items():
        filters = {"round__phase__event": event, "round__phase__number": phase, "round__number": number}
        if (phase, number) not in byes and len(last_parts) <= MAX_TABLES_BY_NUMBER:
            filters["match__table__in"] = last_parts
        for matches in load.matches_of(**filters).values():
            for match in matches:
                last = match.seats[0].player if match.is_bye else match.table
                matches_by_name[phase, number, last] = match
    return {name: matches_by_name[name] for name in names if name in matches_by_name}


def write_matches(event, parts):
    """Store matches by name; None deletes one."""
    if len(parts) <= MAX_IN_PLACE:
        parts = {name: part for name, part in parts.items() if not update_in_place(event, name, part)}
    for phase, number in dict.fromkeys(name[:2] for name in parts):
        round_ = Round.objects.filter(phase__event=event, phase__number=phase, number=number).first()
        round_parts = {name[2]: part for name, part in parts.items() if name[:2] == (phase, number)}
        if round_ is None and any(round_parts.values()):
            raise RuleViolation(_("There is no round {number}."), number=number)
        if round_:
            write_round_matches(event, round_, round_parts)


def update_in_place(event, name, match) -> bool:
    """Update the rows of a table with unchanged players; return whether they are unchanged."""
    if match is None or match.is_bye:
        return False
    rows = list(seats_at(event, *name))
    if [row.player.public_id for row in rows] != list(match.players):
        return False
    values = {field: getattr(match, field) for field in load.MATCH_COLUMNS}
    if any(getattr(rows[0].match, field) != value for field, value in values.items()):
        Match.objects.filter(pk=rows[0].match_id).update(**values)
    for row, seat in zip(rows, match.seats, strict=True):
        Seat.objects.filter(pk=row.pk).update(**seat_values(seat))
    return True


def seats_at(event, phase, number, table):
    """Return the seats of a table in order, with their players."""
    rounds = {"round__phase__event": event, "round__phase__number": phase, "round__number": number}
    seats = Seat.objects.filter(match__table=table, **rounds).order_by("position")
    return seats.select_related("match", "player")


def seat_values(seat: SeatRecord) -> dict:
    """Return the reported columns of a seat."""
    values = {field: getattr(seat, field) for field in load.RESULT_COLUMNS}
    report = seat.player_report
    return values | {"player_report": event_file.REPORT_FIELDS.write(report) if report else None}


def write_round_matches(event, round_, parts):
    """Write one round's matches; old rows go first, so that tables and players can move."""
    tables = [last for last in parts if isinstance(last, int)]
    rows = {row.table: row for row in round_.matches.filter(table__in=tables)}
    if len(tables) < len(parts):
        byes = Seat.objects.filter(round=round_, match__table=None).select_related("match", "player")
        rows |= {seat.player.public_id: seat.match for seat in byes}
    removed = [rows[last].pk for last, part in parts.items() if part is None and last in rows]
    Match.objects.filter(pk__in=removed).delete()
    stored = {last: part for last, part in parts.items() if part is not None}
    Seat.objects.filter(match__in=[rows[last].pk for last in stored if last in rows]).delete()
    new_rows, changed = [], []
    for last, part in stored.items():
        row = rows.setdefault(last, Match(round=round_))
        values = {field: getattr(part, field) for field in load.MATCH_COLUMNS}
        if row.pk is None:
            new_rows.append(row)
        elif values != {field: getattr(row, field) for field in values}:
            changed.append(row)
        for field, value in values.items():
            setattr(row, field, value)
    Match.objects.bulk_create(new_rows)
    Match.objects.bulk_update(changed, load.MATCH_COLUMNS)
    Seat.objects.bulk_create(seats_for(event, round_, {rows[last]: part for last, part in stored.items()}))


def seats_for(event, round_, matches):
    keys = {seat.player for match in matches.values() for seat in match.seats}
    players = dict(Player.objects.filter(event=event, public_id__in=keys).values_list("public_id", "id"))
    if missing := sorted(keys - players.keys()):
        raise RuleViolation(_("No player has the id {key}."), key=missing[0])
    return [
        Seat(match=row, round=round_, position=position, player_id=players[seat.player], **seat_values(seat))
        for row, match in matches.items()
        for position, seat in enumerate(match.seats, 1)
    ]


def group_by_round(names):
    """Return (table numbers, ids of players with a bye), each by (phase, round)."""
    tables, byes = {}, {}
    for phase, number, last in names:
        (tables if isinstance(last, int) else byes).setdefault((phase, number), []).append(last)
    return tables, byes


def load_parts(event: Event, kind: str, names: list[tuple]) -> dict[tuple, object]:
    """Return the existing parts of one kind by name (rules.log.event_parts.split)."""
    return READERS[kind](event, names) if names else {}


def write_parts(event: Event, parts: dict[str, dict[tuple, object]], now: datetime | None = None):
    """Store parts by kind and name, None to delete one: each before the rows that refer to it.

    `now` is stored as the time at which players were removed.
    """
    deleted = {kind: {name: None for name, part in parts[kind].items() if part is None} for kind in KINDS}
    stored = {kind: {name: part for name, part in parts[kind].items() if part is not None} for kind in KINDS}
    deletions = [(kind, deleted[kind]) for kind in reversed(KINDS) if kind != "player"]
    for kind, named_parts in (*deletions, *stored.items()):
        if named_parts:
            WRITERS[kind](event, named_parts)
    # Players are removed last: a merge moves a player's seats to another player first.
    if deleted["player"]:
        remove_players(event, [key for (key,) in deleted["player"]], now)


def read_event(event, names):
    return {(): load.event_from_row(event)}


def write_event(event, parts):
    history = parts[()]
    for field in ("name", "rulebook", "timezone", "place", "game", "game_format", "cancelled", "visibility"):
        setattr(event, field, getattr(history, field))
    event.forbidden, event.wished = list(map(list, history.forbidden)), list(map(list, history.wished))
    event.pot = history.pot
    fragment = event_file.EVENT_FIELDS.write(history)
    event.announcement = fragment.get("announcement")
    for field in ("registration", "check_in", "lists"):
        setattr(event, field, fragment.get(field, {}))
    event.starts_at = time_of(history.starts_at)
    event.save()


def time_of(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def read_players(event, names):
    players = load.players_of(event, public_id__in=[key for (key,) in names])
    return {(player.id,): player for player in players}


def write_players(event, parts):
    """Write players; removed ones among them return to their row and their former place in the list."""
    rows = {row.public_id: row for row in Player.with_removed.filter(event=event).order_by("order", "id")}
    in_order = [row for row in rows.values() if row.removed_at is None]
    for part in sorted(parts.values(), key=lambda part: part.order):
        row = rows.get(part.id) or Player(event=event, public_id=part.id)
        set_facts(row, part)
        if row.pk is None or row.removed_at:
            in_order.insert(part.order, row)
            row.removed_at = None
    store_order(in_order, {key for (key,) in parts})


def set_facts(row: Player, part: PlayerRecord):
    for field in load.PLAYER_COLUMNS:
        setattr(row, field, getattr(part, field))
    row.checked_in_at = time_of(part.checked_in_at)


def remove_players(event, keys, now):
    """Mark players as removed; their picked names are free."""
    rows = list(Player.objects.filter(event=event).order_by("order", "id"))
    removed = [row for row in rows if row.public_id in keys]
    if Seat.objects.filter(player__in=removed).exists():
        raise RestrictedError("A removed player would still have a seat.", removed)
    Pick.objects.filter(player__in=removed).delete()
    Player.objects.filter(pk__in=[row.pk for row in removed]).update(removed_at=now)
    store_order([row for row in rows if row.public_id not in keys])


def store_order(rows, changed_keys=()):
    """Store the rows of the list of players, which has no gaps, and all columns of those with these ids."""
    changed = [
        row
        for order, row in enumerate(rows)
        if row.pk and (row.order != order or row.public_id in changed_keys)
    ]
    for order, row in enumerate(rows):
        row.order = order
    Player.objects.bulk_create(row for row in rows if row.pk is None)
    Player.with_removed.bulk_update(changed, [*load.PLAYER_COLUMNS, "removed_at"], 500)


def set_player_order(event: Event, order: Iterable[str]):
    """Sort the list of players by this order of ids; an empty order changes nothing."""
    positions = {key: position for position, key in enumerate(order)}
    rows = Player.objects.filter(event=event) if positions else ()
    moved = [row for row in rows if row.order != positions[row.public_id]]
    for row in moved:
        row.order = positions[row.public_id]
    Player.objects.bulk_update(moved, ["order"], 500)


def read_phases(event, names):
    rows = Phase.objects.filter(event=event, number__in=[number for (number,) in names])
    return {(row.number,): load.phase_of(row) for row in rows}


def write_phases(event, parts):
    for (number,), part in parts.items():
        if part is None:
            Phase.objects.filter(event=event, number=number).delete()
            continue
        entrants = None if part.entrants is None else list(part.entrants)
        values = {name: getattr(part, name) for name in ("kind", "name", "pods_seed", "pods_sealed")}
        values |= {"settings": part.overrides, "entrants": entrants, "pods": list(map(list, part.pods))}
        values["build_until"] = time_of(part.build_until)
        Phase.objects.update_or_create(event=event, number=number, defaults=values)


def read_rounds(event, names):
    filters = reduce(or_, (Q(phase__number=phase, number=number) for phase, number in names))
    rows = Round.objects.filter(filters, phase__event=event).select_related("phase")
    return {(row.phase.number, row.number): load.round_of(row) for row in rows}


def write_rounds(event, parts):
    phases = {phase.number: phase for phase in Phase.objects.filter(event=event)}
    # A phase has one open round at most: others are finished or deleted before it is stored.
    in_order = sorted(parts.items(), key=lambda item: (item[1] is not None and not item[1].finished, item[0]))
    for (phase, number), part in in_order:
        if part is None:
            Round.objects.filter(phase=phases.get(phase), number=number).delete()
            continue
        if phase not in phases:
            raise RuleViolation(_("There is no phase {number}."), number=phase)
        values = {"state": part.state, "seed": part.seed, "sealed": part.sealed}
        fragment = event_file.round_fragment(part)
        values |= {key: fragment.get(key) for key in ("proof", "clock")}
        values["in_bracket"] = phases[phase].kind == BRACKET
        Round.objects.update_or_create(phase=phases[phase], number=number, defaults=values)


KINDS = ("event", "player", "phase", "round", "match")
READERS = {
    "event": read_event,
    "player": read_players,
    "phase": read_phases,
    "round": read_rounds,
    "match": read_matches,
}
WRITERS = {
    "event": write_event,
    "player": write_players,
    "phase": write_phases,
    "round": write_rounds,
    "match": write_matches,
}


def rounds_without_proof(event: Event, changes: dict, changed_paths: Container[str]) -> dict:
    """Return path → round without its proof, for proven rounds whose pairs change but not they themselves."""
    old_pairs, new_pairs = defaultdict(list), defaultdict(list)
    for path, (before, after) in changes.items():
        kind, name = split(path)
        if family(kind) == "match":
            old_pairs[name[:2]] += drawn_pairs(kind, before)
            new_pairs[name[:2]] += drawn_pairs(kind, after)
    moved = [name for name, pairs in old_pairs.items() if sorted(pairs) != sorted(new_pairs[name])]
    names = [name for name in moved if round_path(*name) not in changed_paths]
    rounds = load_parts(event, "round", names)
    proven = {round_path(*name): round_ for name, round_ in rounds.items() if round_.proof}
    return {path: replace(round_, proof=None) for path, round_ in proven.items()}


def drawn_pairs(kind: str, match: dict | None) -> list[list[str]]:
    """Return the sorted players of a match as the only pair; table numbers and seat order do not count.

    Empty without a match, and for a bye with its own points: it was requested or given for a late entry.
    """
    is_drawn = match and not (kind == "bye" and "points" in match)
    return [sorted(seated_players(match))] if is_drawn else []
