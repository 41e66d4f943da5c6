"""Reads and writes parts of an event as rows, in place so that links stay valid."""

from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, RestrictedError

from ...models import Event, Phase, Pick, Player, Round, Seat
from ...queries.history import load
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, PlayerRecord
from .matches import read_matches, write_matches


def read_parts(event: Event, kind: str, names: list[tuple]) -> dict[tuple, object]:
    """Return the existing parts of one kind by name (part_paths.split)."""
    return READERS[kind](event, names) if names else {}


def write_parts(event: Event, parts: dict[str, dict[tuple, object]], now: datetime | None = None):
    """Store parts by kind and name, None to delete one: each before the rows that refer to it.

    `now` is the time of the action, which players are marked with that it removes.
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
    for field in ("name", "rulebook", "timezone", "place", "visibility"):
        setattr(event, field, getattr(history, field))
    event.forbidden, event.wished = list(map(list, history.forbidden)), list(map(list, history.wished))
    event.pot = history.pot
    fragment = event_file.event_fragment(history)
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
    for field in load.PLAYER_FIELDS:
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
    Player.with_removed.bulk_update(changed, [*load.PLAYER_FIELDS, "removed_at"], 500)


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
        values = {
            name: getattr(part, name) for name in ("kind", "name", "settings", "pods_seed", "pods_sealed")
        }
        values |= {"entrants": entrants, "pods": list(map(list, part.pods))}
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
