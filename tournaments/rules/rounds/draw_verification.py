"""Verification of a draw: repeat it from the history of that time and its seed, and compare the round."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..errors import RuleViolation, _
from ..history import BRACKET, EventHistory, MatchRecord, ProofRecord, RoundRecord
from ..log import part_json, part_paths
from ..log.event_parts import rewind
from . import progress, requested_byes

# The seed against the hash published before the draw: it matches; it does not; no hash was published because
# the seed was typed; unknown, because the log does not contain the draw.
HOLDS, BROKEN, BY_HAND, UNKNOWN = "holds", "broken", "by_hand", "unknown"


@dataclass(frozen=True, slots=True)
class TableDifference:
    """A table or bye that differs from the draw: the match now and as drawn, either may be None.

    `line` is the position, from 1, of the last log line that changed its players; 0 if there is none.
    """

    now: MatchRecord | None
    as_drawn: MatchRecord | None
    line: int


@dataclass(frozen=True, slots=True)
class DrawVerification:
    """The result of repeating a draw. `by_lot` is false in finals, which are not drawn.

    `draws` counts how often the round was drawn here, `line` is the last of these log lines (from 1, 0 = not
    drawn here). `refused` is the reason why the draw cannot be repeated, `proof` the cost of the drawn round,
    `why` the Reason of each player's drawn table or bye.
    """

    round: RoundRecord
    by_lot: bool
    seal: str
    draws: int
    line: int
    changed: tuple[TableDifference, ...]
    refused: RuleViolation | None = None
    proof: ProofRecord | None = None
    why: Mapping = field(default_factory=dict)

    @property
    def same(self):
        return not self.changed and self.refused is None

    @property
    def proven(self):
        """Whether the seed draws this round and does not contradict the published hash."""
        return self.same and self.seal != BROKEN


def seed_hash(seed: str) -> str:
    """The SHA-256 of a seed in hexadecimal, which is published before the draw."""
    return hashlib.sha256(seed.encode()).hexdigest()


def verify_draw(history: EventHistory, phase_number: int, number: int) -> DrawVerification:
    """Repeat the draw of a round; `history` includes the log.

    Later changes (corrected results, dropped players) are reverted first by the log; a file without a log is
    used unchanged. Raises RuleViolation if the round does not exist.
    """
    exists = 0 < phase_number <= len(history.phases)
    rounds = history.phase(phase_number).rounds if exists else ()
    round_ = next((r for r in rounds if r.number == number), None)
    if round_ is None:
        raise RuleViolation(_("There is no round {round}."), round=number)
    lines = draw_lines(history.log, part_paths.round_(phase_number, number))
    line = max((at for at, seed in lines.items() if seed == round_.seed), default=0)
    by_lot = history.phase(phase_number).kind != BRACKET
    fields = (
        round_,
        by_lot,
        check_seed_hash(round_.seed, round_.sealed, drawn_here=line > 0),
        len(lines),
        line,
    )
    if not by_lot:
        # Brackets are checked when an event is read or stored: pairings follow from the results.
        return DrawVerification(*fields, ())
    try:
        again, reasons = redraw_from_seed(history, phase_number, round_, line)
    except RuleViolation as refused:
        return DrawVerification(*fields, (), refused)
    changed = differences(history, phase_number, round_, again, line)
    return DrawVerification(*fields, changed, proof=again.proof, why=reasons)


def draw_lines(log, path: str, key: str = "seed") -> dict[int, str]:
    """{position (from 1): seed} of the log lines that set or replaced the seed `key` of this part."""
    seeds = {}
    for at, line in enumerate(log, 1):
        before, after = part_change(line, path)
        if after and not line.undoes and before.get(key) != after.get(key):
            seeds[at] = after.get(key)
    return seeds


def part_change(line, path: str) -> tuple[dict, dict]:
    """(before, after) of a part in a log line, empty if missing; logs from files may have any shape."""
    change = line.changes.get(path)
    if not isinstance(change, list) or len(change) != 2:
        return {}, {}
    return tuple(part if isinstance(part, dict) else {} for part in change)


def check_seed_hash(seed: str, hashed: str, drawn_here: bool) -> str:
    if hashed and seed_hash(seed) != hashed:
        return BROKEN
    if not drawn_here:
        return UNKNOWN
    return HOLDS if hashed else BY_HAND


def redraw_from_seed(
    history: EventHistory, phase_number: int, round_: RoundRecord, line: int
) -> tuple[RoundRecord, Mapping]:
    """Return (round, reasons) as the seed draws it from the history before the draw."""
    if not round_.seed:
        raise RuleViolation(_("Round {round} has no seed: it was not drawn here."), round=round_.number)
    then = rewind(history, history.log[line:]) if line else history
    earlier = tuple(r for r in then.phase(phase_number).rounds if r.number < round_.number)
    then = then.with_phase(phase_number, rounds=earlier)
    later = tuple(replace(phase, rounds=()) for phase in then.phases[phase_number:])
    then = replace(then, phases=(*then.phases[:phase_number], *later))
    return progress.draw(then, phase_number, round_.seed, exceptions=True)


def differences(history: EventHistory, phase_number: int, round_: RoundRecord, again: RoundRecord, line: int):
    """The TableDifferences, tables before byes; byes of late entries were not part of the draw."""
    late = requested_byes.excused_in_round(history, history.rounds_before(phase_number) + round_.number)
    now, as_drawn = (
        {part_paths.match(phase_number, round_.number, match): match for match in one.matches}
        for one in (round_, again)
    )
    tables = tuple(
        TableDifference(now.get(path), as_drawn.get(path), last_change_position(history.log, path, line))
        for path in dict.fromkeys((*now, *as_drawn))
        if seated_players(now.get(path)) != seated_players(as_drawn.get(path))
        and not (path not in as_drawn and now[path].is_bye and late.issuperset(seated_players(now[path])))
    )
    return merge_moved_byes(tables)


def merge_moved_byes(tables: tuple[TableDifference, ...]) -> tuple[TableDifference, ...]:
    """Merge an added and a removed bye into one difference: the bye went to another player."""
    added = [one for one in tables if one.as_drawn is None and one.now.is_bye]
    removed = [one for one in tables if one.now is None and one.as_drawn.is_bye]
    moved = [
        TableDifference(to.now, was.as_drawn, max(to.line, was.line))
        for to, was in zip(added, removed, strict=False)
    ]
    merged = [*added[: len(moved)], *removed[: len(moved)]]
    return (*(one for one in tables if one not in merged), *moved)


def seated_players(match: MatchRecord | None) -> tuple[str, ...]:
    return match.players if match else ()


def last_change_position(log, path: str, after: int) -> int:
    """The position of the last log line after the draw that changed the players of this part, or 0."""
    for at in range(len(log), after, -1):
        before, now = (part_json.sitting_in(part) for part in part_change(log[at - 1], path))
        if before != now:
            return at
    return 0
