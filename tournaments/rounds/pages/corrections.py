"""Corrections after a round was published, with the consequences of each choice."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...history.cache import load_history
from ...models import Event
from ...results.pages.entry import get_situation
from ...results.pages.reports import describe_match, describe_undone_match
from ...rules.history import ABSENT, BRACKET, BYE, DRAW, LOSS, EventPhase, MatchRecord, RoundRecord
from ...rules.results.corrections import (
    CHOICES,
    REMAKE,
    CorrectedPhase,
    admit_player,
    change_finals_result,
    correct_result,
    correct_seats,
    excuse_player,
    round_drawn_after,
    worth_left_out,
)
from ...rules.results.parsing import parse_result
from ...rules.rounds.adjustments import costs_of
from ...rules.rounds.progress import CHANGE_PLAYERS, CORRECT_SEATS, check
from ...web.status import round_name
from .adjustments import (
    ADMISSION_LABELS,
    CORRECTION_LABELS,
    REMOVAL_LABELS,
    ChoiceLabels,
    RedrawChoice,
    preview_redraw,
)

LEFT_OUT = {
    LOSS: gettext_noop("They get a loss for {round}."),
    DRAW: gettext_noop("They get a half-point bye for {round}."),
    BYE: gettext_noop("They get a bye for {round}."),
    ABSENT: gettext_noop("{round} doesn’t count for them."),
}


@dataclass(frozen=True)
class Correction:
    """A correction that is not made yet, and the `choices` for the open round.

    `changes` are (wrong, right) texts; `undoes` describes later finals that lose their results; `table` is
    where the result was reported, if it was.
    """

    version: int
    kind: str
    phase: int
    round: int
    heading: str
    note: str
    choices: tuple[RedrawChoice, ...]
    changes: tuple[tuple[str, str], ...] = ()
    undoes: tuple[str, ...] = ()
    table: int | None = None


@dataclass(frozen=True)
class CorrectionRequest:
    """The requested kind of correction of a round; the seed of a redraw, and if it may have exceptions."""

    phase: EventPhase
    kind: str
    round: RoundRecord
    seed: str
    exceptions: bool

    @property
    def round_name(self) -> str:
        return round_name(self.phase, self.round.number)

    def check_allowed(self, rule: dict):
        """Raise RuleViolation if the round's state forbids the correction."""
        situation = get_situation(self.phase, self.round)
        check(rule, situation, self.round.number)

    def build_choices(
        self, corrected: CorrectedPhase, labels: ChoiceLabels, effect: str, button: str
    ) -> tuple[RedrawChoice, ...]:
        """Return the choices; `effect` and `button` are those of keeping the pairings."""
        keep = RedrawChoice(CHOICES[0], gettext(labels.keep), effect, button)
        if not corrected.open_round:
            return (keep,)
        options = {"seed": self.seed, "exceptions": self.exceptions}
        redraws = (preview_redraw(self.phase, corrected, labels, key, **options) for key in CHOICES[1:])
        return (keep, *redraws)

    def build_correction(self, **fields) -> Correction:
        return Correction(
            self.phase.history.version, self.kind, self.phase.number, self.round.number, **fields
        )


def preview_correction(
    event: Event, kind: str, phase: int, number: int, arguments: tuple, seed: str, exceptions: bool = False
) -> Correction | None:
    """Return the correction of a kind in PREVIEWS with its choices; None if there is nothing to choose.

    New pairings use this seed and, if needed, `exceptions`. Raises RuleViolation for an impossible
    correction.
    """
    corrected = load_history(event).find_phase(phase)
    round_ = corrected and corrected.find_round(number)
    if round_ is None:
        return None
    return PREVIEWS[kind](CorrectionRequest(corrected, kind, round_, seed, exceptions), *arguments)


def preview_result(request: CorrectionRequest, table: int, result_text: str) -> Correction | None:
    """Preview another result; None if no open round was drawn from it."""
    phase, history, number = request.phase, request.phase.history, request.round.number
    match = request.round.find_match(table)
    if match is not None and phase.kind == BRACKET:
        return preview_finals_result(request, match, result_text)
    if match is None or round_drawn_after(phase, number) is None:
        return None
    reported = parse_result(phase, match, result_text)
    corrected = correct_result(phase, number, match, reported)
    effect = describe_standings_change(request, corrected)
    return request.build_correction(
        choices=request.build_choices(
            corrected, CORRECTION_LABELS, effect, gettext(CORRECTION_LABELS.keep_button)
        ),
        heading=gettext("{round}, table {table}").format(table=table, round=request.round_name),
        changes=((describe_match(history, match), describe_match(history, reported)),),
        note=drawn_from_note(request, corrected),
        table=table,
    )


def preview_finals_result(
    request: CorrectionRequest, match: MatchRecord, result_text: str
) -> Correction | None:
    """Preview another result in the finals; None if this undoes no match."""
    phase, history, number = request.phase, request.phase.history, request.round.number
    reported = parse_result(phase, match, result_text)
    _corrected, undone = change_finals_result(phase, number, match, reported)
    if not undone:
        return None
    button = ngettext("Save and undo {n} match", "Save and undo {n} matches", len(undone))
    choice = RedrawChoice(
        REMAKE,
        gettext("Matches this will undo"),
        gettext("All other matches stay unchanged. You can undo the whole correction later."),
        button.format(n=len(undone)),
    )
    return request.build_correction(
        choices=(choice,),
        heading=gettext("{round}, table {table}").format(table=match.table, round=request.round_name),
        changes=((describe_match(history, match), describe_match(history, reported)),),
        note=gettext("Later matches depend on the winner of this one. Nothing is saved until you confirm."),
        table=match.table,
        undoes=tuple(describe_undone_match(history, match) for match in undone),
    )


def preview_seat_swap(request: CorrectionRequest, a: str, b: str) -> Correction:
    """Preview a swap of two players of a finished round."""
    history, before = request.phase.history, request.round
    request.check_allowed(CORRECT_SEATS)
    corrected = correct_seats(request.phase, before.number, a, b)
    after = corrected.phase.round(before.number)
    changed = [pair for pair in zip(before.matches, after.matches, strict=True) if pair[0] != pair[1]]
    effect = describe_standings_change(request, corrected)
    button = gettext(CORRECTION_LABELS.keep_button) if corrected.open_round else gettext("Save")
    return request.build_correction(
        choices=request.build_choices(corrected, CORRECTION_LABELS, effect, button),
        heading=gettext("Seating of {round}").format(round=request.round_name),
        changes=tuple((describe_match(history, old), describe_match(history, new)) for old, new in changed),
        note=drawn_from_note(request, corrected),
        table=next((old.table for old, _new in changed if old.table), None),
    )


def preview_admission(request: CorrectionRequest, player: str) -> Correction:
    """Preview adding a player who is missing from a published round."""
    history, name = request.phase.history, request.round_name
    request.check_allowed(CHANGE_PLAYERS)
    corrected = admit_player(request.phase, request.round.number, player)
    left_out = gettext(LEFT_OUT[worth_left_out(corrected, player)])
    effect = left_out.format(round=name) + " " + gettext("Matches in progress continue.")
    button = gettext(ADMISSION_LABELS.keep_button) if corrected.if_kept != request.phase else ""
    heading = gettext("Add {name} to {round}")
    return request.build_correction(
        choices=request.build_choices(corrected, ADMISSION_LABELS, effect, button),
        heading=heading.format(name=history.player(player).name, round=name),
        note=published_note(request),
    )


def preview_removal(request: CorrectionRequest, player: str) -> Correction:
    """Preview removing a player who dropped or is absent from a published round."""
    history = request.phase.history
    request.check_allowed(CHANGE_PLAYERS)
    corrected = excuse_player(request.phase, request.round.number, player)
    name, match = history.player(player).name, request.round.find_match_of(player)
    effect = gettext("They keep the bye.")
    if not match.is_bye:
        effect = gettext("Play table {table} or report it as a no-show.").format(table=match.table)
    note = published_note(request)
    if corrected.phase != request.phase:
        note = note + " " + gettext("If removed, {name} gets a loss for the round.").format(name=name)
    return request.build_correction(
        choices=request.build_choices(corrected, REMOVAL_LABELS, effect, ""),
        heading=gettext("Remove {name} from {round}").format(name=name, round=request.round_name),
        note=note,
        table=match.table,
    )


PREVIEWS: dict[str, Callable] = {
    "result": preview_result,
    "seats": preview_seat_swap,
    "in": preview_admission,
    "out": preview_removal,
}


def published_note(request: CorrectionRequest) -> str:
    _level, note = CHANGE_PLAYERS[request.round.state]
    return gettext(note).format(round=request.round.number)


def drawn_from_note(request: CorrectionRequest, corrected: CorrectedPhase) -> str:
    if corrected.open_round is None:
        return gettext("No open round is based on {round}.").format(round=request.round_name)
    note = gettext(
        "{following} was paired from the results of {round}. Nothing is saved until you choose an "
        "option below."
    )
    following = round_name(request.phase, corrected.open_round.number)
    return note.format(following=following, round=request.round_name)


def describe_standings_change(request: CorrectionRequest, corrected: CorrectedPhase) -> str:
    """Describe the consequence of keeping the pairings: changed standings and new rematches."""
    phase, open_round = request.phase, corrected.open_round
    if open_round is None:
        return gettext("The standings will change.")
    change = gettext(
        "The standings will change. {round} keeps its pairings and matches in progress continue."
    )
    change = change.format(round=round_name(phase, open_round.number))
    old, new = (costs_of(each, open_round).rematches for each in (phase, corrected.if_kept))
    if new <= old:
        return change
    rematches = ngettext("{n} table becomes a rematch.", "{n} tables become rematches.", new)
    if any(match.is_pod for match in open_round.matches):
        rematches = ngettext(
            "{n} pair of players at a table has already met.",
            "{n} pairs of players at a table have already met.",
            new,
        )
    return f"{change} {rematches.format(n=new)}"
