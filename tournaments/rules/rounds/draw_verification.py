"""Verification of a draw: repeat it from the history of that time and its seed, and compare the round."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise

from ..drafts import draw_pods
from ..errors import RuleViolation, _
from ..history import BRACKET, EventPhase, LogRecord, MatchRecord, ProofRecord, RoundRecord
from ..log import event_parts
from ..log.event_parts import match_path, phase_path, rewind, round_path
from ..pairing.booster import BoosterPods
from .progress import draw
from .seating import excused_players, phase_before

# The seed against the hash published before the draw: it matches; it does not; no hash was published because
# the seed was typed; unknown, because the log does not contain the draw.
HOLDS, BROKEN, BY_HAND, UNKNOWN = "holds", "broken", "by_hand", "unknown"


@dataclass(frozen=True, slots=True)
class TableDifference:
    """A table or bye that differs from the draw: the match now and as drawn, either may be None.

    `line` is the position, from 1, of the last log line that changed its players; 0 without one.
    """

    now: MatchRecord | None
    as_drawn: MatchRecord | None
    line: int

    @property
    def is_added_bye(self):
        return self.as_drawn is None and self.now.is_bye

    @property
    def is_removed_bye(self):
        return self.now is None and self.as_drawn.is_bye


@dataclass(frozen=True, slots=True)
class DrawVerification:
    """The result of repeating a draw. `by_lot` is false in finals, which are not drawn.

    `seed_check` compares the seed with the published hash. `draws` counts how often the round was drawn here,
    `line` is the last of these log lines (from 1, 0 = not drawn here). `refused` is the reason why the draw
    cannot be repeated, `proof` the cost of the drawn round, `why` the Reason of each player's drawn table or
    bye.
    """

    round: RoundRecord
    by_lot: bool
    seed_check: str
    draws: int
    line: int
    changed: tuple[TableDifference, ...] = ()
    refused: RuleViolation | None = None
    proof: ProofRecord | None = None
    why: Mapping = field(default_factory=dict)

    @property
    def same(self):
        return not self.changed and self.refused is None

    @property
    def proven(self):
        """True if the seed draws this round and does not contradict the published hash."""
        return self.same and self.seed_check != BROKEN


def verify_draw(phase: EventPhase, number: int) -> DrawVerification:
    """Repeat the draw of a round; `history` includes the log.

    Later changes (corrected results, dropped players) are reverted first by the log; a file without a log is
    used unchanged. Raises RuleViolation if the round does not exist.
    """
    round_ = phase.round(number)
    seeds = draw_lines(phase.history.log, round_path(phase.number, number))
    line = max((position for position, seed in seeds.items() if seed == round_.seed), default=0)
    by_lot = phase.kind != BRACKET
    seed_check = check_seed_hash(round_.seed, round_.sealed, drawn_here=line > 0)
    verification = DrawVerification(round_, by_lot, seed_check, len(seeds), line)
    if not by_lot:
        # Brackets are checked when an event is read or stored: pairings follow from the results.
        return verification
    try:
        redrawn, reasons = redraw_from_seed(phase, round_, line)
    except RuleViolation as refusal:
        return replace(verification, refused=refusal)
    changed = differences(phase, round_, redrawn, line)
    return replace(verification, changed=changed, proof=redrawn.proof, why=reasons)


def draw_lines(log: tuple[LogRecord, ...], path: str, key: str = "seed") -> dict[int, str]:
    """Return {position (from 1): seed} of the log lines that set or replaced the seed `key` of this part."""
    seeds = {}
    for position, line in enumerate(log, 1):
        before, after = part_change(line, path)
        if after and not line.undoes and before.get(key) != after.get(key):
            seeds[position] = after.get(key)
    return seeds


def part_change(line: LogRecord, path: str) -> tuple[dict, dict]:
    """Return (before, after) of a part in a log line, empty if missing or, in a file, of any other shape."""
    change = line.changes.get(path)
    if not isinstance(change, list) or len(change) != 2:
        return {}, {}
    return tuple(part if isinstance(part, dict) else {} for part in change)


def seed_hash(seed: str) -> str:
    """Return the SHA-256 of a seed in hexadecimal, which is published before the draw."""
    return hashlib.sha256(seed.encode()).hexdigest()


def check_seed_hash(seed: str, published_hash: str, drawn_here: bool) -> str:
    """Return HOLDS, BROKEN, BY_HAND or UNKNOWN."""
    if published_hash and seed_hash(seed) != published_hash:
        return BROKEN
    if not drawn_here:
        return UNKNOWN
    return HOLDS if published_hash else BY_HAND


def redraw_from_seed(phase: EventPhase, round_: RoundRecord, line: int) -> tuple[RoundRecord, Mapping]:
    """Return (round, reasons) as the seed draws it from the history before the draw."""
    if not round_.seed:
        raise RuleViolation(
            _("Round {round} has no seed because it wasn’t paired here."), round=round_.number
        )
    before = rewind(phase.history, phase.history.log[line:]) if line else phase.history
    later_phases = (replace(later, rounds=()) for later in before.phases[phase.number :])
    before = replace(before, phases=(*before.phases[: phase.number], *later_phases)).phase(phase.number)
    return draw(phase_before(before, round_), round_.seed, exceptions=True)


def differences(
    phase: EventPhase, round_: RoundRecord, redrawn: RoundRecord, line: int
) -> tuple[TableDifference, ...]:
    """Return the differences of the round from its draw; byes of late entries were not part of the draw."""
    late = excused_players(phase, round_)
    now, as_drawn = (
        {match_path(phase.number, round_.number, match): match for match in each.matches}
        for each in (round_, redrawn)
    )
    tables = []
    for path in dict.fromkeys((*now, *as_drawn)):
        difference = TableDifference(now.get(path), as_drawn.get(path), 0)
        players = seated_players(difference.now)
        is_late_entry = difference.is_added_bye and late.issuperset(players)
        if players != seated_players(difference.as_drawn) and not is_late_entry:
            tables.append(replace(difference, line=last_change_position(phase.history.log, path, line)))
    return merge_moved_byes(tables)


def merge_moved_byes(tables: list[TableDifference]) -> tuple[TableDifference, ...]:
    """Merge an added and a removed bye into one difference, last: the bye went to another player."""
    added = [table for table in tables if table.is_added_bye]
    removed = [table for table in tables if table.is_removed_bye]
    pairs = list(zip(added, removed, strict=False))
    merged = [table for pair in pairs for table in pair]
    moved = [TableDifference(new.now, old.as_drawn, max(new.line, old.line)) for new, old in pairs]
    return (*(table for table in tables if table not in merged), *moved)


def seated_players(match: MatchRecord | None) -> tuple[str, ...]:
    return match.players if match else ()


def last_change_position(log: tuple[LogRecord, ...], path: str, draw_line: int) -> int:
    """Return the position of the last log line after the draw that changed the players of a part, or 0."""
    for position in range(len(log), draw_line, -1):
        before, now = (event_parts.seated_players(part) for part in part_change(log[position - 1], path))
        if before != now:
            return position
    return 0


@dataclass(frozen=True, slots=True)
class PodsVerification:
    """The pods of a draft compared with those drawn again from their seed.

    `drawn_pods` is empty if there is an `error`; `seed_check`: whether the seed matches the hash
    published before the draw (see `rounds.draw_verification`).
    """

    pods: BoosterPods
    drawn_pods: BoosterPods
    seed_check: str
    error: RuleViolation | None = None

    @property
    def split_pods(self) -> tuple[int, ...]:
        """Numbers of drawn pods that were split, if the pods have no other sizes than those of a split."""
        ends, drawn_ends = ends_of(self.pods), ends_of(self.drawn_pods)
        if not set(drawn_ends) <= set(ends) or ends[-1] != drawn_ends[-1]:
            return ()
        return tuple(
            number
            for number, (start, end) in enumerate(pairwise(drawn_ends), 1)
            if any(start < cut < end for cut in ends)
        )

    @property
    def expected_pods(self) -> BoosterPods:
        """The drawn pods, split where the organiser split them."""
        if not self.split_pods:
            return self.drawn_pods
        line = tuple(chain.from_iterable(self.drawn_pods))
        return tuple(line[start:end] for start, end in pairwise(ends_of(self.pods)))

    @property
    def moved_players(self) -> tuple[str, ...]:
        """Players who sit elsewhere than they were drawn, apart from split pods."""
        before, now = seats_of(self.expected_pods), seats_of(self.pods)
        return tuple(player for player in {**now, **before} if now.get(player) != before.get(player))

    @property
    def is_proven(self):
        is_same = self.error is None and self.pods == self.expected_pods
        return is_same and self.seed_check != BROKEN


def ends_of(pods: BoosterPods) -> tuple[int, ...]:
    """Return 0 and, for each pod, the number of players in it and in the pods before."""
    return tuple(accumulate(map(len, pods), initial=0))


def seats_of(pods: BoosterPods) -> dict[str, tuple[int, int]]:
    """Return {player: (pod, seat)}, both from 1."""
    return {
        player: (number, seat) for number, pod in enumerate(pods, 1) for seat, player in enumerate(pod, 1)
    }


def verify_pods(phase: EventPhase) -> PodsVerification:
    """Draw the pods of a phase again, in the event as its log says it was at the draw.

    RuleViolation if the phase has no pods.
    """
    if not phase.pods:
        raise RuleViolation(_("There are no pods to redraw."))
    lines = draw_lines(phase.history.log, phase_path(phase.number), "pods_seed")
    line = max((line for line, seed in lines.items() if seed == phase.pods_seed), default=0)
    seed_check = check_seed_hash(phase.pods_seed, phase.pods_sealed, drawn_here=line > 0)
    try:
        return PodsVerification(phase.pods, draw_pods_again(phase, line), seed_check)
    except RuleViolation as violation:
        return PodsVerification(phase.pods, (), seed_check, violation)


def draw_pods_again(phase: EventPhase, line: int) -> BoosterPods:
    if not phase.pods_seed:
        raise RuleViolation(_("The pods have no seed because they were not drawn by Topcut."))
    then = rewind(phase.history, phase.history.log[line:]) if line else phase.history
    then = replace(then, log=()).phase(phase.number).replace(rounds=(), pods=())
    return draw_pods(then, phase.pods_seed)
