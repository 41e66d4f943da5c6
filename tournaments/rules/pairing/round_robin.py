"""Round robin: every player meets every other once or twice, by the circle method."""

import hashlib
from collections.abc import Iterable, Sequence

from ..errors import RuleViolation, _
from ..history import BYE, ROUND_ROBIN, EventHistory, MatchRecord, PhaseRecord, RoundRecord, SeatRecord
from .pools import deal_snake
from .reasons.wording import Reason

ALREADY_BEGUN = _(
    "The round robin has begun: who joins now would not meet everybody. Take its rounds back first."
)
MEETS_IN_POOL = _("pool {pool}: everybody in it meets everybody")
MEETS = {
    False: _("everybody meets everybody"),
    True: _("everybody meets somebody new each round, in an order drawn by lot before round 1"),
}
BYES = {
    True: _("bye: the field is odd, and it is this player's turn to sit out"),
    False: _("bye: the opponent of this round has dropped"),
}


def is_under_way(history: EventHistory) -> bool:
    """Return whether the current phase is a round robin that has begun, so that its pairings are fixed."""
    phase = history.phase(history.current)
    return phase.kind == ROUND_ROBIN and bool(phase.rounds)


def is_shut_out(history: EventHistory, player: str) -> bool:
    """Return whether a round robin is under way that the player cannot join."""
    return is_under_way(history) and not has_played(history, player)


def has_played(history: EventHistory, player: str) -> bool:
    """Return whether the player has had a seat in any round of the event."""
    matches = [match for phase in history.phases for round_ in phase.rounds for match in round_.matches]
    return any(seat.player == player for match in matches for seat in match.seats)


def phase_players(history: EventHistory, phase_number: int, entrants: Sequence[str]) -> tuple[str, ...]:
    """Return the players of the phase: those of its first round or, before it, the present entrants."""
    phase = history.phase(phase_number)
    if phase.rounds:
        sat = {seat.player for match in phase.rounds[0].matches for seat in match.seats}
        return tuple(player for player in entrants if player in sat)
    present_ids = present_players(history, history.rounds_before(phase_number) + 1)
    return tuple(player for player in entrants if player in present_ids)


def player_pools(history: EventHistory, phase_number: int, entrants: Sequence[str]) -> dict[str, str]:
    """Return each player's pool (A, B, …); empty for a single pool or while there are too few players."""
    phase = history.phase(phase_number)
    pools = phase.settings.get("pools", 1)
    if phase.kind != ROUND_ROBIN or pools == 1:
        return {}
    field = phase_players(history, phase_number, entrants)
    dealt = deal_snake(field, pools) if len(field) >= 2 * pools else {}
    return {player: name for name, players in dealt.items() for player in players}


def round_count(size: int, settings) -> int:
    """Return the number of rounds: n − 1 for an even field, n for an odd one, doubled for two legs.

    The settings may ask for fewer. With several pools, the largest counts.
    """
    size = -(-size // settings.pools)
    once = max(size - 1 + size % 2, 0)
    full = once * 2 if settings.double else once
    return min(settings.rounds or full, full)


def draw_round(
    history: EventHistory, phase_number: int, field: Sequence[str], seed: str
) -> tuple[RoundRecord, dict]:
    """Return the next round of the phase and the reasons by player id.

    Only the first round is drawn by lot; later rounds keep its seed. The opponent of a dropped player
    has a bye; a smaller pool that has played all its rounds has none. Raises RuleViolation if fewer
    than two players are left or earlier rounds do not follow this field and seed.
    """
    phase = history.phase(phase_number)
    number = len(phase.rounds) + 1
    first_round = phase.rounds[0] if phase.rounds else RoundRecord(1, seed=seed)
    pools = deal_snake(field, phase.settings.get("pools", 1))
    circles = {name: circle_by_lot(pool, first_round.seed) for name, pool in pools.items()}
    check_rounds(phase, circles.values())
    present_ids = present_players(history, history.rounds_before(phase_number) + number)
    count = sum(player in present_ids for player in field)
    if count < 2:
        raise RuleViolation(_("A round needs at least two players; there are {count}."), count=count)
    tables, byes, reasons = [], [], {}
    for name, circle in circles.items():
        meets = MEETS[0 < (phase.settings.get("rounds") or 0) < len(circle) - 1]
        if len(circles) > 1:
            meets = MEETS_IN_POOL
        for one, two in round_pairs(circle, number) if number <= leg_count(phase) * (len(circle) - 1) else ():
            present = [player for player in (one, two) if player in present_ids]
            if len(present) == 2:
                tables.append(MatchRecord((SeatRecord(one), SeatRecord(two)), len(tables) + 1))
                reasons |= dict.fromkeys(present, Reason(meets, {"pool": name}))
            elif present:
                byes.append(MatchRecord((SeatRecord(present[0], result=BYE),)))
                reasons[present[0]] = Reason(BYES[None in (one, two)])
    return RoundRecord(
        number, seed=first_round.seed, sealed=first_round.sealed, matches=(*tables, *byes)
    ), reasons


def leg_count(phase: PhaseRecord) -> int:
    return 2 if phase.settings.get("double") else 1


def circle_by_lot(field: Sequence[str], seed: str) -> list[str | None]:
    """Return the players in an order drawn from the seed, with None for the empty place of an odd field."""
    lots = sorted(field, key=lambda player: hashlib.sha256(f"{seed}|{player}".encode()).digest())
    return lots + [None] * (len(lots) % 2)


def round_pairs(circle: Sequence, number: int) -> list[tuple]:
    """Return the pairs of a round (from 1), first seat first; the second leg swaps the seats.

    The last place is fixed. Of the m others, two meet if their places sum to the round modulo m; the
    one left over meets the last. As m is odd, either i − j or j − i is odd: that decides the first seat,
    so that each player's first and second seats differ by one at most.
    """
    leg, rotation = divmod(number - 1, len(circle) - 1)
    m = len(circle) - 1
    seated = []
    for i in range(m):
        j = (rotation - i) % m
        if i == j:
            seated.append((circle[i], circle[m]) if i % 2 else (circle[m], circle[i]))
        elif (i - j) % m % 2:
            seated.append((circle[i], circle[j]))
    return [(two, one) for one, two in seated] if leg % 2 else seated


def check_rounds(phase: PhaseRecord, circles: Iterable[Sequence]):
    """Raise RuleViolation if an earlier round has a table that the circles do not contain."""
    for round_ in phase.rounds:
        due = {frozenset(pair) for circle in circles for pair in round_pairs(circle, round_.number)}
        for match in round_.matches:
            if not match.is_bye and frozenset(match.players) not in due:
                raise RuleViolation(
                    _(
                        "Table {table} of round {round} does not follow the round robin's draw, so that not "
                        "everybody would meet everybody: set it right, or take that round back."
                    ),
                    table=match.table,
                    round=round_.number,
                )


def present_players(history: EventHistory, event_round: int) -> set[str]:
    return {player.id for player in history.players if player.plays_in(event_round)}
