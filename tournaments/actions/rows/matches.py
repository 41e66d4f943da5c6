"""Reads and writes matches and their seats as rows."""

from ...models import Match, Player, Round, Seat
from ...queries.history import load
from ...rules.errors import RuleViolation, _
from ...rules.history import SeatRecord

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
    values = {field: getattr(match, field) for field in load.MATCH_FIELDS}
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
    values = {field: getattr(seat, field) for field in load.SEAT_FIELDS}
    return values | {"player_report": seat.player_report.as_json() if seat.player_report else None}


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
        values = {field: getattr(part, field) for field in load.MATCH_FIELDS}
        if row.pk is None:
            new_rows.append(row)
        elif values != {field: getattr(row, field) for field in values}:
            changed.append(row)
        for field, value in values.items():
            setattr(row, field, value)
    Match.objects.bulk_create(new_rows)
    Match.objects.bulk_update(changed, load.MATCH_FIELDS)
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
