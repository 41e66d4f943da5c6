"""Early finals matches at the desk: ready to open, already open, and a pending choice of opponent."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.finals import early_matches
from ...rules.history import BRACKET, PUBLISHED, EventPhase, RoundRecord
from ...rules.rounds import progress
from ..history.cache import load_history


@dataclass(frozen=True)
class Chooser:
    """A player who chooses their opponent in a match; `choices` are (player id, name, seed)."""

    version: int
    match: str
    name: str
    choices: tuple[tuple[str, str, int], ...]


def matches_ready(phase: EventPhase) -> tuple[str, ...]:
    """Return “Semi-final 1: Ada v Bo” for each match that can open before its round is paired."""
    current = phase.open_round
    if phase.kind != BRACKET or current is None or not progress.unreported(current):
        return ()
    names = phase.history.names
    return tuple(
        match_text(meeting.slot, [names[side.player] for side in meeting.sides])
        for meeting in early_matches.ready_matches(phase)
    )


def opened_early(phase: EventPhase, current: RoundRecord | None) -> tuple[str, ...]:
    """Return “Semi-final 1: Ada v Bo” for each open match of a round after the current one."""
    if phase.kind != BRACKET or current is None:
        return ()
    names, table = phase.history.names, finals.bracket_of(phase).table
    return tuple(
        match_text(table.slot(match.slot), [names[player] for player in match.players])
        for round_ in phase.rounds
        if round_.number > current.number and round_.state == PUBLISHED
        for match in round_.matches
        if match.slot and not match.reported
    )


def match_text(slot, players) -> str:
    match = slot.name.render(gettext)
    sides = gettext(" v ").join(players)
    return gettext("{match}: {sides}").format(match=match[:1].upper() + match[1:], sides=sides)


def chooser_of(event: Event) -> Chooser | None:
    """Return the pending choice of an opponent, if any."""
    history = load_history(event)
    phase = history.current_phase
    choice = pending_choice(phase)
    if choice is None:
        return None
    names, seeds = history.names, progress.entrants_of(phase)
    match = finals.bracket_of(phase).table.slot(choice.slot).name.render(gettext)
    choices = tuple((player, names[player], seeds.index(player) + 1) for player in choice.choices)
    return Chooser(history.version, match, names[choice.caller], choices)


def pending_choice(phase: EventPhase):
    return next(iter(early_matches.opponent_choices(phase)), None)


def pending_choice_text(phase: EventPhase) -> str:
    """Return “Ada chooses their opponent: Bo or Cy.”; empty if no choice is pending."""
    choice = pending_choice(phase)
    if choice is None:
        return ""
    names = phase.history.names
    a, b = (names[player] for player in choice.choices)
    text = gettext("{name} chooses their opponent: {a} or {b}.")
    return text.format(name=names[choice.caller], a=a, b=b)
