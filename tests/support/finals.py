"""Finals without a database: brackets, their matches and results."""

from dataclasses import replace
from string import ascii_letters

from tournaments.rules.finals import build_bracket, build_table, next_matches
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.rounds import progress

LETTERS = ascii_letters


def start_finals(key, size=8, **settings):
    """Return finals with a paired first round; player a is seed 1."""
    players = tuple(PlayerRecord(letter, letter.upper()) for letter in LETTERS[:size])
    phase = PhaseRecord("bracket", "Finals", {"finals": key, **settings}, tuple(LETTERS[:size]))
    return progress.next_round(EventHistory("Cup", "magic", players, (phase,)), "s").event


def win(event, slot, winner):
    """Return the event with this match won."""
    for round_ in event.phase(1).rounds:
        for match in round_.matches:
            if match.slot == slot:
                assert winner in match.players
                seats = tuple(SeatRecord(p, games=2 if p == winner else 0) for p in match.players)
                done = replace(match, seats=seats)
                return event.phase(1).with_match(round_.number, match.table, done).history
    raise AssertionError(f"{slot} is not made")


def win_all(event, slots, **winners):
    for slot in slots:
        better = made(event)[slot][0]
        event = win(event, slot, winners.get(slot.replace("-", "_"), better))
    return event


def made(event):
    return {m.slot: m.players for r in event.phase(1).rounds for m in r.matches}


def round_states(event):
    return [(r.number, r.state, len(r.matches)) for r in event.phase(1).rounds]


def play_to_the_call():
    event = win_all(start_finals("super_league8"), ["QPO1", "QPO2", "EPO1", "EPO2"])
    event = progress.next_round(event, "s").event
    return win_all(event, ["PSF1", "PSF2"])


def match_in(event, slot):
    return next((r.number, m) for r in event.phase(1).rounds for m in r.matches if m.slot == slot)


EIGHT = tuple("abcdefgh")


SWISS = PhaseRecord(name="Swiss", rounds=(RoundRecord(1),))


def finals_event(key="mcintyre8", entrants=EIGHT, rounds=(), players=EIGHT):
    finals = PhaseRecord("bracket", "Finals", {"cut": {"top": 8}, "finals": key}, entrants, tuple(rounds))
    return EventHistory(
        "Friday", "magic", tuple(PlayerRecord(p, p.upper()) for p in players), (SWISS, finals)
    )


def won_match(winner, loser, slot, table=1):
    return MatchRecord((SeatRecord(winner, 2), SeatRecord(loser, 1)), table, slot=slot)


QUALIFIERS = RoundRecord(
    1,
    matches=(
        won_match("d", "e", "QF1", 1),
        won_match("c", "f", "QF2", 2),
        won_match("g", "b", "QF3", 3),
        won_match("h", "a", "QF4", 4),
    ),
)


MCINTYRE = build_table("mcintyre8", 8)


NAMES = {f"p{seed}": f"Player {seed}" for seed in range(1, 65)}


def entrants(finals):
    return tuple(f"p{seed}" for seed in range(1, finals.size + 1))


def played(finals, count, better_wins=True):
    """Return the bracket after `count` matches, all won by the better seed or all by the worse."""
    names, results = entrants(finals), {}
    for _ in range(count):
        ready = build_bracket(finals, names, results).ready_meetings
        if not ready:
            break
        seeds = sorted(ready[0].seeds, reverse=not better_wins)
        results[ready[0].slot.id] = tuple(f"p{seed}" for seed in seeds)
    return build_bracket(finals, names, results)


def with_week(event, week):
    """Return the event with the next week as the program pairs it, and its real winners."""
    number = len(event.phase(1).rounds) + 1
    matches = []
    for match in next_matches(event.phase(1)):
        winner = week[match.slot][2]
        seats = tuple(
            SeatRecord(s.player, result="win" if s.player == winner else "loss") for s in match.seats
        )
        matches.append(type(match)(seats, match.table, slot=match.slot))
    rounds = (*event.phase(1).rounds, RoundRecord(number, matches=tuple(matches)))
    return event.phase(1).replace(rounds=rounds).history
