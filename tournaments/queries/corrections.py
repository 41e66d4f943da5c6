"""A result corrected after the next round was drawn: what follows from each choice, before it is stored."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ..models import Event
from ..rules import adjustments, history, progress, results, scoring
from ..rules.errors import RuleViolation
from .adjustments import Outcome, outcome_of
from .frames import round_name
from .histories import history_of
from .reporting import chosen

CHOICES = ("leave", "fewest", "draw")


@dataclass(frozen=True)
class Choice:
    """`words` say what becomes of matches under way; `outcome` is None where the pairings are left."""

    key: str
    name: str
    words: str
    outcome: Outcome | None

    @property
    def possible(self):
        return self.outcome is None or not self.outcome.wrong


@dataclass(frozen=True)
class Correction:
    """A result and what it would be; the round drawn from it, and the choices."""

    version: int
    phase: int
    round: int
    table: int
    said: str
    name: str
    was: str
    now: str
    following: str
    published: bool
    choices: tuple[Choice, ...]


def needs_choice(event: Event, phase: int, number: int, table: int, said: str) -> bool:
    """Whether this would alter a result from which a Swiss round was drawn that is still open; not where
    it would be refused."""
    told = history_of(event)
    found = chosen(told, phase, number)
    match = match_at(found[1], table) if found else None
    if match is None or adjustments.following(told, phase, number) is None:
        return False
    try:
        reported = results.reported(match, said)
    except RuleViolation:
        return False
    is_draw = history.DRAW in scoring.outcomes(reported)
    return reported != match and (progress.settings_for(told, phase).rulebook.draws or not is_draw)


def match_at(round_: history.Round, table: int) -> history.Match | None:
    return next((match for match in round_.matches if match.table == table), None)


def correction_of(
    event: Event, phase: int, number: int, table: int, said: str, seed: str
) -> Correction | None:
    """The correction and its choices, a new draw by this seed; None where nothing was drawn from the round.

    Raises RuleViolation where the words make no result.
    """
    version = event.version
    told = history_of(event)
    found = chosen(told, phase, number)
    match = match_at(found[1], table) if found else None
    later = adjustments.following(told, phase, number) if match else None
    if later is None:
        return None
    reported = results.reported(match, said)
    corrected = adjustments.with_match(told, phase, number, match, reported)
    names = {player.id: player.name for player in told.players}
    return Correction(
        version=version,
        phase=phase,
        round=number,
        table=table,
        said=said,
        name=round_name(told, phase, number),
        was=results.words(match, names, gettext),
        now=results.words(reported, names, gettext),
        following=round_name(told, phase, later.number),
        published=later.state == history.PUBLISHED,
        choices=tuple(choice_of(key, corrected, phase, later, seed) for key in CHOICES),
    )


def choice_of(key: str, corrected: history.Event, phase: int, later: history.Round, seed: str) -> Choice:
    names = {
        "leave": gettext("Leave the pairings"),
        "fewest": gettext("Change the fewest tables"),
        "draw": gettext("Draw again"),
    }
    if key == "leave":
        words = gettext("The standings change; {round} is played as it is, every match under way goes on.")
        return Choice(key, names[key], words.format(round=round_name(corrected, phase, later.number)), None)
    asked = adjustments.after_correction(corrected, phase, later, key, seed)
    outcome = outcome_of(corrected, phase, later.number, key, **asked)
    return Choice(key, names[key], words_of(key, outcome, later), outcome)


def words_of(key: str, outcome: Outcome, later: history.Round) -> str:
    """What becomes of the matches of the round under way."""
    if outcome.fixed and outcome.fixed == sum(not match.is_bye for match in later.matches):
        return gettext("Every table has its result: nothing can be changed any more.")
    if outcome.same and key == "fewest":
        return gettext("No round would be better for this result: no table has to change.")
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
    if later.state != history.PUBLISHED:
        return told
    begun = ngettext(
        "{n} player has to leave a match that may have begun.",
        "{n} players have to leave matches that may have begun.",
        outcome.players,
    )
    return f"{told} {begun.format(n=outcome.players)}"
