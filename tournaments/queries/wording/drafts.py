"""The settings of a draft, in words."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...rules.settings import booster as rules
from ...rules.settings.pairing import RANDOM, STANDING

PODS = {
    RANDOM: _("by lot"),
    STANDING: _("by standing: the best together"),
    rules.RATING: _("by rating: the highest together"),
}
INSIDES = {
    rules.SWISS: _("Swiss rounds inside each pod"),
    rules.BRACKET: _("single elimination inside each pod"),
}
LABELS = {
    "draft_pods": (_("pods"), lambda value: gettext(PODS[value])),
    "draft_inside": (_("after round 1"), lambda value: gettext(INSIDES[value])),
    "draft_packs": (_("packs"), str),
    "draft_cards": (_("cards in a pack"), str),
    "draft_minutes": (_("minutes to build a deck"), str),
}


def draft_text(key: str, value) -> str:
    """“pods: by lot”, of a setting in LABELS."""
    label, words = LABELS[key]
    return f"{gettext(label)}: {words(value)}"


def facts(settings) -> tuple[tuple[str, str], ...]:
    """(label, words) of how a draft goes."""
    packs = ngettext("{packs} pack of {cards} cards", "{packs} packs of {cards} cards", settings.draft_packs)
    packs = packs.format(packs=settings.draft_packs, cards=settings.draft_cards)
    minutes = gettext("{minutes} minutes to build a deck").format(minutes=settings.draft_minutes)
    return (
        (
            gettext("Pods"),
            gettext("{how}; seats always by lot").format(how=gettext(PODS[settings.draft_pods])),
        ),
        (gettext("Draft"), f"{packs}; {minutes}"),
    )


def pairing_text(settings) -> str:
    """Describe the pairing of a draft's rounds."""
    inside = gettext(INSIDES[settings.draft_inside])
    return gettext("round 1 the farthest seats of each pod, then {inside}").format(inside=inside)
