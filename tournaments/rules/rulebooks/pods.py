"""Rulebooks of tables of three to five: Commander pods, and Hareruya's bets."""

import math

from ..errors import _
from ..pairing.field import ALL_ONE_GROUP
from ..results.betting import Betting
from ..settings.fields import Percentages
from ..terms import PODS
from ..tiebreakers.opponents import GUIDE
from .rulebook import WINS_ALONE, Rulebook

# Byes do not count in own match wins, and there is no floor: (points − byes × win) / (matches × win).
AS_GUIDE = Percentages(floor=0.0, bye_in_own_mw=False, bye_games=0)
# The length of a round in shops; no source gives one.
USUAL_MINUTES = 80
COLUMNS = ("mw", "opp_points_avg", "opp_mw_avg")
# The rounds before a cut, from a table of Commander organisers that ends at 304 players.
CUT_ROUNDS = ((16, 2), (34, 3), (64, 4), (128, 5), (208, 6), (304, 7))

RULEBOOKS = (
    Rulebook(
        key="pods-multiplayer",
        name=_("Multiplayer pods"),
        game=_("Commander"),
        summary=_(
            "Tables of three to five: 5 points for the winner, 1 for a draw. Tiebreakers: own match "
            "wins, opponents’ average points, then opponents’ average match wins."
        ),
        source=GUIDE,
        year=2025,
        kind=PODS,
        points={"win": 5, "draw": 1, "loss": 0, "bye": 5},
        minutes=USUAL_MINUTES,
        tiebreakers=COLUMNS,
        percentages=AS_GUIDE,
        best_of=1,
        rounds=CUT_ROUNDS,
        notes=(
            _(
                "The guide divides by “matches” and doesn’t say whether a bye is one. Here it isn’t, so a "
                "bye never lowers the percentage. An event can change this in its settings."
            ),
            _(
                "TopDeck counts a bye as three opponents with a win rate of 0.2 (0.33 on an older page). "
                "The guide doesn’t. Two settings of the event add these opponents."
            ),
            _(
                "In some events, and by default here, players eliminated before the rest of the pod draws "
                "get nothing. Other events give the draw to the whole pod; that is a setting."
            ),
            _("The guide gives no round length. 80 minutes is usual in shops; an event can change it."),
            _("EDH matchmaker gives 4 points for a bye; the guide and TopDeck give 5."),
            _(
                "The guide allows three to five players at a table but lists only four places. Only first "
                "place is worth points."
            ),
            _(
                "The guide doesn’t suggest a number of rounds. These are the rounds that Commander "
                "organisers play before their cuts."
            ),
        ),
    ),
    Rulebook(
        key="hareruya",
        name=_("Hareruya"),
        game=_("Commander"),
        summary=_(
            "Everyone starts with 1000 points and bets 7 % of them each round. The winner of the "
            "table takes what the others lose. Tables are random."
        ),
        source="Hareruya: Commander Points, event pages 226342, 426043 and 556842",
        year=2025,
        kind=PODS,
        # Used in percentages only; the points themselves are bet.
        points=WINS_ALONE,
        betting=Betting(),
        band=ALL_ONE_GROUP,
        hidden_standings=True,
        minutes=USUAL_MINUTES,
        after_time=_(
            "Play until the stack is empty, or for three more minutes. If nobody has won, everyone "
            "loses their bet."
        ),
        tiebreakers=COLUMNS,
        percentages=AS_GUIDE,
        best_of=1,
        rounds=((math.inf, 4),),
        notes=(
            _(
                "The winner takes what the losers lose, rounded up to a whole point. The losers lose "
                "exactly 7 %. At PlayAllTimes everyone bets and the winner takes it all, which comes to "
                "the same."
            ),
            _(
                "If nobody has won when time is called, everyone loses their bet at the shop. Other "
                "programs share the bets equally among the players who drew. A setting does that, or "
                "returns the bets."
            ),
            _(
                "At a table of three, the shop’s page (translated) gives the winner “points equal to the "
                "number of losers currently in last place”. Topcut adds what a fourth player would lose "
                "who had as few points as the lowest player in the round. A setting turns this off."
            ),
            _(
                "A bye doesn’t change a player’s points. Players who don’t show up, concede or arrive "
                "late lose their bet."
            ),
            _(
                "The order of results matters: two wins and then a loss give different points from a loss "
                "and then two wins."
            ),
            _(
                "The shop doesn’t say how ties are broken. Topcut uses PlayAllTimes’ multiplayer "
                "tiebreakers, with 1 for a win and 0 for a draw."
            ),
            _("The shop gives no round length. 80 minutes is usual; an event can change it."),
            _("Only places count in the finals: points don’t carry over."),
        ),
    ),
)
