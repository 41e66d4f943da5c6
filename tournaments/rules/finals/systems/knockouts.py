"""Finals with fixed routes: single and double elimination, the stepladder, the draft's eight."""

from tournaments.rules.errors import _

from ..system import FinalsSystem, fixed
from .double_elimination import double
from .single_elimination import single

SYSTEMS = (
    FinalsSystem(
        "single",
        _("Single elimination"),
        _("Lose once and you’re out. Seeded so the top seeds meet last; they get any byes."),
        _("Magic Tournament Rules, 10.4"),
        range(2, 513),
        single,
        used=_("Nearly everyone: it’s the top cut of Magic, Pokémon and Hearthstone events."),
        criticism=_("A high seed only decides the first opponents: one loss undoes a whole Swiss."),
    ),
    FinalsSystem(
        "double",
        _("Double elimination"),
        _(
            "Two losses and you’re out. The losers’ bracket winner plays the undefeated player, with "
            "a bracket reset if needed."
        ),
        _("The usual order in which losers enter the losers’ bracket, which delays rematches"),
        range(4, 129),
        double,
        used=_("Fighting games, Netrunner cuts, and events where one bad match shouldn’t end your day."),
        criticism=_("Twice as many matches, and the undefeated player must be beaten twice in the final."),
    ),
    fixed(
        "stepladder8",
        _("Stepladder eight"),
        (_("Round one"), _("Round two"), _("Semi-finals"), _("Final")),
        (
            (1, "A", "S5", "S8"),
            (1, "B", "S6", "S7"),
            (2, "C", "S4", "W:A"),
            (2, "D", "S3", "W:B"),
            (3, "SF1", "S1", "W:C"),
            (3, "SF2", "S2", "W:D"),
            (4, "F", "W:SF1", "W:SF2"),
        ),
        summary=_(
            "Seeds 1 and 2 enter in the semi-finals, 3 and 4 in round two, the others in round one. "
            "Lose once and you’re out."
        ),
        source=_("Magic Pro Tours since Kaladesh, 2016; Hearthstone Swiss article, 2017"),
        used=_("Magic Pro Tours from Kaladesh (2016)."),
        criticism=_(
            "Seeds 1 and 2 are in the top four without playing a match. Only 16 of 28 pairs can meet "
            "in the final."
        ),
    ),
    fixed(
        "draft8",
        _("Draft eight, by seat"),
        (_("Quarter-finals"), _("Semi-finals"), _("Final")),
        (
            (1, "Q1", "S1", "S5"),
            (1, "Q2", "S3", "S7"),
            (1, "Q3", "S2", "S6"),
            (1, "Q4", "S4", "S8"),
            (2, "SF1", "W:Q1", "W:Q2"),
            (2, "SF2", "W:Q3", "W:Q4"),
            (3, "F", "W:SF1", "W:SF2"),
        ),
        summary=_(
            "Eight players at a draft table: players seated across from each other play first. The "
            "numbers are seats, not ranks."
        ),
        source=_("Magic Companion, 2019; judges’ forum on top-eight drafts"),
        used=_("Magic’s top-eight drafts."),
        criticism=_("The standings before it don’t matter: seats are random."),
    ),
)
