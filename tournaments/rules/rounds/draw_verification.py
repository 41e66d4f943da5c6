"""A draw made again: from the event as it was then and the seed, beside the round as it stands."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..errors import RuleViolation, _
from ..history import BRACKET, EventHistory, MatchRecord, ProofRecord, RoundRecord
from ..log import part_json, part_paths
from ..log.event_parts import rewound
from . import progress, requested_byes

# What a seed is to the hash that was public before the draw: it has that hash; it has another; there was
# none, since somebody typed the seed; nobody can say, since the log does not know the draw.
HOLDS, BROKEN, BY_HAND, UNKNOWN = "holds", "broken", "by_hand", "unknown"


@dataclass(frozen=True, slots=True)
class Changed:
    """A table (or a bye) that is not as it was drawn: as it stands, as drawn, either may be None.

    `line` is the position, from 1, of the log's last line that changed who sits there; 0 where none did.
    """

    now: MatchRecord | None
    drawn: MatchRecord | None
    line: int


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of drawing a round again. `by_lot` is false in finals, where nothing is drawn.

    `draws` counts how often the round was drawn here, `line` is the last such line of the log (from 1, 0 =
    not drawn here). `refused` says why it cannot be drawn again, `proof` what the round cost as it was drawn,
    `why` has the Reason of each player's table or bye as they were drawn.
    """

    round: RoundRecord
    by_lot: bool
    seal: str
    draws: int
    line: int
    changed: tuple[Changed, ...]
    refused: RuleViolation | None = None
    proof: ProofRecord | None = None
    why: Mapping = field(default_factory=dict)

    @property
    def same(self):
        return not self.changed and self.refused is None

    @property
    def proven(self):
        """Whether the round is the one that its seed draws, and the seed not another than was sealed."""
        return self.same and self.seal != BROKEN


def sealed(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal: what may be public before the draw."""
    return hashlib.sha256(seed.encode()).hexdigest()


def replay(history: EventHistory, phase_number: int, number: int) -> Replay:
    """Draw a round of the event (its log with it) again.

    What was changed after the draw (results corrected, players dropped) is taken back first, by the log;
    a file without its log is taken as it stands. Raises RuleViolation where there is no such round.
    """
    there = 0 < phase_number <= len(history.phases)
    rounds = history.phase(phase_number).rounds if there else ()
    round_ = next((r for r in rounds if r.number == number), None)
    if round_ is None:
        raise RuleViolation(_("There is no round {round}."), round=number)
    lines = draw_lines(history.log, part_paths.round_(phase_number, number))
    line = max((at for at, seed in lines.items() if seed == round_.seed), default=0)
    by_lot = history.phase(phase_number).kind != BRACKET
    told = round_, by_lot, seal_of(round_.seed, round_.sealed, drawn_here=line > 0), len(lines), line
    if not by_lot:
        # Whoever reads or stores an event checks its bracket: who meets whom follows from the results.
        return Replay(*told, ())
    try:
        again, why = drawn_again(history, phase_number, round_, line)
    except RuleViolation as refused:
        return Replay(*told, (), refused)
    changed = differences(history, phase_number, round_, again, line)
    return Replay(*told, changed, proof=again.proof, why=why)


def draw_lines(log, path: str, key: str = "seed") -> dict[int, str]:
    """Position (from 1) → seed of the lines that drew this part: its seed of this key came to be, or another
    came."""
    found = {}
    for at, line in enumerate(log, 1):
        before, after = change_of(line, path)
        if after and not line.undoes and before.get(key) != after.get(key):
            found[at] = after.get(key)
    return found


def change_of(line, path: str) -> tuple[dict, dict]:
    """(before, after) of a part in a log line, empty for none; a log from a file may say anything."""
    change = line.changes.get(path)
    if not isinstance(change, list) or len(change) != 2:
        return {}, {}
    return tuple(told if isinstance(told, dict) else {} for told in change)


def seal_of(seed: str, hashed: str, drawn_here: bool) -> str:
    if hashed and sealed(seed) != hashed:
        return BROKEN
    if not drawn_here:
        return UNKNOWN
    return HOLDS if hashed else BY_HAND


def drawn_again(
    history: EventHistory, phase_number: int, round_: RoundRecord, line: int
) -> tuple[RoundRecord, Mapping]:
    """The round as its seed draws it from the event as it was then, and why."""
    if not round_.seed:
        raise RuleViolation(_("Round {round} has no seed: it was not drawn here."), round=round_.number)
    then = rewound(history, history.log[line:]) if line else history
    earlier = tuple(r for r in then.phase(phase_number).rounds if r.number < round_.number)
    then = then.with_phase(phase_number, rounds=earlier)
    later = tuple(replace(phase, rounds=()) for phase in then.phases[phase_number:])
    then = replace(then, phases=(*then.phases[:phase_number], *later))
    return progress.draw(then, phase_number, round_.seed, exceptions=True)


def differences(history: EventHistory, phase_number: int, round_: RoundRecord, again: RoundRecord, line: int):
    """Tables, then byes, at which others sit than were drawn, as Changed; who came late was in no draw."""
    late = requested_byes.out_by_request(history, history.rounds_before(phase_number) + round_.number)
    now, drawn = (
        {part_paths.match(phase_number, round_.number, match): match for match in one.matches}
        for one in (round_, again)
    )
    found = tuple(
        Changed(now.get(path), drawn.get(path), changed_by(history.log, path, line))
        for path in dict.fromkeys((*now, *drawn))
        if sitting(now.get(path)) != sitting(drawn.get(path))
        and not (path not in drawn and now[path].is_bye and late.issuperset(sitting(now[path])))
    )
    return byes_moved(found)


def byes_moved(found: tuple[Changed, ...]) -> tuple[Changed, ...]:
    """The same where a bye that another player has now is one change, not one that came and one that went."""
    come = [one for one in found if one.drawn is None and one.now.is_bye]
    gone = [one for one in found if one.now is None and one.drawn.is_bye]
    moved = [Changed(to.now, was.drawn, max(to.line, was.line)) for to, was in zip(come, gone, strict=False)]
    whole = [*come[: len(moved)], *gone[: len(moved)]]
    return (*(one for one in found if one not in whole), *moved)


def sitting(match: MatchRecord | None) -> tuple[str, ...]:
    return match.players if match else ()


def changed_by(log, path: str, after: int) -> int:
    """The position of the last line after the draw that changed who sits here."""
    for at in range(len(log), after, -1):
        before, now = (part_json.sitting_in(told) for told in change_of(log[at - 1], path))
        if before != now:
            return at
    return 0
