"""Texts of the on-site settings."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...rules.settings.fields import ANYONE, ORGANISERS, PLAYERS, SLIPS

REPORTERS = {
    PLAYERS: _("players on their own pages (one reports, the other confirms)"),
    ANYONE: _("players who scan the QR code and tap their name"),
    SLIPS: _("result slips"),
    ORGANISERS: _("staff only"),
}


def minutes_text(minutes: int) -> str:
    return ngettext("{minutes} minute", "{minutes} minutes", minutes).format(minutes=minutes)


def confirmation_text(minutes: int) -> str:
    if not minutes:
        return gettext("never (the other player or the desk confirms it)")
    return gettext("after {minutes}").format(minutes=minutes_text(minutes))


ON_SITE_SETTINGS = {
    "minutes": (_("round length"), lambda value: minutes_text(value) if value else gettext("no clock")),
    "report_minutes": (_("auto-confirm a single report"), confirmation_text),
}


def on_site_facts(settings):
    """Yield (label, text) for the timer and the reporting of a phase's rounds."""
    if settings.minutes:
        yield gettext("Round length"), minutes_text(settings.minutes)
    yield gettext("Who reports results"), gettext(REPORTERS[settings.reporting])
