"""Who is placed where: the champion, and those who are out, by round and seed."""

from .bracket import seed_of


def placed(bracket):
    """((rank, player id), …) of those whose place is certain, best first.

    The champion is 1, the last match's loser 2; of those who go out in one round the better seed
    ranks higher (Pokémon tournament rules 5.5.8; so did 389 real top eights). While a round runs,
    those are left out whose place still depends on it.
    """
    table = bracket.table
    leaving = _leaving(table)
    waiting = [meeting for meeting in bracket.meetings if not meeting.decided]
    alive = {seed for meeting in waiting for side in (meeting.a, meeting.b) for seed in side.possible}
    lost_in = {m.loser: m.slot.round for m in bracket.meetings if m.decided}
    ranks = []
    if bracket.over:
        # The champion may have lost on the way and come back.
        ranks = [(1, bracket.meetings[-1].winner)]
        lost_in.pop(bracket.meetings[-1].winner, None)
    above = 1
    for number in range(table.rounds, 0, -1):
        out = sorted(seed for seed, last in lost_in.items() if last == number and seed not in alive)
        unsure = {seed for seed, last in lost_in.items() if last == number and seed in alive}
        for meeting in waiting:
            if meeting.slot.round == number:
                unsure.update(meeting.a.possible, meeting.b.possible)
        missing = leaving[number] - len(out)
        for better, seed in enumerate(out):
            if not missing or all(other > seed for other in unsure):
                ranks.append((above + better + 1, seed))
            elif all(other < seed for other in unsure):
                ranks.append((above + better + missing + 1, seed))
        above += leaving[number]
    return tuple((rank, bracket.player(seed)) for rank, seed in ranks)


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
