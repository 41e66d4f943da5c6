"""The settings of pairing in words, for those who play by them and those who set them."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ..rules import history
from ..rules import pairing_settings as rules
from ..rules.pairing import pods
from ..rules.pairing.constraints import ALL_ONE_GROUP
from .wording import number_text

BYES_TO = {
    rules.LOWEST: _("the lowest in the standings without one"),
    rules.RANDOM: _("by lot in the lowest score group"),
}
LATE_ENTRIES = {
    history.LOSS: _("the running round is a loss"),
    history.DRAW: _("the running round is a half-point bye"),
    history.BYE: _("the running round is a bye"),
    history.ABSENT: _("the running round is not counted"),
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
    """“of one club in the first 2 rounds; of one household in every round”; nothing where nobody is."""
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


def pairing_text(key: str, value) -> str:
    """“late entry: the running round is a bye”, of a setting in PAIRING."""
    label, words = PAIRING[key]
    return f"{gettext(label)}: {words(value)}"


def pairing_facts(settings, kind=history.SWISS) -> tuple[tuple[str, str], ...]:
    """(label, words) of what is asked of the pairing of such a phase; what is usual goes without saying."""
    told = [
        (gettext("Pods"), pods_text(settings) if kind == history.PODS else ""),
        (gettext("Kept apart"), apart_text(settings.apart)),
        (gettext("Bye"), gettext(BYES_TO[settings.bye_to]) if settings.bye_to != rules.LOWEST else ""),
        (gettext("Score groups"), band_text(settings.band)),
        (
            gettext("Late entry"),
            gettext(LATE_ENTRIES[settings.late_entry]) if kind != history.DRAFT_PODS else "",
        ),
        (
            gettext("First seat"),
            gettext(FIRST_SEATS[settings.first_seat])
            if settings.first_seat != rules.STANDING and kind != history.PODS
            else "",
        ),
    ]
    return tuple((label, words) for label, words in told if words)


def pods_text(settings) -> str:
    return gettext("of four; whom they leave over: {sizes}; first seats go round").format(
        sizes=gettext(POD_SIZES[settings.pod_sizes])
    )


def band_text(band: float | None) -> str:
    if band in (None, ALL_ONE_GROUP):
        return ""
    return gettext("of {points} points each").format(points=number_text(band))
