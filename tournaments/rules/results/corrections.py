"""Corrections of results, and what follows from them."""

from dataclasses import dataclass, replace
from itertools import count

from .. import finals
from ..errors import RuleViolation, _
from ..finals import early_matches
from ..finals_systems.system import Label, source
from ..history import (
    ABSENT,
    DRAFT,
    DRAWN_KINDS,
    LOSS,
    PUBLISHED,
    EventPhase,
    MatchRecord,
    RoundRecord,
    SeatRecord,
)
from ..rounds.adjustments import apply_adjustment, check_adjustable, check_not_reported, swap
from ..rounds.seating import drawn_match_of, round_open_to


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


# The open round is kept, changed at the fewest tables, or drawn again.
CHOICES = ("leave", "fewest", "draw")
# In finals there is no choice: the matches that depend on the winner are made again.
REMAKE = "remake"


@dataclass(frozen=True)
class CorrectedPhase:
    """A corrected phase, with the open round that can be repaired or drawn again.

    `open_round` is None if no open round was drawn from the corrected one. `if_kept` is the phase if that
    round is kept: it differs for admitted and excused players. `excused` need not keep their table.
    """

    phase: EventPhase
    open_round: RoundRecord | None
    if_kept: EventPhase
    excused: str = ""


def round_drawn_after(phase: EventPhase, number: int) -> RoundRecord | None:
    """Return the open round that was drawn after this finished round; None without one."""
    round_ = phase.find_round(number)
    is_followed = phase.is_current and round_ is not None and round_.finished
    return phase.open_round if is_followed and phase.kind in DRAWN_KINDS else None


def correct_result(phase: EventPhase, number: int, before: MatchRecord, after: MatchRecord) -> CorrectedPhase:
    """Replace one match of a finished round."""
    corrected = phase.with_match(number, before.table, after)
    return CorrectedPhase(corrected, round_drawn_after(corrected, number), corrected)


def correct_seats(phase: EventPhase, number: int, a: str, b: str) -> CorrectedPhase:
    """Swap two players of a finished round who sat in each other's places; results stay at their tables.

    Raises RuleViolation for an impossible swap.
    """
    check_adjustable(phase)
    corrected = phase.with_round(swap(phase, phase.round(number), a, b))
    return CorrectedPhase(corrected, round_drawn_after(corrected, number), corrected)


def admit_player(phase: EventPhase, number: int, player_id: str) -> CorrectedPhase:
    """Add a missing player to the open round.

    If the round is kept, the player gets the settings' worth of late entries, unless they have a bye. Raises
    RuleViolation for a player who cannot join.
    """
    check_adjustable(phase)
    round_, event_round = phase.round(number), phase.rounds_before + number
    open_round, player = round_open_to(phase, round_, player_id), phase.history.player(player_id)
    byes = {key: worth for key, worth in player.byes.items() if key != event_round}
    admitted = replace(player, byes=byes, joined_round=min(player.joined_round, event_round))
    corrected = phase.with_player(admitted).with_round(open_round)
    worth = phase.settings.late_entry
    has_bye = open_round != round_
    if has_bye or worth == ABSENT:
        return CorrectedPhase(corrected, open_round, phase)
    late_bye = MatchRecord((SeatRecord(player_id, result=worth),))
    if_kept = phase.with_player(replace(player, byes=byes | {event_round: worth}))
    if_kept = if_kept.with_round(replace(round_, matches=(*round_.matches, late_bye)))
    return CorrectedPhase(corrected, open_round, if_kept)


def excuse_player(phase: EventPhase, number: int, player_id: str) -> CorrectedPhase:
    """Take a player out of the open round, with a loss unless they have dropped.

    Raises RuleViolation if the opponent has dropped, who is in the round only because of this table.
    """
    history = phase.history
    check_adjustable(phase)
    round_, event_round = phase.round(number), phase.rounds_before + number
    match = drawn_match_of(phase, round_, player_id)
    check_not_reported(match)
    for other in (history.player(other_id) for other_id in match.players if other_id != player_id):
        if not other.plays_in(event_round):
            words = _("{name}, at the same table, has dropped. Report the result of table {table} instead.")
            raise RuleViolation(words, name=other.name, table=match.table)
    player = history.player(player_id)
    if player.plays_in(event_round):
        player = replace(player, byes=player.byes | {event_round: LOSS})
    return CorrectedPhase(phase.with_player(player), round_, phase, player_id)


def remake_round(corrected: CorrectedPhase, choice: str, seed: str, exceptions: bool = False) -> RoundRecord:
    """Return the open round repaired or drawn again, as `choice` says; a new draw may make `exceptions`.

    Raises RuleViolation if no round is open.
    """
    if corrected.open_round is None:
        raise RuleViolation(_("The next round is finished, so its pairings can’t change."))
    options = adjustment_options(corrected, choice, seed, exceptions)
    return apply_adjustment(corrected.phase, corrected.open_round.number, choice, **options)


def adjustment_options(corrected: CorrectedPhase, choice: str, seed: str, exceptions: bool = False) -> dict:
    """Return the options of `apply_adjustment`.

    Tables of players who dropped after the round was published are pinned: they play on (MTR 2.10).
    """
    players, round_ = corrected.phase.history.players, corrected.open_round
    event_round = corrected.phase.rounds_before + round_.number
    movable = {player.id for player in players if player.plays_in(event_round)} | {corrected.excused}
    is_pinned = round_.state != DRAFT
    options = {
        "pins": tuple(
            match.table
            for match in round_.matches
            if is_pinned and not match.is_bye and not movable.issuperset(match.players)
        )
    }
    if choice == "draw":
        options["seed"] = seed
    if choice == "draw" and exceptions:
        options["exceptions"] = True
    return options


def worth_left_out(corrected: CorrectedPhase, player_id: str) -> str:
    """Return the worth of the open round for a player left out of it: the result of the bye, or ABSENT."""
    match = corrected.if_kept.round(corrected.open_round.number).find_match_of(player_id)
    return match.seats[0].result if match and match.is_bye else ABSENT
