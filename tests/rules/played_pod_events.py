"""Invented events of pods for the tests of the rules: played from their history alone."""

from dataclasses import replace

from tournaments.rules.history import FINISHED, PODS, EventHistory, PhaseRecord, PlayerRecord
from tournaments.rules.results import parsing
from tournaments.rules.rounds import adjustments, progress


def event_of(count=13, **settings):
    """An event of pods with players p0, p1 … that has not begun, four rounds by default."""
    players = tuple(PlayerRecord(f"p{n}", f"P{n}", order=n) for n in range(count))
    phase = PhaseRecord(PODS, "Pods", {"rounds": 4, "points": {"win": 5, "draw": 1, "bye": 5}, **settings})
    return EventHistory("Pods", "magic", players, (phase,))


def reported(round_, draws=4):
    """The round with a winner at each table, and a draw at every so manyth."""
    matches = tuple(
        match
        if match.is_bye
        else parsing.apply_result(match, "draw" if match.table % draws == 0 else str(match.table % 3 + 1))
        for match in round_.matches
    )
    return replace(round_, state=FINISHED, matches=matches)


def play(event, rounds, seed="s"):
    """So many rounds of the event's first phase drawn and played."""
    for _round in range(rounds):
        event = progress.next_round(event, seed).event
        event = progress.with_round(event, 1, reported(event.phase(1).rounds[-1]))
    return event


def draw_next_round(event, seed="s", **options):
    return progress.next_round(event, seed, **options)


def changed(event, key, **facts):
    """The event with other facts of one player."""
    players = tuple(replace(one, **facts) if one.id == key else one for one in event.players)
    return replace(event, players=players)


def second(event):
    return event.phase(1).rounds[1]


def sits(round_):
    """{table: players}, the byes under None."""
    byes = tuple(match.players[0] for match in round_.matches if match.is_bye)
    tables = {match.table: match.players for match in round_.matches if not match.is_bye}
    return tables | ({None: byes} if byes else {})


def in_second(count, **settings):
    """So many players, round 1 played, round 2 out."""
    return draw_next_round(play(event_of(count, **settings), 1), "second").event


def adjust(event, kind, **options):
    return adjustments.apply_adjustment(event, 1, 2, kind, **options)


def with_result(event, table, result_text="1"):
    matches = tuple(
        parsing.apply_result(match, result_text) if match.table == table else match
        for match in second(event).matches
    )
    return progress.with_round(event, 1, replace(second(event), matches=matches))


def newcomer(event):
    player = PlayerRecord("new", "New", joined_round=3, order=99)
    return replace(event, players=(*event.players, player))
