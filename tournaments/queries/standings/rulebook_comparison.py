"""One event's standings under two rulebooks side by side."""

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
from ...rules.standings.standings import PlayerStanding, standings
from ...rules.standings.working import deciding_column
from ...rules.tiebreakers import TIEBREAKERS
from ..help.example_event import example
from ..history.cache import load_history
from ..history.load import public_history
from ..wording.formats import in_words, phase_name, record_text, secret_text
from .columns import ColumnInfo, columns_of, phase_to_show, row_text
from .cut_line import would_enter
from .printed import is_printed, printed_rows

# Settings that a phase keeps under another rulebook: pairing and cut, not the ranking.
CARRY_OVER_SETTINGS = ("carry", "meet_again", "pools", "double")
KEPT_SETTINGS = (
    "rounds",
    "pairing",
    "first_round_pairing",
    "last_round_pairing",
    "cut",
    "finals",
    *CARRY_OVER_SETTINGS,
)


@dataclass(frozen=True)
class RulebookSide:
    """One of the two rulebooks: its letter and name, its columns in order, and a remark."""

    letter: str
    name: str
    columns: tuple[ColumnInfo, ...]
    remark: str


@dataclass(frozen=True)
class RankUnderRulebook:
    """A player under one rulebook: rank and the texts of its columns."""

    rank: int
    values: tuple[str, ...]


@dataclass(frozen=True)
class RowUnderBoth:
    """A player under both rulebooks; `moved` is how many ranks the second puts them higher."""

    name: str
    record: str
    first: RankUnderRulebook
    second: RankUnderRulebook
    moved: int

    @property
    def places(self):
        return abs(self.moved)


@dataclass(frozen=True)
class RulebookComparison:
    """The comparison page.

    `reasons` say what separates two players, `note` where the rows come from; `missing` explains an empty
    comparison."""

    title: str
    sides: tuple[RulebookSide, ...]
    rows: tuple[RowUnderBoth, ...]
    summary: str
    reasons: tuple[str, ...]
    note: str = ""
    missing: str = ""


def compare_rulebooks(event: Event | None, first: str, second: str) -> RulebookComparison:
    """Compare an event under two rulebooks; without one, five printed players or the help pages' example.

    Raises RuleViolation if the event's phase has no standings."""
    keys = (first, second)
    if event is None:
        return printed(keys) if all(map(is_printed, keys)) else invented(keys)
    history = public_history(load_history(event))
    number = phase_to_show(history)
    if history.phase(number).kind == BRACKET:
        return RulebookComparison(
            history.name, (), (), "", (), missing=gettext("Finals have places, no columns.")
        )
    if is_hidden(history, number):
        return RulebookComparison(history.name, (), (), "", (), missing=secret_text())
    title, rows_by_rulebook = (
        f"{history.name}, {phase_name(history, number)}",
        rows_under(history, number, keys),
    )
    return compared(
        title,
        keys,
        rows_by_rulebook,
        history=history,
        number=number,
        note=cut_text(history, number, rows_by_rulebook),
    )


def printed(keys) -> RulebookComparison:
    """Compare HCT Europe Winter 2017, and what separates its last qualifier from the first player out."""
    rows_by_rulebook = [printed_rows(key) for key in keys]
    note = gettext(
        "The five players at 5–2 as the Hearthstone Swiss article of 2017 prints them; a dash was not "
        "printed. GreenSheep took the last place in the cut before Twink."
    )
    return compared(
        gettext("HCT Europe Winter 2017"), keys, rows_by_rulebook, pair=("GreenSheep", "Twink"), note=note
    )


def invented(keys) -> RulebookComparison:
    """Compare the players of the help pages' example."""
    history = example(keys[0])
    note = gettext("Invented players; the page of each tiebreaker shows what they played.")
    return compared(history.name, keys, rows_under(history, 1, keys), history=history, note=note)


def rows_under(history, number, keys):
    """Return the live rows under each rulebook."""
    return [standings(under(history, number, key), number, live=True).rows for key in keys]


def cut_text(history, number, rows_by_rulebook) -> str:
    """Describe the players who make the cut under only one rulebook; empty if no cut by number follows."""
    rule = cut_rule(history, number + 1) if number < len(history.phases) else None
    if not rule or "min_points" in rule:
        return ""
    first, second = (would_enter(history, number, rows, rule) for rows in rows_by_rulebook)
    if not first or not second:
        return ""
    if first == second:
        return gettext("The same players make the cut.")
    names = history.names
    alone = [", ".join(sorted(names[player] for player in who)) for who in (first - second, second - first)]
    return gettext("Only under A in the cut: {a}. Only under B: {b}.").format(a=alone[0], b=alone[1])


def nothing_to_compare(event: Event, why: RuleViolation) -> RulebookComparison:
    """Return an empty comparison that says why there are no standings."""
    return RulebookComparison(event.name, (), (), "", (), missing=in_words(why))


def under(history: EventHistory, number: int, key: str) -> EventHistory:
    """Return the event's history as it would be under another rulebook."""
    if key == history.rulebook:
        return history
    phase = history.phase(number)
    settings = {name: value for name, value in phase.settings.items() if name in KEPT_SETTINGS}
    moved = replace(history, rulebook=key).with_phase(number, settings=settings)
    if RULEBOOKS[key].report == GIVEN_POINTS:
        return moved
    rounds = tuple(
        replace(one, matches=tuple(without_points(match) for match in one.matches)) for one in phase.rounds
    )
    return moved.with_phase(number, rounds=rounds)


def without_points(match: MatchRecord) -> MatchRecord:
    """Return the match with its outcome but without its table points, which belong to its own game."""
    if all(seat.points is None for seat in match.seats) or match.is_bye:
        return replace(match, seats=tuple(replace(seat, points=None) for seat in match.seats))
    ended = scoring.outcomes(match)
    seats = (
        replace(seat, points=None, result=seat.result or outcome)
        for seat, outcome in zip(match.seats, ended, strict=True)
    )
    return replace(match, seats=tuple(seats))


def compared(
    title, keys, rows_by_rulebook, *, history=None, number=1, pair=(), note=""
) -> RulebookComparison:
    """Build the comparison of two lists of rows of the same players."""
    columns = [shown_columns(key, history, number) for key in keys]
    sides = tuple(
        side_of(letter, key, keys_of_side, history, number)
        for letter, key, keys_of_side in zip("AB", keys, columns, strict=True)
    )
    other = {row.player: row for row in rows_by_rulebook[1]}
    rows = tuple(
        RowUnderBoth(
            row.name,
            record_text(row),
            standing_of(row, columns[0]),
            standing_of(other[row.player], columns[1]),
            row.rank - other[row.player].rank,
        )
        for row in rows_by_rulebook[0]
        if row.player in other
    )
    reasons = tuple(
        reason(side, keys_of_side, rows_, pair)
        for side, keys_of_side, rows_ in zip(sides, columns, rows_by_rulebook, strict=True)
        if pair
    )
    return RulebookComparison(title, sides, rows, summary(rows), reasons, note)


def shown_columns(key, history, number) -> tuple[str, ...]:
    """Return the keys of the columns that a rulebook ranks by, in order."""
    own = history is not None and key == history.rulebook
    settings = progress.settings_for(history, number) if own else settings_of(key, {})
    return settings.keys


def side_of(letter, key, column_keys, history, number) -> RulebookSide:
    own = (
        history is not None
        and key == history.rulebook
        and set(history.phase(number).settings) - set(KEPT_SETTINGS)
    )
    remark = gettext("with this event's own settings") if own else ""
    return RulebookSide(letter, gettext(RULEBOOKS[key].name), columns_of(column_keys), remark)


def standing_of(row: PlayerStanding, column_keys) -> RankUnderRulebook:
    return RankUnderRulebook(row.rank, tuple(row_text(row, key) for key in column_keys))


def summary(rows) -> str:
    """Return “3 of 8 move; the farthest by 2 places.”, or “Nobody moves.”"""
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


def reason(side: RulebookSide, column_keys, rows, pair) -> str:
    """Describe the first column that separates two players under a rulebook."""
    one, other = sorted((row for row in rows if row.player in pair), key=lambda row: row.rank)
    key = deciding_column(column_keys, one, other)
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
