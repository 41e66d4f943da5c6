"""Booster drafts: how many pods of what size, who sits where, and who of a pod meets in its first round."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from ..errors import RuleViolation, _
from ..history import NOTHING
from .reasons.wording import Reason

LEAST, MOST = 4, 11  # that one pod can have
# The published table of Magic Online (help page of 2012) is eights, and what is left over them spread so that
# at most one pod is odd, and near to eight; but for two of its rows. It ends at 24: beyond, it goes on alike.
SPREAD = {0: (), 1: (9,), 2: (10,), 3: (10, 9), 4: (10, 10), 5: (7, 6), 6: (6,), 7: (7,)}
PRINTED = {12: (6, 6), 21: (10, 11)}

Pods = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PodRound:
    """A round of one pod: pairs, the lower seat first; who sits out; by player, why."""

    pairs: tuple[tuple[str, str], ...] = ()
    byes: tuple[str, ...] = ()
    why: dict = field(default_factory=dict)


def sizes(count: int) -> tuple[int, ...]:
    """How many sit in each pod of a draft of so many players, the pod of the best first.

    Up to 24 players as Magic Online's table has it. RuleViolation for fewer than four.
    """
    if count < LEAST:
        raise RuleViolation(
            _("A draft needs at least {least} players; there are {count}."), least=LEAST, count=count
        )
    if count <= MOST:
        return (count,)
    rest = PRINTED.get(count) or SPREAD[count % 8]
    return (8,) * ((count - sum(rest)) // 8) + rest


def lot(seed: str, what: str, player: str) -> bytes:
    """The player's lot in a draw of a draft: the lowest is first."""
    return hashlib.sha256(f"{seed}|{what}|{player}".encode()).digest()


def dealt(order: Sequence[str], seed: str, apart: Iterable[frozenset] = ()) -> Pods:
    """The players in this order cut into pods, each in the order of its seats, which are by lot (Magic
    Tournament Rules 7.6).

    Where the lot of a pod seats two who may not meet opposite each other, its next one is taken, as far as
    there is a better one among the first hundred.
    """
    ends = (0, *accumulate(sizes(len(order))))
    return tuple(seated(order[start:end], seed, set(apart)) for start, end in pairwise(ends))


def seated(players: Sequence[str], seed: str, apart: set[frozenset]) -> tuple[str, ...]:
    best, fewest = (), None
    for turn in range(100):
        what = f"seats {turn}" if turn else "seats"
        pod = tuple(sorted(players, key=lambda player: lot(seed, what, player)))
        wrong = 0 if len(pod) % 2 else sum(frozenset(pair) in apart for pair in opposite(pod))
        if fewest is None or wrong < fewest:
            best, fewest = pod, wrong
        if not fewest:
            break
    return best


def opposite(line: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Those who sit farthest apart of an even number: of eight 1-5, 2-6, 3-7, 4-8 (Wizards, 2019-11-13)."""
    half = len(line) // 2
    return tuple(zip(line[:half], line[half:], strict=True))


def first_round(
    pod: Sequence[str],
    number: int,
    there: set[str],
    seed: str,
    apart: Iterable[frozenset] = (),
    had: Mapping[str, int] = NOTHING,
) -> PodRound:
    """The first round of those of pod `number` who are there.

    Of an odd number one sits out, by lot among those who have `had` the fewest byes: the first by whose bye
    nobody meets whom they may not, if there is one.
    """
    line = tuple(player for player in pod if player in there)
    if len(line) < 2:
        return PodRound(byes=line, why=dict.fromkeys(line, Reason(ALONE, {"pod": number})))
    if len(line) % 2 == 0:
        made, byes = opposite(line), ()
    else:
        by_lot = sorted(line, key=lambda player: (had.get(player, 0), lot(seed, "bye", player)))
        ways = {bye: opposite([player for player in line if player != bye]) for bye in by_lot}
        barred = set(apart)
        bye = next((bye for bye, way in ways.items() if barred.isdisjoint(map(frozenset, way))), by_lot[0])
        made, byes = ways[bye], (bye,)
    why = {bye: Reason(BY_LOT, {"pod": number}) for bye in byes}
    words = FARTHEST[len(made) * 2 == len(pod)]
    for pair in made:
        first, second = (pod.index(player) + 1 for player in pair)
        said = Reason(words, {"pod": number, "first": first, "second": second})
        why |= dict.fromkeys(pair, said)
    return PodRound(made, byes, why)


ALONE = _("bye: nobody else is left in pod {pod}")
BY_LOT = _("bye: by lot in pod {pod}, among those who have had the fewest")
FARTHEST = {
    True: _("pod {pod}: seats {first} and {second} are the farthest apart"),
    False: _("pod {pod}: seats {first} and {second}, as far apart as those who play allow"),
}
