"""Sections of a decklist, and a line of it that names a card."""

from dataclasses import dataclass

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
