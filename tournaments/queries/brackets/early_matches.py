"""Early finals matches at the desk: ready to open, already open, and a pending choice of opponent."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.finals import early_matches
from ...rules.history import BRACKET, PUBLISHED, EventHistory, RoundRecord
from ...rules.rounds import progress
from ..history.cache import load_history


@dataclass(frozen=True)
class Chooser:
    """A player who chooses their opponent in a match; `choices` are (player id, name, seed)."""

    version: int
    match: str
    name: str
    choices: tuple[tuple[str, str, int], ...]


def matches_ready(history: EventHistory, phase: int) -> tuple[str, ...]:
    """Return “Semi-final 1: Ada v Bo” for each match that can open before its round is paired."""
    current = progress.open_round(history, phase)
    if history.phase(phase).kind != BRACKET or current is None or not progress.unreported(current):
        return ()
    names = history.names
    return tuple(
        said(meeting.slot, [names[side.player] for side in meeting.sides])
        for meeting in early_matches.ready_matches(history, phase)
    )


def opened_early(history: EventHistory, phase: int, current: RoundRecord | None) -> tuple[str, ...]:
    """Return “Semi-final 1: Ada v Bo” for each open match of a round after the current one."""
    if history.phase(phase).kind != BRACKET or current is None:
        return ()
    names, table = history.names, finals.bracket_of(history, phase).table
    return tuple(
        said(table.slot(match.slot), [names[player] for player in match.players])
        for round_ in history.phase(phase).rounds
        if round_.number > current.number and round_.state == PUBLISHED
        for match in round_.matches
        if match.slot and not match.reported
    )


def said(slot, players) -> str:
    match = slot.name.render(gettext)
    sides = gettext(" v ").join(players)
    return gettext("{match}: {sides}").format(match=match[:1].upper() + match[1:], sides=sides)


def chooser_of(event: Event) -> Chooser | None:
    """Return the pending choice of an opponent, if any."""
    history = load_history(event)
    version = history.version
    number = history.current
    calls = early_matches.opponent_choices(history, number) if history.phase(number).kind == BRACKET else ()
    if not calls:
        return None
    call, names, seeds = calls[0], history.names, progress.entrants_of(history, number)
    name = finals.bracket_of(history, number).table.slot(call.slot).name.render(gettext)
    choices = tuple((player, names[player], seeds.index(player) + 1) for player in call.choices)
    return Chooser(version, name, names[call.caller], choices)


def call_words(history: EventHistory, phase: int) -> str:
    """Return “Ada has the call and chooses whom to meet: Bo or Cy.”; empty if no choice is pending."""
    calls = early_matches.opponent_choices(history, phase) if history.phase(phase).kind == BRACKET else ()
    if not calls:
        return ""
    names = history.names
    a, b = (names[player] for player in calls[0].choices)
    return gettext("{name} has the call and chooses whom to meet: {a} or {b}.").format(
        name=names[calls[0].caller], a=a, b=b
    )
