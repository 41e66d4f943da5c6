"""The drawing of a player's rank after each round."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils.translation import gettext

from ...web.charts import (
    BASELINE,
    Chart,
    Dot,
    Frame,
    Path,
    Place,
    Words,
    labels_below,
    line_path,
)

FRAME = Frame(340, 152, 36, 20, 16, 28)
# The room of the number of a round.
ROUND_WIDTH = 20


def draw_ranks(ranks: Sequence[int | None], players: int) -> Chart | None:
    """Draw the rank after each round, None before the player came, among so many players.

    None if the player never had a rank.
    """
    known = [(number, rank) for number, rank in enumerate(ranks, 1) if rank]
    if not known:
        return None
    lowest = max(players, *(rank for _number, rank in known))
    across, up = FRAME.across(1, max(2, len(ranks))), FRAME.up(lowest, 1)
    marks = [
        Path(f"M{FRAME.left} {FRAME.top}H{FRAME.right}M{FRAME.left} {FRAME.bottom}H{FRAME.right}", "hair"),
        *(
            Words(FRAME.left - 8, up(rank) + BASELINE, str(rank), "small", "end")
            for rank in sorted({1, lowest})
        ),
        *labels_below(FRAME, ((across(number), str(number)) for number, _rank in known), ROUND_WIDTH),
        *(Path(line_path(run), "line") for run in runs_of(ranks, across, up)),
        *(Dot(across(number), up(rank), 5 if number == known[-1][0] else 3) for number, rank in known),
    ]
    words = (gettext("round {round}, rank {rank}").format(round=number, rank=rank) for number, rank in known)
    return Chart(FRAME.width, FRAME.height, tuple(marks), "; ".join(words))


def runs_of(ranks: Sequence[int | None], across, up) -> Iterator[list[Place]]:
    """Yield the places of ranks that follow each other."""
    for has_rank, run in groupby(enumerate(ranks, 1), key=lambda item: item[1] is not None):
        if has_rank:
            yield [(across(number), up(rank)) for number, rank in run]
