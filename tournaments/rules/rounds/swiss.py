"""The next round of a Swiss phase: who plays, what was asked of it, at which tables."""

from ..history import BYE, EventHistory, MatchRecord, ProofRecord, RoundRecord, SeatRecord
from ..pairing import Constraints, Entrant, Pairing, pair
from ..standings.carry_over import joined, met_before
from ..standings.standings import Standings, standings
from . import pairing_constraints, requested_byes, table_numbers
from .meetings import bye_counts
from .phases import entrants_of, round_count, settings_for


def draw(
    history: EventHistory, phase_number: int, seed: str, exceptions: bool, ranked: Standings | None = None
):
    """The phase's next Round and, by player id, why. RuleViolation where there is no legal one, unless
    `exceptions` may be made. `ranked` are the standings of the phase, where they are computed already."""
    entrants = field(history, phase_number, ranked)
    constraints = constraints_of(history, phase_number, entrants)
    how = question(history, phase_number, seed)
    drawn = paired(history, phase_number, entrants, how, constraints, exceptions)
    pairs = seated(history, phase_number, drawn.tables, seed)
    byes = (drawn.bye,) if drawn.bye else ()
    return laid(history, phase_number, seed, pairs, byes, drawn.why, proof_of(drawn, constraints))


def laid(history: EventHistory, phase_number: int, seed: str, seated, byes, why, proof: ProofRecord | None):
    """The phase's next Round of these tables (players in the order of their seats) and of who sits out, with
    the byes that were asked for; and by player id, why."""
    numbers, notes = table_numbers.numbered(history, seated, range(1, len(seated) + 1))
    places = sorted(zip(numbers, seated, strict=True))
    made = [MatchRecord(tuple(map(SeatRecord, players)), table) for table, players in places]
    out = byes_asked(history, phase_number)
    byes = requested_byes.in_order(
        history, (*(MatchRecord((SeatRecord(bye, result=BYE),)) for bye in byes), *out)
    )
    number = len(history.phase(phase_number).rounds) + 1
    round_ = RoundRecord(number, seed=seed, matches=(*made, *byes), proof=proof)
    return round_, pairing_constraints.Whys(
        history, why, out, pairing_constraints.excepted(history, seated), notes
    )


def proof_of(drawn: Pairing, constraints: Constraints) -> ProofRecord:
    apart = drawn.apart if constraints.apart else None
    return ProofRecord(drawn.rematches, drawn.pair_downs, drawn.gap, drawn.proof, drawn.ahead, apart)


def paired(
    history: EventHistory,
    phase_number: int,
    entrants,
    question: dict,
    constraints: Constraints,
    exceptions: bool,
) -> Pairing:
    """These players paired as it was asked, or with the cheapest exception that may be made."""
    met = met_before(history, phase_number)

    def draw(constraints, allow_rematches):
        changing = {"constraints": constraints, "allow_rematches": allow_rematches}
        return pair(entrants, met, **question, **changing)

    return pairing_constraints.with_exceptions(history, draw, constraints, exceptions)


def constraints_of(history: EventHistory, phase_number: int, entrants) -> Constraints:
    """What was asked of the phase's next round for those who play in it."""
    number, settings = len(history.phase(phase_number).rounds) + 1, settings_for(history, phase_number)
    return pairing_constraints.constraints_of(
        history, settings, [entrant.player for entrant in entrants], number
    )


def seated(history: EventHistory, phase_number: int, pairs, seed: str) -> list[tuple[str, str]]:
    """The pairs of the phase's next round, who sits first in front."""
    first_seat = settings_for(history, phase_number).first_seat
    return table_numbers.in_turn(pairs, joined(history, phase_number), first_seat, seed)


def byes_asked(history: EventHistory, phase_number: int) -> tuple[MatchRecord, ...]:
    """The byes that were asked for in the phase's next round."""
    event_round = history.rounds_before(phase_number) + len(history.phase(phase_number).rounds) + 1
    return requested_byes.byes_asked(history, event_round, entrants_of(history, phase_number))


def question(history: EventHistory, phase_number: int, seed: str) -> dict:
    """How the phase's next round is paired: the method, the lot, the rounds to come."""
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
    """Those to be paired in the next round of the phase, with their points and standing in it (`ranked`)."""
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
    played = joined(history, phase_number)
    byes = bye_counts(played)
    entrants = []
    for place, player in enumerate(seeded):
        if player not in playing:
            continue
        order, row = rows[player] if played.rounds and player in rows else (place, None)
        rank, points = (row.rank, row.points) if row else (len(seeded), 0)
        entrants.append(Entrant(player, points, rank, byes.get(player, 0), order))
    return entrants
