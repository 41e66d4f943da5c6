"""Corrections after a round was published, with the consequences of each choice."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...models import Event
from ...rules.history import ABSENT, BRACKET, BYE, DRAW, LOSS, EventHistory, MatchRecord, RoundRecord
from ...rules.results import consequences, corrections, parsing
from ...rules.results.corrections import CHOICES, CorrectedHistory
from ...rules.rounds import adjustments, permissions_by_state, seating
from ..events.status import round_name
from ..history.cache import load_history
from ..results.consequences import result_in, undone_words
from ..results.entry_page import find_round, match_at_table
from .redraw_options import CORRECT, LET_IN, TAKE_OUT, ChoiceLabels, RedrawChoice, redraw_choice

LEFT_OUT = {
    LOSS: gettext_noop("{round} is a loss to them."),
    DRAW: gettext_noop("{round} is a half-point bye to them."),
    BYE: gettext_noop("{round} is a bye to them."),
    ABSENT: gettext_noop("{round} is not counted for them."),
}


@dataclass(frozen=True)
class Correction:
    """A correction and its `choices` for the open round.

    `changes` are (wrong, right) texts; `table` is where the result was reported, if it was."""

    version: int
    what: str
    phase: int
    round: int
    heading: str
    changes: tuple[tuple[str, str], ...]
    note: str
    choices: tuple[RedrawChoice, ...]
    table: int | None = None
    undoes: tuple[str, ...] = ()


def correction_of(
    event: Event, what: str, phase: int, number: int, arguments: dict, seed: str, exceptions: bool = False
) -> Correction | None:
    """Return the correction of one of KINDS with its choices; None if there is nothing to choose.

    New pairings use this seed and, if needed, `exceptions`. Raises RuleViolation for an impossible
    correction."""
    history = load_history(event)
    version = history.version
    phase_and_round = find_round(history, phase, number)
    if phase_and_round is None:
        return None
    return KINDS[what](
        CorrectionContext(version, history, what, phase, phase_and_round[1], seed, exceptions), **arguments
    )


@dataclass(frozen=True)
class CorrectionContext:
    """The round of a history to correct; the seed of a redraw, and whether it may make exceptions."""

    version: int
    history: EventHistory
    what: str
    phase: int
    round: RoundRecord
    seed: str
    exceptions: bool

    @property
    def name(self) -> str:
        return round_name(self.history, self.phase, self.round.number)

    @property
    def stands(self) -> str:
        """Return the round's state as rules.permissions_by_state names it."""
        phase = self.history.phase(self.phase)
        followed = self.phase < self.history.current or self.round.number < len(phase.rounds)
        return permissions_by_state.when(self.round.state, followed, phase.kind == BRACKET)

    def build_correction(
        self, right: CorrectedHistory, words: ChoiceLabels, left: tuple[str, str], **more
    ) -> Correction:
        """Build the correction; `left` is the consequence of keeping the pairings and its button."""
        choices = [RedrawChoice("leave", gettext(words.leave), *left)]
        for key in CHOICES[1:] if right.later else ():
            again = redraw_choice(self.history, self.phase, right, words, key, self.seed, self.exceptions)
            choices.append(again)
        return Correction(
            self.version, self.what, self.phase, self.round.number, choices=tuple(choices), **more
        )


def of_result(context: CorrectionContext, table: int, said: str) -> Correction | None:
    """Correct a result; None if no open round was drawn from it."""
    history, match = context.history, match_at_table(context.round, table)
    if match is not None and history.phase(context.phase).kind == BRACKET:
        return of_finals_result(context, match, said)
    if match is None or corrections.round_drawn_after(history, context.phase, context.round.number) is None:
        return None
    reported = parsing.parse_result(history, context.phase, match, said)
    right = corrections.correct_result(history, context.phase, context.round.number, match, reported)
    return context.build_correction(
        right,
        CORRECT,
        (standings_change(context, right), gettext(CORRECT.leave_button)),
        heading=gettext("Table {table} of {round}").format(table=table, round=context.name),
        changes=((result_in(history, match), result_in(history, reported)),),
        note=drawn_from(context, right),
        table=table,
    )


def of_finals_result(context: CorrectionContext, match: MatchRecord, result_text: str) -> Correction | None:
    """Correct a result of the finals; None if this undoes no match."""
    history, number = context.history, context.round.number
    reported = parsing.parse_result(history, context.phase, match, result_text)
    _right, undone = consequences.change_finals_result(history, context.phase, number, match, reported)
    if not undone:
        return None
    undoes = tuple(undone_words(history, one) for one in undone)
    button = ngettext("Correct it and undo {n} match", "Correct it and undo {n} matches", len(undoes))
    words = gettext("Every other match stays as it is. It can be taken back as a whole.")
    choice = RedrawChoice(corrections.REMAKE, gettext("What it undoes"), words, button.format(n=len(undoes)))
    return Correction(
        context.version,
        context.what,
        context.phase,
        number,
        heading=gettext("Table {table} of {round}").format(table=match.table, round=context.name),
        changes=((result_in(history, match), result_in(history, reported)),),
        note=gettext("Later finals were made of who won this match. Nothing is stored before you choose."),
        choices=(choice,),
        table=match.table,
        undoes=undoes,
    )


def of_seats(context: CorrectionContext, a: str, b: str) -> Correction:
    """Swap two players of a finished round."""
    history, before = context.history, context.round
    permissions_by_state.check("correct_seats", context.stands, before.number)
    right = corrections.correct_seats(history, context.phase, before.number, a, b)
    after = seating.round_of(right.event, context.phase, before.number)
    moved = [pair for pair in zip(before.matches, after.matches, strict=True) if pair[0] != pair[1]]
    return context.build_correction(
        right,
        CORRECT,
        (standings_change(context, right), gettext(CORRECT.leave_button if right.later else CORRECT_IT)),
        heading=gettext("Who sat where in {round}").format(round=context.name),
        changes=tuple((result_in(history, was), result_in(history, now)) for was, now in moved),
        note=drawn_from(context, right),
        table=next((was.table for was, _now in moved if was.table), None),
    )


CORRECT_IT = gettext_noop("Correct it")


def of_admission(context: CorrectionContext, player: str) -> Correction:
    """Add a player who is missing from a published round."""
    history, number = context.history, context.round.number
    permissions_by_state.check("admit_player", context.stands, number)
    right = corrections.admit_player(history, context.phase, number, player)
    worth = gettext(LEFT_OUT[corrections.worth_left_out(right, context.phase, player)])
    consequence = gettext("Every match under way goes on.")
    return context.build_correction(
        right,
        LET_IN,
        (
            f"{worth.format(round=context.name)} {consequence}",
            gettext(LET_IN.leave_button) if right.left != history else "",
        ),
        heading=gettext("{name} is missing from {round}").format(
            name=seating.get_player(history, player).name, round=context.name
        ),
        changes=(),
        note=is_out(context, "admit_player"),
    )


def of_excuse(context: CorrectionContext, player: str) -> Correction:
    """Remove a player who dropped or is absent from a published round."""
    history, number = context.history, context.round.number
    permissions_by_state.check("excuse_player", context.stands, number)
    right = corrections.excuse_player(history, context.phase, number, player)
    who, match = seating.get_player(history, player), seating.match_of(history, context.round, player)
    consequence = gettext("The bye stands.")
    if not match.is_bye:
        consequence = gettext("Table {table} is still played, or reported as a no-show.").format(
            table=match.table
        )
    note = is_out(context, "excuse_player")
    if right.event != history:
        loss = gettext("Taken out, {name} has a loss for it.").format(name=who.name)
        note = f"{note} {loss}"
    return context.build_correction(
        right,
        TAKE_OUT,
        (consequence, ""),
        heading=gettext("{name} is not there for {round}").format(name=who.name, round=context.name),
        changes=(),
        note=note,
        table=match.table,
    )


KINDS: dict[str, Callable] = {
    "result": of_result,
    "seats": of_seats,
    "in": of_admission,
    "out": of_excuse,
}


def is_out(context: CorrectionContext, action: str) -> str:
    return gettext(permissions_by_state.verdict(action, context.round.state)[1]).format(
        round=context.round.number
    )


def drawn_from(context: CorrectionContext, right: CorrectedHistory) -> str:
    if right.later is None:
        return gettext("Nothing open was drawn from {round}.").format(round=context.name)
    words = gettext(
        "{following} was drawn from the results of {round}. Nothing is stored before you choose what "
        "becomes of it."
    )
    following = round_name(context.history, context.phase, right.later.number)
    return words.format(following=following, round=context.name)


def standings_change(context: CorrectionContext, right: CorrectedHistory) -> str:
    """Describe the consequence of keeping the pairings: changed standings and new rematches."""
    if right.later is None:
        return gettext("The standings change.")
    words = gettext("The standings change; {round} is played as it is, every match under way goes on.")
    sentence = words.format(round=round_name(context.history, context.phase, right.later.number))
    events = context.history, right.left
    was, now = (adjustments.costs_of(event, context.phase, right.later).rematches for event in events)
    if now <= was:
        return sentence
    again = ngettext("{n} table is a rematch then.", "{n} tables are rematches then.", now)
    if any(match.is_pod for match in right.later.matches):
        again = ngettext("{n} pair at a table has met before.", "{n} pairs at a table have met before.", now)
    return f"{sentence} {again.format(n=now)}"
