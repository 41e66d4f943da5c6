"""Reads the deck files that are no text: MTGO's .dek (XML) and the JSON of SWUDB."""

import json
from collections.abc import Iterator
from xml.etree import ElementTree

from .sections import (
    COMMANDER,
    COMMANDER_DECK,
    LEADER,
    MAIN,
    MAX_COMMANDERS,
    MAX_NAME_LENGTH,
    SIDEBOARD,
    CardLine,
)

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
