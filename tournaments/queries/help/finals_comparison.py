"""Finals systems for one number of players, side by side."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from django.utils.translation import gettext

from ...rules import finals
from ..wording.formats import number_text

# The most seeds that fit side by side.
MAX_SEEDS = 16
SIZES = (4, 5, 6, 7, 8, 10, 13, 16)


@dataclass(frozen=True)
class SeedChances:
    """A seed's chances: to win as a percentage and a bar (100: the best of all seeds and systems).

    `notes` describe its first round and a possible second chance.
    """

    percent: str
    bar: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class ComparedSystem:
    """A column of the comparison; `figures` are (label, value) pairs."""

    key: str
    name: str
    figures: tuple[tuple[str, str], ...]
    seeds: tuple[SeedChances, ...]


@dataclass(frozen=True)
class SystemsComparison:
    """All finals systems for `size` players; `sizes` are those to choose from."""

    size: int
    sizes: tuple[int, ...]
    systems: tuple[ComparedSystem, ...]

    @property
    def figures(self):
        """Return (label, values by system)."""
        labels = [label for label, _value in self.systems[0].figures]
        values = zip(*([value for _label, value in system.figures] for system in self.systems), strict=True)
        return tuple(zip(labels, values, strict=True))

    @property
    def rows(self):
        """Return (seed, chances by system)."""
        return tuple(enumerate(zip(*(system.seeds for system in self.systems), strict=True), 1))


def compare_systems(size: int) -> SystemsComparison:
    """Compare every system that takes this number of players."""
    comparisons = [
        finals.compare_system(key, size) for key, system in finals.FINALS.items() if size in system.sizes
    ]
    best = max(seed.win for comparison in comparisons for seed in comparison.seeds)
    return SystemsComparison(size, SIZES, tuple(compared_system(item, best) for item in comparisons))


def compared_system(system: finals.SystemComparison, best: Fraction) -> ComparedSystem:
    return ComparedSystem(
        system.key,
        gettext(finals.FINALS[system.key].name),
        system_figures(system),
        tuple(
            SeedChances(f"{float(seed.win) * 100:.1f}", round(100 * seed.win / best), seed_notes(seed))
            for seed in system.seeds
        ),
    )


def system_figures(system: finals.SystemComparison) -> tuple[tuple[str, str], ...]:
    pairs = comb(system.size, 2)
    possible = pairs - len(system.impossible_finals)
    return (
        (gettext("Matches"), count_text(system.matches, system.deciding)),
        (gettext("Rounds"), count_text(system.rounds - system.deciding, system.deciding)),
        (gettext("Possible finals"), gettext("{count} of {all}").format(count=possible, all=pairs)),
        (gettext("Soonest rematch"), rematch_text(system)),
        (gettext("Dead rubbers"), dead_rubbers_text(system)),
    )


def count_text(certain: int, optional: int) -> str:
    """Return “9”, or “14 or 15” if the last one may not be needed."""
    if not optional:
        return str(certain)
    return gettext("{few} or {more}").format(few=certain, more=certain + optional)


def rematch_text(system: finals.SystemComparison) -> str:
    if system.soonest_rematch is None:
        return gettext("never")
    number, chance = system.soonest_rematch
    percent = number_text(round(100 * float(chance), 1))
    return gettext("{percent} % in round {n}").format(percent=percent, n=number)


def dead_rubbers_text(system: finals.SystemComparison) -> str:
    """Return the expected number of matches that change no chances."""
    if system.dead_rubbers is None:
        return gettext("not counted")
    expected = sum(rubber.chance for rubber in system.dead_rubbers)
    return gettext("{n} on average").format(n=number_text(float(expected))) if expected else gettext("none")


def seed_notes(seed: finals.SeedSummary) -> tuple[str, ...]:
    """Return “from round 2” and “still alive after a first loss: 3/4”."""
    notes = []
    if seed.first_round > 1:
        notes.append(gettext("from round {n}").format(n=seed.first_round))
    if seed.saved == 1:
        notes.append(gettext("can lose once"))
    elif seed.saved:
        notes.append(gettext("still alive after a first loss: {chance}").format(chance=seed.saved))
    return tuple(notes)
