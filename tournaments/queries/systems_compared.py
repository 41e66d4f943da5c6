"""Finals systems for one number of players, side by side."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ..rules import finals
from .systems import exact_odds

# What fits side by side, and is asked for: more seeds than these are told on each system's own page.
MOST_SEEDS = 16
SIZES = (4, 5, 6, 7, 8, 10, 16)


@dataclass(frozen=True)
class SeedGets:
    """What a seed gets in a system: its chance to win as a percentage and a bar (100: the best of all
    seeds and systems), and in words where it begins and whether it may lose."""

    percent: str
    bar: int
    words: str


@dataclass(frozen=True)
class System:
    """A column: a system's key and name, and (label, value) of what can be said in a figure."""

    key: str
    name: str
    summary: str
    figures: tuple[tuple[str, str], ...]
    seeds: tuple[SeedGets, ...]


@dataclass(frozen=True)
class Compared:
    """`rows`: (seed, what it gets in each system); `figures`: (label, its value in each)."""

    size: int
    sizes: tuple[int, ...]
    systems: tuple[System, ...]

    @property
    def figures(self):
        labels = [label for label, _value in self.systems[0].figures]
        values = zip(*([value for _label, value in one.figures] for one in self.systems), strict=True)
        return tuple(zip(labels, values, strict=True))

    @property
    def rows(self):
        return tuple(enumerate(zip(*(one.seeds for one in self.systems), strict=True), 1))


def size_asked(asked: str) -> int:
    return int(asked) if asked.isascii() and asked.isdecimal() and 2 <= int(asked[:4]) <= MOST_SEEDS else 8


def compared(size: int) -> Compared:
    """Every system that takes so many players."""
    keys = [key for key, system in finals.FINALS.items() if size in system.sizes]
    most = max(max(exact_odds(key, size).win.values()) for key in keys)
    return Compared(size, SIZES, tuple(system_of(key, size, most) for key in keys))


def system_of(key: str, size: int, most) -> System:
    table, chances = finals.table(key, size), exact_odds(key, size)
    pairs = size * (size - 1) // 2
    never = len(chances.impossible_finals)
    sure = [slot for slot in table.matches if slot.reset_of is None]
    figures = (
        (gettext("Matches"), either(len(sure), len(table.matches))),
        (gettext("Rounds"), either(sure[-1].round, table.rounds)),
        (gettext("Possible finals"), gettext("{count} of {all}").format(count=pairs - never, all=pairs)),
    )
    return System(
        key,
        gettext(table.name),
        gettext(table.summary),
        figures,
        tuple(seed_gets(seed, table, chances, most) for seed in chances.win),
    )


def either(sure: int, more: int) -> str:
    """“9”; “14 or 15” where the last one may be spared."""
    return str(sure) if sure == more else gettext("{few} or {more}").format(few=sure, more=more)


def seed_gets(seed: int, table, chances, most) -> SeedGets:
    win = chances.win[seed]
    return SeedGets(
        f"{float(win) * 100:.1f}", round(100 * win / most), ", ".join(seed_words(seed, table, chances))
    )


def seed_words(seed: int, table, chances):
    """“from round 2”, “may lose once”."""
    first = next(number for number, chance in chances.rounds[seed].items() if chance == 1)
    if first > 1:
        yield gettext("from round {n}").format(n=first)
