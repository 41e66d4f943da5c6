"""The state of a finals table: its matches, which players can still reach them, and final places."""

from dataclasses import dataclass
from functools import cached_property

from ..finals_systems.registry import THIRD_PLACE, Finals
from ..finals_systems.system import Label, Slot, source
from ..history import EMPTY_MAPPING, UNPLAYED, MatchRecord
from .odds.places import possible_at_rank, possible_sides, seed_of


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


def build_bracket(table, entrants, results, matches=EMPTY_MAPPING):
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


# The place of absent players, behind all others of a pod.
ABSENT_PLACE = 9


def final_places(bracket, shared=False):
    """Return ((rank, player id), …) of players whose place is certain, best first.

    The champion is 1, the last match's loser 2; a match for third place decides 3 and 4. Among players
    eliminated in the same round the better seed ranks higher (Pokémon tournament rules 5.5.8; so did 389
    real top eights), or with `shared` all get the best of their places; players of pods rank by their
    places in them first, if all pods of the round have reported these. Players whose place depends on a
    running round are left out.
    """
    table = bracket.table.to_the_title
    eliminated = _eliminated_by_round(table)
    meetings = [meeting for meeting in bracket.meetings if meeting.slot.id != THIRD_PLACE]
    open_meetings = [meeting for meeting in meetings if not meeting.is_decided]
    alive = {seed for meeting in open_meetings for seed in meeting.possible}
    # The champion may have lost an earlier match; a match for third place has its own ranks.
    champion, third = meetings[-1].winner, bracket.by_slot.get(THIRD_PLACE)
    excluded = {champion, *(third.seeds if third else ())}
    lost_in = {seed: m.slot.round for m in meetings for seed in m.losers if seed not in excluded}
    ranks, above = [(1, champion)] if champion else [], 1
    for number in range(table.rounds, 0, -1):
        if third and number == third.slot.round - 1:
            ranks += [(above + 1, third.winner), (above + 2, *third.losers)] if third.is_decided else []
            above += 2
            eliminated[number] -= 2
        lost = {seed for seed, last in lost_in.items() if last == number}
        out, uncertain = sorted(lost - alive), lost & alive
        places = _pod_places(bracket, [meeting for meeting in meetings if meeting.slot.round == number])
        if shared:
            ranks += [(above + 1, seed) for seed in out]
        elif places:
            # Other matches of the round may still change all ranks.
            is_complete = len(out) == eliminated[number]
            by_place = sorted(out, key=places.get) if is_complete else ()
            ranks += [(above + n, seed) for n, seed in enumerate(by_place, 1)]
        else:
            uncertain |= {s for m in open_meetings if m.slot.round == number for s in m.possible}
            certain = _certain_ranks(out, uncertain, eliminated[number])
            ranks += [(above + rank, seed) for rank, seed in certain]
        above += eliminated[number]
    return tuple((rank, bracket.player(seed)) for rank, seed in ranks)


def _certain_ranks(out, uncertain, count):
    """Return (rank, seed) of those of `out` whose rank by seed is certain among `count` eliminated players.

    The missing ones are some of the `uncertain` seeds.
    """
    missing, ranks = count - len(out), []
    for rank, seed in enumerate(out, 1):
        if not missing or all(other > seed for other in uncertain):
            ranks.append((rank, seed))
        elif all(other < seed for other in uncertain):
            ranks.append((rank + missing, seed))
    return ranks


def _pod_places(bracket, meetings):
    """Return {seed: place} of the losers of a round's matches; {} without pods or if a place is missing."""
    places = {seed: _place(bracket, meeting, seed) for meeting in meetings for seed in meeting.losers}
    has_pods = any(meeting.slot.is_pod for meeting in meetings)
    return places if has_pods and None not in places.values() else {}


def _place(bracket, meeting, seed):
    """Return the place of a seed who lost a match; None if the pod's report lacks it."""
    if not meeting.slot.is_pod:
        return 2
    if not meeting.match:
        return None
    seats = {seat.player: seat for seat in meeting.match.seats}
    seat = seats.get(bracket.player(seed))
    if seat is None or (seat.place is None and seat.result in UNPLAYED):
        return ABSENT_PLACE
    return 2 if len(seats) == 2 else seat.place


def _eliminated_by_round(table):
    """Return {round: how many players are eliminated in it}, which is the same for all results."""
    winners, losers, last_round = {}, {}, {}
    for slot in table.matches:
        seeds = sorted(seed_of(text, winners, losers) for text in slot.sides)
        winners[slot.id], losers[slot.id] = seeds[0], seeds[-1]
        last_round |= dict.fromkeys(seeds, slot.round)
    del last_round[winners[table.matches[-1].id]]
    rounds = list(last_round.values())
    return {number: rounds.count(number) for number in range(1, table.rounds + 1)}
