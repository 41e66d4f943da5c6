"""Reads NetrunnerDB's text export: title, identity, cards with their sets and influence, sums."""

import re

from .sections import LEADER, MAIN, MAX_NAME_LENGTH, CardLine

# The sums at the end of each export.
_SUM = re.compile(r"\d+ influence spent\b.*|\d+ cards \(min(imum)? \d+\)")
_CATEGORY = re.compile(r"\D.* \(\d+\)")
_CARD = re.compile(r"(\d{1,2})x (.+)")
# After the name: the set, and a dot or star for each point of influence.
_INFLUENCE = re.compile(r"[●•○★☆ ]+$")
_SET = re.compile(r" \([^()]*\)$")


def is_netrunnerdb(lines: list[str]) -> bool:
    """Return whether a line holds one of the sums."""
    return any(_SUM.fullmatch(line) for line in lines)


def read_netrunnerdb(lines: list[str]) -> tuple[list[CardLine], list[str]]:
    """Return the cards and the lines that are none; the line before the first category is the identity."""
    lines = [line for line in lines if line]
    first = next((n for n, line in enumerate(lines) if _CATEGORY.fullmatch(line)), 0)
    unread = lines[: max(0, first - 1)]
    cards = [CardLine(LEADER, 0, clean_name(line), 1) for line in lines[len(unread) : first]]
    for line in lines[first:]:
        card = _CARD.fullmatch(line)
        name = clean_name(card[2]) if card else ""
        if name and int(card[1]):
            cards.append(CardLine(MAIN, 0, name, int(card[1])))
        elif not _CATEGORY.fullmatch(line) or _SUM.fullmatch(line):
            unread.append(line)
    return [card for card in cards if card.name and len(card.name) <= MAX_NAME_LENGTH], unread


def clean_name(text: str) -> str:
    return _SET.sub("", _INFLUENCE.sub("", text)).strip()
