"""The on-site settings, in words."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...rules.settings import on_site as rules

REPORTERS = {
    rules.PLAYERS: _("players, on their own pages: one reports, the other confirms"),
    rules.SLIPS: _("slips, brought to the desk"),
    rules.ORGANISERS: _("organisers alone"),
}


def minutes_words(minutes: int) -> str:
    return ngettext("{minutes} minute", "{minutes} minutes", minutes).format(minutes=minutes)


def round_words(minutes: int) -> str:
    return minutes_words(minutes) if minutes else gettext("no clock")


def stands_words(minutes: int) -> str:
    if not minutes:
        return gettext("never: the other player or the desk confirms it")
    return gettext("after {minutes}").format(minutes=minutes_words(minutes))


LABELS = {
    "minutes": (_("time of a round"), round_words),
    "reporting": (_("results told by"), lambda value: gettext(REPORTERS[value])),
    "report_minutes": (_("one report stands"), stands_words),
}


def hall_text(key: str, value) -> str:
    """“time of a round: 50 minutes”, of a setting in LABELS."""
    label, words = LABELS[key]
    return f"{gettext(label)}: {words(value)}"


def facts(settings):
    """(label, words) of how the rounds of a phase go in the hall."""
    if settings.minutes:
        yield gettext("Time of a round"), minutes_words(settings.minutes)
    yield gettext("Results"), gettext("told by {who}").format(who=gettext(REPORTERS[settings.reporting]))
