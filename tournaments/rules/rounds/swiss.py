"""The next round of a Swiss phase, at tables of two or in pods: entrants, constraints and tables."""

from collections.abc import Sequence
from functools import partial

from ..errors import RuleViolation
from ..history import BYE, EventHistory, MatchRecord, PhaseRecord, ProofRecord, RoundRecord, SeatRecord
from ..pairing import Constraints, Entrant, Pairing, pair_swiss
from ..pairing.meetings import bye_counts
from ..pairing.pods import PodPairing, pair_pods
from ..rulebooks import Settings
from ..standings.carry_over import met_before, phase_with_carried_rounds
from ..standings.standings import Standings, standings
from . import pairing_constraints, requested_byes, table_numbers
from .phases import entrants_of, round_count, settings_for


def draw_round(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
):
    """Return the phase's next round, at tables of two, and {player id: Reason}.

    RuleViolation if no legal round exists, unless `exceptions` are allowed. `ranked` are the standings of the
    phase if they are already computed.
    """
    entrants = entrants_to_pair(history, phase_number, ranked)
    constraints = constraints_of(history, phase_number, entrants)
    options = pairing_options(history, phase_number, seed)
    pairing = pair_entrants(history, phase_number, entrants, options, constraints, exceptions)
    pairs = assign_seats(history, phase_number, pairing.tables, seed)
    byes, proof = (pairing.bye,) if pairing.bye else (), make_proof(pairing, constraints)
    return build_round(history, phase_number, seed, pairs, byes, pairing.why, proof)


def draw_pod_round(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
):
    """Return the phase's next round, in pods, and {player id: Reason}; arguments as in `draw_round`.

    RuleViolation for too few players, or if no legal round was found, unless `exceptions` are allowed.
    """
    entrants = entrants_to_pair(history, phase_number, ranked)
    constraints = constraints_of(history, phase_number, entrants)
    pairing = pair_in_pods(history, phase_number, entrants, seed, constraints, exceptions)
    costs = pairing.rematches, pairing.pair_downs, pairing.gap, pairing.proof
    apart = pairing.apart if constraints.apart else None
    proof = ProofRecord(*costs, apart=apart, weighed=pairing.weighed or None)
    return build_round(history, phase_number, seed, pairing.tables, pairing.byes, pairing.why, proof)


def next_number(history: EventHistory, phase_number: int) -> int:
    """Return the number, in the phase, of its next round."""
    return len(history.phase(phase_number).rounds) + 1


def entrants_to_pair(
    history: EventHistory, phase_number: int, ranked: Standings | None = None
) -> list[Entrant]:
    """Return the players to pair in the phase's next round, with their points and standing (`ranked`)."""
    event_round = history.rounds_before(phase_number) + next_number(history, phase_number)
    present_ids = {
        player.id
        for player in history.players
        if player.plays_in(event_round) and event_round not in player.byes
    }
    seeded = entrants_of(history, phase_number)
    ranked = ranked or standings(history, phase_number)
    rows = {row.player: (place, row) for place, row in enumerate(ranked.rows)}
    played = phase_with_carried_rounds(history, phase_number)
    byes = bye_counts(played)
    entrants = []
    for place, player in enumerate(seeded):
        if player not in present_ids:
            continue
        order, row = rows[player] if played.rounds and player in rows else (place, None)
        rank, points = (row.rank, row.points) if row else (len(seeded), 0)
        entrants.append(Entrant(player, points, rank, byes.get(player, 0), order))
    return entrants


def constraints_of(history: EventHistory, phase_number: int, entrants: Sequence[Entrant]) -> Constraints:
    """Return the Constraints of the phase's next round for its entrants."""
    settings, players = settings_for(history, phase_number), [entrant.player for entrant in entrants]
    return pairing_constraints.constraints_of(history, settings, players, next_number(history, phase_number))


def pairing_options(history: EventHistory, phase_number: int, seed: str) -> dict:
    """Return the options of `pair_swiss` for the phase's next round: method, seed, rounds left."""
    settings, number = settings_for(history, phase_number), next_number(history, phase_number)
    return {"seed": seed, **round_options(settings, number, round_count(history, phase_number))}


def round_options(settings: Settings, number: int, rounds: int) -> dict:
    """Return the options of `pair_swiss` that depend on the number of the round: method, rounds left."""
    method = settings.pairing
    if number == 1:
        method = settings.first_round_pairing
    elif number == rounds:
        method = settings.last_round_pairing
    return {"method": method, "round_number": number, "rounds_left": max(rounds - number, 0)}


def pair_entrants(
    history: EventHistory,
    phase_number: int,
    entrants: Sequence[Entrant],
    options: dict,
    constraints: Constraints,
    exceptions: bool,
) -> Pairing:
    """Pair the entrants within the constraints, or with the cheapest exception if allowed."""
    pair = partial(pair_swiss, entrants, met_before(history, phase_number), **options)
    return pairing_constraints.pair_with_fallback(history, pair, constraints, exceptions)


def pair_in_pods(
    history: EventHistory,
    phase_number: int,
    entrants: Sequence[Entrant],
    seed: str,
    constraints: Constraints,
    exceptions: bool,
    current_tables: Sequence[Sequence[str]] = (),
) -> PodPairing:
    """Pair the entrants in pods within the constraints, keeping as many `current_tables` as possible.

    Raises RuleViolation with player names instead of ids.
    """
    options = pairing_options(history, phase_number, seed)
    del options["rounds_left"]
    try:
        return pair_pods(
            entrants,
            met_before(history, phase_number),
            **options,
            sizes=settings_for(history, phase_number).pod_sizes,
            constraints=constraints,
            past_seats=past_seats(phase_with_carried_rounds(history, phase_number)),
            current_tables=current_tables,
            exceptions=exceptions,
        )
    except RuleViolation as refusal:
        raise pairing_constraints.with_player_names(refusal, history.names) from None


def past_seats(phase: PhaseRecord) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return {player id: (seat, number of seats) of each pod played}."""
    seats = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            for seat, player in enumerate(match.players if match.is_pod else (), 1):
                seats.setdefault(player, []).append((seat, len(match.seats)))
    return {player: tuple(own_seats) for player, own_seats in seats.items()}


def assign_seats(history: EventHistory, phase_number: int, pairs, seed: str) -> list[tuple[str, str]]:
    """Return the pairs of the phase's next round with the first seat in front."""
    played, settings = phase_with_carried_rounds(history, phase_number), settings_for(history, phase_number)
    return table_numbers.assign_first_seats(pairs, played, settings.first_seat, seed)


def build_round(
    history: EventHistory, phase_number: int, seed: str, tables, byes, reasons, proof: ProofRecord | None
):
    """Return the phase's next round and {player id: Reason}, from tables (players in seat order) and byes.

    Requested byes are added.
    """
    numbers, table_notes = table_numbers.assign_table_numbers(history, tables, range(1, len(tables) + 1))
    numbered = sorted(zip(numbers, tables, strict=True))
    matches = [MatchRecord(tuple(map(SeatRecord, players)), table) for table, players in numbered]
    requested = requested_bye_matches(history, phase_number)
    drawn_byes = [MatchRecord((SeatRecord(bye, result=BYE),)) for bye in byes]
    matches += requested_byes.sort_byes(history, (*drawn_byes, *requested))
    number = next_number(history, phase_number)
    round_ = RoundRecord(number, seed=seed, matches=tuple(matches), proof=proof)
    notes = pairing_constraints.exception_notes(history, tables), table_notes
    return round_, pairing_constraints.PairingReasons(history, reasons, requested, *notes)


def make_proof(pairing: Pairing, constraints: Constraints) -> ProofRecord:
    """Return the costs of the pairing and how they were proven."""
    costs = pairing.rematches, pairing.pair_downs, pairing.gap, pairing.proof, pairing.ahead
    return ProofRecord(*costs, pairing.apart if constraints.apart else None)


def requested_bye_matches(history: EventHistory, phase_number: int) -> tuple[MatchRecord, ...]:
    """Return the requested byes of the phase's next round."""
    event_round = history.rounds_before(phase_number) + next_number(history, phase_number)
    return requested_byes.requested_bye_matches(history, event_round, entrants_of(history, phase_number))
