"""The settings of a phase: its rulebook's defaults with the organiser's changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from ..errors import RuleViolation, _
from ..finals_systems.custom import parse_system
from ..finals_systems.registry import check_finals
from ..pairing.field import MAX_POOLS
from ..pairing.pods.objectives import THREES
from ..prizes.table import PrizeTable, table_of
from ..results.betting import Betting, changed_betting
from ..terms import LOSS
from ..tiebreakers import TIEBREAKERS
from . import fields
from .fields import (
    BY_SEED,
    DRAFT_CHECKS,
    FINALS_CHECKS,
    INSIDE_SWISS,
    LOWEST,
    ON_SITE_CHECKS,
    OPPONENTS_BYE,
    PAIRING_CHECKS,
    RANDOM,
    STANDING,
    Percentages,
    changed_percentages,
    flag,
    known_keys,
    number,
    whole,
    whole_from,
)
from .fields import PLAYERS as PLAYERS_REPORT
from .fields import best_of as check_best_of

MAX_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class StandingsColumn:
    """A tiebreaker in the standings with its options, such as the floor of `win_loss_sum`."""

    key: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a phase is played and ranked.

    Standings: `points` always has win, draw, loss and bye, and may have scores by games (`2-1`); `columns`
    are the tiebreakers after `first_column`; `vp_table` has rows of (difference of victory points up to, the
    winner's share of 20); `soft_in_tp` adds soft scores to the column `tp`; `dummy_capped` caps own unplayed
    rounds in Buchholz (FIDE 2026); `carry` counts the points, records and opponents of earlier phases, whom
    `meet_again` allows to meet again; `hidden_standings` hides results, points and ranks from players until
    the last round is over; `chances` shows players their chances to make the cut.
    Pairing: `rounds` is None for the number that `rounds_by_size` suggests, in rows of (up to so many
    players, rounds); `apart` is {club or household: number of first rounds,
    or ALWAYS}; `apart_after_gaps` puts smaller score gaps before that; `bye_to` is LOWEST or RANDOM;
    `pod_sizes` decides about players left over by pods of four; `band` points make one score group;
    `late_entry` is the worth of each missed round for a late entry; `double` and `pools`: round robins.
    Finals: `third_place` match; `best_of_rounds` is {round as text: games}; `places` of players eliminated in
    one round; `after_cut` decides about players who leave.
    Pods: `betting`, None if results are worth `points`; `eliminated_draws`: players who were out before the
    rest drew have drawn, too. Drafts: `draft_packs` of `draft_cards` cards, `draft_minutes` to build a deck.
    On site: a round lasts `minutes`, 0 without a timer; after `report_minutes` a single report of a player
    is confirmed, 0 for never.
    """

    rulebook: Any
    rounds: int | None
    best_of: int
    points: Mapping[str, float]
    first_column: str
    columns: tuple[StandingsColumn, ...]
    percentages: Percentages
    rounds_by_size: tuple[tuple[float, int], ...]
    pairing: str = RANDOM
    first_round_pairing: str = RANDOM
    last_round_pairing: str = RANDOM
    pod_sizes: str = THREES
    cut: dict | None = None
    finals: str | None = None
    vp_table: tuple[tuple[int, float], ...] | None = None
    soft_in_tp: bool = False
    dummy_capped: bool = False
    double: bool = False
    apart: Mapping[str, int | str] = field(default_factory=dict)
    apart_after_gaps: bool = False
    bye_to: str = LOWEST
    band: float | None = None
    late_entry: str = LOSS
    first_seat: str = STANDING
    prizes: PrizeTable | None = None
    carry: bool = False
    meet_again: bool = False
    pools: int = 1
    draft_pods: str = RANDOM
    draft_inside: str = INSIDE_SWISS
    draft_packs: int = 3
    draft_cards: int = 15
    draft_minutes: int = 25
    third_place: bool = False
    best_of_rounds: Mapping[str, int] = field(default_factory=dict)
    places: str = BY_SEED
    after_cut: str = OPPONENTS_BYE
    betting: Betting | None = None
    eliminated_draws: bool = False
    hidden_standings: bool = False
    chances: bool = True
    minutes: int = 0
    reporting: str = PLAYERS_REPORT
    report_minutes: int = 0

    def best_of_in(self, round_number):
        """Return the number of games that a match of this round of the phase is the best of."""
        return self.best_of_rounds.get(str(round_number), self.best_of)

    @property
    def keys(self):
        """The keys of all columns that the phase ranks by, in order."""
        return (self.first_column, *(column.key for column in self.columns))


def merge(rulebook, overrides, path):
    """Return the rulebook's Settings with overrides; RuleViolation with the path of an invalid value."""
    if rulebook.first_column not in TIEBREAKERS:
        words = _("{path}: the rulebook {key} has no tiebreakers to rank by.")
        raise RuleViolation(words, path=path, key=rulebook.key)
    known_keys(overrides, path, tuple(CHECKS))
    checked = {key: CHECKS[key](value, f"{path}.{key}", rulebook) for key, value in overrides.items()}
    defaults = {
        "rounds": None,
        "rounds_by_size": rulebook.rounds,
        "best_of": rulebook.best_of,
        "points": dict(rulebook.points),
        "columns": columns_of(rulebook, rulebook.tiebreakers, "tiebreakers"),
        "percentages": rulebook.percentages,
        "vp_table": fields.VP_TABLES.get(rulebook.vp_table),
        "late_entry": rulebook.late_entry,
        "first_seat": rulebook.first_seat,
        "band": rulebook.band,
        "betting": rulebook.betting,
        "hidden_standings": rulebook.hidden_standings,
        "minutes": rulebook.minutes,
    }
    if "tiebreakers" in checked:
        checked["columns"] = checked.pop("tiebreakers")
    return Settings(rulebook=rulebook, first_column=rulebook.first_column, **(defaults | checked))


def columns_of(rulebook, tiebreakers, path):
    """Return the StandingsColumns of a list of keys, or of objects with a key and options."""
    if not isinstance(tiebreakers, list | tuple):
        raise RuleViolation(_("{path}: must be a list of tiebreaker keys."), path=path)
    explicit = {}
    for position, item in enumerate(tiebreakers):
        where = f"{path}[{position}]"
        key, options = _read_tiebreaker(item, where)
        if key in explicit or key == rulebook.first_column:
            raise RuleViolation(_("{path}: the column {key} is listed twice."), path=where, key=key)
        explicit[key] = options
    from_rulebook = dict(_read_tiebreaker(item, path) for item in rulebook.tiebreakers)
    return tuple(StandingsColumn(key, _options(key, explicit, from_rulebook)) for key in explicit)


def _read_tiebreaker(item, path):
    """Return the key and the options of one entry of `tiebreakers`."""
    entry = {"key": item} if isinstance(item, str) else item
    if not isinstance(entry, Mapping) or not isinstance(entry.get("key"), str):
        raise RuleViolation(_("{path}: must be a tiebreaker key, or an object with one."), path=path)
    key = entry["key"]
    if key not in TIEBREAKERS:
        words = _("{path}: unknown tiebreaker {key}. Known tiebreakers: {known}.")
        raise RuleViolation(words, path=path, key=key, known=", ".join(TIEBREAKERS))
    known_keys(dict(entry), path, ("key", *TIEBREAKERS[key].options))
    options = {name: value for name, value in entry.items() if name != "key"}
    for name, value in options.items():
        if value is not None:
            number(value, f"{path}.{name}")
    return key, options


def _options(key, explicit, from_rulebook):
    """Return options: explicit, else the rulebook's, else inherited from `takes_after`, else the default."""
    entry = TIEBREAKERS[key]
    options = dict(entry.options)
    if entry.takes_after:
        options |= _options(entry.takes_after, explicit, from_rulebook)
    return options | from_rulebook.get(key, {}) | explicit.get(key, {})


def _finals(value, path):
    if not isinstance(value, str | Mapping):
        raise RuleViolation(_("{path}: must be the key of a finals system, or a custom bracket."), path=path)
    try:
        parse_system(value, path) if isinstance(value, Mapping) else check_finals(value)
    except RuleViolation as error:
        if "path" in error.params:
            raise
        raise RuleViolation("{path}: " + error.template, path=path, **error.params) from error
    return value


def rounds_by_size(value, path):
    """Return rows of (largest number of players, rounds); the last row is for all larger fields."""
    words = _(
        "{path}: must be rows of a number of players and of rounds, such as [8, 3]; the last: [null, 5]."
    )
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MAX_ROUNDS:
        raise RuleViolation(words, path=path)
    rows, least = [], 1
    for position, row in enumerate(value):
        where = f"{path}[{position}]"
        if (
            not isinstance(row, list | tuple)
            or len(row) != 2
            or (row[0] is None) != (position == len(value) - 1)
        ):
            raise RuleViolation(words, path=where)
        least = inf if row[0] is None else whole(row[0], where, least + 1)
        rows.append((least, whole(row[1], where, 1, MAX_ROUNDS)))
    return tuple(rows)


def _without_rulebook(check):
    return lambda value, path, rulebook: check(value, path)


CHECKS = {
    "points": fields.points,
    "tiebreakers": lambda value, path, rulebook: columns_of(rulebook, value, path),
    "percentages": lambda value, path, rulebook: changed_percentages(rulebook.percentages, value, path),
    "betting": lambda value, path, rulebook: changed_betting(rulebook.betting, value, path),
} | {
    key: _without_rulebook(check)
    for key, check in {
        "rounds": whole_from(1, MAX_ROUNDS),
        "rounds_by_size": rounds_by_size,
        "best_of": check_best_of,
        **PAIRING_CHECKS,
        **DRAFT_CHECKS,
        **FINALS_CHECKS,
        **ON_SITE_CHECKS,
        "cut": fields.check,
        "finals": _finals,
        "prizes": table_of,
        "vp_table": fields.vp_table,
        "pools": whole_from(1, MAX_POOLS),
        **dict.fromkeys(("soft_in_tp", "dummy_capped", "double", "carry", "meet_again"), flag),
        **dict.fromkeys(("eliminated_draws", "hidden_standings", "chances"), flag),
    }.items()
}
