"""Addresses of events: made of the name, and of a random part where the event is not public."""

import re

# No vowels, 0 or 1: the last word or date of a name is not taken for a random part.
RANDOM_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
RANDOM_LENGTH = 8
_RANDOM_END = re.compile(f"-[{RANDOM_LETTERS}]{{{RANDOM_LENGTH}}}")


def can_be_guessed(slug: str) -> bool:
    """Whether the address has no random part, so that it follows from the event's name."""
    return _RANDOM_END.fullmatch(slug[-RANDOM_LENGTH - 1 :]) is None
