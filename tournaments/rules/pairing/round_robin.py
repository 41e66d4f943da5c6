"""Round robins, and who has met whom."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import combinations

from ..errors import RuleViolation, _
from ..history import (
    BYE,
    ROUND_ROBIN,
    EventHistory,
    EventPhase,
    MatchRecord,
    PhaseRecord,
    RoundRecord,
    SeatRecord,
)
from .field import deal_snake
from .reasons.byes import Reason


def past_meetings(phase: PhaseRecord) -> list[tuple[str, str]]:
    """Return the two players of each past meeting, oldest first; in a pod all its pairs."""
    return [
        pair for round_ in phase.rounds for match in round_.matches for pair in combinations(match.players, 2)
    ]


def met_pairs(history: EventHistory) -> set[frozenset[str]]:
    """Return the pairs of players who have met at the event."""
    return {frozenset(pair) for phase in history.phases for pair in past_meetings(phase)}


def bye_counts(phase: PhaseRecord) -> dict[str, int]:
    """Return {player id: number of byes}; an unpaired loss is not a bye."""
    counts = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            if match.is_bye and match.seats[0].result != "loss":
                counts[match.seats[0].player] = counts.get(match.seats[0].player, 0) + 1
    return counts


ALREADY_BEGUN = _(
    "The round robin has started, so a new player couldn’t play everyone. Undo its rounds first."
)
MEETS_IN_POOL = _("Pool {pool}: everyone plays everyone")
MEETS_EVERYBODY = _("Everyone plays everyone")
MEETS_SOMEBODY_NEW = _("Round robin: a new opponent each round, in an order chosen at random before round 1")
BYE_IN_TURN = _("Bye: odd number of players, and it’s this player’s turn")
BYE_BY_DROP = _("Bye: this round’s opponent has dropped")


def is_under_way(history: EventHistory) -> bool:
    """Return whether the current phase is a round robin that has begun, so that its pairings are fixed."""
    phase = history.current_phase
    return phase.kind == ROUND_ROBIN and bool(phase.rounds)


def is_shut_out(history: EventHistory, player: str) -> bool:
    """Return whether a round robin is under way that the player cannot join."""
    return is_under_way(history) and not has_played(history, player)


def has_played(history: EventHistory, player: str) -> bool:
    """Return whether the player has had a seat in any round of the event."""
    return bool(history.matches_of(player))


def phase_players(phase: EventPhase, entrants: Sequence[str]) -> tuple[str, ...]:
    """Return the players of the phase: those of its first round or, before it, the present entrants."""
    if phase.rounds:
        present_ids = {player for match in phase.rounds[0].matches for player in match.players}
    else:
        present_ids = present_players(phase.history, phase.rounds_before + 1)
    return tuple(player for player in entrants if player in present_ids)


def player_pools(phase: EventPhase, entrants: Sequence[str]) -> dict[str, str]:
    """Return each player's pool (A, B, …); empty for a single pool or while there are too few players."""
    pools = phase.settings.pools
    if phase.kind != ROUND_ROBIN or pools == 1:
        return {}
    field = phase_players(phase, entrants)
    dealt = deal_snake(field, pools) if len(field) >= 2 * pools else {}
    return {player: name for name, players in dealt.items() for player in players}


def round_count(size: int, settings) -> int:
    """Return the number of rounds: n − 1 for an even field, n for an odd one, doubled for two legs.

    The settings may ask for fewer. With several pools, the largest counts.
    """
    pool_size = -(-size // settings.pools)
    all_rounds = max(pool_size - 1 + pool_size % 2, 0) * (2 if settings.double else 1)
    return min(settings.rounds or all_rounds, all_rounds)


def draw_round(phase: EventPhase, field: Sequence[str], seed: str) -> tuple[RoundRecord, dict]:
    """Return the next round of the phase and the reasons by player id.

    Only the first round is drawn by lot; later rounds keep its seed. The opponent of a dropped player
    has a bye; a smaller pool that has played all its rounds has none. Raises RuleViolation if fewer
    than two players are left or earlier rounds do not follow this field and seed.
    """
    number, settings = len(phase.rounds) + 1, phase.settings
    first_round = phase.rounds[0] if phase.rounds else RoundRecord(1, seed=seed)
    pools, legs = deal_snake(field, settings.pools), 2 if settings.double else 1
    circles = {name: circle_by_lot(pool, first_round.seed) for name, pool in pools.items()}
    check_rounds(phase, circles.values())
    present_ids = present_players(phase.history, phase.rounds_before + number)
    count = sum(player in present_ids for player in field)
    if count < 2:
        raise RuleViolation(_("A round needs at least two players; there are {count}."), count=count)
    tables, byes, reasons = [], [], {}
    for name, circle in circles.items():
        is_partial = 0 < (settings.rounds or 0) < len(circle) - 1
        text = MEETS_IN_POOL if len(circles) > 1 else MEETS_SOMEBODY_NEW if is_partial else MEETS_EVERYBODY
        for pair in round_pairs(circle, number) if number <= legs * (len(circle) - 1) else ():
            present = [player for player in pair if player in present_ids]
            if len(present) == 2:
                tables.append(MatchRecord(tuple(map(SeatRecord, pair)), len(tables) + 1))
                reasons |= dict.fromkeys(present, Reason(text, {"pool": name}))
            elif present:
                byes.append(MatchRecord((SeatRecord(present[0], result=BYE),)))
                reasons[present[0]] = Reason(BYE_IN_TURN if None in pair else BYE_BY_DROP)
    seed, sealed = first_round.seed, first_round.sealed
    return RoundRecord(number, seed=seed, sealed=sealed, matches=(*tables, *byes)), reasons


def circle_by_lot(field: Sequence[str], seed: str) -> list[str | None]:
    """Return the players in an order drawn from the seed, with None for the empty place of an odd field."""
    circle = sorted(field, key=lambda player: hashlib.sha256(f"{seed}|{player}".encode()).digest())
    return circle + [None] * (len(circle) % 2)


def round_pairs(circle: Sequence, number: int) -> list[tuple]:
    """Return the pairs of a round (from 1), first seat first; the second leg swaps the seats.

    The last place is fixed. Of the m others, two meet if their places sum to the round modulo m; the
    one left over meets the last. As m is odd, either i − j or j − i is odd: that decides the first seat,
    so that each player's first and second seats differ by one at most.
    """
    leg, rotation = divmod(number - 1, len(circle) - 1)
    m = len(circle) - 1
    pairs = []
    for i in range(m):
        j = (rotation - i) % m
        if i == j:
            pairs.append((circle[i], circle[m]) if i % 2 else (circle[m], circle[i]))
        elif (i - j) % m % 2:
            pairs.append((circle[i], circle[j]))
    return [pair[::-1] for pair in pairs] if leg % 2 else pairs


def check_rounds(phase: EventPhase, circles: Iterable[Sequence]):
    """Raise RuleViolation if an earlier round has a table that the circles do not contain."""
    for round_ in phase.rounds:
        expected = {frozenset(pair) for circle in circles for pair in round_pairs(circle, round_.number)}
        for match in round_.matches:
            if not match.is_bye and frozenset(match.players) not in expected:
                message = _(
                    "Table {table} of round {round} doesn’t follow the round-robin schedule, so not everyone "
                    "would play everyone. Correct it or undo that round."
                )
                raise RuleViolation(message, table=match.table, round=round_.number)


def present_players(history: EventHistory, event_round: int) -> set[str]:
    """Return the ids of the players who play in a round, counted over the event."""
    return {player.id for player in history.players if player.plays_in(event_round)}
