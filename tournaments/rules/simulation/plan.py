"""Plans: the entrants of a simulation and the formats to compare, read from JSON values."""

from dataclasses import dataclass
from functools import cached_property

from ..errors import RuleViolation, _
from ..finals import DEFAULT_FINALS, build_table, check_finals
from ..finals.odds.dead_rubbers import DeadRubberSearch
from ..finals_systems.registry import Finals
from ..history import SWISS
from ..rulebooks import RULEBOOKS, VP, Settings, settings_of, suggested_rounds
from ..settings import fields

MAX_PLAYERS, MAX_FORMATS, MAX_NAME_LENGTH = 512, 8, 100
MAX_RATING, MAX_SPREAD, MAX_BEST_OF = 10_000, 2_000, 15
DEFAULT_SPREAD = 200

PLAN_KEYS = ("players", "ratings", "draws", "formats")
# Keys of a format that are settings of a phase, with the same names and checks.
SETTING_KEYS = (
    *("rounds", "best_of", "tiebreakers", "minutes"),
    *("pairing", "first_round_pairing", "last_round_pairing"),
)
FORMAT_KEYS = ("name", "rulebook", *SETTING_KEYS, "cut", "finals", "finals_best_of")
# Columns of what a simulated match does not have: victory points, and a first seat that matters.
COLUMNS_WITHOUT_DATA = ("vp", "vp_diff", "secondaries", "mov", "average_seat")


@dataclass(frozen=True)
class Format:
    """One way to play an event: Swiss rounds by `settings`, then perhaps finals.

    `rounds` is the number of Swiss rounds. `cut` is the number of players in the finals and `table` their
    matches, each best of `finals_best_of`; without finals both are None. `draw_share` is the share of Swiss
    matches that are drawn, 0 where the rulebook has no draws and in matches of best of 2.
    """

    name: str
    settings: Settings
    rounds: int
    cut: int | None
    table: Finals | None
    finals_best_of: int
    draw_share: float

    @property
    def minutes(self) -> int | None:
        """The length of a round in minutes; None if neither the plan nor the rulebook has one."""
        return self.settings.minutes or None

    @cached_property
    def dead_rubbers(self) -> DeadRubberSearch:
        """The search for dead rubbers in the finals, which remembers its answers."""
        return DeadRubberSearch(self.table)

    @property
    def can_draw(self) -> bool:
        """True if the rulebook has drawn matches, however many the plan expects."""
        return self.settings.rulebook.draws


@dataclass(frozen=True, slots=True)
class Plan:
    """The entrants of all events, and the formats that they play.

    Ratings are Elo numbers: either normal with the standard deviation `spread`, new in each event, or
    exactly `ratings`. Only matches depend on them; pairings and standings do not know them.
    """

    players: int
    spread: float
    ratings: tuple[float, ...] | None
    formats: tuple[Format, ...]

    @property
    def player_rounds(self) -> int:
        """The number of Swiss rounds of all players of one event, in all formats."""
        return self.players * sum(format_.rounds for format_ in self.formats)

    @property
    def is_equal(self) -> bool:
        """True if all entrants are equally strong, so that nobody is the strongest."""
        return len(set(self.ratings)) == 1 if self.ratings else self.spread == 0


def parse_plan(value) -> Plan:
    """Return the Plan of a JSON value. RuleViolation, beginning with the path, for anything wrong in it."""
    fields.known_keys(value, "plan", PLAN_KEYS)
    players = fields.whole(_required(value, "players", ""), "players", 2, MAX_PLAYERS)
    spread, ratings = _ratings(value.get("ratings", {"spread": DEFAULT_SPREAD}), players)
    draws = float(fields.number(value.get("draws", 0), "draws", 0, 1))
    entries = _required(value, "formats", "")
    if not isinstance(entries, list | tuple) or not 1 <= len(entries) <= MAX_FORMATS:
        words = _("{path}: must be a list of 1 to {most} formats.")
        raise RuleViolation(words, path="formats", most=MAX_FORMATS)
    formats = tuple(_format(entry, f"formats[{n}]", players, draws) for n, entry in enumerate(entries))
    names = [format_.name for format_ in formats]
    for n, name in enumerate(names):
        if name in names[:n]:
            words = _("{path}: another format has this name.")
            raise RuleViolation(words, path=f"formats[{n}].name")
    return Plan(players, spread, ratings, formats)


def _required(value, key, path):
    if key not in value:
        raise RuleViolation(_("{path}: is missing."), path=f"{path}{key}")
    return value[key]


def _ratings(value, players):
    """Return (spread, ratings): the ratings are None if they are drawn by the spread."""
    fields.known_keys(value, "ratings", ("spread", "list"))
    if len(value) != 1:
        raise RuleViolation(_("{path}: must have either a spread or a list."), path="ratings")
    if "spread" in value:
        return float(fields.number(value["spread"], "ratings.spread", 0, MAX_SPREAD)), None
    numbers = value["list"]
    if not isinstance(numbers, list | tuple) or len(numbers) != players:
        words = _("{path}: must be a list of {players} numbers, one for each player.")
        raise RuleViolation(words, path="ratings.list", players=players)
    checked = (
        fields.number(number, f"ratings.list[{n}]", -MAX_RATING, MAX_RATING)
        for n, number in enumerate(numbers)
    )
    return 0.0, tuple(map(float, checked))


def _format(value, path, players, draws):
    fields.known_keys(value, path, FORMAT_KEYS)
    name = _name(_required(value, "name", f"{path}."), f"{path}.name")
    _check_rulebook(_required(value, "rulebook", f"{path}."), f"{path}.rulebook")
    overrides = {key: value[key] for key in (*SETTING_KEYS, "finals") if key in value}
    settings = settings_of(value["rulebook"], overrides, path)
    _check_best_of(settings.best_of, f"{path}.best_of")
    if settings.best_of == 2 and not settings.rulebook.draws:
        words = _("{path}: a match of best of 2 can be drawn, but the rulebook has no draws.")
        raise RuleViolation(words, path=f"{path}.best_of")
    for n, column in enumerate(settings.columns):
        if column.key in COLUMNS_WITHOUT_DATA:
            words = _("{path}: simulated matches have no data for the column {key}.")
            raise RuleViolation(words, path=f"{path}.tiebreakers[{n}]", key=column.key)
    rounds = settings.rounds or suggested_rounds(settings.rounds_by_size, players)
    # Everyone meets everyone once, and in an odd field has one bye.
    fields.whole(rounds, f"{path}.rounds", 1, players - 1 + players % 2)
    cut, table = _finals(value, path, players)
    finals_best_of = settings.best_of
    if "finals_best_of" in value:
        finals_best_of = _check_best_of(value["finals_best_of"], f"{path}.finals_best_of")
    if table and finals_best_of % 2 == 0:
        words = _("{path}: a match of best of 2 can be drawn, but finals need a winner. Enter an odd number.")
        raise RuleViolation(words, path=f"{path}.finals_best_of")
    draw_share = draws if settings.rulebook.draws and settings.best_of != 2 else 0.0
    return Format(name, settings, rounds, cut, table, finals_best_of, draw_share)


def _name(value, path):
    if isinstance(value, str) and value.strip() and len(value) <= MAX_NAME_LENGTH:
        return value
    words = _("{path}: must be text of 1 to {most} characters.")
    raise RuleViolation(words, path=path, most=MAX_NAME_LENGTH)


def _check_rulebook(key, path):
    """Refuse rulebooks whose results are not only won games: victory points, bets and pods."""
    rulebook = RULEBOOKS[fields.choice(key, path, tuple(RULEBOOKS))]
    words = None
    if rulebook.betting:
        words = _("{path}: {key} is scored by bets, which can’t be simulated.")
    elif rulebook.kind != SWISS:
        words = _("{path}: {key} is played in pods, which can’t be simulated.")
    elif rulebook.report == VP:
        words = _("{path}: {key} is scored by victory points, which can’t be simulated.")
    if words:
        raise RuleViolation(words, path=path, key=key)


def _check_best_of(value, path):
    """Return a number of games: an odd number, or 2."""
    if fields.whole(value, path, 1, MAX_BEST_OF) != 2 and value % 2 == 0:
        raise RuleViolation(_("{path}: must be an odd number of games, or 2."), path=path)
    return value


def _finals(value, path, players):
    """Return (number of players in the finals, their table), or (None, None) for Swiss rounds alone."""
    if "cut" not in value and "finals" not in value:
        return None, None
    key = value.get("finals", DEFAULT_FINALS)
    sizes = check_finals(key).sizes
    if len(sizes) > 1:
        _required(value, "cut", f"{path}.")
    elif sizes[0] > players:
        words = _("{path}: these finals need {size} players.")
        raise RuleViolation(words, path=f"{path}.finals", size=sizes[0])
    cut = fields.whole(value.get("cut", sizes[0]), f"{path}.cut", 2, players)
    try:
        table = build_table(key, cut)
    except RuleViolation as violation:
        words = "{path}: " + violation.template
        raise RuleViolation(words, path=f"{path}.cut", **violation.params) from None
    if any(slot.is_pod for slot in table.matches):
        raise RuleViolation(_("{path}: finals in pods can’t be simulated."), path=f"{path}.finals")
    return cut, table
