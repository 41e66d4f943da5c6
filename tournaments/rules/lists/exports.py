"""Reads exports of deck builders: files, and NetrunnerDB's text."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

COMMANDER, LEADER, MAIN, EXTRA, SIDEBOARD = "commander", "leader", "main", "extra", "sideboard"
SECTIONS = (COMMANDER, LEADER, MAIN, EXTRA, SIDEBOARD)
# Sections of exports that end up in others: a companion is in the sideboard, the rest is not in the deck.
COMPANION, NOT_PLAYED = "companion", "not played"

MAX_NAME_LENGTH = 100
# Cards of a Commander deck, and how many of them are commanders.
COMMANDER_DECK, MAX_COMMANDERS = 100, 2


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card with its number of copies, in a section; `block` counts the blank lines before it."""

    section: str
    block: int
    name: str
    count: int


MAX_COUNT = 999
# Keys of SWUDB's file, and the sections of their cards.
SWUDB_SECTIONS = {
    "leader": LEADER,
    "secondleader": LEADER,
    "base": LEADER,
    "deck": MAIN,
    "sideboard": SIDEBOARD,
}


def is_deck_file(text: str) -> bool:
    """Return whether a list is XML or a JSON object, and so no list of lines."""
    return text.startswith("<") or (text.startswith("{") and text.endswith("}"))


def read_deck_file(text: str) -> list[CardLine]:
    """Return the cards of a .dek file or of SWUDB's JSON, and none of any other XML or JSON."""
    return read_dek(text) if text.startswith("<") else read_swudb(text)


def read_dek(text: str) -> list[CardLine]:
    """Return the cards of MTGO's .dek file, where a commander is the only card of the sideboard."""
    if "<!" in text:
        # No export has entities or a document type.
        return []
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError):
        # A ValueError is for halves of letters, which XML cannot hold.
        return []
    cards = []
    for node in root.iter("Cards"):
        section = SIDEBOARD if node.get("Sideboard", "").casefold() == "true" else MAIN
        quantity = node.get("Quantity", "")
        if quantity.isascii() and quantity.isdecimal() and len(quantity) <= len(str(MAX_COUNT)):
            cards += card_lines(section, node.get("Name"), int(quantity))
    side = sum(card.count for card in cards if card.section == SIDEBOARD)
    if sum(card.count for card in cards) != COMMANDER_DECK or side > MAX_COMMANDERS:
        return cards
    return [
        CardLine(COMMANDER if card.section == SIDEBOARD else MAIN, 0, card.name, card.count) for card in cards
    ]


def read_swudb(text: str) -> list[CardLine]:
    """Return the cards of SWUDB's JSON file, which names them by their ids, such as SOR_005."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(value, dict) or not isinstance(value.get("deck"), list):
        return []
    cards = []
    for key, section in SWUDB_SECTIONS.items():
        entries = value.get(key) or []
        for entry in entries if isinstance(entries, list) else [entries]:
            if isinstance(entry, dict):
                cards += card_lines(section, entry.get("id"), entry.get("count", 1))
    return cards


def card_lines(section: str, name, count) -> Iterator[CardLine]:
    """Yield the card of this name, unless the file has something else in its place."""
    is_count = isinstance(count, int) and not isinstance(count, bool) and 0 < count <= MAX_COUNT
    if isinstance(name, str) and is_count and name.strip() and len(name) <= MAX_NAME_LENGTH:
        yield CardLine(section, 0, " ".join(name.split()), count)


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
