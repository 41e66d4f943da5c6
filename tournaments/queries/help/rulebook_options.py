"""The percentage options of a rulebook, in words."""

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.settings.percentages import EACH, ONCE
from ...rules.standings.standings import standings
from ..wording.formats import percent_text
from .example_event import example

LABELS = {
    "floor": gettext_noop("A percentage counts at least"),
    "cap": gettext_noop("A match-win percentage counts at most"),
    "cap_dropped": gettext_noop("That of a player who has dropped, at most"),
    "own_gw_floored": gettext_noop("The floor lifts the own game wins too"),
    "bye_in_own_mw": gettext_noop("A bye is a round won in the own match wins"),
    "bye_games": gettext_noop("Games won by a bye"),
    "bye_in_matches": gettext_noop("A bye left out of the points is a match all the same"),
    "bye_opponents": gettext_noop("Opponents that a bye stands for"),
    "bye_opponent_rate": gettext_noop("Match wins of each of these, as a share"),
    "count_rematches": gettext_noop("An opponent met twice counts"),
    "no_opponent": gettext_noop("Who has met nobody stands at"),
    "frozen_after_drop": gettext_noop("The numbers of a player who drops stay as of their last round"),
    "soft_in_tp": gettext_noop("Soft scores count in tournament points"),
    "dummy_capped": gettext_noop("Chess: own unplayed rounds are capped as FIDE does from 2026"),
    "double": gettext_noop("Everybody meets everybody twice"),
    "pools": gettext_noop("Pools"),
    "carry": gettext_noop("Counts on from the phase before"),
    "meet_again": gettext_noop("Opponents of the phase before may meet again"),
    "eliminated_draws": gettext_noop("Who was out before the rest of a pod drew has drawn as well"),
    "hidden_standings": gettext_noop("Points and results are hidden until the last round is over"),
    "vp_table": gettext_noop("Points by the difference of victory points"),
}
VALUES = {
    True: gettext_noop("Yes"),
    False: gettext_noop("No"),
    EACH: gettext_noop("twice"),
    ONCE: gettext_noop("once"),
    "floor": gettext_noop("the floor"),
}


def switch_text(name: str, value) -> str:
    """“Games won by a bye: 0”."""
    history = gettext("the event file's own") if isinstance(value, list) else str(value)
    words = gettext(VALUES[value]) if isinstance(value, bool | str) and value in VALUES else history
    return f"{gettext(LABELS[name])}: {words}"


def switches_of(key: str, switches) -> tuple[str, ...]:
    """Describe each percentage option that changes a number of the example."""
    if not matters(key, floor=min(switches.cap, switches.cap_dropped)):
        return ()
    own = matters(key, bye_in_own_mw=not switches.bye_in_own_mw)
    games = matters(key, bye_games=switches.bye_games + 1)
    return (
        bounds_text(switches, matters(key, own_gw_floored=not switches.own_gw_floored)),
        bye_text(switches, own, games),
        *others(switches),
    )


def matters(key: str, **switch) -> bool:
    """Whether a switch of the percentages changes a number of the example under a rulebook."""
    histories = (example(key), example(key, percentages=switch))
    usual, changed = (standings(history, 1).rows for history in histories)
    return {row.player: row.values for row in usual} != {row.player: row.values for row in changed}


def bounds_text(switches, own_games: bool) -> str:
    floor, cap, dropped = (percent_text(one) for one in (switches.floor, switches.cap, switches.cap_dropped))
    sentences = [
        gettext("No percentage counts less than {floor} %.").format(floor=floor)
        if switches.floor
        else gettext("There is no floor: a percentage may be 0.")
    ]
    if switches.cap < 1:
        sentences.append(gettext("None counts more than {cap} %.").format(cap=cap))
    if switches.cap_dropped < switches.cap:
        sentences.append(
            gettext("That of a player who has dropped counts at most {cap} %.").format(cap=dropped)
        )
    if own_games:
        sentences.append(
            gettext("The floor lifts a player's own game wins too.")
            if switches.own_gw_floored
            else gettext("A player's own game wins are shown without it.")
        )
    return " ".join(sentences)


def bye_text(switches, own: bool, games: bool) -> str:
    sentences = [gettext("A bye is never an opponent.")]
    if own:
        sentences.append(
            gettext("In a player's own match wins it is a round won.")
            if switches.bye_in_own_mw
            else gettext("It is left out of a player's own match wins.")
        )
    if games:
        words = ngettext(
            "In games it counts as {count} game won.",
            "In games it counts as {count} games won.",
            switches.bye_games,
        )
        none = gettext("It adds no games.")
        sentences.append(words.format(count=switches.bye_games) if switches.bye_games else none)
    return " ".join(sentences)


def others(switches) -> tuple[str, ...]:
    alone = percent_text(switches.floor) if switches.no_opponent == "floor" else percent_text(0)
    return (
        gettext("An opponent met twice counts once.")
        if switches.count_rematches == ONCE
        else gettext("An opponent met twice counts twice."),
        gettext("The numbers of a player who drops stay as of their last round.")
        if switches.frozen_after_drop
        else gettext("The numbers of a player who drops go on changing with their opponents'."),
        gettext("Who has met nobody yet stands at {share} %.").format(share=alone),
    )
