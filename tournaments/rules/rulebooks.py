"""The rulebooks: one value each, every number named, with its source and year."""

import math
from dataclasses import dataclass

from .errors import RuleViolation, _
from .percentages import Percentages
from .settings import Column, Settings, columns_of, merge

__all__ = [
    "LATER",
    "RULEBOOKS",
    "Column",
    "Percentages",
    "Rulebook",
    "Settings",
    "columns_of",
    "rulebook",
    "settings_of",
    "suggested_rounds",
]

# (up to so many players, so many rounds). MTR appendix E; its tables begin with four players.
MAGIC_ROUNDS = (
    (2, 1),
    (8, 3),
    (32, 5),
    (64, 6),
    (128, 7),
    (226, 8),
    (409, 9),
    (math.inf, 10),
)
# As many rounds as single elimination would need: ceil(log2 n).
DOUBLING_ROUNDS = tuple((2**rounds, rounds) for rounds in range(1, 18))

THREE_ONE_NOUGHT = {"win": 3, "draw": 1, "loss": 0, "bye": 3}
WINS_ALONE = {"win": 1, "draw": 0, "loss": 0, "bye": 1}


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What results are worth and how ties break, as a publisher has it.

    `tiebreakers` are written as in the event file; `draws` says whether a match may be drawn;
    `rounds` is a table of (up to so many players, so many rounds).
    """

    key: str
    name: str
    summary: str
    source: str
    year: int
    points: dict
    tiebreakers: tuple
    percentages: Percentages
    best_of: int
    draws: bool
    rounds: tuple
    first_column: str = "points"


_ALL = (
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
        percentages=Percentages(),
        best_of=3,
        draws=True,
        rounds=MAGIC_ROUNDS,
    ),
    Rulebook(
        key="battlefy",
        name=_("Battlefy"),
        summary=_(
            "3 points for a win and 1 for a draw; ties break by opponents' match wins, "
            "own game wins, then the match wins of the opponents' opponents."
        ),
        source="Battlefy help: Swiss Tie Breaker Formats, Default",
        year=2022,
        points=THREE_ONE_NOUGHT,
        tiebreakers=("omw", "gw", "oomw"),
        percentages=Percentages(),
        best_of=3,
        draws=True,
        rounds=DOUBLING_ROUNDS,
    ),
    Rulebook(
        key="hct-2017",
        name=_("Hearthstone Championship Tour 2017"),
        summary=_(
            "Wins only; ties break by the opponents' wins less losses (none below −3), "
            "by the sum of that for the opponents, then by losing late."
        ),
        source="Battlefy help: Swiss Tie Breaker Formats, HCT",
        year=2017,
        points=WINS_ALONE,
        tiebreakers=({"key": "win_loss_sum", "floor": -3}, "first_tiebreaker_sum", "timing"),
        percentages=Percentages(),
        best_of=5,
        draws=False,
        rounds=MAGIC_ROUNDS,
    ),
    Rulebook(
        key="dreamhack",
        name=_("Dreamhack Hearthstone"),
        summary=_("Wins only; ties break by opponents' match wins, then own game wins."),
        source="What is the most fair and exciting Swiss format for Hearthstone? (article)",
        year=2017,
        points=WINS_ALONE,
        tiebreakers=("omw", "gw"),
        percentages=Percentages(),
        best_of=5,
        draws=False,
        rounds=MAGIC_ROUNDS,
    ),
    Rulebook(
        key="fair-hearthstone",
        name=_("Fair Hearthstone"),
        summary=_(
            "Wins only, byes ignored; ties break by opponents' match wins, the match wins of "
            "the opponents' opponents, then own game wins."
        ),
        source="What is the most fair and exciting Swiss format for Hearthstone? (article, its proposal)",
        year=2017,
        points=WINS_ALONE,
        tiebreakers=("omw", "oomw", "gw"),
        percentages=Percentages(bye_in_own_mw=False, bye_games=0),
        best_of=5,
        draws=False,
        rounds=MAGIC_ROUNDS,
    ),
)
RULEBOOKS = {one.key: one for one in _ALL}

LATER = (
    "two-one-zero",
    "three-two-one-zero",
    "mantis-3",
    "old-world",
    "playalltimes",
    "pods-multiplayer",
    "hareruya",
    "pokemon",
    "yugioh",
    "flesh-and-blood",
    "star-wars-unlimited",
    "netrunner",
    "x-wing",
    "wargame-wtc",
    "chess",
)


def rulebook(key):
    """The rulebook of this key; RuleViolation if there is none, or none yet."""
    if key in LATER:
        raise RuleViolation(_("The rulebook {key} is not served yet."), key=key)
    if not isinstance(key, str) or key not in RULEBOOKS:
        raise RuleViolation(
            _("There is no rulebook {key}; choose one of {known}."), key=key, known=", ".join(RULEBOOKS)
        )
    return RULEBOOKS[key]


def settings_of(rulebook_key, overrides, path="settings"):
    """The rulebook's Settings with `overrides` (the event file's `phases[].settings`) laid over them.

    RuleViolation, its words beginning with the path of what is wrong, for an unknown key, a value
    out of bounds, or what is not served yet.
    """
    return merge(rulebook(rulebook_key), overrides, path)


def suggested_rounds(rulebook, players):
    """How many Swiss rounds the rulebook suggests for so many players (at least 1)."""
    return next((rounds for up_to, rounds in rulebook.rounds if players <= up_to), rulebook.rounds[-1][1])
