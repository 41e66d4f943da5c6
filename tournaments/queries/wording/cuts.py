"""Texts of a cut."""

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.settings.cut import DIVISION, IN, OUT, POOL, RANKED
from .formats import number_text

SELECTIONS = {
    "top": lambda n: gettext("the top {n}").format(n=n),
    "percent": lambda n: gettext("the top {n} %").format(n=number_text(n)),
    "min_points": lambda n: gettext("{n} points or more").format(n=number_text(n)),
    "losses": lambda n: ngettext("at most {n} loss", "at most {n} losses", n).format(n=n),
    "by_hand": lambda _: gettext("chosen by hand"),
}
LIMITS = {
    "at_least": lambda n: gettext("at least {n} players").format(n=n),
    "at_most": lambda n: gettext("at most {n} players").format(n=n),
    "ties": lambda ties: gettext(TIES[ties]),
}
PER = {POOL: gettext_noop("{who} of each pool"), DIVISION: gettext_noop("{who} of each division")}
TIES = {
    RANKED: gettext_noop("tiebreakers decide ties at the cut line"),
    IN: gettext_noop("everyone tied at the cut line is in"),
    OUT: gettext_noop("everyone tied at the cut line is out"),
}


def cut_text(rule: dict) -> str:
    """“the top 8, at most 2 losses of each division, at least 4 players”."""
    selection = ", ".join(to_text(rule[key]) for key, to_text in SELECTIONS.items() if key in rule)
    if "per" in rule:
        selection = gettext(PER[rule["per"]]).format(who=selection)
    limits = (to_text(rule[key]) for key, to_text in LIMITS.items() if key in rule)
    return ", ".join([selection, *limits])
