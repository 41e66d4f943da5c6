"""The finals of an event: its bracket, the next matches and the places, from what happened."""

from tournaments.rules.cuts import entered as entrants_of
from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import LOSS, WIN, Match, Seat
from tournaments.rules.scoring import outcomes

from .bracket import bracket
from .placings import placed
from .tables import table

DEFAULT_FINALS = "single"
DEFAULT_SIZE = 8


def bracket_of(event, phase_number, after_round=None):
    """The Bracket of a bracket phase, with the results up to `after_round` (in the phase; None: all).

    Before the cut has made its entrants it shows seeds alone. A draw or a double loss decides
    nothing. RuleViolation where the phase's finals, size, slots or players do not fit together.
    """
    phase = event.phase(phase_number)
    entrants = entrants_of(event, phase_number)
    size = len(entrants) or (phase.settings.get("cut") or {}).get("top", DEFAULT_SIZE)
    finals = table(phase.settings.get("finals") or DEFAULT_FINALS, size)
    made = {}
    for round_ in phase.rounds:
        for match in round_.matches:
            if not match.is_bye:
                made[_slot_of(finals, entrants, made, round_.number, match)] = match
    numbers = {slot.id: slot.round for slot in finals.matches}
    counted = {
        slot: match for slot, match in made.items() if after_round is None or numbers[slot] <= after_round
    }
    return bracket(finals, entrants, _decided(counted), made)


def next_matches(event, phase_number):
    """The Matches of the lowest round that still lacks some, ready to be played; () at the end.

    The better seed sits first; tables count on from those that the round already has. An opponent
    whom nobody has called is the worst-seeded of those who can be. RuleViolation where nobody is
    there, or naming a match without which they cannot be made.
    """
    now = bracket_of(event, phase_number)
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
        Match(tuple(Seat(now.player(seed)) for seed in sorted(pair)), table=place, slot=meeting.slot.id)
        for place, (meeting, pair) in enumerate(zip(missing, paired, strict=True), max(tables, default=0) + 1)
    )


def placings(event, phase_number, after_round=None):
    """((rank, player id), …) of those who are placed: see `placed`. `after_round` counts in the phase."""
    if not event.phase(phase_number).rounds:
        return ()
    return placed(bracket_of(event, phase_number, after_round))


def _decided(made):
    """{slot id: (winner's id, loser's id)} of the made matches that have one winner."""
    results = {}
    for slot, match in made.items():
        said = outcomes(match) if match.reported else ()
        if set(said) == {WIN, LOSS}:
            first, second = (seat.player for seat in match.seats)
            results[slot] = (first, second) if said[0] == WIN else (second, first)
    return results


def _slot_of(finals, entrants, made, round_number, match):
    """The slot id of a made match; one that names none takes the free slot where its two meet."""
    players = {seat.player for seat in match.seats}
    strangers = sorted(players - set(entrants))
    if strangers:
        raise RuleViolation(
            _("“{player}” has a match in the finals but is not among those who made the cut."),
            player=strangers[0],
        )
    ids = {slot.id for slot in finals.matches}
    if match.slot:
        if match.slot in ids and match.slot not in made:
            return match.slot
        raise RuleViolation(_("“{slot}” is not a free match of these finals."), slot=match.slot)
    for meeting in bracket(finals, entrants, _decided(made), made).round(round_number):
        if meeting.slot.id not in made and {meeting.a.player, meeting.b.player} == players:
            return meeting.slot.id
    raise RuleViolation(
        _("{players} do not meet in round {round} of these finals."),
        players=", ".join(sorted(players)),
        round=round_number,
    )
