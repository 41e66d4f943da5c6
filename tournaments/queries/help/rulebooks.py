"""The help page of a rulebook: points of results, columns, and percentages in words."""

import math
from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.history import PODS
from ...rules.results.scoring import VP_SHARES
from ...rules.rulebooks import GAMES, RULEBOOKS, VP, settings_of
from ...rules.rulebooks import POINTS as REPORTED_POINTS
from ...rules.settings.points import OUTCOMES
from ...rules.standings.standings import standings
from ..events.overview import best_of_text
from ..standings.columns import columns_of, row_text
from ..wording.betting import betting_text
from ..wording.formats import number_text, record_text
from ..wording.pairing import pairing_facts
from .example_event import example
from .rulebook_options import switches_of

# The table of suggested rounds ends here, since it goes on doubling.
MAX_PLAYERS = 1024


@dataclass(frozen=True)
class RulebookColumn:
    """A column, with the rulebook's settings of it (“floor −3”)."""

    key: str
    label: str
    explanation: str
    settings: str


@dataclass(frozen=True)
class RankedRow:
    rank: int
    name: str
    record: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class RulebookPage:
    """The help page of a rulebook.

    `facts` are (label, text) pairs, `by_games`, `by_outcome` and `shares` (result, points), `rounds`
    (players, rounds). `bets` describes the betting of points, `switches` the percentages, `notes` decisions
    where the source is unclear, `remark` a peculiarity of the example.
    """

    key: str
    name: str
    summary: str
    source: str
    facts: tuple[tuple[str, str], ...]
    by_games: tuple[tuple[str, str], ...]
    by_outcome: tuple[tuple[str, str], ...]
    shares: tuple[tuple[str, str], ...]
    bets: str
    columns: tuple[RulebookColumn, ...]
    switches: tuple[str, ...]
    notes: tuple[str, ...]
    rounds: tuple[tuple[str, str], ...]
    example: tuple[RankedRow, ...]
    remark: str


def rulebook_page(key: str) -> RulebookPage:
    """Describe a rulebook from its value in the registry."""
    rulebook, settings = RULEBOOKS[key], settings_of(key, {})
    options = {column.key: column.options for column in settings.columns}
    return RulebookPage(
        key=key,
        name=gettext(rulebook.name),
        summary=gettext(rulebook.summary),
        source=f"{gettext(rulebook.source)} ({rulebook.year})",
        facts=rulebook_facts(rulebook, settings),
        by_games=by_games(settings.points),
        by_outcome=by_outcome(settings.points),
        shares=shares_of(settings.vp_table),
        bets=bets_text(settings.betting),
        columns=tuple(
            RulebookColumn(
                column.key, column.label, column.explanation, options_text(options.get(column.key, {}))
            )
            for column in columns_of(settings.keys)
        ),
        switches=switches_of(key, settings.percentages),
        notes=tuple(map(gettext, rulebook.notes)),
        rounds=rounds_of(rulebook.rounds),
        example=example_standings(key, settings.keys),
        remark=example_remark(rulebook, settings),
    )


def rulebook_facts(rulebook, settings) -> tuple[tuple[str, str], ...]:
    """Return (label, text) of the match, the form of a result, draws, pairing and hidden standings.

    Agreeing on a draw is left out where the publisher says nothing about it.
    """
    result_texts = {
        GAMES: gettext("games won by each side"),
        REPORTED_POINTS: gettext("match points of each side"),
        VP: gettext("victory points scored by each side"),
    }
    pod_result = gettext("the pod’s winner, the players who drew, or every player’s place")
    agreeing = rulebook.intentional_draws
    hidden = gettext("hidden from players until the last round is finished")
    return (
        (gettext("Match"), best_of_text(settings.best_of)),
        (gettext("Results are"), pod_result if rulebook.kind == PODS else result_texts[rulebook.report]),
        (gettext("Draws"), draws_text(rulebook)),
        *([(gettext("Intentional draws"), gettext(agreeing))] if agreeing else []),
        *pairing_facts(settings, rulebook.kind),
        *([(gettext("Standings"), hidden)] if settings.hidden_standings else []),
    )


def bets_text(betting) -> str:
    """Return “Everybody begins with 1000 and bets 7 % …”; empty if points are not bet."""
    text = betting_text(betting) if betting else ""
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def draws_text(rulebook) -> str:
    if not rulebook.draws:
        return gettext("no draws")
    if not rulebook.draw_in_wins:
        return gettext("allowed")
    share = number_text(rulebook.draw_in_wins)
    return gettext("allowed; a draw counts as {share} of a win").format(share=share)


def by_games(points) -> tuple[tuple[str, str], ...]:
    """Return the points of each score in games, if the rulebook has them."""
    return tuple((key.replace("-", "–"), number_text(points[key])) for key in points if key not in OUTCOMES)


def by_outcome(points) -> tuple[tuple[str, str], ...]:
    """Return the points of a win, a draw, a loss and a bye."""
    names = {"win": gettext("Win"), "draw": gettext("Draw"), "loss": gettext("Loss"), "bye": gettext("Bye")}
    return tuple((names[key], number_text(points[key])) for key in OUTCOMES)


def example_remark(rulebook, settings) -> str:
    """Note the example's peculiarity: a draw that the rulebook lacks, or several numbers printed as one."""
    if not rulebook.draws:
        text = gettext(
            "Chidi and Fay drew in round 1. These rules have no draws, so it is worth {points} here."
        )
        return text.format(points=number_text(settings.points["draw"]))
    if rulebook.printed:
        first = standings(example(rulebook.key).phase(1)).rows[0]
        number = rulebook.printed(first.points, *first.values.values())
        return gettext("As one number, {name} has {number:08}.").format(name=first.name, number=number)
    return ""


def shares_of(table) -> tuple[tuple[str, str], ...]:
    """Return (difference of victory points, shares): “6 to 10”, “12–8”."""
    if not table:
        return ()
    rows = with_lower_bounds((*table, (math.inf, VP_SHARES)), 0)
    return tuple(
        (range_text(least, most), f"{number_text(share)}–{number_text(VP_SHARES - share)}")
        for least, most, share in rows
    )


def with_lower_bounds(table, least: int):
    """Yield (least, most, *values) for each row (most, *values) of a table of adjoining ranges."""
    for most, *values in table:
        yield least, most, *values
        least = most + 1


def range_text(least: int, most: float) -> str:
    """Return “5”, “6 to 10” or “11 or more”."""
    if most == math.inf:
        return gettext("{a} or more").format(a=least)
    return str(most) if least == most else gettext("{a} to {b}").format(a=least, b=most)


def options_text(options) -> str:
    """Return “floor −3” or “no floor”."""
    texts = []
    for name, value in options.items():
        label = name.replace("_", " ")
        no_option = gettext("no {setting}").format(setting=label)
        texts.append(no_option if value is None else f"{label} {number_text(value)}")
    return ", ".join(texts)


def rounds_of(table) -> tuple[tuple[str, str], ...]:
    """Return (players, rounds): “9 to 32”, “5”."""
    rows = []
    for least, most, rounds in with_lower_bounds(table, 2):
        if least > MAX_PLAYERS:
            return (*rows, (range_text(least, math.inf), gettext("one more each time the number doubles")))
        rows.append((range_text(least, most), str(rounds)))
    return tuple(rows)


def example_standings(key: str, columns) -> tuple[RankedRow, ...]:
    return tuple(
        RankedRow(row.rank, row.name, record_text(row), tuple(row_text(row, column) for column in columns))
        for row in standings(example(key).phase(1)).rows
    )
