"""The state of a finals table: its matches, and which players can still reach them."""

from dataclasses import dataclass
from functools import cached_property

from tournaments.rules.history import NOTHING, MatchRecord

from .labels import Label
from .odds.possible_places import possible_at_rank, possible_sides
from .system import Slot, source
from .systems.registry import Finals


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match: `player` and `seed` once they are certain.

    `possible` are the seeds that can still reach it, best first; `label` describes it until then.
    """

    source: str
    seed: int | None
    player: str | None
    possible: tuple[int, ...]
    label: Label


@dataclass(frozen=True, slots=True)
class Meeting:
    """The state of a slot: its sides, the match once it is made, the winner and losers once decided.

    `losers` are seeds; a player who had left before a pod started comes last. A deciding match that is not
    needed counts as decided, without a match, like the match before it.
    """

    slot: Slot
    sides: tuple[BracketSide, ...]
    match: MatchRecord | None
    winner: int | None = None
    losers: tuple[int, ...] = ()

    @property
    def is_decided(self):
        return self.winner is not None

    @property
    def seeds(self):
        """Seeds of the sides in order; None for an open side."""
        return tuple(side.seed for side in self.sides)

    @property
    def possible(self):
        """The seeds that can still reach any side."""
        return {seed for side in self.sides for seed in side.possible}

    @property
    def is_certain(self):
        """True if the seeds of all sides are certain."""
        return None not in self.seeds

    @property
    def is_needed(self):
        """False only for a deciding match that will not be played."""
        return not (self.slot.reset_of and self.is_decided and self.match is None)


@dataclass(frozen=True)
class Bracket:
    """A finals table with its entrants (player ids in seed order) and the state of its matches."""

    table: Finals
    entrants: tuple[str, ...]
    meetings: tuple[Meeting, ...]

    @property
    def results(self):
        """{slot id: (winner's seed, losers' seeds)} of the decided matches."""
        return {m.slot.id: (m.winner, *m.losers) for m in self.meetings if m.is_decided and m.is_needed}

    @property
    def seated(self):
        """{slot id: seeds in the order of its sides} of the made matches, without players who had left."""
        return {
            m.slot.id: tuple(side.seed for side in m.sides if side.player in m.match.players)
            for m in self.meetings
            if m.match
        }

    @property
    def is_over(self):
        return all(meeting.is_decided for meeting in self.meetings)

    @property
    def champion(self):
        """The winner's player id; None until the last match is decided."""
        return self.player(self.meetings[-1].winner)

    @property
    def ready_meetings(self):
        """Undecided meetings whose sides are all certain."""
        return tuple(m for m in self.meetings if m.is_certain and not m.is_decided)

    def round(self, number):
        """Return the meetings of a round, in the table's order."""
        return tuple(m for m in self.meetings if m.slot.round == number)

    @cached_property
    def by_slot(self):
        return {meeting.slot.id: meeting for meeting in self.meetings}

    def meeting(self, slot_id):
        return self.by_slot[slot_id]

    def player(self, seed):
        """Return the player id of a seed; None before the entrants are known."""
        return self.entrants[seed - 1] if seed and seed <= len(self.entrants) else None

    def seeds_to_pair(self, meeting):
        """Return the seeds of a meeting, with default choices of opponents; None while a side is open."""
        seeds = tuple(side.seed or self._default_choice(source(side.source)) for side in meeting.sides)
        return seeds if all(seeds) else None

    def _default_choice(self, read):
        """Return the seed of a side that waits for a choice, if the worst-seeded opponent is chosen."""
        if read.kind not in ("CALL", "REST"):
            return None
        winners = [self.meeting(slot).winner for slot in read.of]
        return sorted(winners)[read.k - 1] if all(winners) else None

    def rank_sides(self, group):
        """Return the sides of all ranks of an `RW` or `RL` source, best first.

        For a `CALL` source: the chosen side and the other one.
        """
        ids = ",".join(group.of)
        if group.kind == "CALL":
            sides = {side.source: side for meeting in self.meetings for side in meeting.sides}
            return sides[f"CALL:{ids}"], sides[f"REST:{ids}"]
        possible = [self._possible_ends(self.meeting(slot), group.winners) for slot in group.of]
        return tuple(
            _side(self.table, self.entrants, f"{group.kind}:{ids}:{k}", possible_at_rank(possible, k))
            for k in range(1, len(possible) + 1)
        )

    @staticmethod
    def _possible_ends(meeting, is_winner):
        """Return the seeds that can win (or lose) a match."""
        if not meeting.is_decided:
            return meeting.possible
        return {meeting.winner} if is_winner else set(meeting.losers)


def build_bracket(table, entrants, results, matches=NOTHING):
    """Return the Bracket of a table.

    `results`: {slot id: (winner's player id, losers' player ids)}; `matches`: {slot id: made MatchRecord}.
    The sides of a made match are its seats, others follow from the results. Without entrants only seeds.
    """
    seeds = {player: seed for seed, player in enumerate(entrants, 1)}
    decided = {slot: tuple(seeds[player] for player in ends) for slot, ends in results.items()}
    seated = {
        slot: tuple(frozenset((seeds[seat.player],)) for seat in match.seats)
        for slot, match in matches.items()
    }
    possible = possible_sides(table, decided, seated)
    # A deciding match that need not be played has the result of the match before it.
    decided |= {
        slot.id: decided[slot.reset_of]
        for slot in table.matches
        if slot.reset_of in decided and possible[slot.reset_of][0] == {decided[slot.reset_of][0]}
    }
    meetings = []
    for slot in table.matches:
        sides = tuple(
            _side(table, entrants, text, side)
            for text, side in zip(slot.sides, possible[slot.id], strict=True)
        )
        winner, *losers = decided.get(slot.id, (None,))
        if winner:
            losers += [side.seed for side in sides if side.seed not in (None, winner, *losers)]
        meetings.append(Meeting(slot, sides, matches.get(slot.id), winner, tuple(losers)))
    return Bracket(table, tuple(entrants), tuple(meetings))


def _side(table, entrants, text, possible):
    seed = next(iter(possible)) if len(possible) == 1 else None
    player = entrants[seed - 1] if seed and seed <= len(entrants) else None
    return BracketSide(text, seed, player, tuple(sorted(possible)), table.side_label(text))
