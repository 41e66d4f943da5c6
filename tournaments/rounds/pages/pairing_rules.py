"""Texts of the pairing settings."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...drafts import pages
from ...rules.history import ABSENT, BYE, DRAFT_PODS, DRAW, EMPTY_MAPPING, LOSS, PODS, ROUND_ROBIN, SWISS
from ...rules.pairing import pods
from ...rules.pairing.field import ALL_ONE_GROUP
from ...rules.settings.fields import (
    ALWAYS,
    BALANCED,
    BY_STANDING,
    CLUB,
    FOLD,
    HOUSEHOLD,
    LOWEST,
    RANDOM,
    SHARED_BY,
    STANDING,
    UNUSED_SETTINGS,
)
from ...web.wording import number_text

BYES_TO = {
    LOWEST: _("the lowest-ranked player who hasn’t had a bye"),
    RANDOM: _("a random player in the lowest score group"),
}
LATE_ENTRIES = {
    LOSS: _("a loss for each missed round"),
    DRAW: _("a half-point bye for each missed round"),
    BYE: _("a bye for each missed round"),
    ABSENT: _("nothing for missed rounds"),
}
FIRST_SEATS = {
    STANDING: _("the higher-ranked player"),
    BALANCED: _("the player who has sat first less often"),
}
POD_SIZES = {
    pods.THREES: _("tables of three"),
    pods.FIVES: _("tables of five where possible, otherwise tables of three"),
    pods.BYES: _("byes"),
}
SHARED = {CLUB: _("same team"), HOUSEHOLD: _("same household")}


def first_seat_words(rulebook) -> tuple[str, dict[str, str]]:
    """Return the label and the choices of the setting `first_seat`: in chess the first seat has White."""
    if rulebook.key != "chess":
        return _("Sits first"), FIRST_SEATS
    return _("White"), FIRST_SEATS | {BALANCED: _("the player who has had White less often")}


def apart_text(apart) -> str:
    """“same team in the first 2 rounds; same household in every round”; empty without separation."""
    return "; ".join(
        f"{gettext(SHARED[key])} {for_rounds(apart[key])}" for key in SHARED_BY if apart.get(key)
    )


def for_rounds(rounds) -> str:
    if rounds == ALWAYS:
        return gettext("in every round")
    return ngettext("in round 1", "in the first {n} rounds", rounds).format(n=rounds)


PAIRING_SETTINGS = {
    "apart": (_("kept apart"), lambda value: apart_text(value) or gettext("nobody")),
    "apart_after_gaps": (
        _("takes priority over keeping apart"),
        lambda value: gettext("smaller score gaps") if value else gettext("nothing"),
    ),
    "pod_sizes": (_("left over from tables of four"), lambda value: gettext(POD_SIZES[value])),
    "bye_to": (_("the bye goes to"), lambda value: gettext(BYES_TO[value])),
    "band": (
        _("score groups"),
        lambda value: (
            gettext("all players in one group")
            if value == ALL_ONE_GROUP
            else band_text(value) or gettext("equal points")
        ),
    ),
    "late_entry": (_("late entries get"), lambda value: gettext(LATE_ENTRIES[value])),
    "first_seat": (_("sits first"), lambda value: gettext(FIRST_SEATS[value])),
}


# How a round is paired by the standings, the first round, and the differences for pods.
METHODS = {
    RANDOM: _("at random within each score group"),
    FOLD: _("upper half against lower half within each score group"),
    BY_STANDING: _("first against second, third against fourth"),
}
FIRST_METHODS = {
    RANDOM: _("at random"),
    FOLD: _("by seed, upper half against lower half"),
    BY_STANDING: _("by seed, first against second"),
}
AT_PODS = {BY_STANDING: _("neighbours in the standings at the same table")}
FIRST_AT_PODS = {BY_STANDING: _("by seed, neighbours at the same table")}


def pairing_facts(settings, kind=SWISS) -> tuple[tuple[str, str], ...]:
    """Return (label, text) of the pairing settings that differ from the usual."""
    bye, seat = settings.bye_to, settings.first_seat
    seat_label, seat_texts = first_seat_words(settings.rulebook)
    pods_text = gettext("tables of four, then {sizes}; first seats rotate")
    facts = {
        "pod_sizes": (gettext("Pods"), pods_text.format(sizes=gettext(POD_SIZES[settings.pod_sizes]))),
        "apart": (gettext("Kept apart"), apart_text(settings.apart)),
        "bye_to": (gettext("Bye"), gettext(BYES_TO[bye]) if bye != LOWEST else ""),
        "band": (gettext("Score groups"), band_text(settings.band)),
        "late_entry": (gettext("Late entries get"), gettext(LATE_ENTRIES[settings.late_entry])),
        "first_seat": (gettext(seat_label), gettext(seat_texts[seat]) if seat != STANDING else ""),
    }
    return tuple(fact for key, fact in facts.items() if fact[1] and key not in UNUSED_SETTINGS[kind])


def band_text(band: float | None) -> str:
    if band in (None, ALL_ONE_GROUP):
        return ""
    return gettext("{points} points wide").format(points=number_text(band))


def phase_pairing_text(settings, kind) -> str:
    """Describe the pairing of a phase of this kind, with its first or last round if they differ."""
    return PAIRING_TEXTS[kind](settings)


def drawn_pairing_text(settings, methods=EMPTY_MAPPING, first_methods=EMPTY_MAPPING) -> str:
    """Describe how rounds are drawn; `methods` and `first_methods` replace texts of the usual methods."""
    texts = METHODS | methods
    if settings.band == ALL_ONE_GROUP:
        texts[RANDOM] = _("at random, regardless of points")
        texts[FOLD] = _("upper half of the standings against lower half")
    parts = [gettext(texts[settings.pairing])]
    if settings.first_round_pairing != settings.pairing:
        how = (FIRST_METHODS | first_methods)[settings.first_round_pairing]
        parts.append(gettext("round 1: {how}").format(how=gettext(how)))
    if settings.last_round_pairing != settings.pairing:
        parts.append(gettext("last round: {how}").format(how=gettext(texts[settings.last_round_pairing])))
    parts.append(gettext("no rematches unless they can’t be avoided"))
    return "; ".join(parts)


def round_robin_text(settings) -> str:
    once, twice = gettext("everyone plays everyone once"), gettext("everyone plays everyone twice")
    if settings.pools > 1:
        once = gettext("{pools} seeded pools; in each pool everyone plays everyone once")
        twice = gettext("{pools} seeded pools; in each pool everyone plays everyone twice")
    how = (twice if settings.double else once).format(pools=settings.pools)
    return gettext("{how}; the order is random, set before round 1").format(how=how)


PAIRING_TEXTS = {
    SWISS: drawn_pairing_text,
    PODS: lambda settings: drawn_pairing_text(settings, AT_PODS, FIRST_AT_PODS),
    DRAFT_PODS: pages.pairing_text,
    ROUND_ROBIN: round_robin_text,
}
