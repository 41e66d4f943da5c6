"""Addresses of events: the name, and a random part if the event is not public."""

import re

# No vowels, 0 or 1: the last word or date of a name never looks like a random part.
RANDOM_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
RANDOM_LENGTH = 8
_RANDOM_END = re.compile(f"-[{RANDOM_LETTERS}]{{{RANDOM_LENGTH}}}")


def can_be_guessed(slug: str) -> bool:
    """Return whether the address follows from the event's name, without a random part."""
    return _RANDOM_END.fullmatch(slug[-RANDOM_LENGTH - 1 :]) is None
