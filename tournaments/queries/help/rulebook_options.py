"""The percentage options of a rulebook, in words."""

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.settings.percentages import EACH, ONCE
from ...rules.standings.standings import standings
from ..wording.formats import percent_text
from .example_event import example

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
