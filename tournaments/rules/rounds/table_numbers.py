"""First seats and table numbers of a round."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import chain, count

from ..errors import _
from ..history import EventHistory, PhaseRecord, PlayerRecord
from ..pairing import Reason
from ..settings.pairing import BALANCED

OWN_TABLE = _("table {table} is reserved for {name}")
OPPONENTS_TABLE = _(
    "{name} should be at table {table}, but {other}, who registered earlier, has table {taken}"
)
OTHERS_TABLE = _("{name} should be at table {table}, but {other}, who registered earlier, has it")
TABLE_IN_USE = _("{name} should be at table {table}, but a match is in progress there")


def assign_first_seats(pairs: Iterable[tuple[str, str]], phase: PhaseRecord, first_seat: str, seed: str):
    """Return the pairs with the first seat in front.

    Balanced: the player who sat first less often in the phase, then who did not last time, then by lot.
    """
    if first_seat != BALANCED:
        return [tuple(pair) for pair in pairs]
    firsts = first_seats(phase)
    number = len(phase.rounds) + 1

    def seat_key(player):
        past_firsts = firsts.get(player, ())
        lot = hashlib.sha256(f"{seed}|{number}|{player}|first seat".encode()).digest()
        return sum(past_firsts), bool(past_firsts and past_firsts[-1]), lot

    return [tuple(sorted(pair, key=seat_key)) for pair in pairs]


def first_seats(phase: PhaseRecord) -> dict[str, list[bool]]:
    """Return {player id: for each match in order, whether the player sat first}."""
    firsts = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            for place, player in enumerate(match.players if not match.is_bye else ()):
                firsts.setdefault(player, []).append(place == 0)
    return firsts


def assign_table_numbers(
    history: EventHistory, tables: Sequence[Sequence[str]], numbers: Sequence[int], taken=frozenset()
):
    """Return (the number of each table, {player id: Reason}).

    Players with a table of their own get it, earlier players in the event's list first; the other tables get
    the remaining numbers in order. `taken` are numbers in use. A Reason explains each request for an own
    table.
    """
    own_numbers, holders, notes = {}, {}, {}
    table_of_player = {player: index for index, players in enumerate(tables) for player in players}
    for player in history.players:
        if player.table is None or player.id not in table_of_player:
            continue
        index = table_of_player[player.id]
        if index in own_numbers or player.table in taken or player.table in holders:
            notes |= dict.fromkeys(tables[index], own_table_reason(player, own_numbers.get(index), holders))
        else:
            own_numbers[index], holders[player.table] = player.table, player
            note = Reason(OWN_TABLE, {"table": player.table, "name": player.name})
            notes |= dict.fromkeys(tables[index], note)
    free = chain(numbers, count(max(numbers, default=0) + 1))
    remaining = (number for number in free if number not in holders and number not in taken)
    return [own_numbers.get(index) or next(remaining) for index in range(len(tables))], notes


def own_table_reason(player: PlayerRecord, seated_at: int | None, holders: dict[int, PlayerRecord]) -> Reason:
    """Return the Reason why a player sits, or does not sit, at their own table."""
    params = {"table": player.table, "name": player.name}
    if seated_at == player.table:
        return Reason(OWN_TABLE, params)
    if seated_at:
        return Reason(OPPONENTS_TABLE, params | {"other": holders[seated_at].name, "taken": seated_at})
    if player.table in holders:
        return Reason(OTHERS_TABLE, params | {"other": holders[player.table].name})
    return Reason(TABLE_IN_USE, params)
