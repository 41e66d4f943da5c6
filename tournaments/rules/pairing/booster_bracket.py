"""The single elimination of a draft pod: who is left of it, and who meets next."""

from collections.abc import Iterable, Sequence
from math import ceil, log2

from ..errors import _
from ..history import WIN, MatchRecord, PhaseRecord
from ..results.scoring import outcomes
from .booster_pods import LEAST, PodRound, lot, opposite, sizes
from .reasons.wording import Reason

GOES_ON = _("bye: by lot, one of the {count} who are left in pod {pod}")
WALKS_OVER = _("bye: whoever would be the opponent has left pod {pod}")
LAST_TWO = _("pod {pod}: the two who are left in it")
WINNERS = _("pod {pod}: of the {count} who are left in it, those whose seats were the farthest apart")


def line_of(phase: PhaseRecord, pod: Sequence[str]) -> tuple[str, ...]:
    """Who is left of a pod after the finished rounds, in the order in which their matches began: so that of
    eight the winners of 1-5 and 3-7 meet, and those of 2-6 and 4-8 (1-5 and 3-7 share a half)."""
    line, members = tuple(pod), set(pod)
    for round_ in phase.rounds:
        if round_.finished:
            matches = [match for match in round_.matches if members.intersection(match.players)]
            line = line_after(line, matches)
    return line


def line_after(line: Sequence[str], matches: Iterable[MatchRecord]) -> tuple[str, ...]:
    place = {player: at for at, player in enumerate(line)}
    won = [
        (min(place.get(player, len(line)) for player in match.players), seat.player)
        for match in matches
        for seat, ends in zip(match.seats, outcomes(match), strict=True)
        if ends == WIN
    ]
    return tuple(player for _place, player in sorted(won))


def next_round(line: Sequence[str], number: int, there: set[str], seed: str, had: Iterable[str] = ()):
    """The next PodRound of those who are left in the `line` of pod `number`; empty where only one is.

    Those halfway round the line meet. Of an odd number one goes on by lot, of those who have not yet (`had`).
    Whoever would meet somebody who has gone goes on, too.
    """
    left, gone = list(line), [player for player in line if player not in there]
    if len(left) < 2:
        return PodRound()
    byes = []
    if len(left) % 2 and gone:
        left.remove(gone[0])
    elif len(left) % 2:
        fresh = [player for player in left if player not in had] or left
        byes = [min(fresh, key=lambda player: lot(seed, "bye", player))]
        left.remove(byes[0])
    said = {"pod": number, "count": len(line)}
    meet = WINNERS if len(line) > 2 else LAST_TWO
    why, made = {bye: Reason(GOES_ON, said) for bye in byes}, []
    for pair in opposite(left):
        present = tuple(player for player in pair if player in there)
        if len(present) == 2:
            made.append(present)
        else:
            byes += present
        why |= dict.fromkeys(present, Reason(meet if len(present) == 2 else WALKS_OVER, said))
    return PodRound(tuple(made), tuple(byes), why)


def rounds_of(count: int) -> int:
    """How many rounds single elimination of so many takes."""
    return ceil(log2(count)) if count > 1 else 0


def round_count(phase: PhaseRecord, count: int) -> int:
    """How many rounds the pods' own brackets take in all; `count`: who is there, until the pods are drawn."""
    if not phase.pods:
        return max(map(rounds_of, sizes(count)), default=0) if count >= LEAST else 0
    played = sum(round_.finished for round_ in phase.rounds)
    return played + max(rounds_of(len(line_of(phase, pod))) for pod in phase.pods)
