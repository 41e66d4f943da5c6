"""A phase of an event: rounds whose tables are formed in one way."""

from dataclasses import dataclass, field

from ..terms import BRACKET, SWISS
from .rounds import RoundRecord


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """A phase of the event.

    `settings` holds only the differences from the rulebook, in the event file's format.
    `entrants` are player ids in seed order; None until the phase has begun.
    `pods` are the drawn pods of a draft: player ids in seat order. `pods_seed` and `pods_sealed` belong to
    that draw, like `seed` and `sealed` of a round; empty for pods made by hand. `build_until` is the ISO time
    when deck building ends, once it has been started.
    """

    kind: str = SWISS
    name: str = ""
    settings: dict = field(default_factory=dict)
    entrants: tuple[str, ...] | None = None
    rounds: tuple[RoundRecord, ...] = ()
    pods: tuple[tuple[str, ...], ...] = ()
    pods_seed: str = ""
    pods_sealed: str = ""
    build_until: str | None = None

    @property
    def begun(self):
        """True once a round or the pods of a draft are drawn."""
        return bool(self.rounds or self.pods)

    @property
    def must_be_won(self):
        """True if each match needs a winner: in finals, and in brackets of a draft's pods."""
        return BRACKET in (self.kind, self.settings.get("draft_inside"))

    @property
    def open_round(self) -> RoundRecord | None:
        """The first unfinished round; in finals, later ones may be open too."""
        return next((round_ for round_ in self.rounds if not round_.finished), None)

    @property
    def current_round(self) -> RoundRecord | None:
        """The open round, else the last one; None before the first."""
        return self.open_round or (self.rounds[-1] if self.rounds else None)

    def find_round(self, number) -> RoundRecord | None:
        return next((round_ for round_ in self.rounds if round_.number == number), None)
