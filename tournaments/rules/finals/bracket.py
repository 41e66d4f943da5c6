"""What a finals table says so far: who meets whom, and who still can."""

from dataclasses import dataclass
from functools import cached_property

from tournaments.rules.history import NOTHING, Match

from .system import Slot, source
from .tables import Finals
from .words import Words


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

    A deciding match that is not needed is decided, without a match, as the one that it would follow.
    """

    slot: Slot
    a: Side
    b: Side
    match: Match | None
    winner: int | None
    loser: int | None

    @property
    def decided(self):
        return self.winner is not None

    @property
    def known(self):
        """Whether both sides are certain."""
        return self.a.seed is not None and self.b.seed is not None

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
        """{slot id: (winner's seed, loser's seed)} of the decided matches."""
        return {m.slot.id: (m.winner, m.loser) for m in self.meetings if m.decided and m.needed}

    @property
    def seated(self):
        """{slot id: (first side's seed, second side's)} of the made matches."""
        return {m.slot.id: (m.a.seed, m.b.seed) for m in self.meetings if m.match}

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
        """Meetings whose sides are both certain and that are not decided."""
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
        for side in (meeting.a, meeting.b):
            read = source(side.source)
            if side.seed is None and read.kind in ("CALL", "REST"):
                fed = [self.meeting(slot) for slot in read.of]
                if all(one.decided for one in fed):
                    seeds.append(sorted(one.winner for one in fed)[read.k - 1])
            elif side.seed is not None:
                seeds.append(side.seed)
        return tuple(seeds) if len(seeds) == 2 else None

    def ranks(self, group):
        """Sides of all ranks of a Source `RW` or `RL`, best first: who is 1st, 2nd … of them. Of `CALL`
        who is called and who is not."""
        if group.kind == "CALL":
            texts = [f"{kind}:{','.join(group.of)}" for kind in ("CALL", "REST")]
            return tuple(
                next(s for m in self.meetings for s in (m.a, m.b) if s.source == text) for text in texts
            )
        comes = []
        for slot_id in group.of:
            meeting = self.meeting(slot_id)
            sure = meeting.winner if group.winners else meeting.loser
            comes.append({sure} if sure else {*meeting.a.possible, *meeting.b.possible})
        sources = [f"{group.kind}:{','.join(group.of)}:{k}" for k in range(1, len(comes) + 1)]
        return tuple(
            _side(self.table, self.entrants, text, _ranked(comes, k)) for k, text in enumerate(sources, 1)
        )

    def player(self, seed):
        """Player id of a seed; None before the entrants are known."""
        return self.entrants[seed - 1] if seed and seed <= len(self.entrants) else None


def bracket(table, entrants, results, matches=NOTHING):
    """The Bracket of a table.

    `results`: {slot id: (winner's player id, loser's player id)}; `matches`: {slot id: Match} as made.
    A made match's sides are its seats; any other's follow from the results. No entrants: seeds alone.
    """
    seeds = {player: seed for seed, player in enumerate(entrants, 1)}
    decided = {slot: (seeds[winner], seeds[loser]) for slot, (winner, loser) in results.items()}
    seated = {
        slot: tuple(frozenset((seeds[seat.player],)) for seat in match.seats)
        for slot, match in matches.items()
    }
    possible = possible_sides(table, decided, seated)
    decided |= _spared(table, decided, possible)
    meetings = []
    for slot in table.matches:
        a, b = (
            _side(table, entrants, text, found)
            for text, found in zip((slot.a, slot.b), possible[slot.id], strict=True)
        )
        meetings.append(Meeting(slot, a, b, matches.get(slot.id), *decided.get(slot.id, (None, None))))
    return Bracket(table, tuple(entrants), tuple(meetings))


def possible_sides(table, decided, seated=NOTHING):
    """{slot id: (seeds that can be its first side, its second)} as frozensets.

    `decided`: {slot id: (winner's seed, loser's seed)}. A rank is certain as soon as every way in
    which the other matches can end gives the same seed; who is called is as soon as the match is made.
    """
    seated = {slot: tuple(frozenset((seed,)) for seed in pair) for slot, pair in decided.items()} | seated
    sides, winners, losers, called = {}, {}, {}, {}
    for slot in table.matches:
        pair = tuple(_possible(read, winners, losers, called) for read in slot.reads)
        if slot.id in seated:
            pair = _as_in_table(seated[slot.id], pair)
            called |= {
                read.of: side for read, side in zip(slot.reads, pair, strict=True) if read.kind == "CALL"
            }
        sides[slot.id] = pair
        won, lost = decided.get(slot.id, (None, None))
        either = pair[0] | pair[1]
        winners[slot.id] = frozenset((won,)) if won else either
        losers[slot.id] = frozenset((lost,)) if lost else either
    return sides


def _possible(read, winners, losers, called):
    if read.kind == "S":
        return frozenset((read.k,))
    come = winners if read.winners else losers
    if read.kind in ("CALL", "REST"):
        return frozenset().union(*(come[slot] for slot in read.of)) - called.get(read.of, frozenset())
    return _ranked([come[slot] for slot in read.of], read.k)


def _spared(table, decided, possible):
    """Deciding matches that need not be played, as if they had ended like those that they would follow."""
    return {
        slot.id: decided[slot.reset_of]
        for slot in table.matches
        if slot.reset_of in decided and possible[slot.reset_of][0] == {decided[slot.reset_of][0]}
    }


def _as_in_table(seated, pair):
    """The two who sit there, in the order of the table's sides whichever seat they took."""
    first, second = seated
    return (second, first) if first <= pair[1] and second <= pair[0] else seated


def _ranked(sets, k):
    """Seeds that can be the k-th best when one seed comes out of each of the sets."""
    if len(sets) == 1:
        return sets[0]
    found = set()
    for index, own in enumerate(sets):
        others = sets[:index] + sets[index + 1 :]
        for seed in own:
            surely = sum(max(other) < seed for other in others)
            perhaps = sum(min(other) < seed for other in others)
            if surely < k <= perhaps + 1:
                found.add(seed)
    return frozenset(found)


def seed_of(text, winners, losers):
    """The seed that a side's source gives, where {slot id: seed} says who won and who lost."""
    read = source(text)
    if read.kind == "S":
        return read.k
    come = winners if read.winners else losers
    return sorted(come[slot] for slot in read.of)[read.k - 1]


def _side(table, entrants, text, possible):
    seed = next(iter(possible)) if len(possible) == 1 else None
    player = entrants[seed - 1] if seed and seed <= len(entrants) else None
    return Side(text, seed, player, tuple(sorted(possible)), table.side_words(text))
