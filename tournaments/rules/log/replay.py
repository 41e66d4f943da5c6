"""Update of a history by new log lines that change only matches."""

from collections.abc import Iterable
from dataclasses import replace

from ..errors import RuleViolation
from ..history import EventHistory, MatchRecord, RoundRecord
from . import part_paths
from .part_json import family, from_json


def apply_match_changes(history: EventHistory, lines: Iterable[dict]) -> EventHistory | None:
    """Return the history with these changes of log lines; None if they change more than existing matches."""
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
    """Replace matches of a round, keyed by table or player of a bye; None if one does not exist."""
    rounds = list(history.phase(phase).rounds)
    index = next((place for place, round_ in enumerate(rounds) if round_.number == number), None)
    if index is None:
        return None
    old_matches = matches_of(rounds[index])
    if not matches.keys() <= old_matches.keys():
        return None
    rounds[index] = replace(rounds[index], matches=tuple((old_matches | matches).values()))
    return history.with_phase(phase, rounds=tuple(rounds))


def matches_of(round_: RoundRecord) -> dict[int | str, MatchRecord]:
    """{table, or player of a bye: match} of a round, in its order."""
    return {match.table or match.seats[0].player: match for match in round_.matches}


def matches_at(history: EventHistory, names: Iterable[tuple]) -> dict[tuple, MatchRecord]:
    """{name: match} for the existing matches among these names (of part_paths.split)."""
    rounds = {
        (number, one.number): one for number, phase in enumerate(history.phases, 1) for one in phase.rounds
    }
    matches = {where: matches_of(rounds[where]) for where in {name[:2] for name in names} & rounds.keys()}
    return {name: matches[name[:2]][name[2]] for name in names if name[2] in matches.get(name[:2], ())}
