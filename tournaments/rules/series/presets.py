"""The registry of ready-made rules, each with the league that it comes from and where that is published."""

from dataclasses import dataclass
from fractions import Fraction

from ..errors import RuleViolation, _
from .series_rules import (
    ALL_EVENTS,
    BY_POINTS,
    BY_RECORD,
    HIGHER,
    ONCE_A_GAME,
    ONCE_A_SEASON,
    AttendanceBonus,
    PlaceStep,
    RecordPoints,
    SeriesAchievement,
    SeriesCounting,
    SeriesRules,
    SeriesScoring,
)


@dataclass(frozen=True, slots=True)
class SeriesPreset:
    """Rules of a series to begin with.

    `source` is where the league publishes them. `notes`: what its rules have besides, and what was chosen
    where the source says nothing.
    """

    key: str
    name: str
    summary: str
    source: str
    rules: SeriesRules
    notes: tuple[str, ...] = ()


FOUR_THREE_TWO_ONE = (4, 3, 2, 1)
LEAGUE_CHALLENGE = (15, 12, 10, 10, *(8,) * 4, *(6,) * 8, *(4,) * 16)
OWN_ACHIEVEMENTS = _("The achievements and their limit are examples: enter those of your league.")
NO_TIES = _("The source has no rule for ties: they share the rank.")

_ALL = (
    SeriesPreset(
        "monthly-shop-league",
        _("Monthly shop league"),
        _(
            "4, 3, 2 and 1 points for the first four places and 1 for taking part. "
            "The best four evenings count."
        ),
        "Store Commander leagues: griffonest.com, intergalacticplastic.com, meetup.com (GameStorm)",
        SeriesRules(
            SeriesScoring(places=FOUR_THREE_TWO_ONE, participation=1), counting=SeriesCounting(best=4)
        ),
        (NO_TIES,),
    ),
    SeriesPreset(
        "commander-league",
        _("Commander league"),
        _(
            "4, 3, 2 and 1 points for places, 1 for taking part, points for achievements, and a bonus for "
            "playing every week. The best four evenings count."
        ),
        "Store Commander leagues: griffonest.com, intergalacticplastic.com, meetup.com (GameStorm)",
        SeriesRules(
            SeriesScoring(places=FOUR_THREE_TWO_ONE, participation=1),
            attendance=AttendanceBonus(ALL_EVENTS, 1),
            achievements=(
                SeriesAchievement("first-blood", _("Deal the first damage of a game"), 1, ONCE_A_GAME),
                SeriesAchievement("commander-damage", _("Win by commander damage"), 1),
                SeriesAchievement("new-commander", _("Play a commander new to the league"), 1, ONCE_A_SEASON),
            ),
            achievement_limit=3,
            counting=SeriesCounting(best=4),
        ),
        (
            OWN_ACHIEVEMENTS,
            _("The size of the bonus for playing every week is chosen here: 1 point."),
            NO_TIES,
        ),
    ),
    SeriesPreset(
        "card-league",
        _("Card league"),
        _("1 point for each round played and 1 for each win. Drafts count 1¼ times, sealed events twice."),
        "Store card leagues: roundtablegamesma.com",
        SeriesRules(
            SeriesScoring(
                by=BY_RECORD,
                record=RecordPoints(win=1, round=1),
                kind_weights={"draft": Fraction(5, 4), "sealed": 2},
            )
        ),
        (_("The weights belong to events of the kinds “draft” and “sealed”."), NO_TIES),
    ),
    SeriesPreset(
        "legacy-series",
        _("Participation and wins"),
        _("1 point for taking part, 1 for each win and half a point for each draw. All events count."),
        "Legacy series of a shop: github.com/patrickcoyle427/TournamentParser",
        SeriesRules(
            SeriesScoring(by=BY_RECORD, record=RecordPoints(win=1, draw=Fraction(1, 2)), participation=1)
        ),
        (NO_TIES,),
    ),
    SeriesPreset(
        "hobby-league",
        _("Win, draw and loss"),
        _("15 points for each win, 10 for each draw and 5 for each loss. The ten best results count."),
        "Hobby league: maplewoodhobby.com",
        SeriesRules(
            SeriesScoring(by=BY_RECORD, record=RecordPoints(win=15, draw=10, loss=5)),
            counting=SeriesCounting(best=10),
        ),
        (
            _("The league counts games: make each game an event. A game under ten scores nothing by itself."),
            NO_TIES,
        ),
    ),
    SeriesPreset(
        "ten-eight-six",
        _("10-8-6 for places"),
        _("10, 8, 6, 4, 4, 2, 2, 2, 1 and 1 points for the first ten places. All events count."),
        "Pittsburgh Chess Club Grand Prix: pittsburghchessclub.org",
        SeriesRules(SeriesScoring(places=(10, 8, 6, 4, 4, 2, 2, 2, 1, 1))),
        (_("The club’s points for the best of each rating bracket are not part of it."), NO_TIES),
    ),
    SeriesPreset(
        "ten-to-one",
        _("10 to 1 for places"),
        _(
            "10 points for the first place, one less for each place after it. "
            "Tied players get the full points."
        ),
        "Kāpiti Chess Club Grand Prix: kapitichess.club",
        SeriesRules(SeriesScoring(places=tuple(range(10, 0, -1)), tied=HIGHER)),
        (_("The club weights events and scales lower grades: set the weight of each event."), NO_TIES),
    ),
    SeriesPreset(
        "formula-1",
        _("Formula 1"),
        _(
            "25, 18, 15, 12, 10, 8, 6, 4, 2 and 1 points for the first ten places. Ties go to more "
            "first places, then second places, and so on."
        ),
        "Formula 1 since 2025: thef1db.com, markingthespot.com",
        SeriesRules(SeriesScoring(places=(25, 18, 15, 12, 10, 8, 6, 4, 2, 1)), ties=("countback",)),
    ),
    SeriesPreset(
        "pokemon-league-challenge",
        _("Pokémon League Challenge"),
        _(
            "15, 12, 10 and 10 points for the first four places. Places 5–8 score 8 with 24 or more players, "
            "9–16 score 6 with 48, and 17–32 score 4 with 100. The two best finishes of a quarter count."
        ),
        "Pokémon League Challenges of 2016: pokebeach.com (September 2016), poke-event.com",
        SeriesRules(
            SeriesScoring(
                places=LEAGUE_CHALLENGE,
                steps=(PlaceStep(5, 8, 24), PlaceStep(9, 16, 48), PlaceStep(17, 32, 100)),
            ),
            counting=SeriesCounting(best=2),
        ),
        (_("One series is one quarter."), NO_TIES),
    ),
    SeriesPreset(
        "pokemon-league-cup",
        _("Pokémon League Cup"),
        _(
            "50, 40, 32 and 32 points for the first four places, 25 for places 5–8 and 20 for places 9–16. "
            "The eight best finishes of a year count."
        ),
        "Pokémon League Cups of 2018: musecomics.com; limit of finishes of 2020: pokemoncrossroads.com",
        SeriesRules(
            SeriesScoring(places=(50, 40, 32, 32, *(25,) * 4, *(20,) * 8)), counting=SeriesCounting(best=8)
        ),
        (
            _("Lower places scored only with enough players. The source has no numbers: add them."),
            NO_TIES,
        ),
    ),
    SeriesPreset(
        "event-points",
        _("The events’ own points"),
        _("The match points of each event, finals not included. All events count."),
        "tournachess.com/docs/grand-prix: the tournament’s own score alone",
        SeriesRules(SeriesScoring(by=BY_POINTS)),
        (NO_TIES,),
    ),
    SeriesPreset(
        "chess-grand-prix",
        _("Chess grand prix"),
        _(
            "Each tournament’s own score, 1 point for taking part and bonuses for places. "
            "Ties go to more wins, then to more tournaments."
        ),
        "tournachess.com/docs/grand-prix",
        SeriesRules(SeriesScoring(by=BY_POINTS, participation=1), ties=("wins", "events")),
        (_("The bonuses for places are each organiser’s own: add them."),),
    ),
    SeriesPreset(
        "best-three",
        _("Best three of a season"),
        _("The match points of each event. The best three count."),
        "The number of results: sendou.ink (github.com/sendou-ink/sendou.ink, issue 2243)",
        SeriesRules(SeriesScoring(by=BY_POINTS), counting=SeriesCounting(best=3)),
        (_("The points of that league follow tiers of events, which are not part of it."), NO_TIES),
    ),
    SeriesPreset(
        "best-four-of-six",
        _("Best four of six"),
        _("10, 8, 6, 4, 4, 2, 2, 2, 1 and 1 points for places. Of six events the best four count."),
        "The points: pittsburghchessclub.org; the best four: griffonest.com",
        SeriesRules(
            SeriesScoring(places=(10, 8, 6, 4, 4, 2, 2, 2, 1, 1)),
            counting=SeriesCounting(best=4),
            ties=("best_result",),
            planned_events=6,
        ),
        (_("Ties are chosen here: the best single result decides."),),
    ),
)
PRESETS = {preset.key: preset for preset in _ALL}


def find_preset(key: str) -> SeriesPreset:
    """Return the preset of this key. RuleViolation for an unknown key."""
    if key not in PRESETS:
        message = _("Rules {key} don’t exist. Choose one of {known}.")
        raise RuleViolation(message, key=key, known=", ".join(PRESETS))
    return PRESETS[key]
