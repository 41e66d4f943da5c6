"""The next round of a Swiss phase: entrants, constraints and tables."""

from ..history import BYE, EventHistory, MatchRecord, ProofRecord, RoundRecord, SeatRecord
from ..pairing import Constraints, Entrant, Pairing, pair_swiss
from ..standings.carry_over import met_before, phase_with_carried_rounds
from ..standings.standings import Standings, standings
from . import pairing_constraints, requested_byes, table_numbers
from .meetings import bye_counts
from .phases import entrants_of, round_count, settings_for


def draw(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
):
    """Return the phase's next round and {player id: Reason}.

    RuleViolation if no legal round exists, unless `exceptions` are allowed. `ranked` are the standings of the
    phase if they are already computed.
    """
    entrants = field(history, phase_number, ranked)
    constraints = constraints_of(history, phase_number, entrants)
    options = pairing_options(history, phase_number, seed)
    pairing = pair_entrants(history, phase_number, entrants, options, constraints, exceptions)
    pairs = assign_seats(history, phase_number, pairing.tables, seed)
    byes = (pairing.bye,) if pairing.bye else ()
    return build_round(
        history, phase_number, seed, pairs, byes, pairing.why, make_proof(pairing, constraints)
    )


def build_round(
    history: EventHistory, phase_number: int, seed: str, tables, byes, reasons, proof: ProofRecord | None
):
    """Return the phase's next round and {player id: Reason}, from tables (players in the order of their
    seats) and byes; requested byes are added.
    """
    numbers, notes = table_numbers.assign_table_numbers(history, tables, range(1, len(tables) + 1))
    places = sorted(zip(numbers, tables, strict=True))
    matches = [MatchRecord(tuple(map(SeatRecord, players)), table) for table, players in places]
    requested = requested_bye_matches(history, phase_number)
    byes = requested_byes.sort_byes(
        history, (*(MatchRecord((SeatRecord(bye, result=BYE),)) for bye in byes), *requested)
    )
    number = len(history.phase(phase_number).rounds) + 1
    round_ = RoundRecord(number, seed=seed, matches=(*matches, *byes), proof=proof)
    return round_, pairing_constraints.PairingReasons(
        history, reasons, requested, pairing_constraints.exception_notes(history, tables), notes
    )


def make_proof(pairing: Pairing, constraints: Constraints) -> ProofRecord:
    apart = pairing.apart if constraints.apart else None
    return ProofRecord(
        pairing.rematches, pairing.pair_downs, pairing.gap, pairing.proof, pairing.ahead, apart
    )


def pair_entrants(
    history: EventHistory,
    phase_number: int,
    entrants,
    options: dict,
    constraints: Constraints,
    exceptions: bool,
) -> Pairing:
    """Pair the entrants within the constraints, or with the cheapest exception if allowed."""
    met = met_before(history, phase_number)

    def draw(constraints, allow_rematches):
        changes = {"constraints": constraints, "allow_rematches": allow_rematches}
        return pair_swiss(entrants, met, **options, **changes)

    return pairing_constraints.pair_with_fallback(history, draw, constraints, exceptions)


def constraints_of(history: EventHistory, phase_number: int, entrants) -> Constraints:
    """Return the Constraints of the phase's next round for its entrants."""
    number, settings = len(history.phase(phase_number).rounds) + 1, settings_for(history, phase_number)
    return pairing_constraints.constraints_of(
        history, settings, [entrant.player for entrant in entrants], number
    )


def assign_seats(history: EventHistory, phase_number: int, pairs, seed: str) -> list[tuple[str, str]]:
    """Return the pairs of the phase's next round with the first seat in front."""
    first_seat = settings_for(history, phase_number).first_seat
    return table_numbers.assign_first_seats(
        pairs, phase_with_carried_rounds(history, phase_number), first_seat, seed
    )


def requested_bye_matches(history: EventHistory, phase_number: int) -> tuple[MatchRecord, ...]:
    """The requested byes of the phase's next round."""
    event_round = history.rounds_before(phase_number) + len(history.phase(phase_number).rounds) + 1
    return requested_byes.requested_bye_matches(history, event_round, entrants_of(history, phase_number))


def pairing_options(history: EventHistory, phase_number: int, seed: str) -> dict:
    """Options of `pair` for the phase's next round: method, seed, rounds left."""
    phase, settings = history.phase(phase_number), settings_for(history, phase_number)
    number, rounds = len(phase.rounds) + 1, round_count(history, phase_number)
    return {
        "method": method(settings, number, rounds),
        "seed": seed,
        "round_number": number,
        "rounds_left": max(rounds - number, 0),
    }


def method(settings, number: int, rounds: int) -> str:
    if number == 1:
        return settings.first_round_pairing
    if number == rounds:
        return settings.last_round_pairing
    return settings.pairing


def field(history: EventHistory, phase_number: int, ranked: Standings | None = None) -> list[Entrant]:
    """The players to pair in the phase's next round, with their points and standing (`ranked`)."""
    phase = history.phase(phase_number)
    event_round = history.rounds_before(phase_number) + len(phase.rounds) + 1
    playing = {
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
        if player not in playing:
            continue
        order, row = rows[player] if played.rounds and player in rows else (place, None)
        rank, points = (row.rank, row.points) if row else (len(seeded), 0)
        entrants.append(Entrant(player, points, rank, byes.get(player, 0), order))
    return entrants
