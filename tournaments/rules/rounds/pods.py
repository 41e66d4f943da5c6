"""The next round of a phase of pods: tables and seats."""

from collections.abc import Sequence

from ..errors import RuleViolation
from ..history import EventHistory, PhaseRecord, ProofRecord
from ..pairing import Constraints
from ..pairing.pods import PodPairing, pair_pods
from ..standings.carry_over import met_before, phase_with_carried_rounds
from ..standings.standings import Standings
from . import pairing_constraints, swiss
from .phases import settings_for


def draw(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
):
    """Return the phase's next round and {player id: Reason}.

    RuleViolation for too few players, or if no legal round was found, unless `exceptions` are allowed.
    `ranked` as in `swiss.draw`.
    """
    entrants = swiss.field(history, phase_number, ranked)
    constraints = swiss.constraints_of(history, phase_number, entrants)
    pairing = pair_entrants(history, phase_number, entrants, seed, constraints, exceptions)
    apart = pairing.apart if constraints.apart else None
    costs = pairing.rematches, pairing.pair_downs, pairing.gap, pairing.proof
    proof = ProofRecord(*costs, apart=apart, weighed=pairing.weighed or None)
    return swiss.build_round(history, phase_number, seed, pairing.tables, pairing.byes, pairing.why, proof)


def pair_entrants(
    history: EventHistory,
    phase_number: int,
    entrants,
    seed: str,
    constraints: Constraints,
    exceptions: bool,
    now: Sequence[Sequence[str]] = (),
) -> PodPairing:
    """Pair the entrants in pods within the constraints, keeping as many of the tables `now` as possible.

    Raises RuleViolation with player names instead of ids.
    """
    options, played = (
        swiss.pairing_options(history, phase_number, seed),
        phase_with_carried_rounds(history, phase_number),
    )
    del options["rounds_left"]
    sizes = settings_for(history, phase_number).pod_sizes
    constraint_options = {"sizes": sizes, "constraints": constraints, "past_seats": past_seats(played)}
    met = met_before(history, phase_number)
    try:
        return pair_pods(
            entrants, met, **options, **constraint_options, current_tables=now, exceptions=exceptions
        )
    except RuleViolation as refused:
        raise RuleViolation(
            refused.template, **pairing_constraints.with_names(history.names, refused.params)
        ) from None


def past_seats(phase: PhaseRecord) -> dict[str, tuple[tuple[int, int], ...]]:
    """{player id: (seat, number of seats) of each pod played}."""
    sat = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            for seat, player in enumerate(match.players if match.is_pod else (), 1):
                sat.setdefault(player, []).append((seat, len(match.seats)))
    return {player: tuple(seats) for player, seats in sat.items()}
