"""Consequences of a changed winner in finals: later matches that lose their players or their results."""

from dataclasses import dataclass, replace
from itertools import count

from .. import finals
from ..errors import RuleViolation, _
from ..finals import early_matches
from ..finals.labels import Label
from ..finals.system import source
from ..history import DRAFT, PUBLISHED, EventPhase, MatchRecord


@dataclass(frozen=True, slots=True)
class UndoneMatch:
    """A later match, `before` and `after` it was made again without a result.

    `after` is None if its players are not known yet, or the match is no longer needed.
    """

    name: Label
    round: int
    before: MatchRecord
    after: MatchRecord | None


def change_finals_result(
    phase: EventPhase, number: int, before: MatchRecord, after: MatchRecord
) -> tuple[EventPhase, tuple]:
    """Return (the phase with the changed match, the UndoneMatches).

    Unaffected matches stay; chosen opponents stay chosen if still possible. Raises RuleViolation if a later
    phase was made from these finals.
    """
    corrected = phase.with_match(number, before.table, after)
    old_bracket, new_bracket = finals.bracket_of(phase), finals.bracket_of(corrected)
    start = next(meeting.slot.id for meeting in old_bracket.meetings if meeting.match == before)
    if old_bracket.meeting(start).winner == new_bracket.meeting(start).winner:
        return corrected, ()
    if not phase.is_current:
        raise RuleViolation(_("The next phase is based on this top cut. Undo its first round first."))
    changed, undone = {start}, []
    for slot in old_bracket.table.matches:
        old = old_bracket.meeting(slot.id).match
        depends_on = {slot_id for read in slot.reads for slot_id in read.of}
        if old is None or changed.isdisjoint(depends_on):
            continue
        without_match = corrected.with_match(slot.round, old.table, None)
        new = remake_match(without_match, slot.id, old)
        if new and set(new.players) == set(old.players):
            continue
        changed.add(slot.id)
        undone.append(UndoneMatch(slot.name, slot.round, old, new))
        corrected = insert_match(without_match, slot.round, new) if new else without_match
    return reopen_rounds(corrected), tuple(undone)


def remake_match(phase: EventPhase, slot_id: str, old: MatchRecord) -> MatchRecord | None:
    """Return the match of a slot without a match as it follows from the other matches.

    A chosen opponent of the `old` match stays chosen if possible. None if a player is not known yet, or the
    match is no longer needed.
    """
    bracket = finals.bracket_of(phase)
    meeting = bracket.meeting(slot_id)
    if not meeting.is_needed:
        return None
    seeds = [side.seed or chosen_seed(bracket, side, old) for side in meeting.sides]
    return finals.match_of(phase.history, bracket, slot_id, seeds, old.table) if all(seeds) else None


def chosen_seed(bracket: finals.Bracket, side: finals.BracketSide, old: MatchRecord) -> int | None:
    """Return the seed that was chosen as the opponent in the `old` match, if it can still be chosen."""
    read = source(side.source)
    if read.kind != "CALL" or not all(bracket.meeting(slot).is_decided for slot in read.of):
        return None
    return next((seed for seed in side.possible if bracket.player(seed) in old.players), None)


def insert_match(phase: EventPhase, number: int, match: MatchRecord) -> EventPhase:
    round_ = phase.round(number)
    matches = sorted((*round_.matches, match), key=lambda other: other.table)
    return phase.with_round(replace(round_, matches=tuple(matches)))


def reopen_rounds(phase: EventPhase) -> EventPhase:
    """Remove empty rounds at the end; reopen rounds that lack a match or a result."""
    rounds = list(phase.rounds)
    while len(rounds) > 1 and not rounds[-1].matches:
        rounds.pop()
    phase = phase.replace(rounds=tuple(rounds))
    for round_ in rounds:
        is_reported = all(match.reported for match in round_.matches)
        is_complete = is_reported and early_matches.has_all_matches(phase, round_)
        if round_.state != DRAFT and not is_complete:
            phase = phase.with_round(replace(round_, state=PUBLISHED))
    return separate_tables(early_matches.finish_complete_rounds(phase))


def separate_tables(phase: EventPhase) -> EventPhase:
    """Move tables so that no two open rounds share a number: a table number alone must identify a match."""
    open_rounds = [round_ for round_ in phase.rounds if not round_.finished]
    used, taken = {match.table for round_ in open_rounds for match in round_.matches}, set()
    for round_ in open_rounds:
        free = (table for table in count(1) if table not in used)
        moved = tuple(
            replace(match, table=next(free)) if match.table in taken else match for match in round_.matches
        )
        if moved != round_.matches:
            phase = phase.with_round(replace(round_, matches=moved))
        taken |= {match.table for match in moved}
        used |= taken
    return phase
