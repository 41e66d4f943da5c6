"""One event's standings under two rulebooks, side by side, and who moves."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, EventHistory, MatchRecord
from ...rules.results import scoring
from ...rules.rounds import progress
from ...rules.rounds.phases import cut_rule
from ...rules.rulebooks import POINTS as GIVEN_POINTS
from ...rules.rulebooks import RULEBOOKS, settings_of
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import Row, standings
from ...rules.standings.working import parting
from ...rules.tiebreakers import TIEBREAKERS
from ..help.example_event import example
from ..history.cache import history_of
from ..history.load import as_shown
from ..wording.formats import in_words, phase_name, record_text, secret_text
from .columns import ColumnShown, columns_of, phase_to_show, row_text
from .cut_line import would_enter
from .printed import is_printed, printed_rows

# What a phase keeps under another rulebook: how it is paired and who goes on, not how it is ranked.
# Who meets whom, and what counts on.
CARRIED = ("carry", "meet_again", "pools", "double")
KEPT = ("rounds", "pairing", "first_round_pairing", "last_round_pairing", "cut", "finals", *CARRIED)


@dataclass(frozen=True)
class Side:
    """One of the two rulebooks: its letter and name, its columns (the first one first), and a remark."""

    letter: str
    name: str
    columns: tuple[ColumnShown, ...]
    remark: str


@dataclass(frozen=True)
class Standing:
    """A player under one rulebook: their rank and the texts of its columns."""

    rank: int
    values: tuple[str, ...]


@dataclass(frozen=True)
class RowCompared:
    """`moved` is how many ranks higher (or lower, negative) the second rulebook puts the player."""

    name: str
    record: str
    first: Standing
    second: Standing
    moved: int

    @property
    def places(self):
        return abs(self.moved)


@dataclass(frozen=True)
class Comparison:
    """`reasons` say what parts two of the players, `note` where the rows are from; `missing`, why there
    are none."""

    title: str
    sides: tuple[Side, ...]
    rows: tuple[RowCompared, ...]
    summary: str
    reasons: tuple[str, ...]
    note: str = ""
    missing: str = ""


def comparison_of(event: Event | None, first: str, second: str) -> Comparison:
    """An event under two rulebooks; without one, five printed players, or the example of these pages.

    RuleViolation where the event's phase has no standings.
    """
    keys = (first, second)
    if event is None:
        return printed(keys) if all(map(is_printed, keys)) else invented(keys)
    history = as_shown(history_of(event))
    number = phase_to_show(history)
    if history.phase(number).kind == BRACKET:
        return Comparison(history.name, (), (), "", (), missing=gettext("Finals have places, no columns."))
    if is_hidden(history, number):
        return Comparison(history.name, (), (), "", (), missing=secret_text())
    title, found = f"{history.name}, {phase_name(history, number)}", rows_under(history, number, keys)
    return compared(title, keys, found, history=history, number=number, note=cut_text(history, number, found))


def printed(keys) -> Comparison:
    """The five of HCT Europe Winter 2017, and what parts the last one in from the first one out."""
    found = [printed_rows(key) for key in keys]
    note = gettext(
        "The five players at 5–2 as the Hearthstone Swiss article of 2017 prints them; a dash was not "
        "printed. GreenSheep took the last place in the cut before Twink."
    )
    return compared(gettext("HCT Europe Winter 2017"), keys, found, pair=("GreenSheep", "Twink"), note=note)


def invented(keys) -> Comparison:
    """The players of the help pages' example."""
    told = example(keys[0])
    note = gettext("Invented players; the page of each tiebreaker shows what they played.")
    return compared(told.name, keys, rows_under(told, 1, keys), told=told, note=note)


def rows_under(told, number, keys):
    """The rows under each rulebook, live as the event's own standings are."""
    return [standings(under(told, number, key), number, live=True).rows for key in keys]


def cut_text(told, number, found) -> str:
    """Who would make the cut under one rulebook alone; nothing where no cut by number follows."""
    rule = cut_rule(told, number + 1) if number < len(told.phases) else None
    if not rule or "min_points" in rule:
        return ""
    first, second = (would_enter(told, number, rows, rule) for rows in found)
    if not first or not second:
        return ""
    if first == second:
        return gettext("The same players make the cut.")
    names = told.names
    alone = [", ".join(sorted(names[player] for player in who)) for who in (first - second, second - first)]
    return gettext("Only under A in the cut: {a}. Only under B: {b}.").format(a=alone[0], b=alone[1])


def nothing_to_compare(event: Event, why: RuleViolation) -> Comparison:
    """The Comparison that only says why there are no standings."""
    return Comparison(event.name, (), (), "", (), missing=in_words(why))


def under(history: EventHistory, number: int, key: str) -> EventHistory:
    """The event as it would be under a rulebook; under its own, as it is."""
    if key == history.rulebook:
        return history
    phase = history.phase(number)
    settings = {name: value for name, value in phase.settings.items() if name in KEPT}
    moved = replace(history, rulebook=key).with_phase(number, settings=settings)
    if RULEBOOKS[key].report == GIVEN_POINTS:
        return moved
    rounds = tuple(
        replace(one, matches=tuple(without_points(match) for match in one.matches)) for one in phase.rounds
    )
    return moved.with_phase(number, rounds=rounds)


def without_points(match: MatchRecord) -> MatchRecord:
    """The match as it ended, without the points that its own game's table gave."""
    if all(seat.points is None for seat in match.seats) or match.is_bye:
        return replace(match, seats=tuple(replace(seat, points=None) for seat in match.seats))
    ended = scoring.outcomes(match)
    seats = (
        replace(seat, points=None, result=seat.result or outcome)
        for seat, outcome in zip(match.seats, ended, strict=True)
    )
    return replace(match, seats=tuple(seats))


def compared(title, keys, found, *, told=None, number=1, pair=(), note="") -> Comparison:
    """The Comparison of two lists of rows of the same players."""
    columns = [shown_columns(key, told, number) for key in keys]
    sides = tuple(
        side_of(letter, key, shown, told, number)
        for letter, key, shown in zip("AB", keys, columns, strict=True)
    )
    other = {row.player: row for row in found[1]}
    rows = tuple(
        RowCompared(
            row.name,
            record_text(row),
            standing_of(row, columns[0]),
            standing_of(other[row.player], columns[1]),
            row.rank - other[row.player].rank,
        )
        for row in found[0]
        if row.player in other
    )
    reasons = tuple(
        reason(side, shown, rows_, pair)
        for side, shown, rows_ in zip(sides, columns, found, strict=True)
        if pair
    )
    return Comparison(title, sides, rows, summary(rows), reasons, note)


def shown_columns(key, told, number) -> tuple[str, ...]:
    """The keys of the columns that a rulebook ranks by, the first one first."""
    own = told is not None and key == told.rulebook
    settings = progress.settings_for(told, number) if own else settings_of(key, {})
    return settings.keys


def side_of(letter, key, shown, told, number) -> Side:
    own = told is not None and key == told.rulebook and set(told.phase(number).settings) - set(KEPT)
    remark = gettext("with this event's own settings") if own else ""
    return Side(letter, gettext(RULEBOOKS[key].name), columns_of(shown), remark)


def standing_of(row: Row, shown) -> Standing:
    return Standing(row.rank, tuple(row_text(row, key) for key in shown))


def summary(rows) -> str:
    """“Nobody moves.”, or how many do and by how much at most."""
    moved = [row.places for row in rows if row.moved]
    if not moved:
        return gettext("Nobody moves.")
    words = ngettext(
        "{count} of {all} moves; the farthest by {most}.",
        "{count} of {all} move; the farthest by {most}.",
        len(moved),
    )
    most = ngettext("{count} place", "{count} places", max(moved)).format(count=max(moved))
    return words.format(count=len(moved), all=len(rows), most=most)


def reason(side: Side, shown, rows, pair) -> str:
    """What parts two players under a rulebook: the first column in which they differ."""
    one, other = sorted((row for row in rows if row.player in pair), key=lambda row: row.rank)
    key = parting(shown, one, other)
    words = gettext("{rulebook}: {one} stands before {other} by {column}, {a} to {b}.")
    if key is None:
        words = gettext("{rulebook}: {one} and {other} are level in all that was printed.")
    return words.format(
        rulebook=side.name,
        one=one.name,
        other=other.name,
        column=key and gettext(TIEBREAKERS[key].label),
        a=key and row_text(one, key),
        b=key and row_text(other, key),
    )
