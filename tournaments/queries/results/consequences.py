"""Whether a result asks for a choice, as it would be, and what another winner of the finals undoes."""

from django.utils.translation import gettext

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAW, EventHistory, MatchRecord
from ...rules.results import consequences, corrections, parsing, scoring, text
from ...rules.rounds import progress
from ..history.cache import history_of
from .entry_page import match_of


def needs_choice(event: Event, phase: int, number: int, table: int, said: str) -> bool:
    """Whether this would alter a result from which a round was drawn that is still open, or later
    finals were made; not where it would be refused."""
    history = history_of(event)
    match = match_of(history, phase, number, table)
    in_finals = match is not None and history.phase(phase).kind == BRACKET
    if match is None or not (in_finals or corrections.following(history, phase, number)):
        return False
    try:
        reported = parsing.reported_in(history, phase, match, said)
        if in_finals:
            return bool(consequences.of_result(history, phase, number, match, reported)[1])
    except RuleViolation:
        return False
    is_draw = DRAW in scoring.outcomes(reported)
    return reported != match and (progress.settings_for(history, phase).rulebook.draws or not is_draw)


def result_in(history: EventHistory, match: MatchRecord) -> str:
    names = history.names
    if match.is_bye:
        return gettext("{name} has the bye").format(name=names[match.seats[0].player])
    return text.words(match, names, gettext)


def undone_words(history: EventHistory, one: consequences.Undone) -> str:
    """“Semi-final 1: Ada 2–0 Bo goes; Cy meets Ada.”"""
    match = one.name.said(gettext)
    names = history.names
    was = result_in(history, one.before)
    if not one.before.reported:
        was = gettext(" v ").join(names[player] for player in one.before.players)
    match = match[:1].upper() + match[1:]
    if one.after is None:
        return gettext("{match}: {was} is taken back.").format(match=match, was=was)
    first, *others = (names[player] for player in one.after.players)
    others = text.listed(tuple(others), gettext)
    words = gettext("{match}: {was} is taken back; {first} meets {others}.")
    return words.format(match=match, was=was, first=first, others=others)
