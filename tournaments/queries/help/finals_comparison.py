"""Finals systems for one number of players, side by side."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from ...rules import finals
from ..wording.formats import number_text

# What fits side by side, and is asked for: more seeds than these are told on each system's own page.
MOST_SEEDS = 16
SIZES = (4, 5, 6, 7, 8, 10, 13, 16)


@dataclass(frozen=True)
class SeedGets:
    """A seed's chances: to win as a percentage and a bar (100: the best of all seeds and systems).

    `words` say its first round and whether it may lose.
    """

    percent: str
    bar: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class ComparedSystem:
    """A column: a system's key and name, and (label, value) of what can be said in a figure."""

    key: str
    name: str
    figures: tuple[tuple[str, str], ...]
    seeds: tuple[SeedGets, ...]


@dataclass(frozen=True)
class Compared:
    """`rows`: (seed, what it gets in each system); `figures`: (label, its value in each)."""

    size: int
    sizes: tuple[int, ...]
    systems: tuple[ComparedSystem, ...]

    @property
    def figures(self):
        labels = [label for label, _value in self.systems[0].figures]
        values = zip(*([value for _label, value in one.figures] for one in self.systems), strict=True)
        return tuple(zip(labels, values, strict=True))

    @property
    def rows(self):
        return tuple(enumerate(zip(*(one.seeds for one in self.systems), strict=True), 1))


def compared(size: int) -> Compared:
    """Every system that takes so many players."""
    comparisons = [
        finals.compared(key, size) for key, system in finals.FINALS.items() if size in system.sizes
    ]
    most = max(seed.win for one in comparisons for seed in one.seeds)
    return Compared(size, SIZES, tuple(system_of(one, most) for one in comparisons))


def system_of(one: finals.SystemComparison, most: Fraction) -> ComparedSystem:
    return ComparedSystem(
        one.key,
        gettext(finals.FINALS[one.key].name),
        figures_of(one),
        tuple(
            SeedGets(f"{float(seed.win) * 100:.1f}", round(100 * seed.win / most), words_of(seed))
            for seed in one.seeds
        ),
    )


def figures_of(one: finals.SystemComparison) -> tuple[tuple[str, str], ...]:
    pairs = one.size * (one.size - 1) // 2
    possible = pairs - len(one.impossible_finals)
    return (
        (gettext("Matches"), either(one.matches, one.deciding)),
        (gettext("Rounds"), either(one.rounds - one.deciding, one.deciding)),
        (gettext("Possible finals"), gettext("{count} of {all}").format(count=possible, all=pairs)),
        (gettext("Soonest rematch"), rematch_words(one)),
        (gettext("Dead rubbers"), dead_words(one)),
    )


def either(sure: int, more: int) -> str:
    """“9”; “14 or 15” where the last one may be spared."""
    return gettext("{few} or {more}").format(few=sure, more=sure + more) if more else str(sure)


def rematch_words(one: finals.SystemComparison) -> str:
    if one.soonest_rematch is None:
        return gettext("never")
    number, chance = one.soonest_rematch
    words = gettext("{percent} % in round {n}")
    return words.format(percent=number_text(round(100 * float(chance), 1)), n=number)


def dead_words(one: finals.SystemComparison) -> str:
    """Return the expected number of matches that change no chances."""
    if one.dead_rubbers is None:
        return gettext("not counted")
    expected = sum(rubber.chance for rubber in one.dead_rubbers)
    return gettext("{n} a time").format(n=number_text(float(expected))) if expected else gettext("none")


def words_of(seed: finals.SeedSummary) -> tuple[str, ...]:
    """“from round 2”; “goes on after a lost first match: 3/4”."""
    words = []
    if seed.first_round > 1:
        words.append(gettext("from round {n}").format(n=seed.first_round))
    if seed.saved == 1:
        words.append(gettext("may lose once"))
    elif seed.saved:
        words.append(gettext("lost at first, on in {chance}").format(chance=seed.saved))
    return tuple(words)
