"""A finals system as its help page shows it: its table, its drawing, its exact odds."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from django.utils.translation import gettext, ngettext

from ...rules import finals
from ..brackets.drawing import Drawing, drawing_of
from . import finals_comparison

USUAL_SIZE = 8
# Fields that are played often; a system with another size shows its smallest first.
SIZES = (4, 8, 16, 32)
MOST_NAMED = 14
MOST_CROSSED = 10


@dataclass(frozen=True)
class FinalsMatchRow:
    """A line of the table: a match, and where its sides come from."""

    name: str
    sides: tuple[str, ...]


@dataclass(frozen=True)
class FinalsRound:
    name: str
    matches: tuple[FinalsMatchRow, ...]


@dataclass(frozen=True)
class SeedOdds:
    """A seed's chance to win it all, as a fraction, a percentage and a bar (100: the best seed's), and to
    play in each round."""

    seed: int
    title: str
    percent: str
    bar: int
    rounds: tuple[str, ...]


@dataclass(frozen=True)
class SystemPage:
    """`sizes` are the fields to choose from, none where there is but one; `taken` says which it takes.
    `meet`: for each seed but the last whether it can meet each lower one in the last match; none where
    they are too many to look at. `is_compared`: all finals of this size are shown side by side."""

    name: str
    summary: str
    source: str
    taken: str
    size: int
    sizes: tuple[int, ...]
    count: str
    drawing: Drawing
    rounds: tuple[FinalsRound, ...]
    odds: tuple[SeedOdds, ...]
    impossible: str
    meet: tuple[tuple[int, tuple[bool | None, ...]], ...]
    rematches: str
    used: str
    criticism: str
    is_compared: bool


def size_of(key: str, size_text: str) -> int:
    """Return the requested size if the system offers it, else its usual one."""
    offered = offered_sizes(finals.FINALS[key])
    return int(size_text) if size_text in {str(size) for size in offered} else usual_size(finals.FINALS[key])


def usual_size(system) -> int:
    return USUAL_SIZE if USUAL_SIZE in system.sizes else system.sizes[0]


def offered_sizes(system) -> tuple[int, ...]:
    """Return the sizes with exact odds."""
    sizes = {size for size in SIZES if size in system.sizes} | {usual_size(system)}
    return tuple(size for size in sorted(sizes) if finals.has_exact_odds(finals.table(system.key, size)))


def system_page(key: str, size: int) -> SystemPage:
    """The page of a finals system for so many players."""
    table, system = finals.table(key, size), finals.FINALS[key]
    chances, sizes = finals.even_odds(key, size), offered_sizes(system)
    return SystemPage(
        name=gettext(table.name),
        summary=summary_text(table),
        source=gettext(table.source),
        taken=taken_text(system.sizes),
        size=size,
        sizes=sizes if len(sizes) > 1 else (),
        count=count_text(table),
        drawing=drawing_of(finals.bracket(table, (), {}), {}),
        rounds=finals_rounds(table),
        odds=tuple(seed_odds(seed, chances) for seed in chances.win),
        impossible=impossible_text(chances.impossible_finals, size),
        meet=meetings_of(chances.impossible_finals, size) if size <= MOST_CROSSED else (),
        rematches=rematch_text(chances.prefinal_rematches),
        used=gettext(system.used),
        criticism=gettext(system.criticism),
        is_compared=size <= finals_comparison.MOST_SEEDS,
    )


def summary_text(table) -> str:
    return " ".join(map(gettext, (table.summary, *table.notes)))


def taken_text(sizes: range) -> str:
    if len(sizes) == 1:
        return ngettext("{count} player", "{count} players", sizes[0]).format(count=sizes[0])
    return gettext("{least} to {most} players").format(least=sizes[0], most=sizes[-1])


def count_text(table) -> str:
    """“9 matches in 4 rounds”; a deciding match that may be spared comes with its round on top."""
    deciding = table.deciding
    matches, rounds = len(table.matches) - deciding, table.rounds - deciding
    words = (
        gettext("{matches} in {rounds}, and one more if needed")
        if deciding
        else gettext("{matches} in {rounds}")
    )
    return words.format(
        matches=ngettext("{count} match", "{count} matches", matches).format(count=matches),
        rounds=ngettext("{count} round", "{count} rounds", rounds).format(count=rounds),
    )


def finals_rounds(table) -> tuple[FinalsRound, ...]:
    """The table, round by round."""
    now = finals.bracket(table, (), {})
    return tuple(
        FinalsRound(name.render(gettext), tuple(finals_match_row(meeting) for meeting in now.round(number)))
        for number, name in enumerate(table.round_names, 1)
    )


def finals_match_row(meeting) -> FinalsMatchRow:
    name = meeting.slot.name.render(gettext)
    sides = tuple(side.words.render(gettext) for side in meeting.sides)
    return FinalsMatchRow(name[:1].upper() + name[1:], sides)


def seed_odds(seed: int, chances) -> SeedOdds:
    win = chances.win[seed]
    percent, bar = f"{float(win) * 100:.2f}", round(100 * win / max(chances.win.values()))
    rounds = tuple(map(chance_text, chances.rounds[seed].values()))
    return SeedOdds(seed, str(win), percent, bar, rounds)


def chance_text(chance: Fraction) -> str:
    """“1/2”; certain is a word, and so is never."""
    return {0: "–", 1: gettext("sure")}.get(chance, str(chance))


def impossible_text(pairs, size: int) -> str:
    """Which seeds never meet in the last match, by name where they are few."""
    if not pairs:
        return gettext("Any two can meet in the last match.")
    if len(pairs) > MOST_NAMED:
        return gettext("{count} of {all} pairs of seeds can never meet in the last match.").format(
            count=len(pairs), all=comb(size, 2)
        )
    named = ", ".join(gettext("{a} and {b}").format(a=a, b=b) for a, b in pairs)
    return gettext("Seeds that can never meet in the last match: {pairs}.").format(pairs=named)


def meetings_of(impossible, size: int):
    """(seed, for every other seed whether they can meet in the last match, None for itself)."""
    return tuple(
        (a, tuple(None if a == b else (min(a, b), max(a, b)) not in impossible for b in range(1, size + 1)))
        for a in range(1, size + 1)
    )


def rematch_text(count: int) -> str:
    if not count:
        return gettext("Before the last match nobody meets the same opponent twice.")
    return ngettext(
        "Before the last match two who have met may meet again, in {count} way.",
        "Before the last match two who have met may meet again, in {count} ways.",
        count,
    ).format(count=count)
