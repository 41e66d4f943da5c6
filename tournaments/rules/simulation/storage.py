"""Played batches as bytes, so that a simulation can go on from what is stored."""

from io import BytesIO

import numpy as np

from .measures import MEASURES
from .run import FormatValues


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
