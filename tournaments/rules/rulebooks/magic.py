"""Rulebooks like Magic's: match points, then percentages."""

from ..errors import _
from ..settings.percentages import Percentages
from ..tiebreakers.opponents import BATTLEFY, POKEMON, yugioh_number
from ..tiebreakers.own import SWU
from .appendix_e import MAGIC_ROUNDS
from .rulebook import THREE_ONE_NOUGHT, Rulebook

THIRD = 1 / 3

RULEBOOKS = (
    Rulebook(
        key="magic",
        name=_("Magic"),
        summary=_(
            "3 points for a win and 1 for a draw; ties break by opponents' match wins, "
            "own game wins, then opponents' game wins."
        ),
        source="Magic: The Gathering Tournament Rules, 3.1 and appendices C and E",
        year=2026,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "ogw"),
        rounds=MAGIC_ROUNDS,
        # Magic Tournament Rules 2.5 and appendix B.
        minutes=50,
        after_time=_("Finish the turn, then play five more turns. Without a winner the game is drawn."),
        notes=(
            _(
                "A bye counts in a player's own match-win percentage, as the official example of 0.60 has "
                "it; it only drops out where opponents are averaged. Some programs leave it out of both."
            ),
            _("The rules say “ignored” of byes in opponents' percentages; it is the own byes that drop out."),
        ),
    ),
    Rulebook(
        key="battlefy",
        name=_("Battlefy"),
        summary=_(
            "3 points for a win and 1 for a draw; ties break by opponents' match wins, "
            "own game wins, then the match wins of the opponents' opponents."
        ),
        source=BATTLEFY,
        year=2022,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "oomw"),
        notes=(
            _(
                "The page calls this the system of Magic and Pokémon; it is neither. Magic's third column is "
                "opponents' game wins; Pokémon has no game wins and a floor of 25 %."
            ),
        ),
    ),
    Rulebook(
        key="playalltimes",
        name=_("PlayAllTimes"),
        summary=_(
            "3 points for a win and 1 for a draw; ties break by opponents' match wins, own game wins, "
            "then opponents' game wins, none below a third."
        ),
        source="PlayAllTimes algorithms guide, 1v1 tiebreakers",
        year=2025,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "ogw"),
        percentages=Percentages(floor=THIRD),
        rounds=MAGIC_ROUNDS,
        notes=(
            _(
                "The guide's example counts an opponent at 40 % as 33.33 % and comes to 57.78 %. The floor "
                "only lifts what is below it: 60, 40 and 80 make 60.00 %, and so it is built."
            ),
            _(
                "The guide divides all opponents' wins by all their matches, and speaks of an "
                "average of their "
                "percentages. The average is built: the two differ once opponents have played unequal rounds."
            ),
            _(
                "The guide's percentages of games won leave out draws; game points are built, as "
                "Magic has them."
            ),
        ),
    ),
    Rulebook(
        key="star-wars-unlimited",
        name=_("Star Wars: Unlimited"),
        summary=_(
            "Ranked by matches won; ties break by opponents' match wins, own game wins, "
            "then opponents' game wins."
        ),
        source=SWU,
        year=2024,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "ogw"),
        percentages=Percentages(floor=THIRD),
        rounds=MAGIC_ROUNDS,
        first_column="wins",
        notes=(_("A drawn match is no win for either, but counts 1 of 3 points in the percentages."),),
    ),
    Rulebook(
        key="yugioh",
        name=_("Yu-Gi-Oh!"),
        summary=_(
            "3 points for a win and 1 for a draw; ties break by opponents' match wins, "
            "then those of the opponents' opponents."
        ),
        source="Yu-Gi-Oh! wiki: Tie-Breakers of the Konami Tournament Software",
        year=2013,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "oomw"),
        percentages=Percentages(floor=0.0),
        printed=yugioh_number,
        notes=(
            _("Konami prints one number of eight digits: points, then both percentages in thousandths."),
            _("No floor is published, so none is applied."),
        ),
    ),
    Rulebook(
        key="pokemon",
        name=_("Pokémon"),
        summary=_(
            "3 points for a win and 1 for a tie; ties break by the opponents' share of wins, that of their "
            "opponents, head-to-head, then by lot."
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
        after_time=_("Finish the turn, then play three more turns. Without a winner the game is a tie."),
        notes=(
            _("A late player loses the rounds missed."),
            _("Whether a tie is part of a win is not published; it counts as none in Op Win %."),
            _("An opponent who has dropped counts at most 75 %."),
        ),
    ),
)
