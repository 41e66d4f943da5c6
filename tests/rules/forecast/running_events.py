"""Small Swiss events in their last rounds, with a cut."""

from dataclasses import replace
from random import Random

from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord, PlayerRecord
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import finish_current, next_round
from tournaments.rules.rulebooks import RULEBOOKS

RESULTS = ("2-0", "2-1", "1-2", "0-2", "1-1")


def running_event(count=8, rounds=3, played=2, *, cut=None, paired=True, reported=0, seed=1, **options):
    """Return an event after some rounds with random results, and the next one paired and partly reported.

    `options`: `rulebook`, `results` (notations to choose from), `ratings`, other settings of the phase.
    """
    random = Random(seed)
    rulebook, results = options.pop("rulebook", "magic"), options.pop("results", RESULTS)
    ratings = options.pop("ratings", {})
    players = tuple(
        PlayerRecord(f"p{n:02}", f"Player {n:02}", rating=ratings.get(n)) for n in range(1, count + 1)
    )
    phases = (
        PhaseRecord(overrides={"rounds": rounds, **options}),
        PhaseRecord(BRACKET, "Finals", {"cut": cut or {"top": 4}}),
    )
    history = EventHistory("Night", rulebook, players, phases)
    for number in range(1, played + paired + 1):
        history = next_round(history, f"{seed} {number}").event
        round_ = history.phase(1).rounds[-1]
        limit = None if number <= played else reported
        history = (
            history.phase(1)
            .with_round(with_results(round_, random, results, limit, RULEBOOKS[rulebook].report))
            .history
        )
    return history if paired else finish_current(history.current_phase).history


def with_results(round_, random, results, limit, mode):
    """Return the round with random results at its first tables."""
    matches = [
        match
        if match.is_bye or (limit is not None and match.table > limit)
        else apply_result(match, random.choice(results), mode=mode)
        for match in round_.matches
    ]
    return replace(round_, matches=tuple(matches))


def open_matches(history):
    """Return the matches without a result."""
    round_ = history.phase(1).open_round
    return [match for match in round_.matches if not match.reported] if round_ else []


def with_endings(history, notations):
    """Return the history with these results at the open tables."""
    round_ = history.phase(1).open_round
    results = dict(zip((match.table for match in open_matches(history)), notations, strict=True))
    matches = [
        apply_result(match, results[match.table]) if match in open_matches(history) else match
        for match in round_.matches
    ]
    return history.phase(1).with_round(replace(round_, matches=tuple(matches))).history
