"""Texts of a draft's settings."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...rules.settings import booster as rules
from ...rules.settings.pairing import RANDOM, STANDING

PODS = {
    RANDOM: _("at random"),
    STANDING: _("by standings: the best players together"),
    rules.RATING: _("by rating: the highest-rated players together"),
}
INSIDES = {
    rules.SWISS: _("Swiss rounds within each pod"),
    rules.BRACKET: _("single elimination within each pod"),
}
LABELS = {
    "draft_pods": (_("pods"), lambda value: gettext(PODS[value])),
    "draft_inside": (_("after round 1"), lambda value: gettext(INSIDES[value])),
    "draft_packs": (_("packs"), str),
    "draft_cards": (_("cards per pack"), str),
    "draft_minutes": (_("deck-building minutes"), str),
}


def draft_text(key: str, value) -> str:
    """“pods: at random”, of a setting in LABELS."""
    label, to_text = LABELS[key]
    return f"{gettext(label)}: {to_text(value)}"


def draft_facts(settings) -> tuple[tuple[str, str], ...]:
    """Return (label, text) of a draft's pods, packs and time."""
    pods = gettext("{how}; seats are always random").format(how=gettext(PODS[settings.draft_pods]))
    packs = ngettext("{packs} pack of {cards} cards", "{packs} packs of {cards} cards", settings.draft_packs)
    packs = packs.format(packs=settings.draft_packs, cards=settings.draft_cards)
    minutes = gettext("{minutes} minutes for deck building").format(minutes=settings.draft_minutes)
    return (gettext("Pods"), pods), (gettext("Draft"), f"{packs}; {minutes}")


def pairing_text(settings) -> str:
    """Describe the pairing of a draft's rounds."""
    inside = gettext(INSIDES[settings.draft_inside])
    return gettext("round 1: players seated across from each other; then {inside}").format(inside=inside)
