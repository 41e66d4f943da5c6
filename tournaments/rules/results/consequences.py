"""Consequences of a changed winner in finals: later matches that lose their players or results."""

from dataclasses import dataclass, replace
from itertools import count

from .. import finals
from ..errors import RuleViolation, _
from ..finals import early_matches
from ..finals.system import source
from ..history import DRAFT, PUBLISHED, EventHistory, MatchRecord
from ..rounds.seating import round_of


@dataclass(frozen=True, slots=True)
class UndoneMatch:
    """A later match before, and after it was made again without a result.

    `after` is None if its players are not known yet, or the match is no longer needed. `name` is its label.
    """

    name: finals.Label
    round: int
    before: MatchRecord
    after: MatchRecord | None


def change_finals_result(
    history: EventHistory, phase: int, number: int, before: MatchRecord, after: MatchRecord
) -> tuple[EventHistory, tuple]:
    """Return (the history with the changed match, the UndoneMatches).

    Unaffected matches stay; chosen opponents stay chosen if still possible. Raises RuleViolation if a later
    phase was made from these finals.
    """
    corrected = replace_matches(history, phase, {(number, before.table): after})
    was, now = finals.bracket_of(history, phase), finals.bracket_of(corrected, phase)
    start = next(meeting.slot for meeting in was.meetings if meeting.match == before)
    if was.meeting(start.id).winner == now.meeting(start.id).winner:
        return corrected, ()
    if phase < history.current:
        raise RuleViolation(_("The next phase was made of these finals: take its first round back first."))
    changed, undone = {start.id}, []
    for slot in was.table.matches:
        fed = {slot_id for read in slot.reads for slot_id in read.of}
        old = was.meeting(slot.id).match
        if changed.isdisjoint(fed) or old is None:
            continue
        key = (slot.round, old.table)
        corrected = replace_matches(corrected, phase, {key: None})
        new = remake_match(corrected, phase, slot.id, old)
        if new is None or set(new.players) != set(old.players):
            changed.add(slot.id)
            undone.append(UndoneMatch(slot.name, slot.round, old, new))
        else:
            new = old
        if new:
            corrected = insert_match(corrected, phase, slot.round, new)
    return reopen_rounds(corrected, phase), tuple(undone)


def remake_match(history: EventHistory, phase: int, slot_id: str, old: MatchRecord) -> MatchRecord | None:
    """Return the match of this slot (not in the history) as it follows from the other matches, or None."""
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


def replace_matches(history: EventHistory, phase: int, changed: dict) -> EventHistory:
    """Replace the matches at (round, table); None removes one."""
    for number, table in changed:
        round_ = round_of(history, phase, number)
        new = changed[number, table]
        matches = tuple(new if match.table == table else match for match in round_.matches)
        round_ = replace(round_, matches=tuple(filter(None, matches)))
        history = early_matches.with_round(history, phase, round_)
    return history


def insert_match(history: EventHistory, phase: int, number: int, match: MatchRecord) -> EventHistory:
    round_ = round_of(history, phase, number)
    matches = sorted((*round_.matches, match), key=lambda one: one.table)
    return early_matches.with_round(history, phase, replace(round_, matches=tuple(matches)))


def reopen_rounds(history: EventHistory, phase: int) -> EventHistory:
    """Remove empty rounds at the end; reopen rounds that lack a match or a result."""
    rounds = list(history.phase(phase).rounds)
    while len(rounds) > 1 and not rounds[-1].matches:
        rounds.pop()
    history = history.with_phase(phase, rounds=tuple(rounds))
    for round_ in rounds:
        complete = all(match.reported for match in round_.matches) and early_matches.has_all_matches(
            history, phase, round_
        )
        if round_.state != DRAFT and not complete:
            history = early_matches.with_round(history, phase, replace(round_, state=PUBLISHED))
    return separate_tables(early_matches.finish_complete_rounds(history, phase), phase)


def separate_tables(history: EventHistory, phase: int) -> EventHistory:
    """Move tables so that no two open rounds share a number: a table number alone must identify a match."""
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
