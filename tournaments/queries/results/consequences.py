"""Consequences of a result: choices to make first, and what another winner in the finals undoes."""

from django.utils.text import capfirst
from django.utils.translation import gettext

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAW, EventHistory, MatchRecord
from ...rules.results import consequences, corrections, parsing, scoring, text
from ..history.cache import load_history


def needs_choice(event: Event, phase: int, number: int, table: int, result_text: str) -> bool:
    """Return whether a result would change one that an open round or later finals depend on.

    False if the result would be refused.
    """
    history = load_history(event)
    match = history.find_match(phase, number, table)
    in_finals = match is not None and history.phase(phase).kind == BRACKET
    if match is None or not (in_finals or corrections.round_drawn_after(history.phase(phase), number)):
        return False
    try:
        reported = parsing.parse_result(history.phase(phase), match, result_text)
        if in_finals:
            return bool(consequences.change_finals_result(history.phase(phase), number, match, reported)[1])
    except RuleViolation:
        return False
    is_draw = DRAW in scoring.outcomes(reported)
    return reported != match and (history.phase(phase).settings.rulebook.draws or not is_draw)


def describe_match(history: EventHistory, match: MatchRecord) -> str:
    if match.is_bye:
        return gettext("{name} has a bye").format(name=history.names[match.seats[0].player])
    return text.describe_result(match, history.names, gettext)


def describe_undone_match(history: EventHistory, undone: consequences.UndoneMatch) -> str:
    """Return “Semi-final 1: Ada 2–0 Bo is taken back; Cy meets Ada.”"""
    names, before = history.names, undone.before
    match = capfirst(undone.name.render(gettext))
    old = describe_match(history, before)
    if not before.reported:
        old = gettext(" v ").join(names[player] for player in before.players)
    if undone.after is None:
        return gettext("{match}: {old} is undone.").format(match=match, old=old)
    first, *others = (names[player] for player in undone.after.players)
    opponents = text.join_names(tuple(others), gettext)
    sentence = gettext("{match}: {old} is undone; {first} plays {opponents}.")
    return sentence.format(match=match, old=old, first=first, opponents=opponents)
