"""What was wrong after a round is out: what follows from each choice, before anything is stored."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...models import Event
from ...rules.history import ABSENT, BRACKET, BYE, DRAW, LOSS, EventHistory, MatchRecord, RoundRecord
from ...rules.results import consequences, corrections, parsing
from ...rules.results.corrections import CHOICES, Corrected
from ...rules.rounds import adjustments, permissions_by_state, seating
from ..events.status import round_name
from ..history.cache import history_of
from ..results.consequences import result_in, undone_words
from ..results.entry_page import chosen, match_at
from .redraw_options import CORRECT, LET_IN, TAKE_OUT, Choice, Words, made_again

LEFT_OUT = {
    LOSS: gettext_noop("{round} is a loss to them."),
    DRAW: gettext_noop("{round} is a half-point bye to them."),
    BYE: gettext_noop("{round} is a bye to them."),
    ABSENT: gettext_noop("{round} is not counted for them."),
}


@dataclass(frozen=True)
class Correction:
    """What was wrong and what it would be (`changes`); the open round that is left or made again, and the
    choices. `table` is where it was reported, if it was."""

    version: int
    what: str
    phase: int
    round: int
    heading: str
    changes: tuple[tuple[str, str], ...]
    note: str
    choices: tuple[Choice, ...]
    table: int | None = None
    undoes: tuple[str, ...] = ()


def correction_of(
    event: Event, what: str, phase: int, number: int, said: dict, seed: str, exceptions: bool = False
) -> Correction | None:
    """The correction (one of KINDS) and its choices, a new draw by this seed and, where it needs them, with
    `exceptions`; None where there is none.

    Raises RuleViolation for what cannot be.
    """
    history = history_of(event)
    version = history.version
    found = chosen(history, phase, number)
    if found is None:
        return None
    return KINDS[what](Asking(version, history, what, phase, found[1], seed, exceptions), **said)


@dataclass(frozen=True)
class Asking:
    """A round of a history in which something was wrong; the seed of a new draw, and whether it may make
    exceptions."""

    version: int
    told: EventHistory
    what: str
    phase: int
    round: RoundRecord
    seed: str
    exceptions: bool

    @property
    def name(self) -> str:
        return round_name(self.told, self.phase, self.round.number)

    @property
    def stands(self) -> str:
        """Where the round stands, as rules.safety names it."""
        phase = self.told.phase(self.phase)
        followed = self.phase < self.told.current or self.round.number < len(phase.rounds)
        return permissions_by_state.when(self.round.state, followed, phase.kind == BRACKET)

    def shown(self, right: Corrected, words: Words, left: tuple[str, str], **more) -> Correction:
        """The correction with its choices; `left` is what follows where the round stays, and its button."""
        choices = [Choice("leave", gettext(words.leave), *left)]
        for key in CHOICES[1:] if right.later else ():
            again = made_again(self.told, self.phase, right, words, key, self.seed, self.exceptions)
            choices.append(again)
        return Correction(
            self.version, self.what, self.phase, self.round.number, choices=tuple(choices), **more
        )


def of_result(asking: Asking, table: int, said: str) -> Correction | None:
    """A result and what it should be; None where nothing open was drawn from it."""
    told, match = asking.told, match_at(asking.round, table)
    if match is not None and told.phase(asking.phase).kind == BRACKET:
        return of_finals_result(asking, match, said)
    if match is None or corrections.following(told, asking.phase, asking.round.number) is None:
        return None
    reported = parsing.reported_in(told, asking.phase, match, said)
    right = corrections.of_result(told, asking.phase, asking.round.number, match, reported)
    return asking.shown(
        right,
        CORRECT,
        (standings_change(asking, right), gettext(CORRECT.leave_button)),
        heading=gettext("Table {table} of {round}").format(table=table, round=asking.name),
        changes=((result_in(told, match), result_in(told, reported)),),
        note=drawn_from(asking, right),
        table=table,
    )


def of_finals_result(asking: Asking, match: MatchRecord, said: str) -> Correction | None:
    """A result of the finals and what it should be, with what it undoes; None where that is nothing."""
    told, number = asking.told, asking.round.number
    reported = parsing.reported_in(told, asking.phase, match, said)
    _right, undone = consequences.of_result(told, asking.phase, number, match, reported)
    if not undone:
        return None
    undoes = tuple(undone_words(told, one) for one in undone)
    button = ngettext("Correct it and undo {n} match", "Correct it and undo {n} matches", len(undoes))
    words = gettext("Every other match stays as it is. It can be taken back as a whole.")
    choice = Choice(corrections.REMAKE, gettext("What it undoes"), words, button.format(n=len(undoes)))
    return Correction(
        asking.version,
        asking.what,
        asking.phase,
        number,
        heading=gettext("Table {table} of {round}").format(table=match.table, round=asking.name),
        changes=((result_in(told, match), result_in(told, reported)),),
        note=gettext("Later finals were made of who won this match. Nothing is stored before you choose."),
        choices=(choice,),
        table=match.table,
        undoes=undoes,
    )


def of_seats(asking: Asking, a: str, b: str) -> Correction:
    """Two players of a finished round in each other's places."""
    told, before = asking.told, asking.round
    permissions_by_state.check("correct_seats", asking.stands, before.number)
    right = corrections.of_seats(told, asking.phase, before.number, a, b)
    after = seating.round_of(right.event, asking.phase, before.number)
    moved = [pair for pair in zip(before.matches, after.matches, strict=True) if pair[0] != pair[1]]
    return asking.shown(
        right,
        CORRECT,
        (standings_change(asking, right), gettext(CORRECT.leave_button if right.later else CORRECT_IT)),
        heading=gettext("Who sat where in {round}").format(round=asking.name),
        changes=tuple((result_in(told, was), result_in(told, now)) for was, now in moved),
        note=drawn_from(asking, right),
        table=next((was.table for was, _now in moved if was.table), None),
    )


CORRECT_IT = gettext_noop("Correct it")


def of_admission(asking: Asking, player: str) -> Correction:
    """A player who is missing from a round that is out."""
    told, number = asking.told, asking.round.number
    permissions_by_state.check("admit_player", asking.stands, number)
    right = corrections.of_admission(told, asking.phase, number, player)
    worth = gettext(LEFT_OUT[corrections.worth_left_out(right, asking.phase, player)])
    stays = gettext("Every match under way goes on.")
    return asking.shown(
        right,
        LET_IN,
        (
            f"{worth.format(round=asking.name)} {stays}",
            gettext(LET_IN.leave_button) if right.left != told else "",
        ),
        heading=gettext("{name} is missing from {round}").format(
            name=seating.named(told, player).name, round=asking.name
        ),
        changes=(),
        note=is_out(asking, "admit_player"),
    )


def of_excuse(asking: Asking, player: str) -> Correction:
    """A player in a round that is out who dropped or is not there."""
    told, number = asking.told, asking.round.number
    permissions_by_state.check("excuse_player", asking.stands, number)
    right = corrections.of_excuse(told, asking.phase, number, player)
    who, match = seating.named(told, player), seating.match_of(told, asking.round, player)
    stays = gettext("The bye stands.")
    if not match.is_bye:
        stays = gettext("Table {table} is still played, or reported as a no-show.").format(table=match.table)
    note = is_out(asking, "excuse_player")
    if right.event != told:
        loss = gettext("Taken out, {name} has a loss for it.").format(name=who.name)
        note = f"{note} {loss}"
    return asking.shown(
        right,
        TAKE_OUT,
        (stays, ""),
        heading=gettext("{name} is not there for {round}").format(name=who.name, round=asking.name),
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


def is_out(asking: Asking, action: str) -> str:
    return gettext(permissions_by_state.verdict(action, asking.round.state)[1]).format(
        round=asking.round.number
    )


def drawn_from(asking: Asking, right: Corrected) -> str:
    if right.later is None:
        return gettext("Nothing open was drawn from {round}.").format(round=asking.name)
    words = gettext(
        "{following} was drawn from the results of {round}. Nothing is stored before you choose what "
        "becomes of it."
    )
    following = round_name(asking.told, asking.phase, right.later.number)
    return words.format(following=following, round=asking.name)


def standings_change(asking: Asking, right: Corrected) -> str:
    """What follows where the pairings are left: who has met by now meets again."""
    if right.later is None:
        return gettext("The standings change.")
    words = gettext("The standings change; {round} is played as it is, every match under way goes on.")
    told = words.format(round=round_name(asking.told, asking.phase, right.later.number))
    events = asking.told, right.left
    was, now = (adjustments.costs_of(event, asking.phase, right.later).rematches for event in events)
    if now <= was:
        return told
    again = ngettext("{n} table is a rematch then.", "{n} tables are rematches then.", now)
    if any(match.is_pod for match in right.later.matches):
        again = ngettext("{n} pair at a table has met before.", "{n} pairs at a table have met before.", now)
    return f"{told} {again.format(n=now)}"
