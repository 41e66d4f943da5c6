"""Presets of new events, and a summary of the choices."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...rules import finals, rulebooks
from ...rules.history import DRAFT_PODS, PODS, ROUND_ROBIN, SWISS, PhaseRecord
from ...rules.pairing import round_robin
from ...rules.settings import booster
from ..help.swiss_triangle import RoundsOutlook, get_rounds_outlook

SECOND_DAY = {"carry": True, "cut": {"losses": 2}}
# The presets of a new event without its finals, by what the form sends.
PRESETS = {
    SWISS: (PhaseRecord(SWISS, gettext_noop("Swiss")),),
    "two_days": (
        PhaseRecord(SWISS, gettext_noop("Day one")),
        PhaseRecord(SWISS, gettext_noop("Day two"), SECOND_DAY),
    ),
    DRAFT_PODS: (PhaseRecord(DRAFT_PODS, gettext_noop("Booster draft")),),
    PODS: (PhaseRecord(PODS, gettext_noop("Pods")),),
    "pools": (PhaseRecord(ROUND_ROBIN, gettext_noop("Pools"), {"pools": 4}),),
    "round_robin": (PhaseRecord(ROUND_ROBIN, gettext_noop("Round robin")),),
    "double_round_robin": (PhaseRecord(ROUND_ROBIN, gettext_noop("Round robin"), {"double": True}),),
}
ROBINS = {key: phases[0].settings for key, phases in PRESETS.items() if phases[0].kind == ROUND_ROBIN}


@dataclass(frozen=True)
class Meaning:
    """A summary of the choices for a new event; `outlook` forecasts the cut of Swiss rounds."""

    headline: str
    rulebook: str
    summary: str
    sizes: tuple[tuple[str, int, bool], ...]
    finals: str
    outlook: RoundsOutlook | None = None


def meaning_of(
    rulebook_key: str, players: int | None, rounds: int | None, key: str, top, kind: str | None = None
) -> Meaning:
    """The rulebook's rounds by size, and what the finals do. Unknown keys count as the first ones.

    In a round robin (a `kind` in ROBINS) the size alone says how many rounds.
    """
    rulebook = rulebooks.RULEBOOKS.get(rulebook_key) or next(iter(rulebooks.RULEBOOKS.values()))
    kind = PODS if rulebook.kind == PODS else kind
    suggested = None
    if players and kind in ROBINS:
        robin = rulebooks.settings_of(rulebook.key, ROBINS[kind])
        rounds = round_robin.round_count(players, replace(robin, rounds=rounds))
    elif kind == DRAFT_PODS:
        rounds = rounds or booster.ROUNDS
    elif players and players > 1:
        suggested = rulebooks.suggested_rounds(rulebook, players)
    system = finals.FINALS.get(key)
    if system and len(system.sizes) == 1:
        (top,) = system.sizes
    parts = [gettext("as many rounds as it takes") if kind in ROBINS else gettext("rounds as suggested")]
    if rounds or suggested:
        parts = [gettext("{rounds} rounds").format(rounds=rounds or suggested)]
    if system and top:
        parts.append(gettext("top {size}").format(size=top))
    headline = ", ".join(parts)
    headline = headline[:1].upper() + headline[1:]
    if players:
        headline = gettext("{players} players: {rest}").format(players=players, rest=headline)
    return Meaning(
        headline,
        gettext(rulebook.name),
        gettext(rulebook.summary),
        () if kind in ROBINS or kind == DRAFT_PODS else sizes_of(rulebook, suggested),
        gettext(system.summary) if system else "",
        # Who gets in is reckoned for tables of two.
        get_rounds_outlook(players, rounds or suggested, top) if suggested and kind != PODS else None,
    )


def sizes_of(rulebook, suggested) -> tuple[tuple[str, int, bool], ...]:
    """(“9–32”, rounds, whether it is the size expected) for the sizes that people run."""
    rows, low = [], 2
    for up_to, rounds in rulebook.rounds:
        if low > 512:
            break
        size = f"{low}–{up_to}" if up_to != float("inf") else gettext("{low} or more").format(low=low)
        rows.append((size if low != up_to else str(low), rounds, rounds == suggested))
        low = up_to + 1
    return tuple(rows)
