"""Rulebooks like Magic's: match points, then percentages."""

from ..errors import _
from ..settings.fields import Percentages
from ..tiebreakers.opponents import BATTLEFY, POKEMON, yugioh_number
from ..tiebreakers.own import SWU
from .rulebook import MAGIC_ROUNDS, THREE_ONE_NOUGHT, Rulebook

THIRD = 1 / 3

RULEBOOKS = (
    Rulebook(
        key="magic",
        name=_("Magic"),
        game=_("Magic"),
        summary=_(
            "3 points for a win and 1 for a draw. Tiebreakers: opponents’ match wins, own game wins, "
            "then opponents’ game wins."
        ),
        source="Magic: The Gathering Tournament Rules, 3.1 and appendices C and E",
        year=2026,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "ogw"),
        # The floor of 33 % is the default of `percentages`.
        rounds=MAGIC_ROUNDS,
        # Magic Tournament Rules 2.5 and appendix B.
        minutes=50,
        after_time=_(
            "Finish the current turn, then play five more turns. If nobody has won, the game is a draw."
        ),
        intentional_draws=_(
            "Players may agree on a draw, but nobody may offer anything for it (Magic: The Gathering "
            "Tournament Rules, 2.4 and 5.2)."
        ),
        notes=(
            _(
                "A bye counts in a player’s own match-win percentage, as in the official example of 0.60. "
                "It is only left out when opponents are averaged. Some programs leave it out of both."
            ),
            _(
                "The rules say that byes are “ignored” in opponents’ percentages. This means the player’s "
                "own byes."
            ),
        ),
    ),
    Rulebook(
        key="battlefy",
        name=_("Battlefy"),
        game=_("card games"),
        summary=_(
            "3 points for a win and 1 for a draw. Tiebreakers: opponents’ match wins, own game wins, "
            "then the match wins of the opponents’ opponents."
        ),
        source=BATTLEFY,
        year=2022,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "oomw"),
        notes=(
            _(
                "The page says that Magic and Pokémon use this system, but neither does. Magic’s third "
                "tiebreaker is opponents’ game wins; Pokémon has no game wins and a minimum of 25 %."
            ),
        ),
    ),
    Rulebook(
        key="playalltimes",
        name=_("PlayAllTimes"),
        game=_("Magic"),
        summary=_(
            "3 points for a win and 1 for a draw. Tiebreakers: opponents’ match wins, own game wins, "
            "then opponents’ game wins, each at least one third."
        ),
        source="PlayAllTimes algorithms guide, 1v1 tiebreakers",
        year=2025,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "ogw"),
        percentages=Percentages(floor=THIRD),
        rounds=MAGIC_ROUNDS,
        notes=(
            _(
                "The guide’s example counts an opponent at 40 % as 33.33 % and arrives at 57.78 %. A "
                "minimum only raises lower values, so Topcut averages 60, 40 and 80 to 60.00 %."
            ),
            _(
                "The guide divides all opponents’ wins by all their matches, but calls it an average of "
                "their percentages. Topcut uses the average. The two differ when opponents have played "
                "different numbers of rounds."
            ),
            _("The guide’s game-win percentages leave out draws. Topcut uses game points, as Magic does."),
        ),
    ),
    Rulebook(
        key="star-wars-unlimited",
        name=_("Star Wars: Unlimited"),
        game=_("Star Wars: Unlimited"),
        summary=_(
            "Ranked by matches won. Tiebreakers: opponents’ match wins, own game wins, then "
            "opponents’ game wins."
        ),
        source=SWU,
        year=2024,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "ogw"),
        percentages=Percentages(floor=THIRD),
        rounds=MAGIC_ROUNDS,
        first_column="wins",
        notes=(
            _("A drawn match isn’t a win for either player, but counts as 1 of 3 points in the percentages."),
        ),
    ),
    Rulebook(
        key="yugioh",
        name=_("Yu-Gi-Oh!"),
        game=_("Yu-Gi-Oh!"),
        summary=_(
            "3 points for a win and 1 for a draw. Tiebreakers: opponents’ match wins, then those of "
            "the opponents’ opponents."
        ),
        source="Yu-Gi-Oh! wiki: Tie-Breakers of the Konami Tournament Software",
        year=2013,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "oomw"),
        percentages=Percentages(floor=0.0),
        printed=yugioh_number,
        notes=(
            _("Konami prints a single eight-digit number: points, then both percentages in thousandths."),
            _("No minimum is published, so none is used."),
        ),
    ),
    Rulebook(
        key="pokemon",
        name=_("Pokémon"),
        game=_("Pokémon"),
        summary=_(
            "3 points for a win and 1 for a tie. Tiebreakers: opponents’ win percentage, that of "
            "their opponents, head-to-head, then at random."
        ),
        source=POKEMON,
        year=2026,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("resistance", "opp_resistance", "head_to_head", "random"),
        percentages=Percentages(floor=0.25, bye_in_own_mw=False, bye_games=0, cap_dropped=0.75),
        rounds=(
            (2, 1),
            (8, 3),
            (16, 4),
            (32, 5),
            (64, 6),
            (128, 7),
            (256, 8),
            (512, 9),
            (float("inf"), 10),
        ),
        # Play! Pokémon Tournament Rules Handbook: matches of best of three.
        minutes=50,
        after_time=_(
            "Finish the current turn, then play three more turns. If nobody has won, the game is a tie."
        ),
        notes=(
            _("A late player gets a loss for each missed round."),
            _("It isn’t published whether a tie counts as part of a win. In Op Win % it doesn’t."),
            _("An opponent who has dropped counts as 75 % at most."),
        ),
    ),
)
