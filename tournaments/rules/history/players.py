"""A player of an event."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player of the event; rounds are counted over the whole event, 0 = before the first.

    `table` is the player's fixed table, if any. `byes` are requested or awarded in advance: round → `bye`,
    `draw` (half a point) or `loss`. `checked_in_at` is an ISO time. `order` is the position in the event's
    list of players.
    """

    id: str
    name: str
    club: str = ""
    rating: float | None = None
    seed: float | None = None
    joined_round: int = 1
    dropped_after: int | None = None
    disqualified: bool = False
    soft_score: float | None = None
    household: str = ""
    division: str = ""
    table: int | None = None
    byes: dict[int, str] = field(default_factory=dict)
    checked_in_at: str | None = None
    order: int = field(default=0, compare=False)

    @property
    def has_left(self):
        return self.disqualified or self.dropped_after is not None

    def plays_in(self, event_round):
        """Return whether the player takes part in that round of the event: to be paired, or for a bye."""
        late = self.joined_round > event_round and event_round not in self.byes
        if self.disqualified or late:
            return False
        return self.dropped_after is None or self.dropped_after >= event_round
