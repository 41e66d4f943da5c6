"""Final places: the champion, and eliminated players by round and seed."""

from tournaments.rules.history import UNPLAYED

from .odds.possible_places import seed_of
from .systems.registry import THIRD_PLACE

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
