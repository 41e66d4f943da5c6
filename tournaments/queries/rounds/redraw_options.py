"""The open round left, mended or drawn again after a correction: each choice in words, with its button."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.history import PUBLISHED, EventHistory, RoundRecord
from ...rules.results import corrections
from ...rules.results.corrections import Corrected
from ...rules.rounds import seating
from .adjustments import Outcome, outcome_of


@dataclass(frozen=True)
class Words:
    """How the choices are called, and their buttons, for one kind of correction; what is called after a
    number of tables has a form for one and one for more, `none_button` is for none."""

    leave: str
    leave_button: str
    fewest_button: tuple[str, str]
    draw_button: str
    none_button: str = ""


CORRECT = Words(
    gettext_noop("Leave the pairings"),
    gettext_noop("Correct it and leave the pairings"),
    (gettext_noop("Correct it and change {n} table"), gettext_noop("Correct it and change {n} tables")),
    gettext_noop("Correct it and draw again"),
)
LET_IN = Words(
    gettext_noop("Leave them out of this round"),
    gettext_noop("Leave them out"),
    (gettext_noop("Let them in and change {n} table"), gettext_noop("Let them in and change {n} tables")),
    gettext_noop("Let them in and draw again"),
    gettext_noop("Let them in and change no table"),
)
TAKE_OUT = Words(
    gettext_noop("Leave them in this round"),
    "",
    (gettext_noop("Take them out and change {n} table"), gettext_noop("Take them out and change {n} tables")),
    gettext_noop("Take them out and draw again"),
    gettext_noop("Take them out and change no other table"),
)


@dataclass(frozen=True)
class Choice:
    """`words` say what becomes of matches under way; `outcome` is None where the pairings are left, `button`
    empty where there is nothing to store."""

    key: str
    name: str
    words: str
    button: str
    outcome: Outcome | None = None


def made_again(
    history: EventHistory, phase: int, right: Corrected, words: Words, key: str, seed: str, exceptions: bool
) -> Choice:
    """A choice by which the open round changes, of those in rules.corrections."""
    number = right.later.number
    stood = seating.round_of(history, phase, number)
    asked = corrections.question(right, phase, key, seed, exceptions)
    outcome = outcome_of(right.event, phase, number, key, stood=stood, **asked)
    name = gettext("Change the fewest tables") if key == "fewest" else gettext("Draw again")
    button = gettext(words.draw_button)
    if key == "fewest":
        button = ngettext(*words.fewest_button, outcome.tables).format(n=outcome.tables)
        if not outcome.tables:
            button = gettext(words.none_button)
    return Choice(key, name, words_of(key, outcome, right.later), "" if outcome.wrong else button, outcome)


def words_of(key: str, outcome: Outcome, later: RoundRecord) -> str:
    """What becomes of the matches of the round under way."""
    all_in = outcome.fixed and outcome.fixed == sum(not match.is_bye for match in later.matches)
    if all_in and not outcome.tables:
        return gettext("Every table has its result: nothing can be changed any more.")
    if outcome.same and key == "fewest":
        return gettext("No round would be better now: no table has to change.")
    if outcome.wrong:
        return outcome.wrong
    parts = [
        ngettext("{n} table is new", "{n} tables are new", outcome.tables).format(n=outcome.tables),
        ngettext("{n} stays as it is", "{n} stay as they are", outcome.stay).format(n=outcome.stay),
    ]
    if outcome.fixed:
        words = ngettext("{n} has its result and stays", "{n} have their results and stay", outcome.fixed)
        parts.append(words.format(n=outcome.fixed))
    told = ", ".join(parts) + "."
    if later.state != PUBLISHED:
        return told
    if not outcome.tables and not outcome.players:
        return gettext("No table is new: every match under way goes on.")
    if not outcome.players:
        return f"{told} {gettext('Every match under way goes on.')}"
    begun = ngettext(
        "{n} player has to leave a match that may have begun.",
        "{n} players have to leave matches that may have begun.",
        outcome.players,
    )
    return f"{told} {begun.format(n=outcome.players)}"
