"""Matches and their seats ↔ their rows."""

from dataclasses import asdict

from ...models import Match, Player, Round, Seat
from ...queries.history import load
from ...rules.errors import RuleViolation, _
from ...rules.history import SeatRecord

# So few tables are asked for and put one by one: a result, what follows from one of finals.
FEW = 8


def read_matches(event, names):
    tables, byes = by_round(names)
    found = {}
    for (phase, number), wanted in {**tables, **byes}.items():
        which = {"round__phase__event": event, "round__phase__number": phase, "round__number": number}
        if (phase, number) not in byes and len(wanted) < 50:
            which["match__table__in"] = wanted
        for matches in load.matches_of(**which).values():
            for match in matches:
                last = match.seats[0].player if match.is_bye else match.table
                found[phase, number, last] = match
    return {name: found[name] for name in names if name in found}


def write_matches(event, parts):
    if len(parts) <= FEW:
        parts = {name: part for name, part in parts.items() if not put_in_place(event, name, part)}
    tables, byes = by_round(parts)
    for phase, number in {**tables, **byes}:
        round_ = Round.objects.filter(phase__event=event, phase__number=phase, number=number).first()
        here = {name[2]: part for name, part in parts.items() if name[:2] == (phase, number)}
        if round_ is None and any(here.values()):
            raise RuleViolation(_("There is no round {number}."), number=number)
        if round_:
            write_round_matches(event, round_, here)


def put_in_place(event, name, match) -> bool:
    """Put what is said of a table where the same people sit there already; whether they do."""
    if match is None or match.is_bye:
        return False
    rows = list(seats_at(event, *name))
    if [row.player.key for row in rows] != list(match.players):
        return False
    said = {field: getattr(match, field) for field in load.MATCH_FIELDS}
    if any(getattr(rows[0].match, field) != value for field, value in said.items()):
        Match.objects.filter(pk=rows[0].match_id).update(**said)
    for row, seat in zip(rows, match.seats, strict=True):
        Seat.objects.filter(pk=row.pk).update(**seat_values(seat))
    return True


def seats_at(event, phase, number, table):
    """The seats of a table in their order, with their players."""
    place = {"round__phase__event": event, "round__phase__number": phase, "round__number": number}
    seats = Seat.objects.filter(match__table=table, **place).order_by("position")
    return seats.select_related("match", "player")


def seat_values(seat: SeatRecord) -> dict:
    """The columns of a seat that say what was reported of it."""
    values = {field: getattr(seat, field) for field in load.SEAT_FIELDS}
    return values | {"claim": asdict(seat.claim) if seat.claim else None}


def write_round_matches(event, round_, parts):
    """Rows of one round's matches: taken away first, so that a table or player that moves is free."""
    tables = [last for last in parts if isinstance(last, int)]
    rows = {row.table: row for row in round_.matches.filter(table__in=tables)}
    if len(tables) < len(parts):
        byes = Seat.objects.filter(round=round_, match__table=None).select_related("match", "player")
        rows |= {seat.player.key: seat.match for seat in byes}
    Match.objects.filter(
        pk__in=[rows[last].pk for last, part in parts.items() if part is None and last in rows]
    ).delete()
    kept = {last: part for last, part in parts.items() if part is not None}
    Seat.objects.filter(match__in=[rows[last].pk for last in kept if last in rows]).delete()
    made, changed = [], []
    for last, part in kept.items():
        row = rows.setdefault(last, Match(round=round_))
        said = {field: getattr(part, field) for field in load.MATCH_FIELDS}
        if row.pk is None:
            made.append(row)
        elif said != {field: getattr(row, field) for field in said}:
            changed.append(row)
        for field, value in said.items():
            setattr(row, field, value)
    Match.objects.bulk_create(made)
    Match.objects.bulk_update(changed, load.MATCH_FIELDS)
    Seat.objects.bulk_create(seats_for(event, round_, {rows[last]: part for last, part in kept.items()}))


def seats_for(event, round_, matches):
    keys = {seat.player for match in matches.values() for seat in match.seats}
    players = dict(Player.objects.filter(event=event, key__in=keys).values_list("key", "id"))
    if missing := sorted(keys - players.keys()):
        raise RuleViolation(_("No player has the id {key}."), key=missing[0])
    return [
        Seat(
            match=row,
            round=round_,
            position=position,
            player_id=players[seat.player],
            **seat_values(seat),
        )
        for row, match in matches.items()
        for position, seat in enumerate(match.seats, 1)
    ]


def by_round(names):
    """Table numbers, and players with a bye, by (phase, round)."""
    tables, byes = {}, {}
    for phase, number, last in names:
        (tables if isinstance(last, int) else byes).setdefault((phase, number), []).append(last)
    return tables, byes
