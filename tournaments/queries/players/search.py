"""Name search: matches beginnings of a name's words in any order, ignoring accents."""

import re
import unicodedata
from functools import lru_cache

# Letters that are more than a letter with an accent; static/player.js has the same.
SPELLINGS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)


# Cached because lists of a thousand names are sorted at each request.
@lru_cache(maxsize=10_000)
def name_words(text: str) -> tuple[str, ...]:
    """Return a name's words for comparison: lower case, without accents."""
    letters = unicodedata.normalize("NFD", text.lower())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(re.findall(r"[^\W_]+", bare.translate(SPELLINGS)))


def matches_words(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Return whether each wanted word begins a different word of the name."""
    if not wanted:
        return True
    first, *others = wanted
    return any(
        word.startswith(first) and matches_words(others, words[:at] + words[at + 1 :])
        for at, word in enumerate(words)
    )


def search_names(text: str, items, name_of) -> tuple:
    """Return the items whose name matches; if no word begins so, those containing the letters anywhere."""
    wanted = name_words(text)[:4]
    if not wanted:
        return ()
    items_words = [(item, name_words(name_of(item))) for item in items]
    matching = tuple(item for item, words in items_words if matches_words(wanted, words))
    return matching or tuple(item for item, words in items_words if "".join(wanted) in "".join(words))
