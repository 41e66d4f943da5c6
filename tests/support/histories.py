"""Event histories, played without a database."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

from tournaments.rules.history import (
    BRACKET,
    DRAFT_PODS,
    ROUND_ROBIN,
    EventHistory,
    LogRecord,
    PhaseRecord,
    PlayerRecord,
)
from tournaments.rules.log.event_parts import as_json, family, split, split_event
from tournaments.rules.prizes.payout import awards, read_lines
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds import progress
from tournaments.rules.rounds.adjustments import apply_adjustment
from tournaments.rules.rounds.progress import has_ended, next_round


def event_of(count=8, **settings):
    players = tuple(PlayerRecord(f"p{n}", f"Player {n:02}") for n in range(1, count + 1))
    return EventHistory("Night", "magic", players, (PhaseRecord(overrides=settings),))


def reported(round_):
    """Return the round with a 2-0 win of the first seat at every table."""
    matches = [
        match
        if match.is_bye
        else replace(match, seats=(replace(match.seats[0], games=2), replace(match.seats[1], games=0)))
        for match in round_.matches
    ]
    return replace(round_, matches=tuple(matches))


def play(event, rounds):
    """Return the event after these rounds, the last one reported and open."""
    for number in range(rounds):
        next_round = progress.next_round(event, f"seed {number}")
        event = next_round.phase.with_round(reported(next_round.round)).history
    return event


def with_finals(event, top=8, key="mcintyre8"):
    bracket = PhaseRecord(BRACKET, overrides={"cut": {"top": top}, "finals": key})
    return replace(event, phases=(*event.phases, bracket))


def robin(count, **settings):
    return event_of(count).phase(1).replace(kind=ROUND_ROBIN, overrides=settings).history


def play_next_round(event, seed="seed"):
    """Return the event after one more round, reported."""
    pairing = next_round(event, seed)
    return pairing.phase.with_round(reported(pairing.round)).history if pairing.round else pairing.event


def play_out(event, seed="seed"):
    while not has_ended(event):
        event = play_next_round(event, f"{seed} {len(event.phase(1).rounds)}")
    return event


def tables_of(event):
    return [
        tuple(s.player for s in m.seats) for r in event.phase(1).rounds for m in r.matches if not m.is_bye
    ]


PODS_BY_SIZE = st.sampled_from(["swiss", "bracket"])


def draft_of(count, **settings):
    return event_of(count).phase(1).replace(kind=DRAFT_PODS, overrides=settings).history


def play_draft_round(event, seed="seed", exceptions=False):
    paired = next_round(event, seed, exceptions=exceptions)
    if paired.round is None:
        return paired.event
    return paired.phase.with_round(reported(paired.round)).history


def with_requests(event, **of_player):
    """Change fields of some players: p3={"table": 5}."""
    players = tuple(replace(player, **of_player.get(player.id, {})) for player in event.players)
    return replace(event, players=players)


def draw_next_round(event, seed="x"):
    return progress.next_round(event, seed)


def byes_in(round_):
    return {m.seats[0].player: m.seats[0].result for m in round_.matches if m.is_bye}


def seats_by_table(round_):
    return {m.table: tuple(seat.player for seat in m.seats) for m in round_.matches if not m.is_bye}


def log_line(before, after, action="change_player", undoes=None):
    """Return the log line of an action that changes one history into the other."""
    was, now = split_event(before), split_event(after)
    changes = {}
    for path in {**was, **now}:
        if was.get(path) != now.get(path):
            kind = family(split(path)[0])
            changes[path] = [as_json(kind, one.get(path)) for one in (was, now)]
    return LogRecord("2026-01-01T10:00:00Z", "organiser", action, changes, undoes)


def with_log(*events):
    """Return the last of these histories with the log of the changes between them."""
    log = tuple(log_line(*two) for two in pairwise(events))
    return replace(events[-1], log=log)


def event_in_round_two(count: int) -> EventHistory:
    """Return an event of players p1 …, round 1 played (the first seat won), round 2 published."""
    players = tuple(PlayerRecord(f"p{n}", f"Player {n}") for n in range(1, count + 1))
    event = EventHistory("Friday", "magic", players, (PhaseRecord(overrides={"rounds": 4}),))
    event = next_round(event, "a seed").event
    first = event.phase(1).rounds[0]
    played = tuple(m if m.is_bye else apply_result(m, "2-0") for m in first.matches)
    event = event.phase(1).with_round(replace(first, matches=played)).history
    return next_round(event, "another seed").event


EIGHT, NINE = event_in_round_two(8), event_in_round_two(9)


def sits(round_) -> dict:
    """Return {table, None for the bye: players}."""
    return {match.table: match.players for match in round_.matches}


def second(event):
    return event.phase(1).rounds[1]


def adjust(event, kind, **options):
    return apply_adjustment(event.phase(1), 2, kind, **options)


def with_result(event, table, result_text="2-0"):
    matches = tuple(
        apply_result(match, result_text) if match.table == table else match for match in second(event).matches
    )
    return event.phase(1).with_round(replace(second(event), matches=matches)).history


def adjustment_options(kind, event, pins):
    """Return a strategy for the options of an adjustment."""
    players, tables = st.sampled_from([player.id for player in event.players]), st.integers(1, 6)
    fields = {
        "swap": {"a": players, "b": players},
        "bye": {"a": players, "pins": pins},
        "table": {"a": players, "table": tables},
        "move": {"a": players, "table": tables},
        "draw": {"pins": pins, "seed": st.just("s")},
        "fewest": {"pins": pins},
    }
    return st.fixed_dictionaries(fields.get(kind, {"a": players}))


def with_prizes(event, lines, phase=1, pot=None, **more):
    rows, _, errors = read_lines(lines)
    assert errors == []
    settings = event.phase(phase).overrides | {"prizes": {"rows": rows, **more}}
    return replace(event.phase(phase).replace(overrides=settings).history, pot=pot or event.pot)


def sums_of(event):
    """Return {player: total payout}."""
    sums = defaultdict(Fraction)
    for award in awards(event):
        for player in award.players:
            sums[player] += award.each
    return dict(sums)
