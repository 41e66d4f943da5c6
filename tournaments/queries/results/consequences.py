"""Whether a result needs a choice first, and what another winner in the finals undoes."""

from django.utils.translation import gettext

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAW, EventHistory, MatchRecord
from ...rules.results import consequences, corrections, parsing, scoring, text
from ...rules.rounds import progress
from ..history.cache import load_history
from .entry_page import find_match


def needs_choice(event: Event, phase: int, number: int, table: int, result_text: str) -> bool:
    """Return whether a result would change one that an open round or later finals depend on.

    False if the result would be refused."""
    history = load_history(event)
    match = find_match(history, phase, number, table)
    in_finals = match is not None and history.phase(phase).kind == BRACKET
    if match is None or not (in_finals or corrections.round_drawn_after(history, phase, number)):
        return False
    try:
        reported = parsing.parse_result(history, phase, match, result_text)
        if in_finals:
            return bool(consequences.change_finals_result(history, phase, number, match, reported)[1])
    except RuleViolation:
        return False
    is_draw = DRAW in scoring.outcomes(reported)
    return reported != match and (progress.settings_for(history, phase).rulebook.draws or not is_draw)


def result_in(history: EventHistory, match: MatchRecord) -> str:
    names = history.names
    if match.is_bye:
        return gettext("{name} has the bye").format(name=names[match.seats[0].player])
    return text.words(match, names, gettext)


def undone_words(history: EventHistory, one: consequences.UndoneMatch) -> str:
    """Return “Semi-final 1: Ada 2–0 Bo is taken back; Cy meets Ada.”"""
    match = one.name.render(gettext)
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
