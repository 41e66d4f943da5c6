"""A phase of an event: rounds whose tables are formed in one way."""

from dataclasses import dataclass, field

from .rounds import RoundRecord

SWISS, ROUND_ROBIN, BRACKET, PODS, DRAFT_PODS = "swiss", "round_robin", "bracket", "pods", "draft"
KINDS = (SWISS, ROUND_ROBIN, BRACKET, PODS, DRAFT_PODS)
# Kinds whose rounds are paired from the standings, and allow manual changes and late entries.
DRAWN_KINDS = (SWISS, PODS, DRAFT_PODS)


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """A phase of the event.

    `settings` holds only what differs from the rulebook, in the event file's words.
    `entrants` are player ids in seed order; None until the phase has begun.
    `pods` are those of a draft, once they are drawn: player ids in the order of the seats; `pods_seed` and
    `pods_sealed` are of that draw as a round's are of its own, empty for pods made by hand. `build_until` is
    when deck building ends, an ISO time, once it has been started.
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
        """Whether a round or the pods of a draft are drawn."""
        return bool(self.rounds or self.pods)

    @property
    def must_be_won(self):
        """Whether each match needs a winner: in finals, and in brackets of a draft's pods."""
        return BRACKET in (self.kind, self.settings.get("draft_inside"))
