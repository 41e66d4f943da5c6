"""The rules of betting points, in words."""

from django.utils.translation import gettext, gettext_noop

from ...rules.results import betting as rules
from .formats import number_text

ROUNDINGS = {
    rules.WINNER_UP: gettext_noop("what the winner takes goes up to a whole point"),
    rules.TWO_DECIMALS: gettext_noop("all amounts have two decimals"),
    rules.NONE: gettext_noop("nothing is rounded"),
}
DRAWS = {
    rules.BURN: gettext_noop("where nobody wins, the bets are lost"),
    rules.SPLIT: gettext_noop("where nobody wins, those who drew share the bets"),
    rules.REFUND: gettext_noop("where nobody wins, those who drew get their bets back"),
}
SHORT_PODS = {
    rules.SHOP: gettext_noop("at a table of three the winner also takes what the last of the round bets"),
    rules.NONE: "",
}


def betting_text(betting: rules.Betting) -> str:
    """“everybody begins with 1000 and bets 7 % each round; …”."""
    words = gettext("everybody begins with {start} and bets {percent} % of what they have each round")
    parts = [words.format(start=number_text(betting.start), percent=number_text(betting.percent))]
    parts.append(gettext("the winner of the table takes what the others lose"))
    chosen = ROUNDINGS[betting.rounding], DRAWS[betting.draws], SHORT_PODS[betting.short_pods]
    return "; ".join([*parts, *(gettext(one) for one in chosen if one)])
