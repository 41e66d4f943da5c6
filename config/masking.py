"""Secrets that stand in addresses, masked in every line that is logged."""

import logging
import re

# What comes before a secret in an address: of a player's own page, an invitation, a new password. The address
# may stand in another one's query, where its slashes are written as %2F.
SLASH = "(?:/|%2F)"
BEFORE = rf"{SLASH}(?:me|invitations?|reset{SLASH}[^/%\s]+){SLASH}"
SECRET = re.compile(rf"({BEFORE})[^/?#&%\s\"'<>]+", re.IGNORECASE)
MASK = "…"


def masked(text: str) -> str:
    return SECRET.sub(rf"\g<1>{MASK}", text)


class Masked(logging.Filter):
    """Lets every record through, without its secrets; a traceback, too."""

    def filter(self, record):
        record.msg, record.args = masked(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = masked(record.exc_text)
        return True
