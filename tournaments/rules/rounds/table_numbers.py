"""Where people sit: who of two first, and at which table."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import chain, count

from ..errors import _
from ..history import EventHistory, PhaseRecord, PlayerRecord
from ..pairing import Reason
from ..settings.pairing import BALANCED

KEPT = _("table {table} is kept for {name}")
WITH_ANOTHER = _("{name} should sit at table {table}, but {other}, entered earlier, at table {taken}")
TAKEN = _("{name} should sit at table {table}, but {other}, entered earlier, has it")
UNDER_WAY = _("{name} should sit at table {table}, but a match is under way there")


def in_turn(pairs: Iterable[tuple[str, str]], phase: PhaseRecord, first_seat: str, seed: str):
    """The pairs, who sits first of each in front. Balanced: who sat first less often in the phase, then who
    did not the last time, then the lot."""
    if first_seat != BALANCED:
        return [tuple(pair) for pair in pairs]
    firsts = first_seats(phase)
    number = len(phase.rounds) + 1

    def turn(player):
        sat = firsts.get(player, ())
        lot = hashlib.sha256(f"{seed}|{number}|{player}|first seat".encode()).digest()
        return sum(sat), bool(sat and sat[-1]), lot

    return [tuple(sorted(pair, key=turn)) for pair in pairs]


def first_seats(phase: PhaseRecord) -> dict[str, list[bool]]:
    """For each player of the phase, of each match in order, whether they sat first."""
    sat = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            for place, seat in enumerate(match.seats if not match.is_bye else ()):
                sat.setdefault(seat.player, []).append(place == 0)
    return sat


def numbered(
    history: EventHistory, seated: Sequence[Sequence[str]], numbers: Sequence[int], taken=frozenset()
):
    """(the number of each table of players, {player: Reason}): players who always sit at one table have it,
    and who stands earlier in the event's list has it first; the others get the numbers left, in order.

    `taken` are numbers that cannot be had. A Reason says what became of a table that is always somebody's.
    """
    at, holders, why = {}, {}, {}
    place = {player: here for here, players in enumerate(seated) for player in players}
    for player in history.players:
        if player.table is None or player.id not in place:
            continue
        here = place[player.id]
        if here in at or player.table in taken or player.table in holders:
            why |= dict.fromkeys(seated[here], refused(player, at.get(here), holders))
        else:
            at[here], holders[player.table] = player.table, player
            kept = Reason(KEPT, {"table": player.table, "name": player.name})
            why |= dict.fromkeys(seated[here], kept)
    free = chain(numbers, count(max(numbers, default=0) + 1))
    left = (number for number in free if number not in holders and number not in taken)
    return [at.get(here) or next(left) for here in range(len(seated))], why


def refused(player: PlayerRecord, seated_at: int | None, holders: dict[int, PlayerRecord]) -> Reason:
    """Why a player does not sit at their own table."""
    said = {"table": player.table, "name": player.name}
    if seated_at == player.table:
        return Reason(KEPT, said)
    if seated_at:
        return Reason(WITH_ANOTHER, said | {"other": holders[seated_at].name, "taken": seated_at})
    if player.table in holders:
        return Reason(TAKEN, said | {"other": holders[player.table].name})
    return Reason(UNDER_WAY, said)
