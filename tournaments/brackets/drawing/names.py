"""Names in the drawing of a bracket: in full if they fit, else an initial and the surname for all."""

import unicodedata
from collections import Counter
from functools import lru_cache
from math import ceil

from django.utils.translation import gettext

from ...rules.people.names import PLAIN_LETTERS

# Names are tracked by −0.01 em and not quite bold.
TRACKING = 0.955
# Widths of letters in hundredths of the type size, as in Inter Bold; accents have none.
LETTER_WIDTHS = {
    letter: width
    for width, letters in {
        24: " ",
        28: "ijlI",
        34: ".,'!’",
        37: "t()/",
        40: "fr",
        46: "-1",
        50: "–",
        57: "sLacfkxzFJ7?",
        60: "evyE",
        62: "hnou5",
        64: "bdgpqP2369",
        67: "BRSTZ8&04+",
        72: "DK",
        75: "ACHUVXYGN",
        78: "OQ",
        84: "w",
        93: "mM",
        104: "W",
    }.items()
    for letter in letters
}
# Other letters are counted as wide as the widest of most scripts; East Asian ones are squares.
OTHER_WIDTH, SQUARE_WIDTH = 80, 100


def base_letters(text: str) -> str:
    """Return the text without accents, and its ligatures as two letters, which are a little wider."""
    letters = unicodedata.normalize("NFD", text.translate(PLAIN_LETTERS))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=4096)
def width_of(name: str, type_px: int = 14) -> int:
    """Return the width of a name in pixels, in this type size."""
    return ceil(sum(map(width_of_letter, base_letters(name))) * type_px * TRACKING / 100)


def width_of_letter(letter: str) -> int:
    if unicodedata.east_asian_width(letter) in "WF":
        return SQUARE_WIDTH
    return LETTER_WIDTHS.get(letter, OTHER_WIDTH)


def has_known_width(name: str) -> bool:
    """Return whether the name consists of letters whose width is measured, so that its length can be set."""
    return all(letter in LETTER_WIDTHS for letter in base_letters(name))


def shorten_names(names: dict[str, str]) -> dict[str, str]:
    """Return {player: “A. Okonkwo”}; names that would look alike, and those of one word, stay as they are."""
    short = {player: with_initial(name) for player, name in names.items()}
    alike = Counter(name.casefold() for name in short.values())
    return {player: names[player] if alike[name.casefold()] > 1 else name for player, name in short.items()}


def with_initial(name: str) -> str:
    """Return the name with its first word as an initial; scripts without initials keep the word."""
    first, _space, rest = unicodedata.normalize("NFC", name).partition(" ")
    if not rest or not first[0].isalpha() or unicodedata.east_asian_width(first[0]) in "WF":
        return name
    return f"{first[0]}. {rest}"


def seeds_text(possible, room: int) -> str:
    """Format the seeds that are still possible: “3, 4 or 5”, “1 to 5”; a list without room as a range."""
    first, last = possible[0], possible[-1]
    if len(possible) == 1:
        return str(first)
    listed = gettext("{listed} or {last}").format(listed=", ".join(map(str, possible[:-1])), last=last)
    is_gapless = len(possible) > 3 and last - first + 1 == len(possible)
    if is_gapless or width_of(listed) > room:
        return gettext("{first} to {last}").format(first=first, last=last)
    return listed
