"""Runs a plan: plays its events in batches and summarises them."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from itertools import combinations

import numpy as np

from .matches import Luck, draw_luck
from .measures import DECIMALS, MEASURES, compare, summarise
from .plan import Format, Plan
from .played_format import PlayedFormat, play_finals, swiss_stakes
from .swiss import SwissRounds, play_swiss, rank_events, swiss_key

MAX_EVENTS = 20_000
MAX_SEED = 2**53
# Of all events of a batch: enough for numpy to be fast, few enough for memory and to show progress.
BATCH_PLAYER_ROUNDS = 80_000


@dataclass(frozen=True, slots=True)
class FormatValues:
    """The results of one format: a number per event for each measure, and the seeds of the champions.

    A measure that does not apply is None, `champion_seeds` too without finals.
    """

    measures: dict[str, np.ndarray | None]
    champion_seeds: np.ndarray | None


def max_batch_events(plan: Plan) -> int:
    """Return how many events a batch has at most."""
    return max(1, BATCH_PLAYER_ROUNDS // plan.player_rounds)


def batches(plan: Plan, events: int) -> list[range]:
    """Return the numbers of the events of each batch; the results do not depend on this division."""
    size = max_batch_events(plan)
    return [range(first, min(first + size, events + 1)) for first in range(1, events + 1, size)]


def play_batch(
    plan: Plan, seed: int, numbers: range, checkpoint: Callable[[], None] = lambda: None
) -> list[FormatValues]:
    """Play the events of these numbers in each format. Formats with the same Swiss rounds share them.

    `checkpoint` is called before every pairing, and may raise an exception to stop.
    """
    luck, rounds_by_key, values = draw_luck(plan, seed, numbers), {}, []
    for format_ in plan.formats:
        key = swiss_key(format_, plan.players)
        if key not in rounds_by_key:
            rounds_by_key[key] = play_swiss(format_, luck, checkpoint)
        played = play_format(plan, format_, luck, rounds_by_key[key])
        measured = {key: measure.function(played) for key, measure in MEASURES.items()}
        measures = {key: None if of is None else np.asarray(of, float) for key, of in measured.items()}
        values.append(FormatValues(measures, played.finals and played.finals.champions))
    return values


def play_format(plan: Plan, format_: Format, luck: Luck, rounds: SwissRounds) -> PlayedFormat:
    """Rank the Swiss rounds of some events, cut, and play the finals."""
    ranking = rank_events(format_, rounds, luck)
    finals = play_finals(format_, ranking.order[:, : format_.cut], luck) if format_.table else None
    return PlayedFormat(plan, format_, luck, rounds, ranking, swiss_stakes(format_, rounds), finals)


def simulate(plan: Plan, events: int, seed: int) -> dict:
    """Return the answer to a plan, the same for the same seed (see `summarise_plan`)."""
    return summarise_plan(
        plan, events, seed, (play_batch(plan, seed, numbers) for numbers in batches(plan, events))
    )


def summarise_plan(plan: Plan, events: int, seed: int, played: Iterable[list[FormatValues]]) -> dict:
    """Return the answer as JSON values from the played batches, in their order.

    {"events", "seed", "formats": [{"name", "measures": {key: {"mean", "error"}}, "champion_seed"}],
    "differences": [{"a", "b", "measures"}]}; the differences are those of a minus b.
    """
    joined = [_join(parts) for parts in zip(*played, strict=True)]
    formats = [
        {
            "name": format_.name,
            "measures": {
                key: summarise(values.measures[key], measure.is_share) for key, measure in MEASURES.items()
            },
            "champion_seed": _champion_seed(format_, values.champion_seeds),
        }
        for format_, values in zip(plan.formats, joined, strict=True)
    ]
    differences = [
        {
            "a": plan.formats[a].name,
            "b": plan.formats[b].name,
            "measures": {key: compare(joined[a].measures[key], joined[b].measures[key]) for key in MEASURES},
        }
        for a, b in combinations(range(len(plan.formats)), 2)
    ]
    return {"events": events, "seed": seed, "formats": formats, "differences": differences}


def _join(parts):
    """Return the FormatValues of all batches together."""
    measures = {
        key: None if values is None else np.concatenate([part.measures[key] for part in parts])
        for key, values in parts[0].measures.items()
    }
    seeds = [part.champion_seeds for part in parts]
    return FormatValues(measures, None if seeds[0] is None else np.concatenate(seeds))


def _champion_seed(format_, seeds):
    """Return {seed as text: share of the events that it wins}; None without finals."""
    if seeds is None:
        return None
    shares = np.bincount(seeds, minlength=format_.cut + 1)[1:] / len(seeds)
    return {str(seed): round(share, DECIMALS) for seed, share in enumerate(shares.tolist(), 1)}


_worker = {}  # of a worker process: its plan and seed, which are sent only once


def play_batches(plan: Plan, events: int, seed: int, processes: int) -> Iterator[list[FormatValues]]:
    """Yield the played batches in their order: the numbers do not depend on the number of processes."""
    pool = ProcessPoolExecutor(processes, initializer=_start, initargs=(plan, seed))
    try:
        yield from pool.map(_play, batches(plan, events))
    finally:
        pool.shutdown(cancel_futures=True)


def _start(plan, seed):
    _worker.update(plan=plan, seed=seed)


def _play(numbers):
    return play_batch(_worker["plan"], _worker["seed"], numbers)


def pack_batch(values: list[FormatValues]) -> bytes:
    """Return a played batch as bytes, with the exact numbers of every event."""
    columns = [column for of in values for column in (*of.measures.values(), of.champion_seeds)]
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        applies=np.array([column is not None for column in columns]),
        numbers=np.array([column for column in columns if column is not None], float),
    )
    return buffer.getvalue()


def unpack_batch(packed: bytes) -> list[FormatValues]:
    """Return the batch that `pack_batch` made these bytes of."""
    with np.load(BytesIO(packed)) as arrays:
        numbers = iter(arrays["numbers"])
        columns = [next(numbers) if applies else None for applies in arrays["applies"]]
    values, width = [], len(MEASURES) + 1
    for first in range(0, len(columns), width):
        *measures, seeds = columns[first : first + width]
        seeds = None if seeds is None else seeds.astype(int)
        values.append(FormatValues(dict(zip(MEASURES, measures, strict=True)), seeds))
    return values
