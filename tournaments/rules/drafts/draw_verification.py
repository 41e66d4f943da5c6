"""Verifies the draw of a draft's pods by drawing them again from their seed."""

from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise

from ..errors import RuleViolation, _
from ..history import EventPhase
from ..log import part_paths
from ..log.event_parts import rewind
from ..pairing.booster_pods import BoosterPods
from ..rounds import draw_verification
from . import booster


@dataclass(frozen=True, slots=True)
class PodsVerification:
    """The pods of a draft compared with those drawn again from their seed.

    `drawn_pods` is empty if there is an `error`; `seed_check`: whether the seed matches the hash
    published before the draw (see `rounds.draw_verification`).
    """

    pods: BoosterPods
    drawn_pods: BoosterPods
    seed_check: str
    error: RuleViolation | None = None

    @property
    def split_pods(self) -> tuple[int, ...]:
        """Numbers of drawn pods that were split, if the pods have no other sizes than those of a split."""
        ends, drawn_ends = ends_of(self.pods), ends_of(self.drawn_pods)
        if not set(drawn_ends) <= set(ends) or ends[-1] != drawn_ends[-1]:
            return ()
        return tuple(
            number
            for number, (start, end) in enumerate(pairwise(drawn_ends), 1)
            if any(start < cut < end for cut in ends)
        )

    @property
    def expected_pods(self) -> BoosterPods:
        """The drawn pods, split where the organiser split them."""
        if not self.split_pods:
            return self.drawn_pods
        line = tuple(chain.from_iterable(self.drawn_pods))
        return tuple(line[start:end] for start, end in pairwise(ends_of(self.pods)))

    @property
    def moved_players(self) -> tuple[str, ...]:
        """Players who sit elsewhere than they were drawn, apart from split pods."""
        before, now = seats_of(self.expected_pods), seats_of(self.pods)
        return tuple(player for player in {**now, **before} if now.get(player) != before.get(player))

    @property
    def is_proven(self):
        is_same = self.error is None and self.pods == self.expected_pods
        return is_same and self.seed_check != draw_verification.BROKEN


def ends_of(pods: BoosterPods) -> tuple[int, ...]:
    """Return 0 and, for each pod, the number of players in it and in the pods before."""
    return tuple(accumulate(map(len, pods), initial=0))


def seats_of(pods: BoosterPods) -> dict[str, tuple[int, int]]:
    """Return {player: (pod, seat)}, both from 1."""
    return {
        player: (number, seat) for number, pod in enumerate(pods, 1) for seat, player in enumerate(pod, 1)
    }


def verify_pods(phase: EventPhase) -> PodsVerification:
    """Draw the pods of a phase again, in the event as its log says it was at the draw.

    RuleViolation if the phase has no pods.
    """
    if not phase.pods:
        raise RuleViolation(_("There are no pods to redraw."))
    lines = draw_verification.draw_lines(phase.history.log, part_paths.phase(phase.number), "pods_seed")
    line = max((line for line, seed in lines.items() if seed == phase.pods_seed), default=0)
    seed_check = draw_verification.check_seed_hash(phase.pods_seed, phase.pods_sealed, drawn_here=line > 0)
    try:
        return PodsVerification(phase.pods, draw_pods_again(phase, line), seed_check)
    except RuleViolation as violation:
        return PodsVerification(phase.pods, (), seed_check, violation)


def draw_pods_again(phase: EventPhase, line: int) -> BoosterPods:
    if not phase.pods_seed:
        raise RuleViolation(_("The pods have no seed because they were not drawn by Topcut."))
    then = rewind(phase.history, phase.history.log[line:]) if line else phase.history
    then = replace(then, log=()).phase(phase.number).replace(rounds=(), pods=())
    return booster.draw_pods(then, phase.pods_seed)
