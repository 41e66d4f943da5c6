"""Rounds, the proof of their pairings, and their clocks."""

from dataclasses import dataclass

from .matches import MatchRecord

DRAFT, PUBLISHED, FINISHED = "draft", "published", "finished"
STATES = (DRAFT, PUBLISHED, FINISHED)

BOUND, EXACT, SEARCH = "bound", "exact search", "search"
PROOFS = (BOUND, EXACT, SEARCH)


@dataclass(frozen=True, slots=True)
class ProofRecord:
    """The cost of a round's pairings, and the proof that no others cost less.

    `rematches`: pairs that meet again; `pair_downs`: tables of several score groups; `gap`: Σ (gap in score
    groups)² over the pairs of a table; `by`: a lower bound that is met, an exact search, or a search that
    `weighed` so many exchanges of two players and found nothing better. `ahead`: it costs more than the best,
    so that the rounds to come can be paired. `apart`: pairs who share a club or household; None where nobody
    was kept apart.
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
    """The time of a round: running until `ends_at`, an ISO time, or paused with so many seconds `left`."""

    ends_at: str | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """Round `number` (1, 2, … in each phase): its tables in order, byes last.

    `sealed`: the SHA-256 of the seed that was public before the draw; empty for a seed typed by hand.
    `proof`: of the tables as they were drawn; None where nothing is proven, or people moved them since.
    `clock`: None until it is started.
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
