"""History + what the log says has changed since → history."""

from collections.abc import Iterable
from dataclasses import replace

from ..errors import RuleViolation
from ..history import EventHistory, MatchRecord, RoundRecord
from . import part_paths
from .part_json import family, from_json


def followed(history: EventHistory, lines: Iterable[dict]) -> EventHistory | None:
    """The event with these changes of log lines, of tables that are there; None where there are others."""
    changed = {}
    for changes in lines:
        for path, (_before, after) in changes.items():
            kind, name = part_paths.split(path)
            if family(kind) != "match" or after is None:
                return None
            try:
                changed.setdefault(name[:2], {})[name[2]] = from_json("match", after, path)
            except (RuleViolation, KeyError, TypeError):
                return None
    for (phase, number), matches in changed.items():
        history = history and with_results(history, phase, number, matches)
    return history


def with_results(history: EventHistory, phase: int, number: int, matches: dict) -> EventHistory | None:
    """The event with table, or the player of a bye, → match in the place of those of a round."""
    rounds = list(history.phase(phase).rounds)
    at = next((place for place, round_ in enumerate(rounds) if round_.number == number), None)
    if at is None:
        return None
    there = matches_of(rounds[at])
    if not matches.keys() <= there.keys():
        return None
    rounds[at] = replace(rounds[at], matches=tuple((there | matches).values()))
    return history.with_phase(phase, rounds=tuple(rounds))


def matches_of(round_: RoundRecord) -> dict[int | str, MatchRecord]:
    """Table, or the player of a bye, → match of a round, in its order."""
    return {match.table or match.seats[0].player: match for match in round_.matches}


def matches_at(history: EventHistory, names: Iterable[tuple]) -> dict[tuple, MatchRecord]:
    """Those of the matches of these names (paths.split) that are there."""
    rounds = {
        (number, one.number): one for number, phase in enumerate(history.phases, 1) for one in phase.rounds
    }
    there = {where: matches_of(rounds[where]) for where in {name[:2] for name in names} & rounds.keys()}
    return {name: there[name[:2]][name[2]] for name in names if name[2] in there.get(name[:2], ())}
