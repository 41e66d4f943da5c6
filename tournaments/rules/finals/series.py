"""The finals of an event: its bracket, next matches and places, from its history."""

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import DRAW, LOSS, WIN, MatchRecord, SeatRecord
from tournaments.rules.results.scoring import outcomes
from tournaments.rules.settings.finals import SHARED
from tournaments.rules.standings.cut import seeded_entrants as entrants_of

from .bracket import bracket
from .placings import placed
from .systems.registry import table

DEFAULT_FINALS = "single"
DEFAULT_SIZE = 8
NO_SHOW = "no_show"


def bracket_of(history, phase_number, after_round=None):
    """Return the Bracket of a bracket phase, with the results up to `after_round` (in the phase; None: all).

    Before the cut it has seeds only. A draw of two decides nothing; of a drawn pod the best seed among
    those who drew advances. RuleViolation if the phase's finals, size, slots or players do not match.
    """
    phase = history.phase(phase_number)
    entrants = entrants_of(history, phase_number)
    size = len(entrants) or (phase.settings.get("cut") or {}).get("top", DEFAULT_SIZE)
    finals = table_of(phase, size)
    made = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            if not match.is_bye:
                made[_slot_of(finals, entrants, made, round_.number, match)] = match
    counted = made
    if after_round is not None:
        counted = {slot: one for slot, one in made.items() if finals.slot(slot).round <= after_round}
    return bracket(finals, entrants, _decided(counted, entrants), made)


def table_of(phase, size):
    """Return the Finals of a bracket phase for `size` players, with a match for third place if set."""
    settings = phase.settings
    return table(settings.get("finals") or DEFAULT_FINALS, size, bool(settings.get("third_place")))


def round_count(history, phase_number, size):
    """Return how many rounds the finals of `size` players have, without an unneeded deciding match."""
    finals = table_of(history.phase(phase_number), size)
    if not finals.deciding or not history.phase(phase_number).rounds:
        return finals.rounds
    meetings = bracket_of(history, phase_number).meetings
    return max(meeting.slot.round for meeting in meetings if meeting.needed)


def next_matches(history, phase_number):
    """Return the missing matches of the first incomplete round, ready to be played; () at the end.

    The better seed sits first; table numbers continue those of the round. Players who have left lose at
    once as no-shows, and a pod continues without them. By default the worst-seeded candidate is the chosen
    opponent. RuleViolation without players, or naming the match whose result is missing.
    """
    now = bracket_of(history, phase_number)
    if not now.entrants:
        raise RuleViolation(_("Finals take at least two players; there are none."))
    missing = [meeting for meeting in now.meetings if meeting.match is None and meeting.needed]
    if not missing:
        return ()
    number = missing[0].slot.round
    missing = [meeting for meeting in missing if meeting.slot.round == number]
    paired = [now.paired(meeting) for meeting in missing]
    if not all(paired):
        open_ = next(meeting for meeting in now.meetings if not meeting.decided)
        raise RuleViolation(_("Report who won the {match} first."), match=open_.slot.name)
    tables = [meeting.match.table or 0 for meeting in now.round(number) if meeting.match]
    return tuple(
        match_of(history, now, meeting.slot.id, seeds, place)
        for place, (meeting, seeds) in enumerate(
            zip(missing, paired, strict=True), max(tables, default=0) + 1
        )
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


def placings(history, phase_number, after_round=None):
    """Return ((rank, player id), …) as `placed` does. `after_round` counts in the phase."""
    phase = history.phase(phase_number)
    if not phase.rounds:
        return ()
    shared = phase.settings.get("places") == SHARED
    return placed(bracket_of(history, phase_number, after_round), shared)


def _decided(made, entrants):
    """Return {slot id: (winner's id, losers' ids)} of the decided matches.

    Of several who drew a pod the best seed advances (MTG Multiplayer Addendum), also if all have lost.
    """
    results = {}
    for slot, match in made.items():
        ends = dict(zip(match.players, outcomes(match), strict=False))
        best = next((end for end in (WIN, DRAW, LOSS) if end in ends.values()), DRAW)
        if best != DRAW or (match.is_pod and match.reported):
            winner, *others = sorted(ends, key=lambda player: (ends[player] != best, entrants.index(player)))
            results[slot] = winner, *sorted(others, key=entrants.index)
    return results


def _slot_of(finals, entrants, made, round_number, match):
    """Return the slot id of a made match; without one, the free slot where its players meet."""
    players = {seat.player for seat in match.seats}
    if strangers := sorted(players.difference(entrants)):
        raise RuleViolation(
            _("“{player}” has a match in the finals but is not among those who made the cut."),
            player=strangers[0],
        )
    if match.slot:
        if match.slot in finals.by_id and match.slot not in made:
            return match.slot
        raise RuleViolation(_("“{slot}” is not a free match of these finals."), slot=match.slot)
    for meeting in bracket(finals, entrants, _decided(made, entrants), made).round(round_number):
        expected = {side.player for side in meeting.sides}
        if meeting.slot.id not in made and meeting.known and players <= expected:
            return meeting.slot.id
    raise RuleViolation(
        _("{players} do not meet in round {round} of these finals."),
        players=", ".join(sorted(players)),
        round=round_number,
    )
