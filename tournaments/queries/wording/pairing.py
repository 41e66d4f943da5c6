"""The pairing settings, in words."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...rules.history import ABSENT, BYE, DRAFT_PODS, DRAW, LOSS, NOTHING, PODS, ROUND_ROBIN, SWISS
from ...rules.pairing import pods
from ...rules.pairing.constraints import ALL_ONE_GROUP
from ...rules.settings import pairing as rules
from . import drafts
from .formats import number_text

BYES_TO = {
    rules.LOWEST: _("the lowest in the standings without one"),
    rules.RANDOM: _("by lot in the lowest score group"),
}
LATE_ENTRIES = {
    LOSS: _("the running round is a loss"),
    DRAW: _("the running round is a half-point bye"),
    BYE: _("the running round is a bye"),
    ABSENT: _("the running round is not counted"),
}
FIRST_SEATS = {
    rules.STANDING: _("the better placed"),
    rules.BALANCED: _("who has sat first less often"),
}
POD_SIZES = {
    pods.THREES: _("tables of three"),
    pods.FIVES: _("tables of five where they come out even, else of three"),
    pods.BYES: _("byes"),
}
SHARED = {rules.CLUB: _("of one club"), rules.HOUSEHOLD: _("of one household")}


def apart_text(apart) -> str:
    """“of one club in the first 2 rounds; of one household in every round”; empty without separation."""
    return "; ".join(
        f"{gettext(SHARED[key])} {for_rounds(apart[key])}" for key in rules.SHARED if apart.get(key)
    )


def for_rounds(rounds) -> str:
    if rounds == rules.ALWAYS:
        return gettext("in every round")
    return ngettext("in round 1", "in the first {n} rounds", rounds).format(n=rounds)


PAIRING = {
    "apart": (_("kept apart"), lambda value: apart_text(value) or gettext("nobody")),
    "apart_after_gaps": (
        _("before keeping apart"),
        lambda value: gettext("smaller score gaps") if value else gettext("nothing"),
    ),
    "pod_sizes": (_("whom fours leave over"), lambda value: gettext(POD_SIZES[value])),
    "bye_to": (_("bye"), lambda value: gettext(BYES_TO[value])),
    "band": (_("score groups"), lambda value: band_text(value) or gettext("of equal points")),
    "late_entry": (_("late entry"), lambda value: gettext(LATE_ENTRIES[value])),
    "first_seat": (_("first seat"), lambda value: gettext(FIRST_SEATS[value])),
}


# How a round is paired by the standings, and the first one; of pods, what is different.
METHODS = {
    rules.RANDOM: _("by lot among equal points"),
    rules.FOLD: _("upper half against lower half among equal points"),
    rules.BY_STANDING: _("first against second, third against fourth"),
}
FIRST_METHODS = {
    rules.RANDOM: _("by lot"),
    rules.FOLD: _("by seed, upper half against lower half"),
    rules.BY_STANDING: _("by seed, first against second"),
}
AT_PODS = {rules.BY_STANDING: _("neighbours in the standings at one table")}
FIRST_AT_PODS = {rules.BY_STANDING: _("by seed, neighbours at one table")}


def pairing_text(key: str, value) -> str:
    """“late entry: the running round is a bye”, of a setting in PAIRING."""
    label, words = PAIRING[key]
    return f"{gettext(label)}: {words(value)}"


def pairing_facts(settings, kind=SWISS) -> tuple[tuple[str, str], ...]:
    """Return (label, words) of the pairing settings that differ from the usual."""
    bye, seat = settings.bye_to, settings.first_seat
    facts = {
        "pod_sizes": (gettext("Pods"), pods_text(settings)),
        "apart": (gettext("Kept apart"), apart_text(settings.apart)),
        "bye_to": (gettext("Bye"), gettext(BYES_TO[bye]) if bye != rules.LOWEST else ""),
        "band": (gettext("Score groups"), band_text(settings.band)),
        "late_entry": (gettext("Late entry"), gettext(LATE_ENTRIES[settings.late_entry])),
        "first_seat": (gettext("First seat"), gettext(FIRST_SEATS[seat]) if seat != rules.STANDING else ""),
    }
    return tuple(fact for key, fact in facts.items() if fact[1] and key not in rules.UNFIT[kind])


def pods_text(settings) -> str:
    return gettext("of four; whom they leave over: {sizes}; first seats go round").format(
        sizes=gettext(POD_SIZES[settings.pod_sizes])
    )


def band_text(band: float | None) -> str:
    if band in (None, ALL_ONE_GROUP):
        return ""
    return gettext("of {points} points each").format(points=number_text(band))


def paired_text(settings, kind) -> str:
    """Describe the pairing of a phase of this kind, with its first or last round if they differ."""
    return PAIRED[kind](settings)


def drawn_text(settings, more=NOTHING, first=NOTHING) -> str:
    """By the methods of its rounds; `more` and `first` are words in place of the usual."""
    words = METHODS | more
    if settings.band == ALL_ONE_GROUP:
        words[rules.RANDOM] = _("by lot, whatever the points")
    parts = [gettext(words[settings.pairing])]
    if settings.first_round_pairing != settings.pairing:
        how = (FIRST_METHODS | first)[settings.first_round_pairing]
        parts.append(gettext("round 1 {how}").format(how=gettext(how)))
    if settings.last_round_pairing != settings.pairing:
        parts.append(gettext("the last round {how}").format(how=gettext(words[settings.last_round_pairing])))
    parts.append(gettext("nobody meets the same opponent twice while that can be avoided"))
    return "; ".join(parts)


def robin_text(settings) -> str:
    words = (gettext("everybody meets everybody once"), gettext("everybody meets everybody twice"))
    if settings.pools > 1:
        words = (
            gettext("{pools} pools by seed, in each everybody meets everybody once"),
            gettext("{pools} pools by seed, in each everybody meets everybody twice"),
        )
    how = words[settings.double].format(pools=settings.pools)
    return gettext("{words}; the order is drawn by lot before round 1").format(words=how)


PAIRED = {
    SWISS: drawn_text,
    PODS: lambda settings: drawn_text(settings, AT_PODS, FIRST_AT_PODS),
    DRAFT_PODS: drafts.pairing_text,
    ROUND_ROBIN: robin_text,
}
