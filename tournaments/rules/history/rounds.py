"""Rounds, the proof of their pairings, and their clocks."""

from dataclasses import dataclass

from ..errors import RuleViolation, _
from ..terms import FINISHED
from .matches import MatchRecord


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


@dataclass(frozen=True, slots=True)
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
        return next((match for match in self.matches if player_id in match.players), None)
