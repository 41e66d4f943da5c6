"""Proofs of optimality, which end when a round's pairs change."""

from collections import defaultdict
from collections.abc import Container
from dataclasses import replace

from ...models import Event
from ...rules.log import part_paths
from ...rules.log.part_json import family, seated_players
from .parts import read_parts


def rounds_without_proof(event: Event, changes: dict, changed_paths: Container[str]) -> dict:
    """Return path → round without its proof, for proven rounds whose pairs change but not they themselves."""
    old_pairs, new_pairs = defaultdict(list), defaultdict(list)
    for path, (before, after) in changes.items():
        kind, name = part_paths.split(path)
        if family(kind) == "match":
            old_pairs[name[:2]] += drawn_pairs(kind, before)
            new_pairs[name[:2]] += drawn_pairs(kind, after)
    moved = [name for name, pairs in old_pairs.items() if sorted(pairs) != sorted(new_pairs[name])]
    names = [name for name in moved if part_paths.round_(*name) not in changed_paths]
    rounds = read_parts(event, "round", names)
    proven = {part_paths.round_(*name): round_ for name, round_ in rounds.items() if round_.proof}
    return {path: replace(round_, proof=None) for path, round_ in proven.items()}


def drawn_pairs(kind: str, match: dict | None) -> list[list[str]]:
    """Return the sorted players of a match as the only pair; table numbers and seat order do not count.

    Empty without a match, and for a bye with its own points: it was requested or given for a late entry.
    """
    is_drawn = match and not (kind == "bye" and "points" in match)
    return [sorted(seated_players(match))] if is_drawn else []
