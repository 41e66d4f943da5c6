"""Rulebooks of wargames and boards: victory points, points given at the table, chess."""

from ..errors import _
from ..history import ABSENT
from ..settings.percentages import Percentages
from ..tiebreakers.chess import C07
from ..tiebreakers.wargames import COBRA, OWR, X_WING
from .rulebook import HALVES, POINTS, VP, WINS_ALONE, Rulebook

RULEBOOKS = (
    Rulebook(
        key="old-world",
        name=_("Old World Rankings"),
        summary=_(
            "Ranked by wins, a draw half a win; ties break by tournament points, victory points won less "
            "conceded, then strength of schedule."
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
            _("Strength of schedule counts an opponent met twice once, unlike Magic and FIDE."),
            _("Whether an opponent's draws add to it is not said; they add half a win, as in the wins."),
            _(
                "Soft scores never touch the pairing; they count in the tournament points if the "
                "event says so."
            ),
            _("Tournament points are the battle points given, else a win 1 and a draw ½, and the bonus."),
        ),
    ),
    Rulebook(
        key="wargame-wtc",
        name=_("WTC 20-0"),
        summary=_(
            "The difference of victory points shares out 20 points a match; ties break by wins, "
            "then by victory points won less conceded."
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
                "Two tables are in use: 100 to 40 is 19-1 by table A, 20-0 by table B. Table A is "
                "the current "
                "one; an event may choose B or write its own."
            ),
            _("A bye, and a match given up without victory points, is worth 20."),
        ),
    ),
    Rulebook(
        key="x-wing",
        name=_("X-Wing"),
        summary=_("1 point for a win; ties break by margin of victory, then strength of schedule."),
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
        summary=_(
            "Up to 6 points a round from two games, given at the table; ties break by strength of schedule, "
            "then that of the opponents."
        ),
        source=COBRA,
        year=2018,
        points={"win": 6, "draw": 3, "loss": 0, "bye": 6},
        tiebreakers=("sos_per_round", "esos"),
        best_of=2,
        report=POINTS,
        notes=(_("Cobra ranks by a seed given by hand before these; that is left out."),),
    ),
    Rulebook(
        key="chess",
        name=_("Chess"),
        summary=_(
            "1 point for a win and ½ for a draw; ties break by Buchholz without the lowest opponent, "
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
            _("An unplayed round counts as one against a dummy with one's own score."),
            _("Since March 2026 that dummy is capped; the setting dummy_capped does so."),
            _("Who sits nowhere in a round counts as having asked for a zero-point bye."),
        ),
    ),
)
