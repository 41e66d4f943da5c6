"""The drawing of a player's rank after each round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext

from ...web.charts import (
    BASELINE,
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
        *draw_cuts(phases, across, up),
    ]
    first = 0
    for phase in phases:
        marks += draw_line(phase, first, across, up)
        first += len(phase.rounds)
    words = [gettext("{round}, rank {rank}").format(round=one.name, rank=one.rank) for one in known]
    words += [phase.cut_name for phase in phases if phase.cut]
    return Chart(FRAME.width, FRAME.height, tuple(marks), "; ".join(words))


def draw_cuts(phases: Sequence[RankedPhase], across: Scale, up: Scale) -> Iterator[Mark]:
    """Yield the line of each cut over the rounds before it, with its name at its end."""
    first = 0
    for phase in phases:
        last = first + len(phase.rounds) - 1
        if phase.cut:
            # Half a round further at both ends, so that a phase of one round has a line, too.
            half = (across(1) - across(0)) / 2
            left = FRAME.left if first == 0 else round(across(first) - half, 1)
            right = FRAME.right if phase is phases[-1] else round(across(last) + half, 1)
            yield Path(f"M{left} {up(phase.cut)}H{right}", "cut")
            yield from cut_flag(right, up(phase.cut), phase.cut_name)
        first = last + 1


def draw_line(phase: RankedPhase, first: int, across: Scale, up: Scale) -> Iterator[Mark]:
    """Yield the line of a phase, interrupted where the player was not listed; its last dot is larger."""
    last = max((n for n, round_ in enumerate(phase.rounds) if round_.rank), default=None)
    for has_rank, run in groupby(enumerate(phase.rounds), key=lambda item: item[1].rank is not None):
        if has_rank:
            places: list[tuple[int, Place]] = [(n, (across(first + n), up(one.rank))) for n, one in run]
            yield Path(line_path([place for _n, place in places]), "line")
            yield from (Dot(*place, 5 if n == last else 3) for n, place in places)
