"""Rounds, matches and seats."""

from dataclasses import dataclass
from functools import cached_property

from ..errors import RuleViolation, _
from ..terms import FINISHED


@dataclass(frozen=True, slots=True)
class SeatReport:
    """A player's report of their table's result, in result notation, with its ISO time.

    `is_picked`: it comes from a phone that picked the name, not from the player's personal link.
    """

    result_text: str
    at: str
    is_picked: bool = False


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One player at a table and their reported result; all None = not reported.

    In a bye, `result` is `bye` (worth a bye), `draw` (a half-point bye) or `loss` (unpaired loss).
    `player_report` is the player's own report, which is not a result yet.
    """

    player: str
    games: int | None = None
    result: str | None = None
    place: int | None = None
    score: int | None = None
    secondary: int | None = None
    bonus: int | None = None
    points: float | None = None
    player_report: SeatReport | None = None

    @property
    def reported(self):
        return (self.games, self.result, self.place, self.score, self.points) != (None,) * 5


@dataclass(frozen=True)
class MatchRecord:
    """The seats of one table. A bye is a match of one seat without a table.

    `extra_minutes` is its time extension.
    """

    seats: tuple[SeatRecord, ...]
    table: int | None = None
    drawn_games: int = 0
    slot: str = ""
    extra_minutes: int = 0

    @cached_property
    def players(self):
        """The players' ids in seat order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def played(self):
        """True if it has a result and is not a bye."""
        return self.reported and not self.is_bye

    @property
    def is_bye(self):
        return len(self.seats) == 1

    @property
    def is_pod(self):
        """True if it has more than two seats."""
        return len(self.seats) > 2

    @cached_property
    def reported(self):
        return any(seat.reported for seat in self.seats)


@dataclass(frozen=True, slots=True)
class ProofRecord:
    """The cost of a round's pairings, and the proof that no others cost less.

    `rematches`: pairs that meet again; `pair_downs`: tables of several score groups; `gap`: Σ (gap in score
    groups)² over the pairs of a table; `by`: BOUND (it meets a lower bound), EXACT, or SEARCH, which tried
    `weighed` exchanges of two players and found no improvement. `ahead`: it costs more than the best, so that
    later rounds can be paired. `apart`: pairs who share a club or household; None if nobody was kept apart.
    """

    rematches: int
    pair_downs: int
    gap: int
    by: str
    ahead: bool = False
    apart: int | None = None
    weighed: int | None = None


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The timer of a round: running until `ends_at`, an ISO time, or paused with `left` seconds left."""

    ends_at: str | None = None
    left: int | None = None


@dataclass(frozen=True)
class RoundRecord:
    """Round `number` (1, 2, … in each phase): its tables in order, byes last.

    `sealed`: the SHA-256 of the seed, published before the draw; empty for a seed typed by hand.
    `proof` of the drawn tables: None without one, or after a manual change. `clock`: None before the start.
    """

    number: int
    state: str = FINISHED
    seed: str = ""
    matches: tuple[MatchRecord, ...] = ()
    sealed: str = ""
    proof: ProofRecord | None = None
    clock: RoundClock | None = None

    @property
    def finished(self):
        return self.state == FINISHED

    @cached_property
    def matches_by_player(self) -> dict[str, MatchRecord]:
        """Player id → match or bye."""
        return {player: match for match in self.matches for player in match.players}

    def find_match(self, table) -> MatchRecord | None:
        """Return the match at a table; None if it does not exist."""
        return next((match for match in self.matches if match.table == table and not match.is_bye), None)

    def match_at(self, table) -> MatchRecord:
        """Return the match at a table. RuleViolation if it does not exist."""
        match = self.find_match(table)
        if match is None:
            raise RuleViolation(
                _("There is no table {table} in round {round}."), table=table, round=self.number
            )
        return match

    def find_match_of(self, player_id) -> MatchRecord | None:
        """Return the player's match or bye; None if the player is not in the round."""
        return self.matches_by_player.get(player_id)
