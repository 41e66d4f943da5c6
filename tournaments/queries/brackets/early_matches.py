"""Finals as the desk opens them: what is ready, what opened early, and whose choice is open."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals, history
from ...rules.finals import early_matches
from ...rules.rounds import progress
from ..history.cache import history_of


@dataclass(frozen=True)
class Chooser:
    """Who chooses an opponent in which match, from whom: `choices` are (player id, name, seed)."""

    version: int
    match: str
    name: str
    choices: tuple[tuple[str, str, int], ...]


def matches_ready(told: history.Event, phase: int) -> tuple[str, ...]:
    """“Semi-final 1: Ada v Bo” of the matches that can open before their round is paired."""
    current = progress.open_round(told, phase)
    if told.phase(phase).kind != history.BRACKET or current is None or not progress.unreported(current):
        return ()
    names = told.names
    return tuple(
        said(meeting.slot, [names[side.player] for side in meeting.sides])
        for meeting in early_matches.ready(told, phase)
    )


def opened_early(told: history.Event, phase: int, current: history.Round | None) -> tuple[str, ...]:
    """The same of the matches of rounds after the current one."""
    if told.phase(phase).kind != history.BRACKET or current is None:
        return ()
    names, table = told.names, finals.bracket_of(told, phase).table
    return tuple(
        said(table.slot(match.slot), [names[player] for player in match.players])
        for round_ in told.phase(phase).rounds
        if round_.number > current.number and round_.state == history.PUBLISHED
        for match in round_.matches
        if match.slot and not match.reported
    )


def said(slot, players) -> str:
    match = slot.name.said(gettext)
    sides = gettext(" v ").join(players)
    return gettext("{match}: {sides}").format(match=match[:1].upper() + match[1:], sides=sides)


def chooser_of(event: Event) -> Chooser | None:
    """The choice that is open; None where there is none."""
    told = history_of(event)
    version = told.version
    number = told.current
    calls = early_matches.calls(told, number) if told.phase(number).kind == history.BRACKET else ()
    if not calls:
        return None
    call, names, seeds = calls[0], told.names, progress.entrants_of(told, number)
    name = finals.bracket_of(told, number).table.slot(call.slot).name.said(gettext)
    choices = tuple((player, names[player], seeds.index(player) + 1) for player in call.choices)
    return Chooser(version, name, names[call.caller], choices)


def call_words(told: history.Event, phase: int) -> str:
    """“Ada has the call: Bo or Cy.”, for everybody to read; empty while nobody chooses."""
    calls = early_matches.calls(told, phase) if told.phase(phase).kind == history.BRACKET else ()
    if not calls:
        return ""
    names = told.names
    a, b = (names[player] for player in calls[0].choices)
    return gettext("{name} has the call and chooses whom to meet: {a} or {b}.").format(
        name=names[calls[0].caller], a=a, b=b
    )
