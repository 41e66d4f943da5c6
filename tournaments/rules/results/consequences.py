"""What another winner of a finals match undoes: later matches whose players or results go."""

from dataclasses import dataclass, replace
from itertools import count

from .. import finals
from ..errors import RuleViolation, _
from ..finals import early_matches
from ..finals.system import source
from ..history import DRAFT, PUBLISHED, EventHistory, MatchRecord
from ..rounds.seating import round_of


@dataclass(frozen=True, slots=True)
class Undone:
    """A later match as it was and as it is made again, without a result; None where nobody knows yet who
    meets in it, or it is not needed any more. `name` is the match's in words."""

    name: finals.Words
    round: int
    before: MatchRecord
    after: MatchRecord | None


def of_result(
    history: EventHistory, phase: int, number: int, before: MatchRecord, after: MatchRecord
) -> tuple[EventHistory, tuple]:
    """(the event with this match of the finals as it is now, the Undone that follow from it).

    What is the same as before stays as it is; who was called stays called while they can be. Raises
    RuleViolation where a later phase was made of these finals.
    """
    right = with_matches(history, phase, {(number, before.table): after})
    was, now = finals.bracket_of(history, phase), finals.bracket_of(right, phase)
    start = next(meeting.slot for meeting in was.meetings if meeting.match == before)
    if was.meeting(start.id).winner == now.meeting(start.id).winner:
        return right, ()
    if phase < history.current:
        raise RuleViolation(_("The next phase was made of these finals: take its first round back first."))
    changed, undone = {start.id}, []
    for slot in was.table.matches:
        fed = {slot_id for read in slot.reads for slot_id in read.of}
        old = was.meeting(slot.id).match
        if changed.isdisjoint(fed) or old is None:
            continue
        place = (slot.round, old.table)
        right = with_matches(right, phase, {place: None})
        new = made_again(right, phase, slot.id, old)
        if new is None or set(new.players) != set(old.players):
            changed.add(slot.id)
            undone.append(Undone(slot.name, slot.round, old, new))
        else:
            new = old
        if new:
            right = put_back(right, phase, slot.round, new)
    return reopened(right, phase), tuple(undone)


def made_again(history: EventHistory, phase: int, slot_id: str, old: MatchRecord) -> MatchRecord | None:
    """The match of this slot, which is not in the event, as it follows from the others."""
    now = finals.bracket_of(history, phase)
    meeting = now.meeting(slot_id)
    if not meeting.needed:
        return None
    pair = []
    for side in meeting.sides:
        seed, read = side.seed, source(side.source)
        if seed is None and read.kind == "CALL" and all(now.meeting(slot).decided for slot in read.of):
            seed = next((one for one in side.possible if now.player(one) in old.players), None)
        if seed is None:
            return None
        pair.append(seed)
    return finals.match_of(history, now, slot_id, pair, old.table)


def with_matches(history: EventHistory, phase: int, changed: dict) -> EventHistory:
    """The event with (round, table) → match in place of those there; None takes one away."""
    for number, table in changed:
        round_ = round_of(history, phase, number)
        new = changed[number, table]
        matches = tuple(new if match.table == table else match for match in round_.matches)
        round_ = replace(round_, matches=tuple(filter(None, matches)))
        history = early_matches.with_round(history, phase, round_)
    return history


def put_back(history: EventHistory, phase: int, number: int, match: MatchRecord) -> EventHistory:
    round_ = round_of(history, phase, number)
    matches = sorted((*round_.matches, match), key=lambda one: one.table)
    return early_matches.with_round(history, phase, replace(round_, matches=tuple(matches)))


def reopened(history: EventHistory, phase: int) -> EventHistory:
    """Rounds at the end without a match are gone; those that lack a match or a result are open again."""
    rounds = list(history.phase(phase).rounds)
    while len(rounds) > 1 and not rounds[-1].matches:
        rounds.pop()
    history = history.with_phase(phase, rounds=tuple(rounds))
    for round_ in rounds:
        complete = all(match.reported for match in round_.matches) and early_matches.is_whole(
            history, phase, round_
        )
        if round_.state != DRAFT and not complete:
            history = early_matches.with_round(history, phase, replace(round_, state=PUBLISHED))
    return retabled(early_matches.settled(history, phase), phase)


def retabled(history: EventHistory, phase: int) -> EventHistory:
    """No two rounds under way share a table, so that a table alone names a match: the later one moves."""
    open_ = [round_ for round_ in history.phase(phase).rounds if not round_.finished]
    every, taken = {match.table for round_ in open_ for match in round_.matches}, set()
    for round_ in open_:
        free = (table for table in count(1) if table not in every)
        moved = tuple(
            replace(match, table=next(free)) if match.table in taken else match for match in round_.matches
        )
        if moved != round_.matches:
            history = early_matches.with_round(history, phase, replace(round_, matches=moved))
        taken |= {match.table for match in moved}
        every |= taken
    return history
