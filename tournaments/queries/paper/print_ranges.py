"""Long sheets are printed in ranges, so that no page takes long to make and print."""

from dataclasses import dataclass

# QR codes on one page; each takes two milliseconds with what stands around it.
MAX_CODES = 720


@dataclass(frozen=True)
class PrintRange:
    """One range of a list: its `entries`; `ranges` are the (first, last) numbers of all ranges of the list,
    of which this is the one at `position`."""

    entries: tuple
    ranges: tuple[tuple[int, int], ...]
    position: int

    @property
    def start(self) -> int | None:
        """The number at which this range begins; None where the list is empty."""
        return self.ranges[self.position][0] if self.ranges else None

    def bounds_in(self, count: int) -> slice:
        """Where this range's share of another list with `count` entries begins and ends."""
        total = max(1, len(self.ranges))
        return slice(count * self.position // total, count * (self.position + 1) // total)


def print_range(entries, numbers, size: int, start: int | None) -> PrintRange:
    """Return the range of at most `size` entries that contains the number `start`; by default the first.

    `numbers` has the number of each entry, in ascending order: its table, or its position in the list.
    """
    parts = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    ranges = tuple((part[0], part[-1]) for part in parts)
    before = [at for at, (first, _last) in enumerate(ranges) if start is not None and first <= start]
    position = max(before, default=0)
    return PrintRange(tuple(entries[position * size : (position + 1) * size]), ranges, position)
