"""Rulebooks of tables of three to five: Commander pods, and Hareruya's points that are bet."""

import math

from ..errors import _
from ..history import PODS
from ..pairing.constraints import ALL_ONE_GROUP
from ..results.betting import Betting
from ..settings.percentages import Percentages
from ..tiebreakers.opponents import GUIDE
from .rulebook import WINS_ALONE, Rulebook

# A bye is out of the own match wins, and nothing is raised: (points − byes × win) / (matches × win).
AS_GUIDE = Percentages(floor=0.0, bye_in_own_mw=False, bye_games=0)
COLUMNS = ("mw", "opp_points_avg", "opp_mw_avg")
# The rounds before the cuts that Commander organisers share; more players than that are not in their table.
CUT_ROUNDS = ((16, 2), (34, 3), (64, 4), (128, 5), (208, 6), (304, 7))

RULEBOOKS = (
    Rulebook(
        key="pods-multiplayer",
        name=_("Multiplayer pods"),
        summary=_(
            "Tables of three to five: 5 points for the winner, 1 for a draw; ties break by own match wins, "
            "then the mean of the opponents' points, then that of their match wins."
        ),
        source=GUIDE,
        year=2025,
        kind=PODS,
        points={"win": 5, "draw": 1, "loss": 0, "bye": 5},
        tiebreakers=COLUMNS,
        percentages=AS_GUIDE,
        best_of=1,
        rounds=CUT_ROUNDS,
        notes=(
            _(
                "The guide divides by “matches” and does not say whether a bye is one. It is none here, so "
                "that a bye lowers nobody; a switch of the event counts it."
            ),
            _(
                "At TopDeck a bye stands for three opponents with a win rate of 0.2 (on an older page 0.33); "
                "the guide has no such opponents. Two switches of the event add them."
            ),
            _(
                "Some events give nothing to those who were out before the rest of the pod drew, as it is "
                "here; others give all of the pod the draw, which is a setting."
            ),
            _("EDH matchmaker gives 4 points for a bye, the guide and TopDeck 5."),
            _(
                "The guide speaks of three to five players at a table and scores four places; "
                "only the first one is worth points."
            ),
            _("The rounds are those of Commander organisers before their cuts; the guide has none."),
        ),
    ),
    Rulebook(
        key="hareruya",
        name=_("Hareruya"),
        summary=_(
            "Everybody begins with 1000 points and bets 7 % of them each round; the winner of the table "
            "takes what the others lose. Tables are drawn by lot."
        ),
        source="Hareruya: Commander Points, event pages 226342, 426043 and 556842",
        year=2025,
        kind=PODS,
        # What a result counts in percentages; the points themselves are bet.
        points=WINS_ALONE,
        betting=Betting(),
        band=ALL_ONE_GROUP,
        hidden_standings=True,
        after_time=_(
            "Play until the stack is empty, or three minutes more. Without a winner all lose their bets."
        ),
        tiebreakers=COLUMNS,
        percentages=AS_GUIDE,
        best_of=1,
        rounds=((math.inf, 4),),
        notes=(
            _(
                "The winner takes what the losers lose, rounded up to a whole point; the losers lose exactly "
                "7 %. PlayAllTimes has everybody bet and the winner take it all, which is the same."
            ),
            _(
                "Nobody wins when time is called: at the shop all lose their bets. Other programs share them "
                "out equally among those who drew; a setting does so, or gives them back."
            ),
            _(
                "At a table of three the shop's page, translated, gives the winner “points equal to the "
                "number of losers currently in last place”. Read: as much as a fourth player would lose who "
                "has as little as the last of those in the round. A setting leaves it out."
            ),
            _("A bye changes nothing. Who does not show, concedes or arrives late loses the bet."),
            _("The points depend on the order: two wins and then a loss are not a loss and then two wins."),
            _(
                "The shop says nothing of ties; PlayAllTimes' columns for tables of several break them, "
                "a win counted as 1 and a draw as nothing."
            ),
            _("The finals go by places alone: points are not carried into them."),
        ),
    ),
)
