"""Systems of finals and how they compare."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from django.utils.translation import gettext, ngettext

from ...brackets.drawing.picture import Drawing, draw_bracket
from ...rules import finals
from ...web.wording import number_text

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


USUAL_SIZE = 8
# Frequent sizes; a system without USUAL_SIZE shows its smallest first.
EXAMPLE_SIZES = (4, 8, 16, 32)
MAX_NAMED_PAIRS = 14
MAX_CROSS_TABLE_SIZE = 10


@dataclass(frozen=True)
class FinalsMatchRow:
    """A match of the table, and the sources of its sides."""

    name: str
    sides: tuple[str, ...]


@dataclass(frozen=True)
class FinalsRound:
    name: str
    matches: tuple[FinalsMatchRow, ...]


@dataclass(frozen=True)
class SeedOdds:
    """A seed's chances: to win, as fraction, percentage and bar (100: the best), and to play each round."""

    seed: int
    title: str
    percent: str
    bar: int
    rounds: tuple[str, ...]


@dataclass(frozen=True)
class SystemPage:
    """The help page of a finals system for `size` players.

    `sizes` can be chosen, empty if there is only one; `sizes_text` names all that the system takes.
    `meetings` has for each seed whether it can meet each other one in the last match; empty for many seeds.
    `is_compared`: a page compares all finals of this size.
    """

    name: str
    summary: str
    source: str
    sizes_text: str
    size: int
    sizes: tuple[int, ...]
    count: str
    drawing: Drawing
    rounds: tuple[FinalsRound, ...]
    odds: tuple[SeedOdds, ...]
    impossible: str
    meetings: tuple[tuple[int, tuple[bool | None, ...]], ...]
    rematches: str
    used: str
    criticism: str
    is_compared: bool


def size_of(key: str, size_text: str) -> int:
    """Return the requested size if the system offers it, else its usual one."""
    system = finals.FINALS[key]
    return int(size_text) if size_text in map(str, offered_sizes(system)) else usual_size(system)


def usual_size(system) -> int:
    return USUAL_SIZE if USUAL_SIZE in system.sizes else system.sizes[0]


def offered_sizes(system) -> tuple[int, ...]:
    """Return the sizes with exact odds."""
    sizes = sorted({size for size in EXAMPLE_SIZES if size in system.sizes} | {usual_size(system)})
    return tuple(size for size in sizes if finals.has_exact_odds(finals.build_table(system.key, size)))


def system_page(key: str, size: int) -> SystemPage:
    """Describe a finals system for `size` players."""
    table, system = finals.build_table(key, size), finals.FINALS[key]
    chances, sizes = finals.even_odds(key, size), offered_sizes(system)
    return SystemPage(
        name=gettext(table.name),
        summary=summary_text(table),
        source=gettext(table.source),
        sizes_text=finals_sizes_text(system.sizes),
        size=size,
        sizes=sizes if len(sizes) > 1 else (),
        count=matches_text(table),
        drawing=draw_bracket(finals.build_bracket(table, (), {}), {}),
        rounds=finals_rounds(table),
        odds=tuple(seed_odds(seed, chances) for seed in chances.win),
        impossible=impossible_text(chances.impossible_finals, size),
        meetings=meetings_of(chances.impossible_finals, size) if size <= MAX_CROSS_TABLE_SIZE else (),
        rematches=rematches_text(chances.prefinal_rematches),
        used=gettext(system.used),
        criticism=gettext(system.criticism),
        is_compared=size <= MAX_SEEDS,
    )


def summary_text(table) -> str:
    return " ".join(map(gettext, (table.summary, *table.notes)))


def finals_sizes_text(sizes: range) -> str:
    if len(sizes) == 1:
        return ngettext("{count} player", "{count} players", sizes[0]).format(count=sizes[0])
    return gettext("{least} to {most} players").format(least=sizes[0], most=sizes[-1])


def matches_text(table) -> str:
    """Return “9 matches in 4 rounds”, without a deciding match that may not be needed."""
    deciding = table.deciding
    matches, rounds = len(table.matches) - deciding, table.rounds - deciding
    text = (
        gettext("{matches} in {rounds}, plus one if needed") if deciding else gettext("{matches} in {rounds}")
    )
    return text.format(
        matches=ngettext("{count} match", "{count} matches", matches).format(count=matches),
        rounds=ngettext("{count} round", "{count} rounds", rounds).format(count=rounds),
    )


def finals_rounds(table) -> tuple[FinalsRound, ...]:
    bracket = finals.build_bracket(table, (), {})
    return tuple(
        FinalsRound(name.render(gettext), tuple(map(finals_match_row, bracket.round(number))))
        for number, name in enumerate(table.round_names, 1)
    )


def finals_match_row(meeting) -> FinalsMatchRow:
    name = meeting.slot.name.render(gettext)
    sides = tuple(side.label.render(gettext) for side in meeting.sides)
    return FinalsMatchRow(name[:1].upper() + name[1:], sides)


def seed_odds(seed: int, chances) -> SeedOdds:
    win = chances.win[seed]
    percent, bar = f"{float(win) * 100:.2f}", round(100 * win / max(chances.win.values()))
    rounds = tuple(map(chance_text, chances.rounds[seed].values()))
    return SeedOdds(seed, str(win), percent, bar, rounds)


def chance_text(chance: Fraction) -> str:
    """Return “1/2”, “sure” or “–”."""
    return {0: "–", 1: gettext("sure")}.get(chance, str(chance))


def impossible_text(pairs, size: int) -> str:
    """Describe the seeds that never meet in the last match; only their number if they are many."""
    if not pairs:
        return gettext("Any two seeds can meet in the last match.")
    if len(pairs) > MAX_NAMED_PAIRS:
        text = gettext("{count} of {all} pairs of seeds can never meet in the last match.")
        return text.format(count=len(pairs), all=comb(size, 2))
    pair_texts = ", ".join(gettext("{a} and {b}").format(a=a, b=b) for a, b in pairs)
    return gettext("Seeds that can never meet in the last match: {pairs}.").format(pairs=pair_texts)


def meetings_of(impossible, size: int):
    """Return for each seed whether it can meet each seed in the last match; None for itself."""
    seeds = range(1, size + 1)
    return tuple(
        (a, tuple(None if a == b else (min(a, b), max(a, b)) not in impossible for b in seeds)) for a in seeds
    )


def rematches_text(count: int) -> str:
    if not count:
        return gettext("No rematches are possible before the last match.")
    return ngettext(
        "{count} rematch is possible before the last match.",
        "{count} rematches are possible before the last match.",
        count,
    ).format(count=count)
