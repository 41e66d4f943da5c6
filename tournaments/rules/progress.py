"""Where an event stands and what comes next: from its history alone."""

from dataclasses import dataclass, replace

from . import cuts, finals, pairing, rulebooks
from .errors import RuleViolation, _
from .history import BRACKET, DRAFT, FINISHED, PUBLISHED, ROUND_ROBIN, Event, Match, Phase, Proof, Round, Seat
from .pairing import round_robin
from .standings import standings


@dataclass(frozen=True, slots=True)
class NextRound:
    """What pairing leads to. `round` is None where nothing is left to pair.

    `event` is the history with it in place, `why` words for each player's table or bye.
    """

    event: Event
    phase: int
    round: Round | None
    why: dict


def settings_for(event: Event, phase_number: int):
    """The phase's settings: the rulebook's, with what the phase changes."""
    return rulebooks.settings_of(event.rulebook, event.phase(phase_number).settings)


def entrants_of(event: Event, phase_number: int) -> tuple[str, ...]:
    """Player ids of the phase in seed order; before a later phase has begun, those who would be cut to."""
    phase = event.phase(phase_number)
    if phase.entrants is not None:
        return phase.entrants
    if phase_number == 1:
        return tuple(player.id for player in cuts.by_seed(event.players))
    return cut_to(event, phase_number)


def cut_to(event: Event, phase_number: int) -> tuple[str, ...]:
    """Who goes on to a later phase, in seed order: the final standings of the phase before, cut."""
    settings = settings_for(event, phase_number)
    rows = standings(event, phase_number - 1).rows
    last = event.rounds_before(phase_number)
    playing = {player.id for player in event.players if player.plays_in(last + 1)}
    rule = settings.cut
    if rule is None and event.phase(phase_number).kind == BRACKET:
        sizes = finals.check_finals(settings.finals or finals.DEFAULT_FINALS).sizes
        rule = {"top": sizes[0]} if len(sizes) == 1 else None
    gone = {row.player for row in rows} - playing
    return cuts.cut(rows, rule, gone).entrants


def round_count(event: Event, phase_number: int) -> int:
    """How many rounds the phase has: set, its finals table's, or what the rulebook suggests for its size.

    0 for finals that do not take as many as there are: somebody may join or leave yet.
    """
    phase, settings = event.phase(phase_number), settings_for(event, phase_number)
    if phase.kind == BRACKET:
        key, size = settings.finals or finals.DEFAULT_FINALS, len(entrants_of(event, phase_number))
        return finals.table(key, size).rounds if size in finals.check_finals(key).sizes else 0
    if phase.kind == ROUND_ROBIN:
        field = round_robin.field_of(event, phase_number, entrants_of(event, phase_number))
        return round_robin.round_count(len(field), settings)
    if settings.rounds:
        return settings.rounds
    if phase.entrants is not None:
        return rulebooks.suggested_rounds(settings.rulebook, len(phase.entrants))
    first = event.rounds_before(phase_number) + 1
    there = [p for p in event.players if p.joined_round <= first and p.dropped_after != 0]
    return rulebooks.suggested_rounds(settings.rulebook, len(there))


def open_round(event: Event, phase_number: int) -> Round | None:
    """The current round: the lowest of the phase that is not finished."""
    return next((r for r in event.phase(phase_number).rounds if not r.finished), None)


def is_over(event: Event, phase_number: int) -> bool:
    """Whether every round of the phase has been played."""
    rounds = event.phase(phase_number).rounds
    return (
        bool(rounds) and all(r.finished for r in rounds) and len(rounds) >= round_count(event, phase_number)
    )


def has_ended(event: Event) -> bool:
    return event.current == len(event.phases) and is_over(event, event.current)


def unreported(round_: Round) -> tuple[Match, ...]:
    return tuple(match for match in round_.matches if not match.is_bye and not match.reported)


def finish_current(event: Event) -> Event:
    """The event with its current round finished; refuses while results are missing, naming the tables."""
    number = event.current
    current = open_round(event, number)
    if current is None:
        return event
    if current.state == DRAFT:
        raise RuleViolation(
            _("Round {number} is a draft: publish it, or take it back."), number=current.number
        )
    if missing := unreported(current):
        tables = ", ".join(str(match.table) for match in missing)
        raise RuleViolation(
            _("Round {number} cannot be finished: no result yet from table {tables}."),
            number=current.number,
            tables=tables,
        )
    return with_round(event, number, replace(current, state=FINISHED))


def with_round(event: Event, phase_number: int, round_: Round) -> Event:
    """The event with this round in the place of the one of its number, or added."""
    others = [r for r in event.phase(phase_number).rounds if r.number != round_.number]
    rounds = tuple(sorted((*others, round_), key=lambda r: r.number))
    return event.with_phase(phase_number, rounds=rounds)


def next_round(event: Event, seed: str, *, allow_rematches=False, state=PUBLISHED) -> NextRound:
    """Finish the current round and draw the next one, of this phase or of the one after it.

    The same history and seed give the same round. Raises RuleViolation where results are missing,
    too few players are left, or no round without a rematch exists and `allow_rematches` is not set.
    """
    event = finish_current(event)
    number = event.current
    if is_over(event, number):
        if number == len(event.phases):
            return NextRound(event, number, None, {})
        entrants = entrants_of(event, number + 1)
        number += 1
        event = event.with_phase(number, entrants=entrants)
    if event.phase(number).kind == BRACKET and event.phase(number).entrants is None:
        # From here on no rating that is given late moves a seed.
        event = event.with_phase(number, entrants=entrants_of(event, number))
    round_, why = draw(event, number, seed, allow_rematches)
    # A round that is there opened early: it is being played, and so is what joins it.
    is_new = round_.number > len(event.phase(number).rounds)
    round_ = replace(round_, state=state if is_new else PUBLISHED)
    return NextRound(with_round(event, number, round_), number, round_, why)


def draw(event: Event, phase_number: int, seed: str, allow_rematches: bool):
    """The next round of a phase and, by player id, why."""
    if event.phase(phase_number).kind == BRACKET:
        return draw_finals(event, phase_number, seed), {}
    if event.phase(phase_number).kind == ROUND_ROBIN:
        field = round_robin.field_of(event, phase_number, entrants_of(event, phase_number))
        return round_robin.draw(event, phase_number, field, seed)
    return draw_swiss(event, phase_number, seed, allow_rematches)


def draw_finals(event: Event, phase_number: int, seed: str) -> Round:
    """The next round of a bracket: what is missing of it joins what opened early."""
    matches = finals.next_matches(event, phase_number)
    if not matches:
        return open_round(event, phase_number)
    number = finals.bracket_of(event, phase_number).table.slot(matches[0].slot).round
    rounds = (r for r in event.phase(phase_number).rounds if r.number == number)
    there = next(rounds, Round(number, seed=seed))
    return replace(there, matches=(*there.matches, *matches))


def draw_swiss(event: Event, phase_number: int, seed: str, allow_rematches: bool):
    asked = swiss_question(event, phase_number, seed, allow_rematches)
    number = asked["round_number"]
    pairs = pairing.pair(swiss_entrants(event, phase_number), meetings(event.phase(phase_number)), **asked)
    tables = [Match((Seat(a), Seat(b)), table) for table, (a, b) in enumerate(pairs.tables, 1)]
    if pairs.bye:
        tables.append(Match((Seat(pairs.bye, result="bye"),)))
    proof = Proof(pairs.rematches, pairs.pair_downs, pairs.gap, pairs.proof, pairs.ahead)
    return Round(number, seed=seed, matches=tuple(tables), proof=proof), pairs.why


def swiss_question(event: Event, phase_number: int, seed: str, allow_rematches: bool) -> dict:
    """What the pairing of the phase's next round is asked for, beside who plays and who has met."""
    phase, settings = event.phase(phase_number), settings_for(event, phase_number)
    number, rounds = len(phase.rounds) + 1, round_count(event, phase_number)
    return {
        "method": method(settings, number, rounds),
        "seed": seed,
        "round_number": number,
        "rounds_left": max(rounds - number, 0),
        "allow_rematches": allow_rematches,
    }


def method(settings, number: int, rounds: int) -> str:
    if number == 1:
        return settings.first_round_pairing
    if number == rounds:
        return settings.last_round_pairing
    return settings.pairing


def swiss_entrants(event: Event, phase_number: int) -> list[pairing.Entrant]:
    """Those who play the next round of the phase, with their points and standing."""
    phase = event.phase(phase_number)
    event_round = event.rounds_before(phase_number) + len(phase.rounds) + 1
    playing = {player.id for player in event.players if player.plays_in(event_round)}
    seeded = entrants_of(event, phase_number)
    rows = {row.player: (place, row) for place, row in enumerate(standings(event, phase_number).rows)}
    byes = bye_counts(phase)
    entrants = []
    for place, player in enumerate(seeded):
        if player not in playing:
            continue
        order, row = rows[player] if phase.rounds and player in rows else (place, None)
        rank, points = (row.rank, row.points) if row else (len(seeded), 0)
        entrants.append(pairing.Entrant(player, points, rank, byes.get(player, 0), order))
    return entrants


def meetings(phase: Phase) -> list[tuple[str, str]]:
    """Each meeting so far, oldest first."""
    return [
        tuple(seat.player for seat in match.seats)
        for round_ in phase.rounds
        for match in round_.matches
        if not match.is_bye
    ]


def bye_counts(phase: Phase) -> dict[str, int]:
    """How often each player sat out with points; an unpaired loss is not a bye."""
    counts = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            if match.is_bye and match.seats[0].result != "loss":
                counts[match.seats[0].player] = counts.get(match.seats[0].player, 0) + 1
    return counts
