"""Booster drafts: pod sizes, seats and the pairings of the first round."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from ..errors import RuleViolation, _
from ..history import NOTHING
from .reasons.wording import Reason

MIN_POD_SIZE, MAX_POD_SIZE = 4, 11  # players in one pod
MAX_SEATING_LOTS = 100
# Source: Magic Online's table (help page of 2012), up to 24 players: pods of eight, with the remainder spread
# so that at most one pod is odd and sizes stay close to eight. Two rows are exceptions. Continued beyond 24.
LAST_PODS = {0: (), 1: (9,), 2: (10,), 3: (10, 9), 4: (10, 10), 5: (7, 6), 6: (6,), 7: (7,)}
PUBLISHED_EXCEPTIONS = {12: (6, 6), 21: (10, 11)}

ALONE = _("Bye: no one else is left in pod {pod}")
BY_LOT = _("Bye: chosen at random from the players in pod {pod} with the fewest byes")
FARTHEST = _("Pod {pod}: seats {first} and {second} are the farthest apart")
FARTHEST_PRESENT = _("Pod {pod}: seats {first} and {second}, as far apart as possible")

BoosterPods = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PodRound:
    """A round of one pod: pairs (lower seat first), players with a bye, and reasons by player."""

    pairs: tuple[tuple[str, str], ...] = ()
    byes: tuple[str, ...] = ()
    why: dict = field(default_factory=dict)


def pod_sizes(count: int) -> tuple[int, ...]:
    """Return the size of each pod for `count` players, the best players' pod first.

    Up to 24 players as in Magic Online's table. Raises RuleViolation for fewer than four.
    """
    if count < MIN_POD_SIZE:
        raise RuleViolation(
            _("A draft needs at least {least} players; there are {count}."), least=MIN_POD_SIZE, count=count
        )
    if count <= MAX_POD_SIZE:
        return (count,)
    rest = PUBLISHED_EXCEPTIONS.get(count) or LAST_PODS[count % 8]
    return (8,) * ((count - sum(rest)) // 8) + rest


def player_lot(seed: str, draw: str, player: str) -> bytes:
    """Return the player's lot in this draw of a draft; the lowest comes first."""
    return hashlib.sha256(f"{seed}|{draw}|{player}".encode()).digest()


def deal_pods(order: Sequence[str], seed: str, apart: Iterable[frozenset] = ()) -> BoosterPods:
    """Cut the players into pods, in this order, and seat each pod by lot (Magic Tournament Rules 7.6).

    If a pod's lot seats a pair in `apart` opposite each other, more lots are tried; the first with the
    fewest of these pairs is used.
    """
    ends = (0, *accumulate(pod_sizes(len(order))))
    return tuple(seat_pod(order[start:end], seed, set(apart)) for start, end in pairwise(ends))


def seat_pod(players: Sequence[str], seed: str, apart: set[frozenset]) -> tuple[str, ...]:
    """Return the players in seat order, by the first lot that seats the fewest `apart` opposite."""
    best, fewest = (), None
    for attempt in range(MAX_SEATING_LOTS):
        draw = f"seats {attempt}" if attempt else "seats"
        pod = tuple(sorted(players, key=lambda player: player_lot(seed, draw, player)))
        opposite = () if len(pod) % 2 else opposite_pairs(pod)
        broken = sum(frozenset(pair) in apart for pair in opposite)
        if fewest is None or broken < fewest:
            best, fewest = pod, broken
        if not fewest:
            break
    return best


def opposite_pairs(line: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Pair the players who sit farthest apart: of eight 1-5, 2-6, 3-7, 4-8 (Wizards, 2019-11-13)."""
    half = len(line) // 2
    return tuple(zip(line[:half], line[half:], strict=True))


def first_round(
    pod: Sequence[str],
    number: int,
    present: set[str],
    seed: str,
    apart: Iterable[frozenset] = (),
    byes_so_far: Mapping[str, int] = NOTHING,
) -> PodRound:
    """Return the first round of the present players of pod `number`.

    Of an odd number one has a bye, by lot among the players with the fewest byes so far; if possible
    one whose bye leaves no pair in `apart` together.
    """
    line = tuple(player for player in pod if player in present)
    if len(line) < 2:
        return PodRound(byes=line, why=dict.fromkeys(line, Reason(ALONE, {"pod": number})))
    if len(line) % 2 == 0:
        pairs, byes = opposite_pairs(line), ()
    else:
        lots = {player: (byes_so_far.get(player, 0), player_lot(seed, "bye", player)) for player in line}
        by_lot = sorted(line, key=lots.__getitem__)
        pairings = {bye: opposite_pairs([player for player in line if player != bye]) for bye in by_lot}
        forbidden = set(apart)
        allowed = (bye for bye, tables in pairings.items() if forbidden.isdisjoint(map(frozenset, tables)))
        bye = next(allowed, by_lot[0])
        pairs, byes = pairings[bye], (bye,)
    why = {bye: Reason(BY_LOT, {"pod": number}) for bye in byes}
    text = FARTHEST if len(pairs) * 2 == len(pod) else FARTHEST_PRESENT
    for pair in pairs:
        first, second = (pod.index(player) + 1 for player in pair)
        why |= dict.fromkeys(pair, Reason(text, {"pod": number, "first": first, "second": second}))
    return PodRound(pairs, byes, why)
