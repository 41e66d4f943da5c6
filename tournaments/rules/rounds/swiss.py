"""Draws Swiss rounds, at tables of two or in pods: entrants, pairing, first seats, table numbers, proof."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, count

from ..errors import RuleViolation, _
from ..history import (
    BYE,
    EventHistory,
    EventPhase,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    ProofRecord,
    RoundRecord,
    SeatRecord,
)
from ..pairing import Constraints, Entrant, Pairing, Reason, pair_swiss
from ..pairing.pods import PodPairing, pair_pods
from ..pairing.round_robin import bye_counts
from ..rulebooks import Settings
from ..settings.fields import BALANCED
from ..standings.standings import Standings, standings
from ..standings.table_builder import met_before, phase_with_carried_rounds
from . import pairing_constraints
from .phases import entrants_of, round_count

OWN_TABLE = _("table {table} is reserved for {name}")
OPPONENTS_TABLE = _(
    "{name} should be at table {table}, but {other}, who registered earlier, has table {taken}"
)
OTHERS_TABLE = _("{name} should be at table {table}, but {other}, who registered earlier, has it")
TABLE_IN_USE = _("{name} should be at table {table}, but a match is in progress there")


def assign_first_seats(pairs: Iterable[tuple[str, str]], phase: PhaseRecord, first_seat: str, seed: str):
    """Return the pairs with the first seat in front.

    Balanced: the player who sat first less often in the phase, then who did not last time, then by lot.
    """
    if first_seat != BALANCED:
        return [tuple(pair) for pair in pairs]
    firsts = first_seats(phase)
    number = len(phase.rounds) + 1

    def seat_key(player):
        past_firsts = firsts.get(player, ())
        lot = hashlib.sha256(f"{seed}|{number}|{player}|first seat".encode()).digest()
        return sum(past_firsts), bool(past_firsts and past_firsts[-1]), lot

    return [tuple(sorted(pair, key=seat_key)) for pair in pairs]


def first_seats(phase: PhaseRecord) -> dict[str, list[bool]]:
    """Return {player id: for each match in order, whether the player sat first}."""
    firsts = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            for place, player in enumerate(match.players if not match.is_bye else ()):
                firsts.setdefault(player, []).append(place == 0)
    return firsts


def assign_table_numbers(
    history: EventHistory, tables: Sequence[Sequence[str]], numbers: Sequence[int], taken=frozenset()
):
    """Return (the number of each table, {player id: Reason}).

    Players with a table of their own get it, earlier players in the event's list first; the other tables get
    the remaining numbers in order. `taken` are numbers in use. A Reason explains each request for an own
    table.
    """
    own_numbers, holders, notes = {}, {}, {}
    table_of_player = {player: index for index, players in enumerate(tables) for player in players}
    for player in history.players:
        if player.table is None or player.id not in table_of_player:
            continue
        index = table_of_player[player.id]
        if index in own_numbers or player.table in taken or player.table in holders:
            notes |= dict.fromkeys(tables[index], own_table_reason(player, own_numbers.get(index), holders))
        else:
            own_numbers[index], holders[player.table] = player.table, player
            note = Reason(OWN_TABLE, {"table": player.table, "name": player.name})
            notes |= dict.fromkeys(tables[index], note)
    free = chain(numbers, count(max(numbers, default=0) + 1))
    remaining = (number for number in free if number not in holders and number not in taken)
    return [own_numbers.get(index) or next(remaining) for index in range(len(tables))], notes


def own_table_reason(player: PlayerRecord, seated_at: int | None, holders: dict[int, PlayerRecord]) -> Reason:
    """Return the Reason why a player sits, or does not sit, at their own table."""
    params = {"table": player.table, "name": player.name}
    if seated_at == player.table:
        return Reason(OWN_TABLE, params)
    if seated_at:
        return Reason(OPPONENTS_TABLE, params | {"other": holders[seated_at].name, "taken": seated_at})
    if player.table in holders:
        return Reason(OTHERS_TABLE, params | {"other": holders[player.table].name})
    return Reason(TABLE_IN_USE, params)


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
    return assign_first_seats(pairs, played, settings.first_seat, seed)


def build_round(phase: EventPhase, seed: str, tables, byes, reasons, proof: ProofRecord | None):
    """Return the phase's next round and {player id: Reason}, from tables (players in seat order) and byes.

    Requested byes are added.
    """
    history = phase.history
    numbers, table_notes = assign_table_numbers(history, tables, range(1, len(tables) + 1))
    numbered = sorted(zip(numbers, tables, strict=True))
    matches = [MatchRecord(tuple(map(SeatRecord, players)), table) for table, players in numbered]
    requested = requested_bye_matches(phase)
    drawn_byes = [MatchRecord((SeatRecord(bye, result=BYE),)) for bye in byes]
    matches += pairing_constraints.sort_byes(history, (*drawn_byes, *requested))
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
    return pairing_constraints.requested_bye_matches(phase.history, event_round, entrants_of(phase))
