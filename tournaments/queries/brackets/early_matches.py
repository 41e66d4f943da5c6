"""Finals as the desk opens them: what is ready, what opened early, and whose choice is open."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.finals import early_matches
from ...rules.history import BRACKET, PUBLISHED, EventHistory, RoundRecord
from ...rules.rounds import progress
from ..history.cache import history_of


@dataclass(frozen=True)
class Chooser:
    """Who chooses an opponent in which match, from whom: `choices` are (player id, name, seed)."""

    version: int
    match: str
    name: str
    choices: tuple[tuple[str, str, int], ...]


def matches_ready(history: EventHistory, phase: int) -> tuple[str, ...]:
    """“Semi-final 1: Ada v Bo” of the matches that can open before their round is paired."""
    current = progress.open_round(history, phase)
    if history.phase(phase).kind != BRACKET or current is None or not progress.unreported(current):
        return ()
    names = history.names
    return tuple(
        said(meeting.slot, [names[side.player] for side in meeting.sides])
        for meeting in early_matches.ready(history, phase)
    )


def opened_early(history: EventHistory, phase: int, current: RoundRecord | None) -> tuple[str, ...]:
    """The same of the matches of rounds after the current one."""
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
    match = slot.name.said(gettext)
    sides = gettext(" v ").join(players)
    return gettext("{match}: {sides}").format(match=match[:1].upper() + match[1:], sides=sides)


def chooser_of(event: Event) -> Chooser | None:
    """The choice that is open; None where there is none."""
    history = history_of(event)
    version = history.version
    number = history.current
    calls = early_matches.calls(history, number) if history.phase(number).kind == BRACKET else ()
    if not calls:
        return None
    call, names, seeds = calls[0], history.names, progress.entrants_of(history, number)
    name = finals.bracket_of(history, number).table.slot(call.slot).name.said(gettext)
    choices = tuple((player, names[player], seeds.index(player) + 1) for player in call.choices)
    return Chooser(version, name, names[call.caller], choices)


def call_words(history: EventHistory, phase: int) -> str:
    """“Ada has the call: Bo or Cy.”, for everybody to read; empty while nobody chooses."""
    calls = early_matches.calls(history, phase) if history.phase(phase).kind == BRACKET else ()
    if not calls:
        return ""
    names = history.names
    a, b = (names[player] for player in calls[0].choices)
    return gettext("{name} has the call and chooses whom to meet: {a} or {b}.").format(
        name=names[calls[0].caller], a=a, b=b
    )
