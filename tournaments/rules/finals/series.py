"""The finals of an event: its bracket, next matches and places, from its history."""

from itertools import count

from ..errors import RuleViolation, _
from ..finals_systems.registry import build_table
from ..history import DRAW, LOSS, WIN, MatchRecord, SeatRecord
from ..results.scoring import outcomes
from ..settings.fields import SHARED
from ..standings.cut import seeded_entrants
from .bracket import build_bracket, final_places

DEFAULT_FINALS = "single"
DEFAULT_SIZE = 8
NO_SHOW = "no_show"


def bracket_of(phase, after_round=None):
    """Return the Bracket of a bracket phase, with the results up to `after_round` (in the phase; None: all).

    Before the cut it has seeds only. A draw of two decides nothing; of a drawn pod the best seed among
    those who drew advances. RuleViolation if the phase's finals, size, slots or players do not match.
    """
    entrants = seeded_entrants(phase)
    size = len(entrants) or (phase.settings.cut or {}).get("top", DEFAULT_SIZE)
    finals = table_of(phase, size)
    matches = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            if not match.is_bye:
                matches[_slot_of(finals, entrants, matches, round_.number, match)] = match
    last = finals.rounds if after_round is None else after_round
    counted = {slot: match for slot, match in matches.items() if finals.slot(slot).round <= last}
    return build_bracket(finals, entrants, _decided(counted, entrants), matches)


def table_of(phase, size):
    """Return the Finals of a bracket phase for `size` players, with a match for third place if set."""
    return build_table(phase.settings.finals or DEFAULT_FINALS, size, phase.settings.third_place)


def round_count(phase, size):
    """Return how many rounds the finals of `size` players have, without an unneeded deciding match."""
    finals = table_of(phase, size)
    if not finals.deciding or not phase.rounds:
        return finals.rounds
    meetings = bracket_of(phase).meetings
    return max(meeting.slot.round for meeting in meetings if meeting.is_needed)


def next_matches(phase):
    """Return the missing matches of the first incomplete round, ready to be played; () at the end.

    The better seed sits first. The match with the best seed gets the lowest table number that is free in the
    round. Players who have left lose at once as no-shows, and a pod continues without them. By default the
    worst-seeded candidate is the chosen opponent. RuleViolation without players, or naming the match whose
    result is missing.
    """
    current = bracket_of(phase)
    if not current.entrants:
        raise RuleViolation(_("The finals need at least two players, but there are none."))
    missing = [meeting for meeting in current.meetings if meeting.match is None and meeting.is_needed]
    if not missing:
        return ()
    number = missing[0].slot.round
    pairings = {m.slot.id: current.seeds_to_pair(m) for m in missing if m.slot.round == number}
    if not all(pairings.values()):
        first_open = next(meeting for meeting in current.meetings if not meeting.is_decided)
        raise RuleViolation(_("Report the winner of the {match} first."), match=first_open.slot.name)
    taken = {meeting.match.table for meeting in current.round(number) if meeting.match}
    free = (table for table in count(1) if table not in taken)
    by_best_seed = sorted(pairings, key=lambda slot_id: min(pairings[slot_id]))
    tables = dict(zip(by_best_seed, free, strict=False))
    return tuple(
        match_of(phase.history, current, slot_id, seeds, tables[slot_id])
        for slot_id, seeds in pairings.items()
    )


def match_of(history, bracket, slot_id, seeds, table=None):
    """Return the MatchRecord of these seeds, the better ones first, without players who have left.

    If fewer than two are left, all get seats, and those who have left lose as no-shows.
    """
    left = {player.id for player in history.players if player.has_left}
    players = [bracket.player(seed) for seed in sorted(seeds)]
    present = [player for player in players if player not in left]
    if len(present) > 1:
        return MatchRecord(tuple(map(SeatRecord, present)), table, slot=slot_id)
    seats = tuple(SeatRecord(player, result=NO_SHOW if player in left else WIN) for player in players)
    return MatchRecord(seats, table, slot=slot_id)


def placings(phase, after_round=None):
    """Return ((rank, player id), …) as `final_places` does. `after_round` counts in the phase."""
    if not phase.rounds:
        return ()
    return final_places(bracket_of(phase, after_round), phase.settings.places == SHARED)


def _decided(matches, entrants):
    """Return {slot id: (winner's id, losers' ids)} of the decided matches.

    In a drawn pod the best seed of those who drew advances (MTG Multiplayer Addendum), also if all lost.
    """
    results = {}
    for slot, match in matches.items():
        ends = dict(zip(match.players, outcomes(match), strict=False))
        best = next((end for end in (WIN, DRAW, LOSS) if end in ends.values()), DRAW)
        if best != DRAW or (match.is_pod and match.reported):
            winner, *others = sorted(ends, key=lambda player: (ends[player] != best, entrants.index(player)))
            results[slot] = winner, *sorted(others, key=entrants.index)
    return results


def _slot_of(finals, entrants, matches, round_number, match):
    """Return the slot id of a made match; without one, the free slot where its players meet."""
    players = {seat.player for seat in match.seats}
    if unknown := sorted(players.difference(entrants)):
        raise RuleViolation(
            _("“{player}” has a match in the finals but didn’t make the cut."),
            player=unknown[0],
        )
    if match.slot:
        if match.slot in finals.by_id and match.slot not in matches:
            return match.slot
        raise RuleViolation(_("“{slot}” isn’t an open match of these finals."), slot=match.slot)
    for meeting in build_bracket(finals, entrants, _decided(matches, entrants), matches).round(round_number):
        expected = {side.player for side in meeting.sides}
        if meeting.slot.id not in matches and meeting.is_certain and players <= expected:
            return meeting.slot.id
    raise RuleViolation(
        _("{players} don’t play each other in round {round} of these finals."),
        players=", ".join(sorted(players)),
        round=round_number,
    )
