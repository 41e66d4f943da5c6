"""Rulebooks and their options, in words."""

import math
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...events.pages.overview import best_of_text
from ...results.pages.cells import betting_text
from ...rounds.pages.pairing_rules import pairing_facts
from ...rules.history import PODS
from ...rules.results.scoring import VP_SHARES
from ...rules.rulebooks import GAMES, POINTS, RULEBOOKS, VP, settings_of
from ...rules.settings.fields import EACH, ONCE, OUTCOMES
from ...rules.standings.standings import standings
from ...standings.pages.standings import columns_of, row_text
from ...web.wording import number_text, percent_text, record_text
from .example import example

LABELS = {
    "floor": gettext_noop("Minimum percentage"),
    "cap": gettext_noop("Maximum match-win percentage"),
    "cap_dropped": gettext_noop("Maximum match-win percentage of a dropped player"),
    "own_gw_floored": gettext_noop("The minimum also applies to own game wins"),
    "bye_in_own_mw": gettext_noop("A bye counts as a win in own match wins"),
    "bye_games": gettext_noop("Games won for a bye"),
    "bye_in_matches": gettext_noop("A bye without points still counts as a match"),
    "bye_opponents": gettext_noop("Opponents a bye counts as"),
    "bye_opponent_rate": gettext_noop("Match-win share of each of these opponents"),
    "count_rematches": gettext_noop("An opponent played twice counts"),
    "no_opponent": gettext_noop("Value without any opponents"),
    "frozen_after_drop": gettext_noop("A dropped player’s tiebreakers are frozen"),
    "soft_in_tp": gettext_noop("Soft scores count towards tournament points"),
    "dummy_capped": gettext_noop("Chess: cap own unplayed rounds (FIDE 2026)"),
    "double": gettext_noop("Everyone plays everyone twice"),
    "pools": gettext_noop("Pools"),
    "carry": gettext_noop("Points and tiebreakers carry over from the previous phase"),
    "meet_again": gettext_noop("Rematches from the previous phase are allowed"),
    "eliminated_draws": gettext_noop("A drawn pod is a draw for eliminated players too"),
    "hidden_standings": gettext_noop("Points and results are hidden until the last round is finished"),
    "chances": gettext_noop("Players see their chances to make the cut"),
    "vp_table": gettext_noop("Points by victory-point difference"),
}
VALUES = {
    True: gettext_noop("Yes"),
    False: gettext_noop("No"),
    EACH: gettext_noop("twice"),
    ONCE: gettext_noop("once"),
    "floor": gettext_noop("the minimum"),
}


def switch_text(name: str, value) -> str:
    """Return “Games won by a bye: 0”."""
    if isinstance(value, bool | str) and value in VALUES:
        text = gettext(VALUES[value])
    else:
        text = gettext("from the event file") if isinstance(value, list) else str(value)
    return f"{gettext(LABELS[name])}: {text}"


def switches_of(key: str, switches) -> tuple[str, ...]:
    """Describe each percentage option that changes a number of the example."""
    if not changes_example(key, floor=min(switches.cap, switches.cap_dropped)):
        return ()
    own_match_wins = changes_example(key, bye_in_own_mw=not switches.bye_in_own_mw)
    games = changes_example(key, bye_games=switches.bye_games + 1)
    own_game_wins = changes_example(key, own_gw_floored=not switches.own_gw_floored)
    return (
        bounds_text(switches, own_game_wins),
        bye_text(switches, own_match_wins, games),
        *other_texts(switches),
    )


def changes_example(key: str, **switch) -> bool:
    """Return whether another value of a percentage option changes a number of the example."""
    histories = (example(key), example(key, percentages=switch))
    usual, changed = (standings(history.phase(1)).rows for history in histories)
    return {row.player: row.values for row in usual} != {row.player: row.values for row in changed}


def bounds_text(switches, own_game_wins: bool) -> str:
    """Describe the floor and the caps; `own_game_wins`: whether the floor applies to them matters."""
    floor, cap, cap_dropped = map(percent_text, (switches.floor, switches.cap, switches.cap_dropped))
    sentences = [
        gettext("A percentage counts as {floor} % at least.").format(floor=floor)
        if switches.floor
        else gettext("There is no minimum: a percentage can be 0.")
    ]
    if switches.cap < 1:
        sentences.append(gettext("It counts as {cap} % at most.").format(cap=cap))
    if switches.cap_dropped < switches.cap:
        text = gettext("A dropped player’s percentage counts as {cap} % at most.")
        sentences.append(text.format(cap=cap_dropped))
    if own_game_wins:
        sentences.append(
            gettext("The minimum also applies to a player’s own game wins.")
            if switches.own_gw_floored
            else gettext("A player’s own game wins are shown without the minimum.")
        )
    return " ".join(sentences)


def bye_text(switches, own_match_wins: bool, games: bool) -> str:
    """Describe byes; the flags say which of the options matter."""
    sentences = [gettext("A bye doesn’t count as an opponent.")]
    if own_match_wins:
        sentences.append(
            gettext("In a player’s own match wins a bye counts as a win.")
            if switches.bye_in_own_mw
            else gettext("A bye is left out of a player’s own match wins.")
        )
    if games and not switches.bye_games:
        sentences.append(gettext("A bye adds no games."))
    elif games:
        text = ngettext(
            "A bye counts as {count} game won.",
            "A bye counts as {count} games won.",
            switches.bye_games,
        )
        sentences.append(text.format(count=switches.bye_games))
    return " ".join(sentences)


def other_texts(switches) -> tuple[str, ...]:
    share = percent_text(switches.floor if switches.no_opponent == "floor" else 0)
    return (
        gettext("An opponent played twice counts once.")
        if switches.count_rematches == ONCE
        else gettext("An opponent played twice counts twice."),
        gettext("When a player drops, their tiebreakers are frozen after their last round.")
        if switches.frozen_after_drop
        else gettext("When a player drops, their tiebreakers keep changing with their opponents’ results."),
        gettext("A player without any opponents yet counts as {share} %.").format(share=share),
    )


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
    example: list[tuple[int, str, str, list[str]]]
    remark: str


def get_rulebook_page(key: str) -> RulebookPage:
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
        POINTS: gettext("match points of each side"),
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
    """Return “Everyone starts with 1000 and bets 7 % …”; empty if points are not bet."""
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


def example_standings(key: str, columns) -> list[tuple[int, str, str, list[str]]]:
    """Return (rank, name, record, texts of these columns) of each player."""
    return [
        (row.rank, row.name, record_text(row), [row_text(row, column) for column in columns])
        for row in standings(example(key).phase(1)).rows
    ]
