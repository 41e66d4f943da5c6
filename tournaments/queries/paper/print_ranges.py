"""Ranges of long sheets: each is printed by itself, so that no page takes long to render and print."""

from dataclasses import dataclass

# Maximum on one page; each takes two milliseconds to render with the card around it.
MAX_CODES = 720


@dataclass(frozen=True)
class PrintRange:
    """The entries of one range, at `position` in the `ranges`: the (first, last) numbers of each range."""

    entries: tuple
    ranges: tuple[tuple[int, int], ...]
    position: int

    @property
    def start(self) -> int | None:
        """The number at which this range begins; None if the list is empty."""
        return self.ranges[self.position][0] if self.ranges else None

    def portion_of(self, count: int) -> slice:
        """Return the portion of another list with `count` entries that is printed with this range."""
        total = max(1, len(self.ranges))
        return slice(count * self.position // total, count * (self.position + 1) // total)


def print_range(entries, numbers, size: int, start: int | None) -> PrintRange:
    """Return the range of at most `size` entries that contains the number `start`; by default the first.

    `numbers` has the number of each entry, in ascending order: its table, or its position in the list.
    """
    parts = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    ranges = tuple((part[0], part[-1]) for part in parts)
    begun = (at for at, (first, _last) in enumerate(ranges) if start is not None and first <= start)
    position = max(begun, default=0)
    return PrintRange(tuple(entries[position * size : (position + 1) * size]), ranges, position)
