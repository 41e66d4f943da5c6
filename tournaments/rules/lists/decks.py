"""Names of decks, as players give them to their lists."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import category, normalize

from ..people.public_names import any_of

# Letters without a width that belong to words and emoji; others, as those that turn a line, are left out.
JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class DeckShare:
    """A deck with the ids of its players, by its most common spelling."""

    name: str
    players: tuple[str, ...]


def clean_deck(text: str) -> str:
    """Return the name in one line, without what no page or database can hold and what nobody can see."""
    letters = [one for one in normalize("NFC", text) if category(one) != "Cf" or one in JOINERS]
    printable = (" " if category(letter) in ("Cc", "Cs") else letter for letter in letters)
    name = " ".join("".join(printable).split())
    return name if name.strip(JOINERS) else ""


def deck_key(name: str) -> str:
    """Return what equal names have in common, however they are spaced and capitalised."""
    return clean_deck(normalize("NFKC", name)).casefold()


def group_decks(decks: Iterable[tuple[str, str]]) -> tuple[DeckShare, ...]:
    """Return the decks of (player, name of the deck), most played first; players without one are left out."""
    players, spellings = defaultdict(list), defaultdict(Counter)
    for player, name in decks:
        if key := deck_key(name):
            players[key].append(player)
            spellings[key][clean_deck(name)] += 1
    shares = (DeckShare(spellings[key].most_common(1)[0][0], tuple(ids)) for key, ids in players.items())
    return tuple(sorted(shares, key=lambda share: (-len(share.players), deck_key(share.name))))


def leave_out_names(decks: Iterable[tuple[str, str]], names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the (player, name of the deck) in whose name none of these names of people is a word."""
    pattern = re.compile(any_of(filter(None, map(deck_key, names))))
    return ((player, deck) for player, deck in decks if not pattern.search(deck_key(deck)))


def round_percents(counts: Sequence[int]) -> list[int]:
    """Return what percentage each count is of their sum, rounded so that they add up to 100.

    All are rounded down first; then those that lost most get one back, the first of equal ones before others.
    """
    total = sum(counts)
    if not total:
        return [0] * len(counts)
    percents = [100 * count // total for count in counts]
    by_loss = sorted(range(len(counts)), key=lambda place: -(100 * counts[place] % total))
    for place in by_loss[: 100 - sum(percents)]:
        percents[place] += 1
    return percents
