"""Replaces other names of people by their public names."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

# Letters of scripts without spaces between words, Thai, Chinese, Japanese; in Korean endings follow a name.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)


@dataclass(frozen=True)
class PublicNames:
    """The names of the people who play in an event, of those who have more than one.

    `public` and `desk` are names by player id: the public name, and the one for the desk if that is another.
    `others` are all other names, former ones too, in lower case → the public name.
    """

    public: dict[str, str] = field(default_factory=dict)
    desk: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)

    def pattern(self, known_names: Iterable[str]) -> re.Pattern:
        """Return a pattern of the other names; group `known` is one of the known names that contains one."""
        names = [name for name in known_names if any(other in name.casefold() for other in self.others)]
        return re.compile(f"(?P<known>{any_of(names)})|{any_of(self.others)}", re.IGNORECASE)

    def replace_match(self, match: re.Match) -> str:
        return match["known"] or self.others.get(match[0].casefold(), match[0])


NO_PUBLIC_NAMES = PublicNames()


def any_of(names: Iterable[str]) -> str:
    """Return a pattern that matches the longest of these names as whole words; nothing without names."""
    return "|".join(map(whole_words, sorted(set(names), key=len, reverse=True))) or "(?!)"


def whole_words(name: str) -> str:
    """Return a pattern of the name without a letter right before or after it.

    A name in a script without spaces may be a part of what looks like a word, unless it is a single letter.
    """
    before = r"(?<!\w)" if ends_word(name, name[:1]) else ""
    after = r"(?!\w)" if ends_word(name, name[-1:]) else ""
    return f"{before}{re.escape(name)}{after}"


def ends_word(name: str, letter: str) -> bool:
    """Return whether a letter right beside this first or last letter of the name makes another word of it."""
    return letter.isalnum() and (len(name) == 1 or not UNSPACED.match(letter))
