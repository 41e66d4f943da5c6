"""The drawing of a player's rank after each round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from django.utils.translation import gettext

from ...web.charts import (
    BASELINE,
    FLAG_HEIGHT,
    Bar,
    Chart,
    Dot,
    Frame,
    Mark,
    Path,
    Place,
    Scale,
    Words,
    cut_flag,
    labels_below,
    line_path,
)

FRAME = Frame(340, 172, 36, 12, 16, 28)
# The room of the number of a round, and of the number of a rank.
ROUND_WIDTH, RANK_HEIGHT = 20, 14
# A flag is tried at places so far from each other, and keeps so far from the ranks.
FLAG_STEP, FLAG_ROOM, FLAG_OFFSETS = 16, 5, (0, 14, -14, 22, -22)
# The chart ends so many times the places of the cut below the first rank, if the player never was lower.
CUT_SHARE = 2


@dataclass(frozen=True)
class RankedRound:
    """The rank after a round, None while the player was not listed; `label` is short, `name` is not."""

    label: str
    name: str
    rank: int | None


@dataclass(frozen=True)
class RankedPhase:
    """Rounds that are ranked together; the line of the cut is at `cut`, 8.5 below the eighth, 0 without."""

    rounds: tuple[RankedRound, ...]
    cut: float = 0
    cut_name: str = ""


def ranked_phase(ranks: Sequence[int | None]) -> RankedPhase:
    """Return the phase of these ranks, with rounds that are numbered from 1."""
    words = gettext("Round {number}")
    return RankedPhase(
        tuple(RankedRound(str(n), words.format(number=n), rank) for n, rank in enumerate(ranks, 1))
    )


def draw_ranks(phases: Sequence[RankedPhase], players: int) -> Chart | None:
    """Draw the ranks among so many players, phase beside phase; None if the player never had a rank."""
    rounds = [round_ for phase in phases for round_ in phase.rounds]
    known = [round_ for round_ in rounds if round_.rank]
    if not known:
        return None
    lowest = max(round_.rank for round_ in known)
    cuts = [phase.cut for phase in phases if phase.cut]
    lowest = max(lowest, min(players, round(CUT_SHARE * max(cuts))) if cuts else players)
    across, up = FRAME.across(0, max(1, len(rounds) - 1)), FRAME.up(lowest, 1)
    marks = [
        Path(f"M{FRAME.left} {FRAME.top}H{FRAME.right}M{FRAME.left} {FRAME.bottom}H{FRAME.right}", "hair"),
        *(Words(FRAME.left - 8, up(n) + BASELINE, str(n), "small", "end") for n in sorted({1, lowest})),
        *labels_below(FRAME, ((across(n), one.label) for n, one in enumerate(rounds)), ROUND_WIDTH),
    ]
    first = 0
    for phase in phases:
        if phase.cut:
            marks += draw_cut(phase, first, phase is phases[-1], across, up)
        marks += draw_line(phase, first, across, up)
        first += len(phase.rounds)
    words = [gettext("{round}, rank {rank}").format(round=one.name, rank=one.rank) for one in known]
    words += [phase.cut_name for phase in phases if phase.cut]
    return Chart(FRAME.width, FRAME.height, tuple(marks), "; ".join(words))


def draw_cut(phase: RankedPhase, first: int, is_last: bool, across: Scale, up: Scale) -> list[Mark]:
    """Return the line of the cut over the rounds before it, with its name where the ranks leave room."""
    # Half a round further at both ends, so that a phase of one round has a line, too.
    half, last = (across(1) - across(0)) / 2, first + len(phase.rounds) - 1
    left = FRAME.left if first == 0 else round(across(first) - half, 1)
    right = FRAME.right if is_last else round(across(last) + half, 1)
    y = up(phase.cut)
    places = [(across(first + n), up(one.rank)) for n, one in enumerate(phase.rounds) if one.rank]
    return [Path(f"M{left} {y}H{right}", "cut"), *find_flag(left, right, y, phase.cut_name, places)]


def find_flag(left: float, right: float, y: float, name: str, places: Sequence[Place]) -> tuple[Mark, Mark]:
    """Return the flag of a cut at the first place of its line, or beside it, that covers no rank."""
    at_end = cut_flag(right, y, name)
    width, points = at_end[0].width, list(points_between(places))
    ends = [right, left + width, *range(int(right) - FLAG_STEP, int(left + width), -FLAG_STEP)]
    for middle in (y + offset for offset in FLAG_OFFSETS):
        for end in ends:
            flag = cut_flag(end, middle, name)
            is_inside = left + width <= end <= right and FLAG_HEIGHT / 2 <= middle <= FRAME.bottom
            if is_inside and not any(covers(flag[0], point) for point in points):
                return flag
    return at_end


def points_between(places: Sequence[Place]) -> Iterator[Place]:
    """Yield points of the line through these places, a few pixels apart."""
    yield from places[:1]
    for (x, y), (next_x, next_y) in pairwise(places):
        steps = max(1, round(max(abs(next_x - x), abs(next_y - y)) / FLAG_ROOM))
        for n in range(1, steps + 1):
            yield x + (next_x - x) * n / steps, y + (next_y - y) * n / steps


def covers(flag: Bar, point: Place) -> bool:
    x, y = point
    is_across = flag.x - FLAG_ROOM < x < flag.x + flag.width + FLAG_ROOM
    return is_across and flag.y - FLAG_ROOM < y < flag.y + flag.height + FLAG_ROOM


def draw_line(phase: RankedPhase, first: int, across: Scale, up: Scale) -> Iterator[Mark]:
    """Yield the line of a phase, interrupted where the player was not listed; its last dot is larger."""
    last = max((n for n, round_ in enumerate(phase.rounds) if round_.rank), default=None)
    for has_rank, run in groupby(enumerate(phase.rounds), key=lambda item: item[1].rank is not None):
        if has_rank:
            places: list[tuple[int, Place]] = [(n, (across(first + n), up(one.rank))) for n, one in run]
            yield Path(line_path([place for _n, place in places]), "line")
            yield from (Dot(*place, 5 if n == last else 3) for n, place in places)
