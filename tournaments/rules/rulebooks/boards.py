"""Rulebooks of wargames and boards: victory points, points given at the table, chess."""

from ..errors import _
from ..settings.fields import Percentages
from ..terms import ABSENT
from ..tiebreakers.chess import C07
from ..tiebreakers.wargames import COBRA, OWR, X_WING
from .rulebook import HALVES, POINTS, VP, WINS_ALONE, Rulebook

RULEBOOKS = (
    Rulebook(
        key="old-world",
        name=_("Old World Rankings"),
        game=_("Warhammer: The Old World"),
        summary=_(
            "Ranked by wins; a draw counts as half a win. Tiebreakers: tournament points, "
            "victory-point difference, then strength of schedule."
        ),
        source=OWR,
        year=2025,
        points=HALVES,
        tiebreakers=("tp", "vp_diff", "sos"),
        percentages=Percentages(count_rematches="once"),
        best_of=1,
        first_column="wins",
        report=VP,
        draw_in_wins=0.5,
        notes=(
            _("Unlike in Magic and FIDE, an opponent played twice counts once in the strength of schedule."),
            _(
                "The source doesn’t say whether an opponent’s draws count. Here a draw adds half a win, "
                "as in the wins."
            ),
            _(
                "Soft scores never affect pairings. They count towards tournament points if the event is "
                "set up that way."
            ),
            _(
                "Tournament points are the battle points plus the bonus. Without battle points a win "
                "counts 1 and a draw ½."
            ),
        ),
    ),
    Rulebook(
        key="wargame-wtc",
        name=_("WTC 20-0"),
        game=_("Warhammer 40,000"),
        summary=_(
            "The victory-point difference splits 20 points per match. Tiebreakers: wins, then "
            "victory-point difference."
        ),
        source="Warhammer World Team Championship, differential scoring",
        year=2026,
        points={"win": 20, "draw": 10, "loss": 0, "bye": 20},
        tiebreakers=("wins", "vp_diff", "vp"),
        best_of=1,
        report=VP,
        vp_table="A",
        notes=(
            _(
                "Two tables are in use: 100 to 40 is 19-1 in table A and 20-0 in table B. Table A is the "
                "current one. An event can use B or its own table."
            ),
            _("A bye is worth 20, and so is a win by concession without victory points."),
        ),
    ),
    Rulebook(
        key="x-wing",
        name=_("X-Wing"),
        game=_("X-Wing"),
        summary=_("1 point for a win. Tiebreakers: margin of victory, then strength of schedule."),
        source=X_WING,
        year=2018,
        points=WINS_ALONE,
        tiebreakers=("mov", "sos_per_round"),
        best_of=1,
        draws=False,
        report=VP,
        notes=(_("A match without victory points adds nothing to the margin of victory; a bye adds 300."),),
    ),
    Rulebook(
        key="netrunner",
        name=_("Netrunner"),
        game=_("Netrunner"),
        summary=_(
            "Up to 6 points per round from two games, entered by the players. Tiebreakers: strength "
            "of schedule, then the opponents’ strength of schedule."
        ),
        source=COBRA,
        year=2018,
        points={"win": 6, "draw": 3, "loss": 0, "bye": 6},
        tiebreakers=("sos_per_round", "esos"),
        best_of=2,
        report=POINTS,
        notes=(_("Cobra ranks by a manual seed before these tiebreakers. Topcut doesn’t."),),
    ),
    Rulebook(
        key="chess",
        name=_("Chess"),
        game=_("Chess"),
        summary=_(
            "1 point for a win and ½ for a draw. Tiebreakers: Buchholz without the lowest opponent, "
            "Buchholz, then Sonneborn-Berger."
        ),
        source=C07,
        year=2024,
        points=HALVES,
        tiebreakers=("buchholz_cut1", "buchholz", "sonneborn_berger"),
        best_of=1,
        late_entry=ABSENT,
        first_seat="balanced",
        notes=(
            _("An unplayed round counts as a round against a dummy opponent with the player’s own score."),
            _("Since March 2026 the dummy’s score is capped. The setting dummy_capped turns this on."),
            _("A player who isn’t paired in a round is treated as having requested a zero-point bye."),
        ),
    ),
)
