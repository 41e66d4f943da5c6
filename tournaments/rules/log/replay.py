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
            except RuleViolation:
                return None
    for (phase, number), matches in changed.items():
        round_ = history.find_round(phase, number)
        if round_ is None:
            return None
        old_matches = matches_by_name(round_)
        if not matches.keys() <= old_matches.keys():
            return None
        matches = tuple((old_matches | matches).values())
        history = history.phase(phase).with_round(replace(round_, matches=matches)).history
    return history


def matches_by_name(round_: RoundRecord) -> dict[int | str, MatchRecord]:
    """Return the matches of a round by table, or by the player of a bye, in the round's order."""
    return {match.table or match.seats[0].player: match for match in round_.matches}


def existing_matches(history: EventHistory, names: Iterable[tuple]) -> dict[tuple, MatchRecord]:
    """Return {name: match} for the existing matches among these names (of part_paths.split)."""
    rounds = {place: history.find_round(*place) for place in {name[:2] for name in names}}
    matches = {place: matches_by_name(round_) for place, round_ in rounds.items() if round_}
    return {name: matches[name[:2]][name[2]] for name in names if name[2] in matches.get(name[:2], ())}
