"""Events of pods, drawn and played without a database."""

from dataclasses import replace

from tournaments.rules.history import FINISHED, PODS, EventHistory, PhaseRecord, PlayerRecord
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import next_round


def event_of(count=13, **settings):
    """Return an event of pods with players p0, p1 … that has not begun, by default with four rounds."""
    players = tuple(PlayerRecord(f"p{n}", f"P{n}", order=n) for n in range(count))
    phase = PhaseRecord(PODS, "Pods", {"rounds": 4, "points": {"win": 5, "draw": 1, "bye": 5}, **settings})
    return EventHistory("Pods", "magic", players, (phase,))


def reported(round_, draws=4):
    """Return the finished round with a draw at every `draws`th table and a winner at the others."""
    matches = tuple(
        match
        if match.is_bye
        else apply_result(match, "draw" if match.table % draws == 0 else str(match.table % 3 + 1))
        for match in round_.matches
    )
    return replace(round_, state=FINISHED, matches=matches)


def play(event, rounds, seed="s"):
    """Draw and play a number of rounds of the first phase."""
    for _round in range(rounds):
        event = next_round(event, seed).event
        event = event.phase(1).with_round(reported(event.phase(1).rounds[-1])).history
    return event


def draw_next_round(event, seed="s", **options):
    return next_round(event, seed, **options)


def changed(event, key, **facts):
    """Return the event with changed fields of one player."""
    return event.with_player(replace(event.player(key), **facts))


def second(event):
    return event.phase(1).rounds[1]


def sits(round_):
    """Return {table: players}, with the players of byes under None."""
    byes = tuple(match.players[0] for match in round_.matches if match.is_bye)
    tables = {match.table: match.players for match in round_.matches if not match.is_bye}
    return tables | ({None: byes} if byes else {})


def in_second(count, **settings):
    """Return an event with round 1 played and round 2 published."""
    return draw_next_round(play(event_of(count, **settings), 1), "second").event


def with_result(event, table, result_text="1"):
    match = second(event).match_at(table)
    return event.phase(1).with_match(2, table, apply_result(match, result_text)).history


def newcomer(event):
    player = PlayerRecord("new", "New", joined_round=3, order=99)
    return replace(event, players=(*event.players, player))
