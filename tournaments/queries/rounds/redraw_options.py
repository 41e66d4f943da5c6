"""The choices for the open round after a correction: keep it, repair it, or draw it again."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.history import PUBLISHED, EventHistory, RoundRecord
from ...rules.results import corrections
from ...rules.results.corrections import CorrectedHistory
from ...rules.rounds import seating
from .adjustments import Outcome, preview_adjustment


@dataclass(frozen=True)
class ChoiceLabels:
    """Labels of the choices and their buttons for one kind of correction.

    `fewest_button` has a singular and a plural form; `none_button` is for zero tables."""

    leave: str
    leave_button: str
    fewest_button: tuple[str, str]
    draw_button: str
    none_button: str = ""


CORRECT = ChoiceLabels(
    gettext_noop("Leave the pairings"),
    gettext_noop("Correct it and leave the pairings"),
    (gettext_noop("Correct it and change {n} table"), gettext_noop("Correct it and change {n} tables")),
    gettext_noop("Correct it and draw again"),
)
LET_IN = ChoiceLabels(
    gettext_noop("Leave them out of this round"),
    gettext_noop("Leave them out"),
    (gettext_noop("Let them in and change {n} table"), gettext_noop("Let them in and change {n} tables")),
    gettext_noop("Let them in and draw again"),
    gettext_noop("Let them in and change no table"),
)
TAKE_OUT = ChoiceLabels(
    gettext_noop("Leave them in this round"),
    "",
    (gettext_noop("Take them out and change {n} table"), gettext_noop("Take them out and change {n} tables")),
    gettext_noop("Take them out and draw again"),
    gettext_noop("Take them out and change no other table"),
)


@dataclass(frozen=True)
class RedrawChoice:
    """A choice for the open round.

    `words` describe the effect on matches under way; `outcome` is None if the pairings are kept; `button` is
    empty if nothing can be stored."""

    key: str
    name: str
    words: str
    button: str
    outcome: Outcome | None = None


def redraw_choice(
    history: EventHistory,
    phase: int,
    right: CorrectedHistory,
    words: ChoiceLabels,
    key: str,
    seed: str,
    exceptions: bool,
) -> RedrawChoice:
    """Return a choice that changes the open round."""
    number = right.later.number
    published_round = seating.round_of(history, phase, number)
    arguments = corrections.adjustment_options(right, phase, key, seed, exceptions)
    outcome = preview_adjustment(
        right.event, phase, number, key, published_round=published_round, **arguments
    )
    name = gettext("Change the fewest tables") if key == "fewest" else gettext("Draw again")
    button = gettext(words.draw_button)
    if key == "fewest":
        button = ngettext(*words.fewest_button, outcome.tables).format(n=outcome.tables)
        if not outcome.tables:
            button = gettext(words.none_button)
    return RedrawChoice(
        key, name, words_of(key, outcome, right.later), "" if outcome.wrong else button, outcome
    )


def words_of(key: str, outcome: Outcome, later: RoundRecord) -> str:
    """Describe the effect on the matches of the running round."""
    all_in = outcome.fixed and outcome.fixed == sum(not match.is_bye for match in later.matches)
    if all_in and not outcome.tables:
        return gettext("Every table has its result: nothing can be changed any more.")
    if outcome.same and key == "fewest":
        return gettext("No round would be better now: no table has to change.")
    if outcome.wrong:
        return outcome.wrong
    parts = [
        ngettext("{n} table is new", "{n} tables are new", outcome.tables).format(n=outcome.tables),
        ngettext("{n} stays as it is", "{n} stay as they are", outcome.unchanged).format(n=outcome.unchanged),
    ]
    if outcome.fixed:
        words = ngettext("{n} has its result and stays", "{n} have their results and stay", outcome.fixed)
        parts.append(words.format(n=outcome.fixed))
    summary = ", ".join(parts) + "."
    if later.state != PUBLISHED:
        return summary
    if not outcome.tables and not outcome.players:
        return gettext("No table is new: every match under way goes on.")
    if not outcome.players:
        return f"{summary} {gettext('Every match under way goes on.')}"
    begun = ngettext(
        "{n} player has to leave a match that may have begun.",
        "{n} players have to leave matches that may have begun.",
        outcome.players,
    )
    return f"{summary} {begun.format(n=outcome.players)}"
