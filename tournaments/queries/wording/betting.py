"""Texts of the rules of betting points."""

from django.utils.translation import gettext, gettext_noop

from ...rules.results import betting as rules
from .formats import number_text

ROUNDINGS = {
    rules.WINNER_UP: gettext_noop("the winner’s gain is rounded up to a whole point"),
    rules.TWO_DECIMALS: gettext_noop("all amounts are rounded to two decimals"),
    rules.NONE: gettext_noop("nothing is rounded"),
}
DRAWS = {
    rules.BURN: gettext_noop("if nobody wins, the bets are lost"),
    rules.SPLIT: gettext_noop("if nobody wins, the players who drew share the bets"),
    rules.REFUND: gettext_noop("if nobody wins, the players who drew get their bets back"),
}
SHORT_PODS = {
    rules.SHOP: gettext_noop(
        "at a table of three, the winner also takes the bet of the round’s last-placed player"
    ),
    rules.NONE: "",
}


def betting_text(betting: rules.Betting) -> str:
    """“everyone starts with 1000 points and bets 7 % of their points each round; …”."""
    stakes = gettext("everyone starts with {start} points and bets {percent} % of their points each round")
    texts = ROUNDINGS[betting.rounding], DRAWS[betting.draws], SHORT_PODS[betting.short_pods]
    return "; ".join(
        [
            stakes.format(start=number_text(betting.start), percent=number_text(betting.percent)),
            gettext("the winner of the table takes what the others lose"),
            *(gettext(text) for text in texts if text),
        ]
    )
