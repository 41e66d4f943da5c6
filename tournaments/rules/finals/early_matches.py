"""Early matches of finals: start them before their round is paired, and choose opponents."""

from dataclasses import dataclass, replace

from .. import finals
from ..errors import RuleViolation, _
from ..finals_systems.system import source
from ..history import (
    BRACKET,
    DRAFT,
    FINISHED,
    PUBLISHED,
    EventPhase,
    MatchRecord,
    RoundRecord,
)
from ..rounds.swiss import assign_table_numbers


@dataclass(frozen=True, slots=True)
class OpponentChoice:
    """An open choice: in match `slot` the player `caller` picks one of `choices` (ids, better seed first)."""

    slot: str
    caller: str
    choices: tuple[str, ...]


def has_all_matches(phase: EventPhase, round_: RoundRecord | None) -> bool:
    """Return whether all matches of a round of finals are made; True without a round."""
    if round_ is None:
        return True
    meetings = finals.bracket_of(phase).round(round_.number)
    return all(meeting.match or not meeting.is_needed for meeting in meetings)


def ready_matches(phase: EventPhase) -> tuple[finals.Meeting, ...]:
    """Return the unmade matches whose sides are all known; none while a round is unpublished."""
    if not is_bracket_under_way(phase):
        return ()
    meetings = finals.bracket_of(phase).ready_meetings
    return tuple(meeting for meeting in meetings if meeting.match is None)


def is_bracket_under_way(phase: EventPhase) -> bool:
    """Return whether the phase is a bracket that has begun and has no unpublished round."""
    is_draft = any(round_.state == DRAFT for round_ in phase.rounds)
    return phase.kind == BRACKET and bool(phase.rounds) and not is_draft


def open_ready_matches(phase: EventPhase, seed: str = "") -> EventPhase:
    """Return the phase with every ready match started. RuleViolation if none is ready."""
    if not ready_matches(phase):
        raise RuleViolation(_("No match can start early: the next ones are waiting for results."))
    # A no-show decides a match at once, which may make the next one ready.
    while meetings := ready_matches(phase):
        phase = add_matches(phase, matches_of(phase, meetings), seed)
    return finish_complete_rounds(phase)


def matches_of(phase: EventPhase, meetings) -> list[MatchRecord]:
    bracket = finals.bracket_of(phase)
    return [finals.match_of(phase.history, bracket, meeting.slot.id, meeting.seeds) for meeting in meetings]


def opponent_choices(phase: EventPhase) -> tuple[OpponentChoice, ...]:
    """Return the choices of an opponent that can be made now: the chooser and all candidates are known."""
    if not is_bracket_under_way(phase):
        return ()
    bracket = finals.bracket_of(phase)
    choices = []
    for meeting in bracket.meetings:
        for side, other in zip(meeting.sides, meeting.sides[::-1], strict=True):
            read = source(side.source)
            if read.kind == "CALL" and meeting.match is None and other.player:
                winners = [bracket.meeting(slot).winner for slot in read.of]
                if all(winners):
                    players = tuple(map(bracket.player, sorted(winners)))
                    choices.append(OpponentChoice(meeting.slot.id, other.player, players))
    return tuple(choices)


def choose_opponent(phase: EventPhase, player: str, seed: str = "") -> EventPhase:
    """Return the phase with the match against the chosen player, and that of the player not chosen, started.

    RuleViolation if the player cannot be chosen now.
    """
    choices = opponent_choices(phase)
    choice = next((choice for choice in choices if player in choice.choices), None)
    if choice is None:
        raise RuleViolation(_("Nobody can be called now: the choice has been made, or results are missing."))
    bracket = finals.bracket_of(phase)
    seeds = [bracket.entrants.index(player_id) + 1 for player_id in (choice.caller, player)]
    match = finals.match_of(phase.history, bracket, choice.slot, seeds)
    phase = add_matches(phase, [match], seed)
    meetings = finals.bracket_of(phase).round(bracket.table.slot(choice.slot).round)
    ready = [meeting for meeting in meetings if meeting.is_certain and meeting.match is None]
    phase = add_matches(phase, matches_of(phase, ready), seed)
    return finish_complete_rounds(phase)


def add_matches(phase: EventPhase, matches: list[MatchRecord], seed: str) -> EventPhase:
    """Add published matches to their rounds; rounds between them are created, even without matches."""
    table = finals.bracket_of(phase).table
    numbers = [table.slot(match.slot).round for match in matches]
    for number in range(1, max(numbers, default=0) + 1):
        of_round = [match for match, its_round in zip(matches, numbers, strict=True) if its_round == number]
        if of_round:
            round_ = replace(round_with_matches(phase, of_round, seed), state=PUBLISHED)
            phase = phase.with_round(round_)
        elif phase.find_round(number) is None:
            phase = phase.with_round(RoundRecord(number, PUBLISHED, seed))
    return phase


def round_with_matches(phase: EventPhase, matches: list[MatchRecord], seed: str) -> RoundRecord:
    """Return the round of finals with these matches added in their order.

    The match with the best seed gets the first free table number. Table numbers are unique among open rounds,
    because a table number identifies a match.
    """
    bracket = finals.bracket_of(phase)
    number = bracket.table.slot(matches[0].slot).round
    current = phase.find_round(number) or RoundRecord(number, seed=seed)
    taken = {match.table for r in phase.rounds for match in r.matches if r == current or not r.finished}
    seeds = {player: seed for seed, player in enumerate(bracket.entrants, 1)}
    by_best_seed = sorted(matches, key=lambda match: min(seeds[player] for player in match.players))
    wanted = [match.table or position for position, match in enumerate(by_best_seed, 1)]
    numbers, _why = assign_table_numbers(
        phase.history, [match.players for match in by_best_seed], wanted, taken
    )
    tables = {match.slot: table for match, table in zip(by_best_seed, numbers, strict=True)}
    seated = [replace(match, table=tables[match.slot]) for match in matches]
    return replace(current, matches=(*current.matches, *seated))


def finish_complete_rounds(phase: EventPhase) -> EventPhase:
    """Finish complete rounds of finals before the last one, so that no one has to close them."""
    for round_ in phase.rounds[:-1]:
        is_reported = all(match.reported for match in round_.matches)
        if round_.state == PUBLISHED and is_reported and has_all_matches(phase, round_):
            phase = phase.with_round(replace(round_, state=FINISHED))
    return phase
