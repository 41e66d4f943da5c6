"""The next round of a Swiss phase, at tables of two or in pods: entrants, constraints and tables."""

from collections.abc import Sequence
from functools import partial

from ..errors import RuleViolation
from ..history import (
    BYE,
    EventPhase,
    MatchRecord,
    PhaseRecord,
    ProofRecord,
    RoundRecord,
    SeatRecord,
)
from ..pairing import Constraints, Entrant, Pairing, pair_swiss
from ..pairing.meetings import bye_counts
from ..pairing.pods import PodPairing, pair_pods
from ..rulebooks import Settings
from ..standings.carry_over import met_before, phase_with_carried_rounds
from ..standings.standings import Standings, standings
from . import pairing_constraints, requested_byes, table_numbers
from .phases import entrants_of, round_count


def draw_round(phase: EventPhase, seed: str, exceptions: bool, ranked: Standings | None = None):
    """Return the phase's next round, at tables of two, and {player id: Reason}.

    RuleViolation if no legal round exists, unless `exceptions` are allowed. `ranked` are the standings of the
    phase if they are already computed.
    """
    entrants = entrants_to_pair(phase, ranked)
    constraints = constraints_of(phase, entrants)
    options = pairing_options(phase, seed)
    pairing = pair_entrants(phase, entrants, options, constraints, exceptions)
    pairs = assign_seats(phase, pairing.tables, seed)
    byes, proof = (pairing.bye,) if pairing.bye else (), make_proof(pairing, constraints)
    return build_round(phase, seed, pairs, byes, pairing.why, proof)


def draw_pod_round(phase: EventPhase, seed: str, exceptions: bool, ranked: Standings | None = None):
    """Return the phase's next round, in pods, and {player id: Reason}; arguments as in `draw_round`.

    RuleViolation for too few players, or if no legal round was found, unless `exceptions` are allowed.
    """
    entrants = entrants_to_pair(phase, ranked)
    constraints = constraints_of(phase, entrants)
    pairing = pair_in_pods(phase, entrants, seed, constraints, exceptions)
    costs = pairing.rematches, pairing.pair_downs, pairing.gap, pairing.proof
    apart = pairing.apart if constraints.apart else None
    proof = ProofRecord(*costs, apart=apart, weighed=pairing.weighed or None)
    return build_round(phase, seed, pairing.tables, pairing.byes, pairing.why, proof)


def next_number(phase: EventPhase) -> int:
    """Return the number, in the phase, of its next round."""
    return len(phase.rounds) + 1


def entrants_to_pair(phase: EventPhase, ranked: Standings | None = None) -> list[Entrant]:
    """Return the players to pair in the phase's next round, with their points and standing (`ranked`)."""
    event_round = phase.rounds_before + next_number(phase)
    present_ids = {
        player.id
        for player in phase.history.players
        if player.plays_in(event_round) and event_round not in player.byes
    }
    seeded = entrants_of(phase)
    ranked = ranked or standings(phase)
    rows = {row.player: (place, row) for place, row in enumerate(ranked.rows)}
    played = phase_with_carried_rounds(phase)
    byes = bye_counts(played)
    entrants = []
    for place, player in enumerate(seeded):
        if player not in present_ids:
            continue
        order, row = rows[player] if played.rounds and player in rows else (place, None)
        rank, points = (row.rank, row.points) if row else (len(seeded), 0)
        entrants.append(Entrant(player, points, rank, byes.get(player, 0), order))
    return entrants


def constraints_of(phase: EventPhase, entrants: Sequence[Entrant]) -> Constraints:
    """Return the Constraints of the phase's next round for its entrants."""
    settings, players = phase.settings, [entrant.player for entrant in entrants]
    return pairing_constraints.constraints_of(phase.history, settings, players, next_number(phase))


def pairing_options(phase: EventPhase, seed: str) -> dict:
    """Return the options of `pair_swiss` for the phase's next round: method, seed, rounds left."""
    settings, number = phase.settings, next_number(phase)
    return {"seed": seed, **round_options(settings, number, round_count(phase))}


def round_options(settings: Settings, number: int, rounds: int) -> dict:
    """Return the options of `pair_swiss` that depend on the number of the round: method, rounds left."""
    method = settings.pairing
    if number == 1:
        method = settings.first_round_pairing
    elif number == rounds:
        method = settings.last_round_pairing
    return {"method": method, "round_number": number, "rounds_left": max(rounds - number, 0)}


def pair_entrants(
    phase: EventPhase,
    entrants: Sequence[Entrant],
    options: dict,
    constraints: Constraints,
    exceptions: bool,
) -> Pairing:
    """Pair the entrants within the constraints, or with the cheapest exception if allowed."""
    pair = partial(pair_swiss, entrants, met_before(phase), **options)
    return pairing_constraints.pair_with_fallback(phase.history, pair, constraints, exceptions)


def pair_in_pods(
    phase: EventPhase,
    entrants: Sequence[Entrant],
    seed: str,
    constraints: Constraints,
    exceptions: bool,
    current_tables: Sequence[Sequence[str]] = (),
) -> PodPairing:
    """Pair the entrants in pods within the constraints, keeping as many `current_tables` as possible.

    Raises RuleViolation with player names instead of ids.
    """
    options = pairing_options(phase, seed)
    del options["rounds_left"]
    try:
        return pair_pods(
            entrants,
            met_before(phase),
            **options,
            sizes=phase.settings.pod_sizes,
            constraints=constraints,
            past_seats=past_seats(phase_with_carried_rounds(phase)),
            current_tables=current_tables,
            exceptions=exceptions,
        )
    except RuleViolation as refusal:
        raise pairing_constraints.with_player_names(refusal, phase.history.names) from None


def past_seats(phase: PhaseRecord) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return {player id: (seat, number of seats) of each pod played}."""
    seats = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            for seat, player in enumerate(match.players if match.is_pod else (), 1):
                seats.setdefault(player, []).append((seat, len(match.seats)))
    return {player: tuple(own_seats) for player, own_seats in seats.items()}


def assign_seats(phase: EventPhase, pairs, seed: str) -> list[tuple[str, str]]:
    """Return the pairs of the phase's next round with the first seat in front."""
    played, settings = phase_with_carried_rounds(phase), phase.settings
    return table_numbers.assign_first_seats(pairs, played, settings.first_seat, seed)


def build_round(phase: EventPhase, seed: str, tables, byes, reasons, proof: ProofRecord | None):
    """Return the phase's next round and {player id: Reason}, from tables (players in seat order) and byes.

    Requested byes are added.
    """
    history = phase.history
    numbers, table_notes = table_numbers.assign_table_numbers(history, tables, range(1, len(tables) + 1))
    numbered = sorted(zip(numbers, tables, strict=True))
    matches = [MatchRecord(tuple(map(SeatRecord, players)), table) for table, players in numbered]
    requested = requested_bye_matches(phase)
    drawn_byes = [MatchRecord((SeatRecord(bye, result=BYE),)) for bye in byes]
    matches += requested_byes.sort_byes(history, (*drawn_byes, *requested))
    number = next_number(phase)
    round_ = RoundRecord(number, seed=seed, matches=tuple(matches), proof=proof)
    notes = pairing_constraints.exception_notes(history, tables), table_notes
    return round_, pairing_constraints.PairingReasons(history, reasons, requested, *notes)


def make_proof(pairing: Pairing, constraints: Constraints) -> ProofRecord:
    """Return the costs of the pairing and how they were proven."""
    costs = pairing.rematches, pairing.pair_downs, pairing.gap, pairing.proof, pairing.ahead
    return ProofRecord(*costs, pairing.apart if constraints.apart else None)


def requested_bye_matches(phase: EventPhase) -> tuple[MatchRecord, ...]:
    """Return the requested byes of the phase's next round."""
    event_round = phase.rounds_before + next_number(phase)
    return requested_byes.requested_bye_matches(phase.history, event_round, entrants_of(phase))
