"""The finals of an event: its bracket, the next matches and the places, from what happened."""

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import DRAW, LOSS, WIN, MatchRecord, SeatRecord
from tournaments.rules.results.scoring import outcomes
from tournaments.rules.settings.finals import SHARED
from tournaments.rules.standings.cut import entered as entrants_of

from .bracket import bracket
from .placings import placed
from .systems.registry import table

DEFAULT_FINALS = "single"
DEFAULT_SIZE = 8
NO_SHOW = "no_show"


def bracket_of(history, phase_number, after_round=None):
    """The Bracket of a bracket phase, with the results up to `after_round` (in the phase; None: all).

    Before the cut has made its entrants it shows seeds alone. A draw of two decides nothing; of a pod the
    best seed among those who drew goes on. RuleViolation where the phase's finals, size, slots or players do
    not fit together.
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
    """The Finals of a bracket phase for `size` players: its system, with a match for third place if set."""
    said = phase.settings
    return table(said.get("finals") or DEFAULT_FINALS, size, bool(said.get("third_place")))


def round_count(history, phase_number, size):
    """How many rounds the finals of `size` players have; without that of a last match that is not needed."""
    finals = table_of(history.phase(phase_number), size)
    if not finals.deciding or not history.phase(phase_number).rounds:
        return finals.rounds
    meetings = bracket_of(history, phase_number).meetings
    return max(meeting.slot.round for meeting in meetings if meeting.needed)


def next_matches(history, phase_number):
    """The Matches of the lowest round that still lacks some, ready to be played; () at the end.

    The better seed sits first; tables count on from those that the round already has. Who has left loses
    at once as a no-show, and a pod goes on without. An opponent whom nobody has called is the worst-seeded
    of those who can be. RuleViolation where nobody is there, or naming a match without which they cannot be
    made.
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
    """The Match of these seeds, the better ones first. Who has left the event does not sit down; where that
    leaves one or none, who has left has lost it as a no-show."""
    left = {player.id for player in history.players if player.has_left}
    players = [bracket.player(seed) for seed in sorted(seeds)]
    there = [player for player in players if player not in left]
    if len(there) > 1:
        return MatchRecord(tuple(map(SeatRecord, there)), table, slot=slot_id)
    seats = tuple(SeatRecord(player, result=NO_SHOW if player in left else WIN) for player in players)
    return MatchRecord(seats, table, slot=slot_id)


def placings(history, phase_number, after_round=None):
    """((rank, player id), …) of those who are placed: see `placed`. `after_round` counts in the phase."""
    phase = history.phase(phase_number)
    if not phase.rounds:
        return ()
    shared = phase.settings.get("places") == SHARED
    return placed(bracket_of(history, phase_number, after_round), shared)


def _decided(made, entrants):
    """{slot id: (winner's id, losers' ids)} of the made matches that are decided: of several who drew a pod
    (MTG Multiplayer Addendum) the best seed goes on, and of those who have all lost too, on paper."""
    results = {}
    for slot, match in made.items():
        ends = dict(zip(match.players, outcomes(match), strict=False))
        best = next((end for end in (WIN, DRAW, LOSS) if end in ends.values()), DRAW)
        if best != DRAW or (match.is_pod and match.reported):
            winner, *others = sorted(ends, key=lambda player: (ends[player] != best, entrants.index(player)))
            results[slot] = winner, *sorted(others, key=entrants.index)
    return results


def _slot_of(finals, entrants, made, round_number, match):
    """The slot id of a made match; one that names none takes the free slot where its players meet."""
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
        there = {side.player for side in meeting.sides}
        if meeting.slot.id not in made and meeting.known and players <= there:
            return meeting.slot.id
    raise RuleViolation(
        _("{players} do not meet in round {round} of these finals."),
        players=", ".join(sorted(players)),
        round=round_number,
    )
