"""A rulebook as its help page tells it: what results are worth, its columns, its switches in words."""

import math
from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.history import PODS
from ...rules.results.scoring import VP_SHARES
from ...rules.rulebooks import GAMES, RULEBOOKS, VP, settings_of
from ...rules.rulebooks import POINTS as GIVEN_POINTS
from ...rules.settings.points import OUTCOMES
from ...rules.standings.standings import standings
from ..events.overview import best_of_text
from ..standings.columns import columns_of, row_text
from ..wording.betting import betting_text
from ..wording.formats import number_text, record_text
from ..wording.pairing import pairing_facts
from .example_event import example
from .rulebook_options import switches_of

# Tables of suggested rounds that only go on doubling are shown as far as this.
MOST_PLAYERS = 1024


@dataclass(frozen=True)
class ColumnTold:
    """A column, with what the rulebook sets in it (“floor −3”)."""

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
    """`by_games`, `by_outcome` and `shares` are (what, points) pairs, `rounds` (players, rounds) pairs,
    `facts` (label, words) pairs; `bets` how points are bet, in a sentence; `switches` say how percentages
    are taken, `notes` what is built where the source is unclear; `remark` is about the example."""

    key: str
    name: str
    summary: str
    source: str
    facts: tuple[tuple[str, str], ...]
    by_games: tuple[tuple[str, str], ...]
    by_outcome: tuple[tuple[str, str], ...]
    shares: tuple[tuple[str, str], ...]
    bets: str
    columns: tuple[ColumnTold, ...]
    switches: tuple[str, ...]
    notes: tuple[str, ...]
    rounds: tuple[tuple[str, str], ...]
    example: tuple[RankedRow, ...]
    remark: str


def rulebook_page(key: str) -> RulebookPage:
    """Everything that a rulebook says, from its value."""
    rulebook, settings = RULEBOOKS[key], settings_of(key, {})
    options = {column.key: column.options for column in settings.columns}
    return RulebookPage(
        key=key,
        name=gettext(rulebook.name),
        summary=gettext(rulebook.summary),
        source=f"{gettext(rulebook.source)} ({rulebook.year})",
        facts=facts_of(rulebook, settings),
        by_games=by_games(settings.points),
        by_outcome=by_outcome(settings.points),
        shares=shares_of(settings.vp_table),
        bets=bets_text(settings.betting),
        columns=tuple(
            ColumnTold(one.key, one.label, one.explanation, settings_text(options.get(one.key, {})))
            for one in columns_of(settings.keys)
        ),
        switches=switches_of(key, settings.percentages),
        notes=tuple(gettext(note) for note in rulebook.notes),
        rounds=rounds_of(rulebook.rounds),
        example=example_of(key, settings.keys),
        remark=remark_of(rulebook, settings),
    )


def facts_of(rulebook, settings) -> tuple[tuple[str, str], ...]:
    result_words = {
        GAMES: gettext("the games won by each side"),
        GIVEN_POINTS: gettext("the match points of each side, as the game gave them"),
        VP: gettext("the victory points scored by each side"),
    }
    pods = gettext("who won the pod, who drew, or the place of everybody")
    hidden = gettext("hidden from the players until the last round is over")
    return (
        (gettext("Match"), best_of_text(settings.best_of)),
        (gettext("A result is"), pods if rulebook.kind == PODS else result_words[rulebook.report]),
        (gettext("Draws"), draws_text(rulebook)),
        *pairing_facts(settings, rulebook.kind),
        *([(gettext("Standings"), hidden)] if settings.hidden_standings else []),
    )


def bets_text(betting) -> str:
    """“Everybody begins with 1000 and bets 7 % …”; nothing where points are not bet."""
    words = betting_text(betting) if betting else ""
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def draws_text(rulebook) -> str:
    if not rulebook.draws:
        return gettext("a match cannot be drawn")
    if rulebook.draw_in_wins:
        return gettext("a match may be drawn; that is {share} of a win").format(
            share=number_text(rulebook.draw_in_wins)
        )
    return gettext("a match may be drawn")


def by_games(points) -> tuple[tuple[str, str], ...]:
    """Return the points of each score in games, if the rulebook has them."""
    return tuple((key.replace("-", "–"), number_text(points[key])) for key in points if key not in OUTCOMES)


def by_outcome(points) -> tuple[tuple[str, str], ...]:
    names = {
        "win": gettext("Win"),
        "draw": gettext("Draw"),
        "loss": gettext("Loss"),
        "bye": gettext("Bye"),
    }
    return tuple((names[key], number_text(points[key])) for key in OUTCOMES)


def remark_of(rulebook, settings) -> str:
    """Note the example's peculiarity: a draw that the rulebook lacks, or several numbers printed as one."""
    if not rulebook.draws:
        words = gettext(
            "Chidi and Fay drew in round 1, which these rules do not know; it is worth {points} here."
        )
        return words.format(points=number_text(settings.points["draw"]))
    if rulebook.printed:
        first = standings(example(rulebook.key), 1).rows[0]
        number = rulebook.printed(first.points, *first.values.values())
        return gettext("As one number, {name} has {number:08}.").format(name=first.name, number=number)
    return ""


def shares_of(table) -> tuple[tuple[str, str], ...]:
    """(difference of victory points, shares): “6 to 10”, “12–8”."""
    if not table:
        return ()
    shares, least = [], 0
    for up_to, share in table:
        between = str(up_to) if least == up_to else gettext("{a} to {b}").format(a=least, b=up_to)
        shares.append((between, share_text(share)))
        least = up_to + 1
    return (*shares, (gettext("{a} or more").format(a=least), share_text(VP_SHARES)))


def share_text(share) -> str:
    return f"{number_text(share)}–{number_text(VP_SHARES - share)}"


def settings_text(options) -> str:
    """“floor −3”, “no floor”."""
    words = []
    for name, value in options.items():
        label = name.replace("_", " ")
        if value is None:
            words.append(gettext("no {setting}").format(setting=label))
        else:
            words.append(f"{label} {number_text(value)}")
    return ", ".join(words)


def rounds_of(table) -> tuple[tuple[str, str], ...]:
    """(players, rounds): “9 to 32”, “5”."""
    rows, least = [], 2
    for up_to, rounds in table:
        if least > MOST_PLAYERS:
            return (
                *rows,
                (gettext("{a} or more").format(a=least), gettext("one more for each doubling")),
            )
        if up_to == math.inf:
            rows.append((gettext("{a} or more").format(a=least), str(rounds)))
        else:
            between = str(up_to) if least == up_to else gettext("{a} to {b}").format(a=least, b=up_to)
            rows.append((between, str(rounds)))
        least = up_to + 1
    return tuple(rows)


def example_of(key: str, columns) -> tuple[RankedRow, ...]:
    """The example's standings under the rulebook."""
    return tuple(
        RankedRow(
            row.rank,
            row.name,
            record_text(row),
            tuple(row_text(row, one) for one in columns),
        )
        for row in standings(example(key), 1).rows
    )
