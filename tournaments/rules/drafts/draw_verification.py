"""Verifies the draw of a draft's pods by drawing them again from their seed."""

from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..history import EventHistory
from ..log import part_paths
from ..log.event_parts import rewind
from ..pairing.booster_pods import BoosterPods
from ..rounds import draw_verification
from . import booster


@dataclass(frozen=True, slots=True)
class PodsReplay:
    """`pods` as they stand, `drawn` as their seed draws them (empty where `refused`), `seal` what the seed is
    to the hash that was public before (replays.HOLDS …), `moved` who sits elsewhere than was drawn."""

    pods: BoosterPods
    drawn: BoosterPods
    seed: str
    seal: str
    refused: RuleViolation | None = None

    @property
    def moved(self) -> tuple[str, ...]:
        was, now = seats_of(self.drawn), seats_of(self.pods)
        return tuple(player for player in {**now, **was} if now.get(player) != was.get(player))

    @property
    def proven(self):
        return self.refused is None and self.pods == self.drawn and self.seal != draw_verification.BROKEN


def seats_of(pods: BoosterPods) -> dict[str, tuple[int, int]]:
    """{player: (pod, seat)}, both from 1."""
    return {
        player: (number, seat) for number, pod in enumerate(pods, 1) for seat, player in enumerate(pod, 1)
    }


def replay(history: EventHistory, phase_number: int) -> PodsReplay:
    """Draw the pods of a phase of the event (its log with it) again; what was changed after the draw is taken
    back first, by the log. Raises RuleViolation where the phase has no pods."""
    phase = history.phase(phase_number)
    if not phase.pods:
        raise RuleViolation(_("There are no pods to draw again."))
    lines = draw_verification.draw_lines(history.log, part_paths.phase(phase_number), "pods_seed")
    line = max((at for at, seed in lines.items() if seed == phase.pods_seed), default=0)
    seal = draw_verification.check_seed_hash(phase.pods_seed, phase.pods_sealed, drawn_here=line > 0)
    try:
        drawn, refused = drawn_again(history, phase_number, line), None
    except RuleViolation as wrong:
        drawn, refused = (), wrong
    return PodsReplay(phase.pods, drawn, phase.pods_seed, seal, refused)


def drawn_again(history: EventHistory, phase_number: int, line: int) -> BoosterPods:
    seed = history.phase(phase_number).pods_seed
    if not seed:
        raise RuleViolation(_("The pods have no seed: they were not drawn here."))
    then = rewind(history, history.log[line:]) if line else history
    then = replace(then.with_phase(phase_number, rounds=(), pods=()), log=())
    return booster.draw_pods(then, phase_number, seed)
