"""One event's standings under two rulebooks side by side."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from ...history.cache import load_history
from ...history.load import public_history
from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, EventHistory, EventPhase, MatchRecord
from ...rules.results import scoring
from ...rules.rounds.phases import cut_rule
from ...rules.rulebooks import POINTS, RULEBOOKS, settings_of
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import PlayerStanding, standings
from ...rules.standings.working import deciding_column
from ...rules.tiebreakers import TIEBREAKERS
from ...standings.pages.published import is_printed, printed_rows
from ...standings.pages.standings import ColumnInfo, columns_of, phase_to_show, projected_entrants, row_text
from ...web.wording import hidden_text, message_text, phase_name, record_text
from .example import example

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
class RulebookRanking:
    """Players ranked by the columns of a rulebook; `remark` says if they are the event's own."""

    rulebook: str
    columns: tuple[str, ...]
    rows: tuple[PlayerStanding, ...]
    remark: str = ""

    @property
    def name(self):
        return gettext(RULEBOOKS[self.rulebook].name)


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
    comparison.
    """

    title: str
    sides: tuple[RulebookSide, ...] = ()
    rows: tuple[RowUnderBoth, ...] = ()
    summary: str = ""
    reasons: tuple[str, ...] = ()
    note: str = ""
    missing: str = ""


def compare_rulebooks(event: Event | None, first: str, second: str) -> RulebookComparison:
    """Compare an event under two rulebooks; without one, five printed players or the help pages' example."""
    keys = (first, second)
    if event is not None:
        try:
            return compare_event(public_history(load_history(event)), keys)
        except RuleViolation as violation:
            return RulebookComparison(event.name, missing=message_text(violation))
    return compare_printed_players(keys) if all(map(is_printed, keys)) else compare_example_players(keys)


def compare_event(history: EventHistory, keys: tuple[str, str]) -> RulebookComparison:
    """Compare the current standings. Raises RuleViolation if the event's phase has none."""
    phase = phase_to_show(history)
    if phase.kind == BRACKET:
        return RulebookComparison(history.name, missing=gettext("Finals have places instead of tiebreakers."))
    if is_hidden(phase):
        return RulebookComparison(history.name, missing=hidden_text())
    rankings = [rank_players(phase, key) for key in keys]
    title = f"{history.name}, {phase_name(phase)}"
    return build_comparison(title, rankings, note=cut_difference_text(phase, rankings))


def compare_printed_players(keys: tuple[str, str]) -> RulebookComparison:
    """Compare HCT Europe Winter 2017: what separates its last qualifier from the first player out."""
    note = gettext(
        "The five players at 5–2, as printed in the Hearthstone Swiss article of 2017. A dash "
        "means that the number wasn’t printed. GreenSheep took the last place in the cut ahead of "
        "Twink."
    )
    rankings = [RulebookRanking(key, settings_of(key, {}).keys, printed_rows(key)) for key in keys]
    pair = ("GreenSheep", "Twink")
    reasons = tuple(separation_text(ranking, pair) for ranking in rankings)
    return build_comparison(gettext("HCT Europe Winter 2017"), rankings, reasons, note)


def compare_example_players(keys: tuple[str, str]) -> RulebookComparison:
    """Compare the players of the help pages' example."""
    history = example(keys[0])
    note = gettext("Example players. The page of each tiebreaker shows their matches.")
    return build_comparison(history.name, [rank_players(history.phase(1), key) for key in keys], note=note)


def rank_players(phase: EventPhase, key: str) -> RulebookRanking:
    """Rank the players of a phase by a rulebook; the event's rulebook has the phase's own settings."""
    rows = standings(with_rulebook(phase, key), live=True).rows
    if key != phase.history.rulebook:
        return RulebookRanking(key, settings_of(key, {}).keys, rows)
    has_own_settings = set(phase.overrides) - set(KEPT_SETTINGS)
    remark = gettext("with this event’s own settings") if has_own_settings else ""
    return RulebookRanking(key, phase.settings.keys, rows, remark)


def cut_difference_text(phase: EventPhase, rankings: list[RulebookRanking]) -> str:
    """Describe the players who make the cut under only one rulebook; empty if no cut by number follows."""
    rule = cut_rule(phase.next) if phase.next else None
    if not rule or "min_points" in rule:
        return ""
    first, second = (projected_entrants(phase, ranking.rows, rule) for ranking in rankings)
    if not first or not second:
        return ""
    if first == second:
        return gettext("The same players make the cut.")
    only_first, only_second = (
        ", ".join(sorted(phase.history.names[player] for player in players))
        for players in (first - second, second - first)
    )
    text = gettext("In the cut only under A: {a}. Only under B: {b}.")
    return text.format(a=only_first, b=only_second)


def with_rulebook(phase: EventPhase, key: str) -> EventPhase:
    """Return the phase under another rulebook."""
    if key == phase.history.rulebook:
        return phase
    settings = {name: value for name, value in phase.overrides.items() if name in KEPT_SETTINGS}
    changed = replace(phase.history, rulebook=key).phase(phase.number).replace(overrides=settings)
    if RULEBOOKS[key].report == POINTS:
        return changed
    rounds = tuple(
        replace(round_, matches=tuple(without_points(match) for match in round_.matches))
        for round_ in phase.rounds
    )
    return changed.replace(rounds=rounds)


def without_points(match: MatchRecord) -> MatchRecord:
    """Return the match with its outcome but without its table points, which belong to its own game."""
    results = [seat.result for seat in match.seats]
    if not match.is_bye and any(seat.points is not None for seat in match.seats):
        outcomes = scoring.outcomes(match)
        results = [result or outcome for result, outcome in zip(results, outcomes, strict=True)]
    seats = zip(match.seats, results, strict=True)
    return replace(match, seats=tuple(replace(seat, points=None, result=result) for seat, result in seats))


def build_comparison(
    title: str, rankings: list[RulebookRanking], reasons: tuple[str, ...] = (), note: str = ""
) -> RulebookComparison:
    """Return the comparison of two rankings of the same players."""
    first, second = rankings
    other_rows = {row.player: row for row in second.rows}
    rows = tuple(
        RowUnderBoth(
            row.name,
            record_text(row),
            rank_under(first, row),
            rank_under(second, other_rows[row.player]),
            row.rank - other_rows[row.player].rank,
        )
        for row in first.rows
        if row.player in other_rows
    )
    sides = tuple(
        RulebookSide(letter, ranking.name, columns_of(ranking.columns), ranking.remark)
        for letter, ranking in zip("AB", rankings, strict=True)
    )
    return RulebookComparison(title, sides, rows, summary_text(rows), reasons, note)


def rank_under(ranking: RulebookRanking, row: PlayerStanding) -> RankUnderRulebook:
    return RankUnderRulebook(row.rank, tuple(row_text(row, key) for key in ranking.columns))


def summary_text(rows: tuple[RowUnderBoth, ...]) -> str:
    """Return “3 of 8 ranks change, by up to 2 places.” or “No ranks change.”"""
    moves = [row.places for row in rows if row.moved]
    if not moves:
        return gettext("No ranks change.")
    text = ngettext(
        "{count} of {all} ranks changes, by {most}.",
        "{count} of {all} ranks change, by up to {most}.",
        len(moves),
    )
    most = ngettext("{count} place", "{count} places", max(moves)).format(count=max(moves))
    return text.format(count=len(moves), all=len(rows), most=most)


def separation_text(ranking: RulebookRanking, pair: tuple[str, str]) -> str:
    """Describe the first column that separates two players under a rulebook."""
    better, worse = sorted((row for row in ranking.rows if row.player in pair), key=lambda row: row.rank)
    names = {"rulebook": ranking.name, "one": better.name, "other": worse.name}
    key = deciding_column(ranking.columns, better, worse)
    if key is None:
        return gettext("{rulebook}: {one} and {other} are tied on all printed numbers.").format(**names)
    text = gettext("{rulebook}: {one} is ahead of {other} on {column}, {a} v {b}.")
    column = gettext(TIEBREAKERS[key].label)
    return text.format(column=column, a=row_text(better, key), b=row_text(worse, key), **names)
