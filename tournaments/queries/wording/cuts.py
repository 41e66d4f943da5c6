"""A cut in words."""

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.settings.cut import DIVISION, IN, OUT, POOL, RANKED
from .formats import number_text

WHO = {
    "top": lambda n: gettext("the best {n}").format(n=n),
    "percent": lambda n: gettext("the best {n} %").format(n=number_text(n)),
    "min_points": lambda n: gettext("{n} points or more").format(n=number_text(n)),
    "losses": lambda n: ngettext("at most {n} loss", "at most {n} losses", n).format(n=n),
    "by_hand": lambda _: gettext("chosen by hand"),
}
BOUNDS = {
    "at_least": lambda n: gettext("in any case {n}").format(n=n),
    "at_most": lambda n: gettext("in no case more than {n}").format(n=n),
    "ties": lambda ties: gettext(TIES[ties]),
}
PER = {POOL: gettext_noop("{who} of each pool"), DIVISION: gettext_noop("{who} of each division")}
TIES = {
    RANKED: gettext_noop("ties at the line by the tiebreakers"),
    IN: gettext_noop("who is level on points at the line is in"),
    OUT: gettext_noop("who is level on points at the line is out"),
}


def cut_words(rule: dict) -> str:
    """“the best 8, at most 2 losses of each division, in any case 4”."""
    who = ", ".join(words(rule[key]) for key, words in WHO.items() if key in rule)
    if "per" in rule:
        who = gettext(PER[rule["per"]]).format(who=who)
    return ", ".join([who, *(words(rule[key]) for key, words in BOUNDS.items() if key in rule)])
