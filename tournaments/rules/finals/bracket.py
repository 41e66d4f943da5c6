"""What a finals table says so far: who meets whom, and who still can."""

from dataclasses import dataclass
from functools import cached_property

from tournaments.rules.history import NOTHING, MatchRecord

from .labels import Words
from .odds.possible_places import possible_sides, ranked
from .system import Slot, source
from .systems.registry import Finals


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: `player` and `seed` once they are certain.

    `possible` are the seeds that can still stand here, best first; `words` say it until then.
    """

    source: str
    seed: int | None
    player: str | None
    possible: tuple[int, ...]
    words: Words


@dataclass(frozen=True, slots=True)
class Meeting:
    """A slot of the table as it stands: its sides, the match once it is made, seeds once decided.

    `losers` by seed; who had left before a pod sat down is the last of them. A deciding match that is not
    needed is decided, without a match, as the one that it would follow.
    """

    slot: Slot
    sides: tuple[Side, ...]
    match: MatchRecord | None
    winner: int | None = None
    losers: tuple[int, ...] = ()

    @property
    def decided(self):
        return self.winner is not None

    @property
    def seeds(self):
        """Of its sides, in their order; None for one that is open."""
        return tuple(side.seed for side in self.sides)

    @property
    def possible(self):
        """The seeds that can still stand on any of its sides."""
        return {seed for side in self.sides for seed in side.possible}

    @property
    def known(self):
        """Whether all sides are certain."""
        return None not in self.seeds

    @property
    def needed(self):
        """Whether it is or may yet be played."""
        return not (self.slot.reset_of and self.decided and self.match is None)


@dataclass(frozen=True)
class Bracket:
    """A finals table with its entrants (player ids in seed order) and what has been decided."""

    table: Finals
    entrants: tuple[str, ...]
    meetings: tuple[Meeting, ...]

    @property
    def results(self):
        """{slot id: (winner's seed, losers' seeds)} of the decided matches."""
        return {m.slot.id: (m.winner, *m.losers) for m in self.meetings if m.decided and m.needed}

    @property
    def seated(self):
        """{slot id: seeds in the order of its sides} of the made matches; without who had left before."""
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
        """The winner's player id, None until the last match is decided."""
        last = self.meetings[-1]
        return self.player(last.winner) if last.decided else None

    @property
    def ready(self):
        """Meetings whose sides are all certain and that are not decided."""
        return tuple(m for m in self.meetings if m.known and not m.decided)

    def round(self, number):
        """The meetings of a round, in the table's order."""
        return tuple(m for m in self.meetings if m.slot.round == number)

    @cached_property
    def by_slot(self):
        return {meeting.slot.id: meeting for meeting in self.meetings}

    def meeting(self, slot_id):
        return self.by_slot[slot_id]

    def paired(self, meeting):
        """The seeds of a meeting, or None while they are open; who is not called yet is so by default."""
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
        """Sides of all ranks of a Source `RW` or `RL`, best first: who is 1st, 2nd … of them. Of `CALL`
        who is called and who is not."""
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
        """Player id of a seed; None before the entrants are known."""
        return self.entrants[seed - 1] if seed and seed <= len(self.entrants) else None


def bracket(table, entrants, results, matches=NOTHING):
    """The Bracket of a table.

    `results`: {slot id: (winner's player id, losers' player ids)}; `matches`: {slot id: Match} as made.
    A made match's sides are its seats; any other's follow from the results. No entrants: seeds alone.
    """
    seeds = {player: seed for seed, player in enumerate(entrants, 1)}
    decided = {slot: tuple(seeds[player] for player in ends) for slot, ends in results.items()}
    seated = {
        slot: tuple(frozenset((seeds[seat.player],)) for seat in match.seats)
        for slot, match in matches.items()
    }
    possible = possible_sides(table, decided, seated)
    decided |= _spared(table, decided, possible)
    meetings = []
    for slot in table.matches:
        sides = tuple(
            _side(table, entrants, text, found)
            for text, found in zip(slot.sides, possible[slot.id], strict=True)
        )
        winner, *losers = decided.get(slot.id, (None,))
        if winner:
            losers += [side.seed for side in sides if side.seed not in (None, winner, *losers)]
        meetings.append(Meeting(slot, sides, matches.get(slot.id), winner, tuple(losers)))
    return Bracket(table, tuple(entrants), tuple(meetings))


def _spared(table, decided, possible):
    """Deciding matches that need not be played, as if they had ended like those that they would follow."""
    return {
        slot.id: decided[slot.reset_of]
        for slot in table.matches
        if slot.reset_of in decided and possible[slot.reset_of][0] == {decided[slot.reset_of][0]}
    }


def _side(table, entrants, text, possible):
    seed = next(iter(possible)) if len(possible) == 1 else None
    player = entrants[seed - 1] if seed and seed <= len(entrants) else None
    return Side(text, seed, player, tuple(sorted(possible)), table.side_words(text))
