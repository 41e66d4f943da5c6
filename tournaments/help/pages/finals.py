"""The help page of a finals system: table, drawing, exact odds."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from django.utils.translation import gettext, ngettext

from ...rules import finals
from ..brackets.drawing import Drawing, draw_bracket
from . import finals_comparison

USUAL_SIZE = 8
# Frequent sizes; a system without USUAL_SIZE shows its smallest first.
SIZES = (4, 8, 16, 32)
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
    sizes = sorted({size for size in SIZES if size in system.sizes} | {usual_size(system)})
    return tuple(size for size in sizes if finals.has_exact_odds(finals.build_table(system.key, size)))


def system_page(key: str, size: int) -> SystemPage:
    """Describe a finals system for `size` players."""
    table, system = finals.build_table(key, size), finals.FINALS[key]
    chances, sizes = finals.even_odds(key, size), offered_sizes(system)
    return SystemPage(
        name=gettext(table.name),
        summary=summary_text(table),
        source=gettext(table.source),
        sizes_text=sizes_text(system.sizes),
        size=size,
        sizes=sizes if len(sizes) > 1 else (),
        count=count_text(table),
        drawing=draw_bracket(finals.build_bracket(table, (), {}), {}),
        rounds=finals_rounds(table),
        odds=tuple(seed_odds(seed, chances) for seed in chances.win),
        impossible=impossible_text(chances.impossible_finals, size),
        meetings=meetings_of(chances.impossible_finals, size) if size <= MAX_CROSS_TABLE_SIZE else (),
        rematches=rematch_text(chances.prefinal_rematches),
        used=gettext(system.used),
        criticism=gettext(system.criticism),
        is_compared=size <= finals_comparison.MAX_SEEDS,
    )


def summary_text(table) -> str:
    return " ".join(map(gettext, (table.summary, *table.notes)))


def sizes_text(sizes: range) -> str:
    if len(sizes) == 1:
        return ngettext("{count} player", "{count} players", sizes[0]).format(count=sizes[0])
    return gettext("{least} to {most} players").format(least=sizes[0], most=sizes[-1])


def count_text(table) -> str:
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


def rematch_text(count: int) -> str:
    if not count:
        return gettext("No rematches are possible before the last match.")
    return ngettext(
        "{count} rematch is possible before the last match.",
        "{count} rematches are possible before the last match.",
        count,
    ).format(count=count)
