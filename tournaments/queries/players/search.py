"""Name search: matches beginnings of a name's words in any order, ignoring accents."""

import re
import unicodedata
from functools import lru_cache

# Letters that no accent makes; static/find.js has the same.
SPELT = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)


# Lists of a thousand names are put in order again and again.
@lru_cache(maxsize=10_000)
def words_of(text: str) -> tuple[str, ...]:
    """Return a name's words for comparison: lower case, without accents."""
    letters = unicodedata.normalize("NFD", text.lower())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(re.findall(r"[^\W_]+", bare.translate(SPELT)))


def begin(wanted: tuple[str, ...], has: tuple[str, ...]) -> bool:
    """Whether each wanted word begins a different word of the name."""
    if not wanted:
        return True
    first, *others = wanted
    return any(
        word.startswith(first) and begin(others, has[:at] + has[at + 1 :]) for at, word in enumerate(has)
    )


def named(text: str, items, name_of) -> tuple:
    """Return the items whose name matches; if no word begins so, those containing the letters anywhere."""
    wanted = words_of(text)[:4]
    known = [(item, words_of(name_of(item))) for item in items]
    matching = tuple(item for item, has in known if wanted and begin(wanted, has))
    return matching or tuple(item for item, has in known if wanted and "".join(wanted) in "".join(has))
