"""The state of a finals table: its matches, and which players can still reach them."""

from dataclasses import dataclass
from functools import cached_property

from tournaments.rules.history import NOTHING, MatchRecord

from .labels import Label
from .odds.possible_places import possible_sides, ranked
from .system import Slot, source
from .systems.registry import Finals


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match: `player` and `seed` once they are certain.

    `possible` are the seeds that can still reach it, best first; `words` describe it until then.
    """

    source: str
    seed: int | None
    player: str | None
    possible: tuple[int, ...]
    words: Label


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
    def decided(self):
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
    def known(self):
        """Whether all sides are certain."""
        return None not in self.seeds

    @property
    def needed(self):
        """Whether it has been or may still be played."""
        return not (self.slot.reset_of and self.decided and self.match is None)


@dataclass(frozen=True)
class Bracket:
    """A finals table with its entrants (player ids in seed order) and the state of its matches."""

    table: Finals
    entrants: tuple[str, ...]
    meetings: tuple[Meeting, ...]

    @property
    def results(self):
        """{slot id: (winner's seed, losers' seeds)} of the decided matches."""
        return {m.slot.id: (m.winner, *m.losers) for m in self.meetings if m.decided and m.needed}

    @property
    def seated(self):
        """{slot id: seeds in the order of its sides} of the made matches, without players who had left."""
        return {
            m.slot.id: tuple(side.seed for side in m.sides if side.player in m.match.players)
            for m in self.meetings
            if m.match
        }

    @property
    def over(self):
        return all(meeting.decided for meeting in self.meetings)

    @property
    def champion(self):
        """The winner's player id; None until the last match is decided."""
        last = self.meetings[-1]
        return self.player(last.winner) if last.decided else None

    @property
    def ready(self):
        """Undecided meetings whose sides are all certain."""
        return tuple(m for m in self.meetings if m.known and not m.decided)

    def round(self, number):
        """Return the meetings of a round, in the table's order."""
        return tuple(m for m in self.meetings if m.slot.round == number)

    @cached_property
    def by_slot(self):
        return {meeting.slot.id: meeting for meeting in self.meetings}

    def meeting(self, slot_id):
        return self.by_slot[slot_id]

    def paired(self, meeting):
        """Return the seeds of a meeting, by default the worst-seeded opponent; None while a side is open."""
        seeds = []
        for side in meeting.sides:
            read = source(side.source)
            if side.seed is None and read.kind in ("CALL", "REST"):
                fed = [self.meeting(slot) for slot in read.of]
                if all(one.decided for one in fed):
                    seeds.append(sorted(one.winner for one in fed)[read.k - 1])
            elif side.seed is not None:
                seeds.append(side.seed)
        return tuple(seeds) if len(seeds) == len(meeting.sides) else None

    def ranks(self, group):
        """Return the sides of all ranks of an `RW` or `RL` source, best first; of `CALL` the chosen and the
        other side."""
        if group.kind == "CALL":
            texts = [f"{kind}:{','.join(group.of)}" for kind in ("CALL", "REST")]
            return tuple(
                next(s for m in self.meetings for s in m.sides if s.source == text) for text in texts
            )
        comes = []
        for slot_id in group.of:
            meeting = self.meeting(slot_id)
            sure = {meeting.winner} if group.winners else {*meeting.losers}
            comes.append(sure if meeting.decided else meeting.possible)
        sources = [f"{group.kind}:{','.join(group.of)}:{k}" for k in range(1, len(comes) + 1)]
        return tuple(
            _side(self.table, self.entrants, text, ranked(comes, k)) for k, text in enumerate(sources, 1)
        )

    def player(self, seed):
        """Return the player id of a seed; None before the entrants are known."""
        return self.entrants[seed - 1] if seed and seed <= len(self.entrants) else None


def bracket(table, entrants, results, matches=NOTHING):
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
    decided |= _unneeded(table, decided, possible)
    meetings = []
    for slot in table.matches:
        sides = tuple(
            _side(table, entrants, text, seeds_here)
            for text, seeds_here in zip(slot.sides, possible[slot.id], strict=True)
        )
        winner, *losers = decided.get(slot.id, (None,))
        if winner:
            losers += [side.seed for side in sides if side.seed not in (None, winner, *losers)]
        meetings.append(Meeting(slot, sides, matches.get(slot.id), winner, tuple(losers)))
    return Bracket(table, tuple(entrants), tuple(meetings))


def _unneeded(table, decided, possible):
    """Return results of deciding matches that need not be played, copied from the matches before them."""
    return {
        slot.id: decided[slot.reset_of]
        for slot in table.matches
        if slot.reset_of in decided and possible[slot.reset_of][0] == {decided[slot.reset_of][0]}
    }


def _side(table, entrants, text, possible):
    seed = next(iter(possible)) if len(possible) == 1 else None
    player = entrants[seed - 1] if seed and seed <= len(entrants) else None
    return BracketSide(text, seed, player, tuple(sorted(possible)), table.side_words(text))
