"""Invented events of pods for the tests of the rules: played from their history alone."""

from dataclasses import replace

from tournaments.rules import progress, results
from tournaments.rules.history import FINISHED, PODS, Event, Phase, Player


def event_of(count=13, **settings):
    """An event of pods with players p0, p1 … that has not begun, four rounds unless said."""
    players = tuple(Player(f"p{n}", f"P{n}", order=n) for n in range(count))
    phase = Phase(PODS, "Pods", {"rounds": 4, "points": {"win": 5, "draw": 1, "bye": 5}, **settings})
    return Event("Pods", "magic", players, (phase,))


def reported(round_, draws=4):
    """The round with a winner at each table, and a draw at every so manyth."""
    matches = tuple(
        match
        if match.is_bye
        else results.reported(match, "draw" if match.table % draws == 0 else str(match.table % 3 + 1))
        for match in round_.matches
    )
    return replace(round_, state=FINISHED, matches=matches)


def play(event, rounds, seed="s"):
    """So many rounds of the event's first phase drawn and played."""
    for _round in range(rounds):
        event = progress.next_round(event, seed).event
        event = progress.with_round(event, 1, reported(event.phase(1).rounds[-1]))
    return event


def drawn(event, seed="s", **asked):
    return progress.next_round(event, seed, **asked)


def changed(event, key, **facts):
    """The event with other facts of one player."""
    players = tuple(replace(one, **facts) if one.id == key else one for one in event.players)
    return replace(event, players=players)
