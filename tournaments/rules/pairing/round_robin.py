"""Round robin: everybody meets everybody, once or twice, by the circle method."""

import hashlib
from collections.abc import Iterable, Sequence

from ..errors import RuleViolation, _
from ..history import BYE, ROUND_ROBIN, EventHistory, MatchRecord, PhaseRecord, RoundRecord, SeatRecord
from .pools import snake
from .reasons.wording import Reason

BEGAN = _("The round robin has begun: who joins now would not meet everybody. Take its rounds back first.")


def has_begun(history: EventHistory) -> bool:
    """Whether a round robin is under way: it is laid down who meets whom."""
    phase = history.phase(history.current)
    return phase.kind == ROUND_ROBIN and bool(phase.rounds)


def shuts_out(history: EventHistory, player: str) -> bool:
    """Whether one that is under way began without the player, so that they cannot come back."""
    return has_begun(history) and not has_met(history, player)


def has_met(history: EventHistory, player: str) -> bool:
    """Whether the player sat in any round of the event."""
    matches = [match for phase in history.phases for round_ in phase.rounds for match in round_.matches]
    return any(seat.player == player for match in matches for seat in match.seats)


def field_of(history: EventHistory, phase_number: int, entrants: Sequence[str]) -> tuple[str, ...]:
    """Whom the phase is played by: who sat in its first round; before it, the entrants who are there."""
    phase = history.phase(phase_number)
    if phase.rounds:
        sat = {seat.player for match in phase.rounds[0].matches for seat in match.seats}
        return tuple(player for player in entrants if player in sat)
    there = playing(history, history.rounds_before(phase_number) + 1)
    return tuple(player for player in entrants if player in there)


def pool_of(history: EventHistory, phase_number: int, entrants: Sequence[str]) -> dict[str, str]:
    """Each player's pool, A, B, …; nothing where the phase has but one, or too few players yet."""
    phase = history.phase(phase_number)
    pools = phase.settings.get("pools", 1)
    if phase.kind != ROUND_ROBIN or pools == 1:
        return {}
    field = field_of(history, phase_number, entrants)
    dealt = snake(field, pools) if len(field) >= 2 * pools else {}
    return {player: name for name, players in dealt.items() for player in players}


def round_count(size: int, settings) -> int:
    """n − 1 rounds for an even field, n for an odd one, twice as many for a double; or fewer if set so.

    With pools, those of the largest one.
    """
    size = -(-size // settings.pools)
    once = max(size - 1 + size % 2, 0)
    whole = once * 2 if settings.double else once
    return min(settings.rounds or whole, whole)


def draw(
    history: EventHistory, phase_number: int, field: Sequence[str], seed: str
) -> tuple[RoundRecord, dict]:
    """The next round of the phase and, by player id, why.

    Only the first round is drawn by lot; the rounds after it keep its seed. Who meets somebody who is
    out sits out, and so does a smaller pool that has played all its rounds. RuleViolation: fewer than two
    players are left, or the rounds so far are not this field's by this seed.
    """
    phase = history.phase(phase_number)
    number = len(phase.rounds) + 1
    first = phase.rounds[0] if phase.rounds else RoundRecord(1, seed=seed)
    pools = snake(field, phase.settings.get("pools", 1))
    circles = {name: by_lot(pool, first.seed) for name, pool in pools.items()}
    check_rounds(phase, circles.values())
    there = playing(history, history.rounds_before(phase_number) + number)
    left = [player for player in field if player in there]
    if len(left) < 2:
        raise RuleViolation(_("A round needs at least two players; there are {count}."), count=len(left))
    tables, byes, why = [], [], {}
    for name, circle in circles.items():
        meets = MEETS[0 < (phase.settings.get("rounds") or 0) < len(circle) - 1]
        if len(circles) > 1:
            meets = MEETS_IN_POOL
        for one, two in pairs(circle, number) if number <= legs(phase) * (len(circle) - 1) else ():
            present = [player for player in (one, two) if player in there]
            if len(present) == 2:
                tables.append(MatchRecord((SeatRecord(one), SeatRecord(two)), len(tables) + 1))
                why |= dict.fromkeys(present, Reason(meets, {"pool": name}))
            elif present:
                byes.append(MatchRecord((SeatRecord(present[0], result=BYE),)))
                why[present[0]] = Reason(BYES[None in (one, two)])
    return RoundRecord(number, seed=first.seed, sealed=first.sealed, matches=(*tables, *byes)), why


def legs(phase: PhaseRecord) -> int:
    return 2 if phase.settings.get("double") else 1


MEETS_IN_POOL = _("pool {pool}: everybody in it meets everybody")
MEETS = {
    False: _("everybody meets everybody"),
    True: _("everybody meets somebody new each round, in an order drawn by lot before round 1"),
}
BYES = {
    True: _("bye: the field is odd, and it is this player's turn to sit out"),
    False: _("bye: the opponent of this round has dropped"),
}


def by_lot(field: Sequence[str], seed: str) -> list[str | None]:
    """The circle: the players by lot, whatever their order, with None for the empty place of an odd field."""
    lots = sorted(field, key=lambda player: hashlib.sha256(f"{seed}|{player}".encode()).digest())
    return lots + [None] * (len(lots) % 2)


def pairs(circle: Sequence, number: int) -> list[tuple]:
    """Who meets whom in a round (from 1), the first seat first; seats turn in the second leg.

    The last place stays; of the m others those meet whose places sum to the round, modulo m, and who is
    left over meets the last. As m is odd, of i − j and j − i one is odd: that one sits first, so that
    each sits first in half of these games, and in all of them the seats differ by one at most.
    """
    leg, at = divmod(number - 1, len(circle) - 1)
    m = len(circle) - 1
    made = []
    for i in range(m):
        j = (at - i) % m
        if i == j:
            made.append((circle[i], circle[m]) if i % 2 else (circle[m], circle[i]))
        elif (i - j) % m % 2:
            made.append((circle[i], circle[j]))
    return [(two, one) for one, two in made] if leg % 2 else made


def check_rounds(phase: PhaseRecord, circles: Iterable[Sequence]):
    """RuleViolation where a round so far has a table that is none of the circles'."""
    for round_ in phase.rounds:
        due = {frozenset(pair) for circle in circles for pair in pairs(circle, round_.number)}
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


def playing(history: EventHistory, event_round: int) -> set[str]:
    return {player.id for player in history.players if player.plays_in(event_round)}
