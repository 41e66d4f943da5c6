"""Reads a pasted decklist: lines like “4 Lightning Bolt” in sections, as deck builders export them.

Any text can be read: lines that are no cards are returned as they are.
"""

import re
from dataclasses import dataclass, replace
from itertools import takewhile
from unicodedata import category

from .exports import (
    COMMANDER,
    COMMANDER_DECK,
    COMPANION,
    EXTRA,
    LEADER,
    MAIN,
    MAX_COMMANDERS,
    MAX_NAME_LENGTH,
    NOT_PLAYED,
    SECTIONS,
    SIDEBOARD,
    CardLine,
    is_deck_file,
    is_netrunnerdb,
    read_deck_file,
    read_netrunnerdb,
)

# Sections that a blank line ends; then the main deck follows.
SHORT_SECTIONS = (COMMANDER, LEADER, COMPANION)

# Headings by their words in lower case, without “card” or “cards” at their end.
HEADINGS = {
    **dict.fromkeys(("commander", "commanders", "command zone", "signature spell"), COMMANDER),
    **dict.fromkeys(("leader", "leaders", "base", "bases", "identity", "hero", "arena"), LEADER),
    **dict.fromkeys(("deck", "main", "maindeck", "main deck", "mainboard", "main board"), MAIN),
    **dict.fromkeys(("extra", "extra deck"), EXTRA),
    **dict.fromkeys(("sideboard", "side board", "side", "side deck", "sb", "inventory"), SIDEBOARD),
    "companion": COMPANION,
    **dict.fromkeys(("maybeboard", "maybe board", "considering", "tokens", "about"), NOT_PLAYED),
}
# Headings of the categories inside a section, with which some exports sort it.
CATEGORIES = frozenset(
    (
        *("creature", "creatures", "instant", "instants", "sorcery", "sorceries", "artifact", "artifacts"),
        *("enchantment", "enchantments", "planeswalker", "planeswalkers", "battle", "battles"),
        *("land", "lands", "spell", "spells", "trap", "traps", "monster", "monsters", "pokémon", "pokemon"),
        *("trainer", "trainers", "item", "items", "supporter", "supporters", "stadium", "stadiums", "tool"),
        *("tools", "energy", "unit", "units", "event", "events", "upgrade", "upgrades", "agenda", "agendas"),
        *("asset", "assets", "operation", "operations", "ice", "icebreaker", "icebreakers", "hardware"),
        *("resource", "resources", "program", "programs", "weapon", "weapons", "equipment", "total"),
    )
)
# A line about the deck, such as “Name: Burn”.
_FACT = re.compile(
    r"(deck name|name|title|hero|class|format|year|author|player|event|date|total|total cards) ?:|made with ",
    re.IGNORECASE,
)
_COUNT_FIRST = re.compile(r"[x×]?(\d{1,3})(?: ?[x×|] | ?× ?|x| )(.+)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(.+) [x×] ?(\d{1,3})", re.IGNORECASE)
# “Force (4)”: four copies, or the heading of four cards.
_COUNT_IN_BRACKETS = re.compile(r"(.*\D) ?\((\d{1,3})\)")
# A bullet, or the mark of the sideboard.
_LINE_START = re.compile(r"^(\* |- |sb: ?)", re.IGNORECASE)
_MARKS = {
    COMMANDER: re.compile(r"\*cmdr\*|# ?!commander|\[commander\b", re.IGNORECASE),
    COMPANION: re.compile(r"\[companion\b", re.IGNORECASE),
    SIDEBOARD: re.compile(r"^sb: ?|\[sideboard\b", re.IGNORECASE),
    NOT_PLAYED: re.compile(r"\[maybeboard\b", re.IGNORECASE),
}
# What follows a name: tags, categories, foil marks, the set in brackets with a number, or as in “LOR 79”;
# a basic energy of an old export has a number without a set.
_ADDITIONS = (
    re.compile(r" #.*$"),
    re.compile(r" \^[^^]*\^"),
    re.compile(r"^\[[^]]*\] | \[[^]]*\]$"),
    re.compile(r" \*[A-Za-z]+\*$"),
    re.compile(r" \((?=[A-Z0-9]*[A-Z])[A-Z0-9]{2,6}\)( \S{1,8})?$| \([a-z0-9]{2,6}\) \S*\d\S*$"),
    re.compile(r" [A-Z][A-Z0-9]{1,3}(-[A-Z0-9]{2,4})? [A-Z]{0,3}\d{1,3}[a-z]?( PH)?$"),
    re.compile(r"(?<= Energy)( [A-Za-z]*Energy)? \d{1,3}$"),
)
# Control characters, halves of letters, and marks that turn the direction of what follows. In JSON and XML
# they can be written as escapes, which clean_text doesn’t see.
_NOT_IN_NAMES = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
# Beginnings of lines that are no cards; exports of Pokémon TCG Online have lines of asterisks.
NOTES = ("//", "#", "**")
# Between the faces of a card; exports name both, or the first alone.
_FACES = re.compile(r" //? ")
MAX_LINE_LENGTH = 200
# Numbers of so many digits are cards of a list without names.
MIN_ID_DIGITS = 5
# From so many cards on, the first of two blocks is a main deck; up to so many in the second are a sideboard.
MIN_BLOCK, MAX_SECOND_BLOCK = 40, 15
# Sizes of main decks of several blocks, after which the last block is a sideboard: limited, constructed, and
# constructed with Yorion.
LIMITED_DECK, CONSTRUCTED_DECK, YORION_DECK = 40, 60, 80


@dataclass(frozen=True, slots=True)
class CardCount:
    """A card, named as in its first line, and its number of copies in a section."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Decklist:
    """A list as it was read: `sections` are pairs of one of SECTIONS and its cards, none of them empty.

    `unread` are the lines that are neither cards nor headings. `companions` are names of cards that the
    list calls companions; they are in the sideboard.
    """

    sections: tuple[tuple[str, tuple[CardCount, ...]], ...]
    unread: tuple[str, ...]
    companions: frozenset[str] = frozenset()

    def cards(self, section: str) -> tuple[CardCount, ...]:
        return dict(self.sections).get(section, ())

    def count(self, *sections: str) -> int:
        """Return the number of cards in these sections."""
        return sum(card.count for section in sections for card in self.cards(section))


def parse_decklist(text: str) -> Decklist:
    """Read a list; never fails."""
    text = text.strip("\ufeff \t\r\n")
    lines = [" ".join(raw.split()) for raw in text.splitlines()]
    if is_deck_file(text):
        cards = clean_names(read_deck_file(text))
        unread = () if cards else filter(None, lines)
    else:
        cards, unread = read_netrunnerdb(lines) if is_netrunnerdb(lines) else read_lines(lines)
        cards = clean_names(cards)
    companions = frozenset(card.name for card in cards if card.section == COMPANION)
    return Decklist(merge_cards(cards), tuple(unread), companions)


def read_lines(lines: list[str]) -> tuple[list[CardLine], list[str]]:
    """Return the cards of a list of lines, and the lines that are neither cards nor headings."""
    cards, unread, section, block, has_sections, headed = [], [], MAIN, 0, False, set()
    for number, line in enumerate(lines):
        if not line:
            block = cards[-1].block + 1 if cards else 0
            section = MAIN if section in SHORT_SECTIONS or not has_sections else section
            continue
        heading = find_heading(line)
        if heading in CATEGORIES or (not heading and is_sum_of_block(lines, number)):
            headed.add(block)
            continue
        if heading:
            section, has_sections = HEADINGS[heading], True
            continue
        marked = next((name for name, mark in _MARKS.items() if mark.search(line)), "")
        has_sections = has_sections or bool(marked)
        card = None if NOT_PLAYED in (marked, section) else parse_card(line)
        if card:
            cards.append(CardLine(marked or section, block, *card))
        else:
            unread.append(line)
    return cards if has_sections else split_blocks(cards, headed), unread


def clean_text(text: str) -> str:
    """Return the text with one kind of line end, and without what no page or database can hold."""
    lines = text.expandtabs(4).splitlines()
    printable = ("".join(letter for letter in line if category(letter) not in ("Cc", "Cs")) for line in lines)
    text = "\n".join(line.rstrip() for line in printable).strip("\n")
    return text if text.strip() else ""


def clean_names(cards: list[CardLine]) -> list[CardLine]:
    """Return the cards with names that pages and terminals can show; a card without a name is left out."""
    names = [" ".join(_NOT_IN_NAMES.sub("", card.name).split()) for card in cards]
    return [replace(card, name=name) for card, name in zip(cards, names, strict=True) if name]


def find_heading(line: str) -> str:
    """Return the words of a heading, as in HEADINGS and CATEGORIES; empty for another line."""
    if len(line) > MAX_LINE_LENGTH or line[0].isdigit():
        return ""
    words = "".join(letter if letter.isalpha() else " " for letter in line).casefold().split()
    if len(words) > 1 and words[-1] in ("card", "cards"):
        words.pop()
    heading = " ".join(words)
    return heading if heading in HEADINGS or heading in CATEGORIES else ""


def parse_card(line: str) -> tuple[str, int] | None:
    """Return (name, count) of a line, 1 without a number; None if it is no card."""
    line = _LINE_START.sub("", line, count=1)
    if len(line) > MAX_LINE_LENGTH or line.startswith(NOTES) or "://" in line or _FACT.match(line):
        return None
    first = _COUNT_FIRST.fullmatch(line)
    last = _COUNT_LAST.fullmatch(line) or _COUNT_IN_BRACKETS.fullmatch(line)
    if first:
        count, name = int(first[1]), first[2]
    elif last:
        name, count = last[1], int(last[2])
    else:
        name, count = line, 1
    for addition in _ADDITIONS:
        name = addition.sub("", name)
    name = name.strip(" |")
    is_id = name.isdecimal() and len(name) >= MIN_ID_DIGITS
    is_name = is_id or any(letter.isalpha() for letter in name)
    return (name, count) if count and is_name and len(name) <= MAX_NAME_LENGTH else None


def is_sum_of_block(lines: list[str], number: int) -> bool:
    """Return whether a line such as “Removal (8)” begins a block of so many cards, and so is its heading."""
    heading = _COUNT_IN_BRACKETS.fullmatch(lines[number])
    if not heading or lines[number][0].isdigit() or (number and lines[number - 1]):
        return False
    cards = map(parse_card, takewhile(bool, lines[number + 1 :]))
    return sum(card[1] for card in cards if card) == int(heading[2])


def split_blocks(cards: list[CardLine], headed: set[int]) -> list[CardLine]:
    """Return the cards of a list without sections, in which a blank line may part main deck and sideboard.

    One or two cards that complete 100 are commanders. Of several blocks, by category with headings or
    without, the last one may be the sideboard; `headed` are the blocks with a heading.
    """
    blocks = {card.block for card in cards}
    if len(blocks) > 2 or headed:
        return split_last_block(cards, headed)
    sizes = [sum(card.count for card in cards if card.block == block) for block in (0, 1)]
    if blocks != {0, 1}:
        return cards
    second = SIDEBOARD
    if sum(sizes) == COMMANDER_DECK and min(sizes) <= MAX_COMMANDERS:
        second = COMMANDER
    elif sizes[0] < MIN_BLOCK and sizes[1] > MAX_SECOND_BLOCK:
        return cards
    moved = sizes.index(min(sizes)) if second == COMMANDER else 1
    return [
        CardLine(second if card.block == moved else MAIN, card.block, card.name, card.count) for card in cards
    ]


def split_last_block(cards: list[CardLine], headed: set[int]) -> list[CardLine]:
    """Return the cards with the last block as sideboard, if it is small and the others are a whole deck."""
    last = cards[-1].block if cards else 0
    main = sum(card.count for card in cards if card.block != last)
    side = sum(card.count for card in cards) - main
    is_deck = main in (LIMITED_DECK, CONSTRUCTED_DECK, YORION_DECK) or (
        CONSTRUCTED_DECK < main < COMMANDER_DECK and main + side not in (YORION_DECK, COMMANDER_DECK)
    )
    if last in headed or side > MAX_SECOND_BLOCK or not is_deck:
        return cards
    return [
        CardLine(SIDEBOARD if card.block == last else MAIN, card.block, card.name, card.count)
        for card in cards
    ]


def card_key(name: str) -> str:
    """Return what is the same for all ways to write a card’s name: its first face, in lower case."""
    return _FACES.split(name.casefold())[0]


def merge_cards(cards: list[CardLine]) -> tuple[tuple[str, tuple[CardCount, ...]], ...]:
    """Return the sections with each card once, whatever the case of its letters and its second face."""
    counts, names = {section: {} for section in (*SECTIONS, COMPANION)}, {}
    for card in cards:
        key = card_key(card.name)
        names.setdefault(key, card.name)
        counts[card.section][key] = counts[card.section].get(key, 0) + card.count
    # Exports of MTG Arena list a companion twice.
    counts[SIDEBOARD] = counts.pop(COMPANION) | counts[SIDEBOARD]
    return tuple(
        (section, tuple(CardCount(names[key], count) for key, count in counts[section].items()))
        for section in SECTIONS
        if counts[section]
    )
