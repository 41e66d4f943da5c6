"""A slow reference for odds: plays every combination of results one by one."""

from fractions import Fraction
from itertools import combinations

from tournaments.rules.finals.odds.exact import Odds
from tournaments.rules.finals.odds.places import seed_of
from tournaments.rules.finals_systems.system import source


def by_rate(rate):
    """Return the function for a seed's chance in a match, by the win rate of the better of two neighbours."""

    def chance(winner, *others):
        seats = sorted((winner, *others))
        if not rate:
            return Fraction(winner == seats[-1])
        worth = [Fraction(1)]
        for _seat in others:
            worth.append(worth[-1] * (1 - rate) / rate)
        return worth[seats.index(winner)] / sum(worth)

    return chance


def enumerate_odds(table, chance, results=(), seated=()):
    """Return the Odds; `chance(a, b, …)` is seed a's against the others, the rest as for `exact_odds`."""
    results, seated = dict(results), dict(seated)
    seeds = range(1, table.size + 1)
    win = dict.fromkeys(seeds, Fraction(0))
    rounds = {seed: dict.fromkeys(range(1, table.rounds + 1), Fraction(0)) for seed in seeds}
    again, spoilt, finals, prefixes = {}, {}, set(), set()
    for weight, played in _ways(table, chance, results, seated):
        win[played[-1][2]] += weight
        met, before, clean = set(), (), True
        for slot, seats, winner in played:
            pairs = {frozenset(pair) for pair in combinations(seats, 2)}
            if slot.reset_of is None and met & pairs:
                if before not in prefixes:
                    again[slot.id] = again.get(slot.id, 0) + 1
                if slot.id not in results and clean:
                    spoilt[slot.round] = spoilt.get(slot.round, 0) + weight
                    clean = False
            prefixes.add(before)
            before += ((slot.id, winner),)
            met |= pairs
            for seed in seats:
                rounds[seed][slot.round] += weight
            if slot == table.final:
                finals |= pairs
    impossible = tuple(pair for pair in combinations(seeds, 2) if frozenset(pair) not in finals)
    count = sum(number for slot, number in again.items() if slot != table.final.id)
    return Odds(win, rounds, impossible, count, min(spoilt.items(), default=None))


def _ways(table, chance, results, seated):
    """Yield (chance, ((slot, its seeds, the winner), …)) of each combination of results."""

    def play(index, weight, winners, losers, played):
        if index == len(table.matches):
            yield weight, played
            return
        slot = table.matches[index]
        sides = tuple(_side(text, winners, losers, table, results, seated) for text in slot.sides)
        seats = results.get(slot.id) or seated.get(slot.id, sides)
        if set(seats) == set(sides):
            # In the table's order, by which a deciding match is needed or not.
            seats = sides
        if slot.reset_of and winners[slot.reset_of] == {s.id: p[0] for s, p, _ in played}[slot.reset_of]:
            yield from play(index + 1, weight, winners | {slot.id: winners[slot.reset_of]}, losers, played)
            return
        ends = [(winner, *(seed for seed in seats if seed != winner)) for winner in seats]
        ends = [(end, chance(*end)) for end in ends]
        if slot.id in results:
            ends = [(results[slot.id], 1)]
        for (winner, *others), share in ends:
            yield from play(
                index + 1,
                weight * share,
                winners | {slot.id: winner},
                losers | {slot.id: others[0]},
                (*played, (slot, seats, winner)),
            )

    return play(0, Fraction(1), {}, {}, ())


def _side(text, winners, losers, table, results, seated):
    """Return the seed of a side; of two winners the one not chosen is not in the chooser's match."""
    read = source(text)
    if read.kind == "REST":
        chooser = next(slot.id for slot in table.matches if slot.sides[1] == f"CALL:{','.join(read.of)}")
        called = {*results.get(chooser, ()), *seated.get(chooser, ())}
        rest = [winners[slot] for slot in read.of if winners[slot] not in called]
        if len(rest) == 1:
            return rest[0]
    return seed_of(text, winners, losers)
