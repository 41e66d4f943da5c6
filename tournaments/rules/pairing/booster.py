"""Pairings inside draft pods."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import ceil, log2

from ..errors import RuleViolation, _
from ..history import EMPTY_MAPPING, WIN, MatchRecord, PhaseRecord
from ..results.scoring import outcomes
from .reasons.byes import Reason

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
    byes_so_far: Mapping[str, int] = EMPTY_MAPPING,
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


BYE_BY_LOT = _("Bye: chosen at random from the {count} players left in pod {pod}")
BYE_BY_DROP = _("Bye: the opponent has left pod {pod}")
FINAL = _("Pod {pod}: the last two players")
FARTHEST_LEFT = _("Pod {pod}: seats farthest apart among the {count} players left")


def remaining_line(phase: PhaseRecord, pod: Sequence[str]) -> tuple[str, ...]:
    """Return the players left in a pod after its finished rounds, in bracket order.

    Of eight, the winners of 1-5 and 3-7 meet, and the winners of 2-6 and 4-8 (1-5 and 3-7 share a half).
    """
    line, members = tuple(pod), set(pod)
    for round_ in phase.rounds:
        if round_.finished:
            matches = [match for match in round_.matches if members.intersection(match.players)]
            line = line_after_round(line, matches)
    return line


def line_after_round(line: Sequence[str], matches: Iterable[MatchRecord]) -> tuple[str, ...]:
    """Return the winners in the order of their matches in the line."""
    place = {player: number for number, player in enumerate(line)}
    winners = [
        (min(place.get(player, len(line)) for player in match.players), player)
        for match in matches
        for player, outcome in zip(match.players, outcomes(match), strict=True)
        if outcome == WIN
    ]
    return tuple(player for _place, player in sorted(winners))


def next_round(line: Sequence[str], number: int, present: set[str], seed: str, had_bye: Iterable[str] = ()):
    """Return the next PodRound of the players left in the `line` of pod `number`; empty for one player.

    Players half a line apart meet. Of an odd number, one gets a bye by lot, if possible one without an
    earlier bye (`had_bye`). The opponent of a dropped player also advances without a match.
    """
    left, dropped = list(line), [player for player in line if player not in present]
    if len(left) < 2:
        return PodRound()
    byes = []
    if len(left) % 2 and dropped:
        left.remove(dropped[0])
    elif len(left) % 2:
        candidates = [player for player in left if player not in had_bye] or left
        byes = [min(candidates, key=lambda player: player_lot(seed, "bye", player))]
        left.remove(byes[0])
    params = {"pod": number, "count": len(line)}
    pair_text = FARTHEST_LEFT if len(line) > 2 else FINAL
    why, pairs = {bye: Reason(BYE_BY_LOT, params) for bye in byes}, []
    for pair in opposite_pairs(left):
        players = tuple(player for player in pair if player in present)
        if len(players) == 2:
            pairs.append(players)
        else:
            byes += players
        why |= dict.fromkeys(players, Reason(pair_text if len(players) == 2 else BYE_BY_DROP, params))
    return PodRound(tuple(pairs), tuple(byes), why)


def elimination_rounds(count: int) -> int:
    """Return the number of rounds in a single elimination of `count` players."""
    return ceil(log2(count)) if count > 1 else 0


def bracket_round_count(phase: PhaseRecord, count: int) -> int:
    """Return the number of rounds of the pods' brackets; before the draw of pods, for `count` players."""
    if not phase.pods:
        return max(map(elimination_rounds, pod_sizes(count)), default=0) if count >= MIN_POD_SIZE else 0
    played = sum(round_.finished for round_ in phase.rounds)
    return played + max(elimination_rounds(len(remaining_line(phase, pod))) for pod in phase.pods)
