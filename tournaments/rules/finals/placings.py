"""Who is placed where: the champion, and those who are out, by round and seed."""

from .bracket import seed_of
from .tables import THIRD_PLACE


def placed(bracket, shared=False):
    """((rank, player id), …) of those whose place is certain, best first.

    The champion is 1, the last match's loser 2; a match for third place decides 3 and 4. Of those who go
    out in one round the better seed ranks higher (Pokémon tournament rules 5.5.8; so did 389 real top
    eights), or all have the best of their places where that is `shared`. While a round runs, those are
    left out whose place still depends on it.
    """
    table = bracket.table.to_the_title
    leaving = _leaving(table)
    meetings = [meeting for meeting in bracket.meetings if meeting.slot.id != THIRD_PLACE]
    waiting = [meeting for meeting in meetings if not meeting.decided]
    alive = {seed for meeting in waiting for side in (meeting.a, meeting.b) for seed in side.possible}
    lost_in = {m.loser: m.slot.round for m in meetings if m.decided}
    ranks, above = [], 1
    champion = meetings[-1].winner
    if champion:
        # They may have lost on the way and come back.
        ranks = [(1, champion)]
        lost_in.pop(champion, None)
    third = bracket.by_slot.get(THIRD_PLACE)
    if third:
        for side in (third.a, third.b):
            lost_in.pop(side.seed, None)
    for number in range(table.rounds, 0, -1):
        if third and number == third.slot.round - 1:
            ranks += [(above + 1, third.winner), (above + 2, third.loser)] if third.decided else []
            above += 2
            leaving[number] -= 2
        ranks += _out(number, lost_in, alive, waiting, above, leaving[number], shared)
        above += leaving[number]
    return tuple((rank, bracket.player(seed)) for rank, seed in ranks)


def _out(number, lost_in, alive, waiting, above, leaving, shared):
    """(rank, seed) of those who went out in a round, in which `leaving` do; `above` are placed before."""
    out = sorted(seed for seed, last in lost_in.items() if last == number and seed not in alive)
    if shared:
        return [(above + 1, seed) for seed in out]
    unsure = {seed for seed, last in lost_in.items() if last == number and seed in alive}
    for meeting in waiting:
        if meeting.slot.round == number:
            unsure.update(meeting.a.possible, meeting.b.possible)
    missing, ranks = leaving - len(out), []
    for better, seed in enumerate(out):
        if not missing or all(other > seed for other in unsure):
            ranks.append((above + better + 1, seed))
        elif all(other < seed for other in unsure):
            ranks.append((above + better + missing + 1, seed))
    return ranks


def _leaving(table):
    """{round: how many play their last match in it and are out}: the same however the matches end."""
    winners, losers, last = {}, {}, {}
    for slot in table.matches:
        pair = sorted(seed_of(text, winners, losers) for text in (slot.a, slot.b))
        winners[slot.id], losers[slot.id] = pair
        last |= dict.fromkeys(pair, slot.round)
    del last[winners[table.matches[-1].id]]
    played_last = list(last.values())
    return {number: played_last.count(number) for number in range(1, table.rounds + 1)}
