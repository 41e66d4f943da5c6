"""Finals as they open: which matches can be played before their round is paired, and where they stand."""

from dataclasses import dataclass, replace

from .. import finals
from ..errors import RuleViolation, _
from ..history import BRACKET, DRAFT, FINISHED, PUBLISHED, EventHistory, MatchRecord, PhaseRecord, RoundRecord
from ..rounds import table_numbers
from .system import source


@dataclass(frozen=True, slots=True)
class Call:
    """A choice that is open: in match `slot` the player `caller` names one of `choices` (player ids, the
    better-seeded first) as the opponent."""

    slot: str
    caller: str
    choices: tuple[str, ...]


def is_whole(history: EventHistory, phase: int, round_: RoundRecord | None) -> bool:
    """Whether no match of this round of finals is still to be made; True without a round."""
    if round_ is None:
        return True
    meetings = finals.bracket_of(history, phase).round(round_.number)
    return all(meeting.match or not meeting.needed for meeting in meetings)


def ready(history: EventHistory, phase: int) -> tuple[finals.Meeting, ...]:
    """The matches that are not made though all sides are known; none before the first round is out, nor
    while a draft waits."""
    if not are_out(history.phase(phase)):
        return ()
    meetings = finals.bracket_of(history, phase).ready
    return tuple(meeting for meeting in meetings if meeting.match is None)


def are_out(phase: PhaseRecord) -> bool:
    """Whether these are finals that have begun, and none of their rounds waits as a draft."""
    is_draft = any(round_.state == DRAFT for round_ in phase.rounds)
    return phase.kind == BRACKET and bool(phase.rounds) and not is_draft


def opened(history: EventHistory, phase: int, seed: str = "") -> EventHistory:
    """The event with every match that is ready under way. RuleViolation where none is."""
    if not ready(history, phase):
        raise RuleViolation(_("No match can open early: the next ones wait for results."))
    # What a no-show decides at once may open the next one.
    while found := ready(history, phase):
        now = finals.bracket_of(history, phase)
        matches = [finals.match_of(history, now, meeting.slot.id, meeting.seeds) for meeting in found]
        history = put(history, phase, matches, seed)
    return settled(history, phase)


def calls(history: EventHistory, phase: int) -> tuple[Call, ...]:
    """The choices of an opponent that somebody can make now: who comes is known, and who chooses."""
    if not are_out(history.phase(phase)):
        return ()
    now = finals.bracket_of(history, phase)
    found = []
    for meeting in now.meetings:
        for side, other in zip(meeting.sides, meeting.sides[::-1], strict=True):
            read = source(side.source)
            come = [now.meeting(slot).winner for slot in read.of] if read.kind == "CALL" else [None]
            if meeting.match is None and other.player and all(come):
                choices = tuple(now.player(seed) for seed in sorted(come))
                found.append(Call(meeting.slot.id, other.player, choices))
    return tuple(found)


def called(history: EventHistory, phase: int, player: str, seed: str = "") -> EventHistory:
    """The event with this player called: that match and the one of who was not called are under way.

    RuleViolation where nobody can call that player now.
    """
    call = next((call for call in calls(history, phase) if player in call.choices), None)
    if call is None:
        raise RuleViolation(_("Nobody can be called now: the choice is made, or results are missing."))
    now = finals.bracket_of(history, phase)
    pair = [now.entrants.index(who) + 1 for who in (call.caller, player)]
    history = put(history, phase, [finals.match_of(history, now, call.slot, pair)], seed)
    rest = finals.bracket_of(history, phase)
    round_ = rest.table.slot(call.slot).round
    matches = [
        finals.match_of(history, rest, meeting.slot.id, meeting.seeds)
        for meeting in rest.round(round_)
        if meeting.known and meeting.match is None
    ]
    return settled(put(history, phase, matches, seed), phase)


def put(history: EventHistory, phase: int, matches: list[MatchRecord], seed: str) -> EventHistory:
    """The event with these matches in their rounds, under way; a round between that has none yet is there."""
    table = finals.bracket_of(history, phase).table
    numbers = [table.slot(match.slot).round for match in matches]
    for number in range(1, max(numbers, default=0) + 1):
        here = [match for match, at in zip(matches, numbers, strict=True) if at == number]
        there = any(round_.number == number for round_ in history.phase(phase).rounds)
        if here:
            round_ = replace(joined(history, phase, here, seed), state=PUBLISHED)
        elif not there:
            round_ = RoundRecord(number, PUBLISHED, seed)
        if here or not there:
            history = with_round(history, phase, round_)
    return history


def joined(history: EventHistory, phase: int, matches: list[MatchRecord], seed: str) -> RoundRecord:
    """The round of finals that these matches of one round make with those that it has, each at a table that
    no open round has: a table alone names a match.
    """
    number = finals.bracket_of(history, phase).table.slot(matches[0].slot).round
    rounds = history.phase(phase).rounds
    there = next((r for r in rounds if r.number == number), RoundRecord(number, seed=seed))
    taken = {match.table for r in rounds for match in r.matches if r == there or not r.finished}
    wanted = [match.table or at for at, match in enumerate(matches, 1)]
    numbers, _why = table_numbers.numbered(history, [match.players for match in matches], wanted, taken)
    seated = [replace(match, table=table) for match, table in zip(matches, numbers, strict=True)]
    return replace(there, matches=(*there.matches, *sorted(seated, key=lambda match: match.table)))


def settled(history: EventHistory, phase: int) -> EventHistory:
    """Rounds of finals that are over while a later one is open, finished: nobody has to close them."""
    rounds = history.phase(phase).rounds
    for round_ in rounds[:-1]:
        open_ = round_.state == PUBLISHED
        if open_ and all(match.reported for match in round_.matches) and is_whole(history, phase, round_):
            history = with_round(history, phase, replace(round_, state=FINISHED))
    return history


def with_round(history: EventHistory, phase: int, round_: RoundRecord) -> EventHistory:
    """The event with this round in the place of the one of its number, or added."""
    others = [r for r in history.phase(phase).rounds if r.number != round_.number]
    return history.with_phase(phase, rounds=tuple(sorted((*others, round_), key=lambda r: r.number)))
