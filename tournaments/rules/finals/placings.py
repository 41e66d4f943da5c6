"""Final places: the champion, and eliminated players by round and seed."""

from tournaments.rules.history import UNPLAYED

from .odds.possible_places import seed_of
from .systems.registry import THIRD_PLACE

# The place of absent players, behind all others of a pod.
ABSENT = 9


def placed(bracket, shared=False):
    """Return ((rank, player id), …) of players whose place is certain, best first.

    The champion is 1, the last match's loser 2; a match for third place decides 3 and 4. Among players
    eliminated in the same round the better seed ranks higher (Pokémon tournament rules 5.5.8; so did 389
    real top eights), or with `shared` all get the best of their places; players of pods rank by their
    places in them first, if all pods of the round have reported these. Players whose place depends on a
    running round are left out.
    """
    table = bracket.table.to_the_title
    leaving = _leaving(table)
    meetings = [meeting for meeting in bracket.meetings if meeting.slot.id != THIRD_PLACE]
    waiting = [meeting for meeting in meetings if not meeting.decided]
    alive = {seed for meeting in waiting for seed in meeting.possible}
    lost_in = {seed: m.slot.round for m in meetings for seed in m.losers}
    ranks, above = [], 1
    champion = meetings[-1].winner
    if champion:
        # The champion may have lost an earlier match.
        ranks = [(1, champion)]
        lost_in.pop(champion, None)
    third = bracket.by_slot.get(THIRD_PLACE)
    if third:
        for seed in third.seeds:
            lost_in.pop(seed, None)
    for number in range(table.rounds, 0, -1):
        if third and number == third.slot.round - 1:
            ranks += [(above + 1, third.winner), (above + 2, *third.losers)] if third.decided else []
            above += 2
            leaving[number] -= 2
        places = _places(bracket, [meeting for meeting in meetings if meeting.slot.round == number])
        ranks += _out(number, lost_in, alive, waiting, above, leaving[number], shared, places)
        above += leaving[number]
    return tuple((rank, bracket.player(seed)) for rank, seed in ranks)


def _places(bracket, meetings):
    """Return {seed: place} of the losers of a round's matches; {} without pods or if a place is missing."""
    places = {seed: _place(bracket, meeting, seed) for meeting in meetings for seed in meeting.losers}
    has_pods = any(meeting.slot.is_pod for meeting in meetings)
    return places if has_pods and None not in places.values() else {}


def _place(bracket, meeting, seed):
    """Return the place of a seed who lost a match; None if the pod's report lacks it."""
    if not meeting.slot.is_pod:
        return 2
    seats = {seat.player: seat for seat in meeting.match.seats} if meeting.match else {}
    seat = seats.get(bracket.player(seed))
    if meeting.match and (seat is None or (seat.place is None and seat.result in UNPLAYED)):
        return ABSENT
    return 2 if len(seats) == 2 else seat and seat.place


def _out(number, lost_in, alive, waiting, above, leaving, shared, places):
    """Return (rank, seed) of the players eliminated in a round; `leaving` in all, `above` better placed."""
    out = sorted(seed for seed, last in lost_in.items() if last == number and seed not in alive)
    if shared:
        return [(above + 1, seed) for seed in out]
    if places:
        # Other matches of the round may still change all ranks.
        ranked = sorted(out, key=places.get) if len(out) == leaving else ()
        return [(above + n, seed) for n, seed in enumerate(ranked, 1)]
    unsure = {seed for seed, last in lost_in.items() if last == number and seed in alive}
    for meeting in waiting:
        if meeting.slot.round == number:
            unsure |= meeting.possible
    missing, ranks = leaving - len(out), []
    for better, seed in enumerate(out):
        if not missing or all(other > seed for other in unsure):
            ranks.append((above + better + 1, seed))
        elif all(other < seed for other in unsure):
            ranks.append((above + better + missing + 1, seed))
    return ranks


def _leaving(table):
    """Return {round: how many players are eliminated in it}, which is the same for all results."""
    winners, losers, last = {}, {}, {}
    for slot in table.matches:
        seeds = sorted(seed_of(text, winners, losers) for text in slot.sides)
        winners[slot.id], losers[slot.id] = seeds[0], seeds[-1]
        last |= dict.fromkeys(seeds, slot.round)
    del last[winners[table.matches[-1].id]]
    played_last = list(last.values())
    return {number: played_last.count(number) for number in range(1, table.rounds + 1)}
