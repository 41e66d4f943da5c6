"""The next round of a phase of pods: who sits at which table, in which seat."""

from collections.abc import Sequence

from ..errors import RuleViolation
from ..history import EventHistory, PhaseRecord, ProofRecord
from ..pairing import Constraints
from ..pairing.pods import Pods, pair_pods
from ..standings.carry_over import joined, met_before
from ..standings.standings import Standings
from . import pairing_constraints, swiss
from .phases import settings_for


def draw(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
):
    """The phase's next Round and, by player id, why. RuleViolation where there are too few players, or none
    was found as it was asked, unless `exceptions` may be made. `ranked` as in `swiss.draw`."""
    entrants = swiss.field(history, phase_number, ranked)
    constraints = swiss.constraints_of(history, phase_number, entrants)
    drawn = seated(history, phase_number, entrants, seed, constraints, exceptions)
    apart = drawn.apart if constraints.apart else None
    costs = drawn.rematches, drawn.pair_downs, drawn.gap, drawn.proof
    proof = ProofRecord(*costs, apart=apart, weighed=drawn.weighed or None)
    return swiss.laid(history, phase_number, seed, drawn.tables, drawn.byes, drawn.why, proof)


def seated(
    history: EventHistory,
    phase_number: int,
    entrants,
    seed: str,
    constraints: Constraints,
    exceptions: bool,
    now: Sequence[Sequence[str]] = (),
) -> Pods:
    """These players in pods as it was asked of the phase's next round, of the tables there are `now` as many
    kept as can be. Raises RuleViolation, players by their names."""
    how, past = swiss.question(history, phase_number, seed), joined(history, phase_number)
    del how["rounds_left"]
    sizes = settings_for(history, phase_number).pod_sizes
    told = {"sizes": sizes, "constraints": constraints, "sat": seats_before(past)}
    met = met_before(history, phase_number)
    try:
        return pair_pods(entrants, met, **how, **told, now=now, exceptions=exceptions)
    except RuleViolation as refused:
        raise RuleViolation(
            refused.template, **pairing_constraints.named(history.names, refused.params)
        ) from None


def seats_before(phase: PhaseRecord) -> dict[str, tuple[tuple[int, int], ...]]:
    """For each player the (seat, seats) of the pods that they have sat in."""
    sat = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            for seat, player in enumerate(match.players if match.is_pod else (), 1):
                sat.setdefault(player, []).append((seat, len(match.seats)))
    return {player: tuple(seats) for player, seats in sat.items()}
