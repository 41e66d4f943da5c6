"""Event files of finished events of every shape, played at random."""

import json
from dataclasses import replace

from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import (
    BRACKET,
    PODS,
    ROUND_ROBIN,
    SWISS,
    EventHistory,
    PhaseRecord,
    PlayerRecord,
)
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import next_round

NAMES = ("Ann Lee", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lou")
RULEBOOKS = ("magic", "magic", "chess", "pokemon", "mantis-3", "x-wing", "two-one-zero")
DECIDED = ("2-0", "2-1", "0-2", "1-2", "no-show 1", "concede 2")
RESULTS = (*DECIDED, "1-1-1", "draw", "no-show 2", "concede 1", "double-loss")
PENALTIES = ("disqualified", "forfeit")
FINALS = {2: ("single",), 4: ("single", "mcintyre4", "double"), 6: ("mcintyre6",), 8: ("mcintyre8", "single")}
POD_RESULTS = ("1", "2", "3", "draw")


def random_file(random):
    """Return the JSON value of an event file: an event that is over, with drops, late entries and byes."""
    while True:
        try:
            history = play(begin(random), random)
        except RuleViolation:
            # So many have dropped that the next phase cannot begin.
            continue
        return json.loads(event_file.text(history))


def begin(random):
    names = random.sample(NAMES, random.randint(3, len(NAMES)))
    players = tuple(PlayerRecord(f"p{n}", spelt(name, random)) for n, name in enumerate(names, 1))
    starts_at = random.choice([None, f"2026-0{random.randint(1, 9)}-10T18:00:00Z"])
    rulebook, phases = shape(random, len(names))
    return EventHistory("Evening", rulebook, players, phases, starts_at=starts_at)


def spelt(name, random):
    """Return the name as somebody may write it."""
    return random.choice(
        [name, name.upper(), name.lower(), ", ".join(name.split()[::-1]), name.replace("a", "á")]
    )


def shape(random, count):
    """Return (rulebook, phases) of an event of so many players."""
    swiss = PhaseRecord(SWISS, "Swiss", {"rounds": random.randint(1, 4)} | some_ties(random))
    top = random.choice([size for size in FINALS if size <= count])
    places = {"places": random.choice(["seed", "shared"])}
    finals = PhaseRecord(
        BRACKET, "Finals", {"cut": {"top": top}, "finals": random.choice(FINALS[top])} | places
    )
    day_two = PhaseRecord(
        SWISS, "Day 2", {"rounds": 2, "cut": {"percent": 60}, "carry": random.choice([True, False])}
    )
    pods = PhaseRecord(
        PODS, "Pods", {"rounds": random.randint(1, 3), "points": {"win": 5, "draw": 1, "bye": 5}}
    )
    pod_finals = PhaseRecord(BRACKET, "Finals", {"cut": {"top": 4}, "finals": "pods4"})
    shapes = (
        (swiss,),
        (swiss, finals),
        (swiss, day_two),
        (swiss, day_two, replace(finals, overrides={"cut": {"top": 2}, "finals": "single"})),
        (PhaseRecord(ROUND_ROBIN, "Round robin", some_ties(random)),),
        (PhaseRecord(BRACKET, "Bracket", {"finals": random.choice(["single", "double"])} | places),),
        (pods,),
        (pods, pod_finals),
    )
    phases = random.choice(shapes)
    return "magic" if pods in phases else random.choice(RULEBOOKS), phases


def some_ties(random):
    """Settings under which many players share places, or none."""
    return random.choice([{}, {"tiebreakers": []}])


def play(history, random):
    """Play the event to its end; players drop, come late and are disqualified on the way."""
    played = 0
    pairing = next_round(history, str(random.random()), exceptions=True)
    while pairing.round:
        played += 1
        matches = tuple(with_result(match, pairing.phase, random) for match in pairing.round.matches)
        history = pairing.phase.with_round(replace(pairing.round, matches=matches)).history
        player = random.choice(history.players)
        if random.random() < 0.3 and player.dropped_after is None:
            history = history.with_player(replace(player, dropped_after=played))
        if random.random() < 0.08:
            history = history.with_player(replace(random.choice(history.players), disqualified=True))
        first = history.phase(1)
        if played == 1 and first.kind == SWISS and random.random() < 0.4:
            late = PlayerRecord("late", "Zoe", joined_round=2)
            history = replace(history, players=(*history.players, late))
        pairing = next_round(history, str(random.random()), exceptions=True)
    return pairing.event


def with_result(match, phase, random):
    """Return the match or bye with a random result."""
    if match.is_bye:
        if phase.must_be_won or random.random() < 0.7:
            return match
        return replace(match, seats=(replace(match.seats[0], result=random.choice(["draw", "loss"])),))
    if match.reported:
        return match
    if match.is_pod:
        return apply_result(match, random.choice(POD_RESULTS[: 3 if phase.must_be_won else 4]))
    if not phase.must_be_won and random.random() < 0.1:
        penalty = replace(match.seats[0], result=random.choice(PENALTIES))
        return replace(match, seats=(penalty, match.seats[1]))
    return apply_result(match, random.choice(DECIDED if phase.must_be_won else RESULTS))
