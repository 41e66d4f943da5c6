"""Rulebooks that count wins, or points by games: Hearthstone, Mantis, 2-1-0, Flesh and Blood."""

from ..errors import _
from ..settings.fields import Percentages
from ..tiebreakers.opponents import HCT
from ..tiebreakers.own import FAB
from .rulebook import MAGIC_ROUNDS, WINS_ALONE, Rulebook

ARTICLE = "What is the most fair and exciting Swiss format for Hearthstone? (article)"
UNFINISHED = _(
    "The article doesn’t cover draws or unfinished matches. Here 1:0 counts as 2:1, and a "
    "draw as 1:2 for both players, so nobody gains from not finishing."
)

RULEBOOKS = (
    Rulebook(
        key="hct-2017",
        name=_("Hearthstone Championship Tour 2017"),
        game=_("Hearthstone"),
        summary=_(
            "Ranked by wins. Tiebreakers: opponents’ wins minus losses (minimum −3), the opponents’ "
            "sum of the same, then by who lost later."
        ),
        source=HCT,
        year=2017,
        points=WINS_ALONE,
        tiebreakers=({"key": "win_loss_sum", "floor": -3}, "first_tiebreaker_sum", "timing"),
        best_of=5,
        draws=False,
        rounds=MAGIC_ROUNDS,
        notes=(
            _(
                "The Hearthstone article gives 9 to 16 players five rounds. Magic’s own table has four "
                "rounds and a top 8 if the finals start with a draft."
            ),
            _(
                "The article says that every player with one loss makes the cut with up to 799 players. "
                "By its own table the limit is 744."
            ),
        ),
    ),
    Rulebook(
        key="dreamhack",
        name=_("Dreamhack Hearthstone"),
        game=_("Hearthstone"),
        summary=_("Ranked by wins. Tiebreakers: opponents’ match wins, then own game wins."),
        source=ARTICLE,
        year=2017,
        points=WINS_ALONE,
        tiebreakers=("omw", "gw"),
        best_of=5,
        draws=False,
        rounds=MAGIC_ROUNDS,
        notes=(
            _(
                "The article adds up all opponents’ rounds (27 of 49 for Farm4fame, 55.1 %), but its rule "
                "is the average of the opponents’ percentages (60.4 %). Topcut follows the rule."
            ),
        ),
    ),
    Rulebook(
        key="fair-hearthstone",
        name=_("Fair Hearthstone"),
        game=_("Hearthstone"),
        summary=_(
            "Ranked by wins; byes are ignored. Tiebreakers: opponents’ match wins, the match wins of "
            "the opponents’ opponents, then own game wins."
        ),
        source="What is the most fair and exciting Swiss format for Hearthstone? (article, its proposal)",
        year=2017,
        points=WINS_ALONE,
        tiebreakers=("omw", "oomw", "gw"),
        percentages=Percentages(bye_in_own_mw=False, bye_games=0),
        best_of=5,
        draws=False,
        rounds=MAGIC_ROUNDS,
        notes=(
            _(
                "The article says that Magic ignores byes too, but Magic only leaves them out when "
                "opponents are averaged. Here they are ignored everywhere, as the article proposes."
            ),
        ),
    ),
    Rulebook(
        key="mantis-3",
        name=_("Mantis 3.0"),
        game=_("Hearthstone"),
        summary=_(
            "Ranked by wins. Tiebreakers: opponents’ wins minus losses (no minimum), the opponents’ "
            "sum of the same, then by who lost later."
        ),
        source="Upper Deck tournament policy, as quoted in the article “Tie-breakers”",
        year=2012,
        points=WINS_ALONE,
        tiebreakers=({"key": "win_loss_sum", "floor": None}, "first_tiebreaker_sum", "timing"),
        first_column="wins",
        notes=(
            _(
                "The text says “each game your opponent has won”, but its example counts matches: −4 for "
                "opponents at 0-4, 1-3, 2-2 and 3-1. Topcut counts matches."
            ),
            _("The Hearthstone tour uses the same system with a minimum of −3 per opponent."),
        ),
    ),
    Rulebook(
        key="two-one-zero",
        name=_("2-1-0-(−1)"),
        game=_("Hearthstone"),
        summary=_("Points by games: 2 for 2:0, 1 for 2:1, 0 for 1:2, −1 for 0:2; no tiebreakers."),
        source="Tie-breakers (article)",
        year=2012,
        points={
            **{"2-0": 2, "2-1": 1, "1-0": 1, "0-1": 0, "1-2": 0, "0-2": -1},
            **{"win": 2, "draw": 0, "loss": -1, "bye": 2},
        },
        tiebreakers=(),
        notes=(UNFINISHED, _("A conceded match counts as 2:0.")),
    ),
    Rulebook(
        key="three-two-one-zero",
        name=_("3-2-1-0"),
        game=_("Hearthstone"),
        summary=_("Points by games: 3 for 2:0, 2 for 2:1, 1 for 1:2, 0 for 0:2; no tiebreakers."),
        source="Tie-breakers (article)",
        year=2012,
        points={
            **{"2-0": 3, "2-1": 2, "1-0": 2, "0-1": 1, "1-2": 1, "0-2": 0},
            **{"win": 3, "draw": 1, "loss": 0, "bye": 3},
        },
        tiebreakers=(),
        notes=(UNFINISHED, _("A conceded match counts as 2:0.")),
    ),
    Rulebook(
        key="flesh-and-blood",
        name=_("Flesh and Blood"),
        game=_("Flesh and Blood"),
        summary=_(
            "Ranked by wins. Tiebreakers: cumulative tiebreaker, fewest losses, opponents’ fewest "
            "losses, then opponents’ cumulative tiebreaker."
        ),
        source=FAB,
        year=2022,
        points=WINS_ALONE,
        tiebreakers=("ctb", "pml", "oml", "octb"),
        best_of=1,
        notes=(
            _(
                "By the policy’s own formula, losing later ranks higher (three wins and then a loss: "
                "3.890625). A public FAQ says the opposite, with 3 points per win. Topcut follows the "
                "policy."
            ),
        ),
    ),
)
