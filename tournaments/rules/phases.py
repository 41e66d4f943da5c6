"""A phase of an event: its settings, who plays in it, how many rounds it has."""

from . import cuts, finals, rulebooks
from .errors import RuleViolation
from .history import BRACKET, ROUND_ROBIN, Event
from .pairing import round_robin
from .standings import standings


def settings_for(event: Event, phase_number: int):
    """The phase's settings: the rulebook's, with what the phase changes."""
    return rulebooks.settings_of(event.rulebook, event.phase(phase_number).settings)


def entrants_of(event: Event, phase_number: int) -> tuple[str, ...]:
    """Player ids of the phase in seed order; before a later phase has begun, those who would be cut to."""
    phase = event.phase(phase_number)
    if phase.entrants is not None:
        return phase.entrants
    if phase_number == 1:
        return tuple(player.id for player in cuts.by_seed(event.players))
    return cut_to(event, phase_number)


def cut_to(event: Event, phase_number: int) -> tuple[str, ...]:
    """Who goes on to a later phase, in seed order: the final standings of the phase before, cut."""
    settings = settings_for(event, phase_number)
    rows = standings(event, phase_number - 1).rows
    last = event.rounds_before(phase_number)
    playing = {player.id for player in event.players if player.plays_in(last + 1)}
    rule = settings.cut
    if rule is None and event.phase(phase_number).kind == BRACKET:
        sizes = finals.check_finals(settings.finals or finals.DEFAULT_FINALS).sizes
        rule = {"top": sizes[0]} if len(sizes) == 1 else None
    gone = {row.player for row in rows} - playing
    return cuts.cut(rows, rule, gone).entrants


def round_count(event: Event, phase_number: int) -> int:
    """How many rounds the phase has: set, its finals table's, or what the rulebook suggests for its size.

    A last match of finals that is not needed has none. 0 for finals that do not take as many as there
    are: somebody may join or leave yet.
    """
    phase, settings = event.phase(phase_number), settings_for(event, phase_number)
    if phase.kind == BRACKET:
        try:
            return finals.round_count(event, phase_number, len(entrants_of(event, phase_number)))
        except RuleViolation:
            return 0
    if phase.kind == ROUND_ROBIN:
        field = round_robin.field_of(event, phase_number, entrants_of(event, phase_number))
        return round_robin.round_count(len(field), settings)
    if settings.rounds:
        return settings.rounds
    if phase.entrants is not None:
        return rulebooks.suggested_rounds(settings.rulebook, len(phase.entrants))
    first = event.rounds_before(phase_number) + 1
    there = [p for p in event.players if p.joined_round <= first and p.dropped_after != 0]
    return rulebooks.suggested_rounds(settings.rulebook, len(there))
