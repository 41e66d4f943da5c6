"""Parts of an event ↔ their rows, read and written in place so that addresses live on."""

from dataclasses import asdict
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q

from ...models import Event, Phase, Player, Round
from ...queries.history import load
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET
from .matches import read_matches, write_matches


def read(event: Event, kind: str, names: list[tuple]) -> dict[tuple, object]:
    """The parts of one kind that there are, by name (rules.paths.split)."""
    return READERS[kind](event, names) if names else {}


def write(event: Event, kind: str, parts: dict[tuple, object]):
    """Store the parts of one kind; None takes a part away."""
    if parts:
        WRITERS[kind](event, parts)


def write_all(event: Event, parts: dict[str, dict[tuple, object]]):
    """Store parts of every kind: what stands on a row goes before it, and comes after it."""
    gone = {kind: {name: None for name, part in parts[kind].items() if part is None} for kind in KINDS}
    for kind in reversed(KINDS):
        if kind != "player":
            write(event, kind, gone[kind])
    for kind in KINDS:
        write(event, kind, {name: part for name, part in parts[kind].items() if part is not None})
    # A player may have been merged into another: their seats are that player's by now.
    write(event, "player", gone["player"])


def read_event(event, names):
    return {(): load.event_of(event)}


def write_event(event, parts):
    told = parts[()]
    for field in ("name", "rulebook", "timezone", "place", "visibility"):
        setattr(event, field, getattr(told, field))
    event.forbidden, event.wished = list(map(list, told.forbidden)), list(map(list, told.wished))
    event.pot = told.pot
    event.announcement = asdict(told.announcement) if told.announcement else None
    event.starts_at = time_of(told.starts_at)
    event.save()


def time_of(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


def read_players(event, names):
    players = load.players_of(event, key__in=[key for (key,) in names])
    return {(player.id,): player for player in players}


def write_players(event, parts):
    """Rows of players; the list keeps no gap, and who comes back stands where they stood."""
    in_order = list(Player.objects.filter(event=event).order_by("order", "id"))
    rows = {row.key: row for row in in_order}
    gone = {rows[key].pk for (key,), part in parts.items() if part is None and key in rows}
    Player.objects.filter(pk__in=gone).delete()
    in_order = [row for row in in_order if row.pk not in gone]
    kept = sorted((part for part in parts.values() if part is not None), key=lambda part: part.order)
    made = []
    for part in kept:
        row = rows.get(part.id) or Player(event=event, key=part.id)
        for field in load.PLAYER_FIELDS:
            setattr(row, field, getattr(part, field))
        if row.pk is None:
            in_order.insert(part.order, row)
            made.append(row)
    named = {part.id for part in kept}
    changed = [
        row for place, row in enumerate(in_order) if row.pk and (row.order != place or row.key in named)
    ]
    for place, row in enumerate(in_order):
        row.order = place
    Player.objects.bulk_create(made)
    Player.objects.bulk_update(changed, load.PLAYER_FIELDS, 500)


def read_phases(event, names):
    rows = Phase.objects.filter(event=event, number__in=[number for (number,) in names])
    return {(row.number,): load.phase_of(row) for row in rows}


def write_phases(event, parts):
    for (number,), part in parts.items():
        if part is None:
            Phase.objects.filter(event=event, number=number).delete()
            continue
        entrants = None if part.entrants is None else list(part.entrants)
        said = {"kind": part.kind, "name": part.name, "settings": part.settings, "entrants": entrants}
        said |= {"pods": list(map(list, part.pods)), "build_until": time_of(part.build_until)}
        said |= {"pods_seed": part.pods_seed, "pods_sealed": part.pods_sealed}
        Phase.objects.update_or_create(event=event, number=number, defaults=said)


def read_rounds(event, names):
    which = reduce(or_, (Q(phase__number=phase, number=number) for phase, number in names))
    rows = Round.objects.filter(which, phase__event=event).select_related("phase")
    return {(row.phase.number, row.number): load.round_of(row) for row in rows}


def write_rounds(event, parts):
    phases = {phase.number: phase for phase in Phase.objects.filter(event=event)}
    in_order = sorted(parts.items(), key=lambda item: (item[1] is not None and not item[1].finished, item[0]))
    for (phase, number), part in in_order:
        if part is None:
            Round.objects.filter(phase=phases.get(phase), number=number).delete()
            continue
        if phase not in phases:
            raise RuleViolation(_("There is no phase {number}."), number=phase)
        said = {"state": part.state, "seed": part.seed, "sealed": part.sealed}
        fragment = event_file.round_fragment(part)
        said |= {key: fragment.get(key) for key in ("proof", "clock")}
        said["in_bracket"] = phases[phase].kind == BRACKET
        Round.objects.update_or_create(phase=phases[phase], number=number, defaults=said)


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
