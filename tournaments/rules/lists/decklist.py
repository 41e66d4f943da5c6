"""Reads a pasted decklist: lines like “4 Lightning Bolt” in sections, as deck builders export them.

Any text can be read: lines that are no cards are returned as they are.
"""

import re
from dataclasses import dataclass
from unicodedata import category

COMMANDER, LEADER, MAIN, EXTRA, SIDEBOARD = "commander", "leader", "main", "extra", "sideboard"
SECTIONS = (COMMANDER, LEADER, MAIN, EXTRA, SIDEBOARD)
# Sections of exports that end up in others: a companion is in the sideboard, the rest is not in the deck.
COMPANION, NOT_PLAYED = "companion", "not played"
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
_COUNT_FIRST = re.compile(r"(\d{1,3})(?: ?[x×|] | ?[×] ?| )(.+)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(.+) [x×] ?(\d{1,3})", re.IGNORECASE)
# A bullet, or the mark of the sideboard.
_LINE_START = re.compile(r"^(\* |- |sb: ?)", re.IGNORECASE)
_MARKS = {
    COMMANDER: re.compile(r"\*cmdr\*|# ?!commander|\[commander\b", re.IGNORECASE),
    SIDEBOARD: re.compile(r"^sb: ?|\[sideboard\b", re.IGNORECASE),
    NOT_PLAYED: re.compile(r"\[maybeboard\b", re.IGNORECASE),
}
# What follows a name: tags, categories, foil marks, the set in brackets with a number, or as in “LOR 79”.
_ADDITIONS = (
    re.compile(r" #.*$"),
    re.compile(r" \^[^^]*\^"),
    re.compile(r"^\[[^]]*\] | \[[^]]*\]$"),
    re.compile(r" \*[A-Za-z]+\*$"),
    re.compile(r" \((?=[A-Z0-9]*[A-Z])[A-Z0-9]{2,6}\)( \S{1,8})?$| \([a-z0-9]{2,6}\) \S*\d\S*$"),
    re.compile(r" [A-Z][A-Z0-9]{1,3}(-[A-Z0-9]{2,4})? [A-Z]{0,3}\d{1,3}[a-z]?( PH)?$"),
)
MAX_NAME_LENGTH, MAX_LINE_LENGTH = 100, 200
# Numbers of so many digits are cards of a list without names.
MIN_ID_DIGITS = 5
# From so many cards on, the first of two blocks is a main deck; up to so many in the second are a sideboard.
MIN_BLOCK, MAX_SECOND_BLOCK = 40, 15
COMMANDER_DECK, MAX_COMMANDERS = 100, 2


@dataclass(frozen=True, slots=True)
class CardCount:
    """A card, named as in its first line, and its number of copies in a section."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Decklist:
    """A list as it was read: `sections` are pairs of one of SECTIONS and its cards, none of them empty.

    `unread` are the lines that are neither cards nor headings.
    """

    sections: tuple[tuple[str, tuple[CardCount, ...]], ...]
    unread: tuple[str, ...]

    def cards(self, section: str) -> tuple[CardCount, ...]:
        return dict(self.sections).get(section, ())

    def count(self, *sections: str) -> int:
        """Return the number of cards in these sections."""
        return sum(card.count for section in sections for card in self.cards(section))


@dataclass(frozen=True, slots=True)
class _CardLine:
    section: str
    block: int
    name: str
    count: int


def parse_decklist(text: str) -> Decklist:
    """Read a list; never fails."""
    cards, unread, section, block, has_sections = [], [], MAIN, 0, False
    for line in (" ".join(raw.split()) for raw in text.splitlines()):
        if not line:
            block = cards[-1].block + 1 if cards else 0
            section = MAIN if section in SHORT_SECTIONS or not has_sections else section
            continue
        heading = find_heading(line)
        if heading:
            section, has_sections = (section, True) if heading in CATEGORIES else (HEADINGS[heading], True)
            continue
        marked = next((name for name, mark in _MARKS.items() if mark.search(line)), "")
        has_sections = has_sections or bool(marked)
        card = None if NOT_PLAYED in (marked, section) else parse_card(line)
        if card:
            cards.append(_CardLine(marked or section, block, *card))
        else:
            unread.append(line)
    return Decklist(merge_cards(cards if has_sections else split_blocks(cards)), tuple(unread))


def clean_text(text: str) -> str:
    """Return the text with one kind of line end, and without what no page or database can hold."""
    lines = text.expandtabs(4).splitlines()
    printable = ("".join(letter for letter in line if category(letter) not in ("Cc", "Cs")) for line in lines)
    text = "\n".join(line.rstrip() for line in printable).strip("\n")
    return text if text.strip() else ""


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
    if len(line) > MAX_LINE_LENGTH or line.startswith(("//", "#")) or "://" in line or _FACT.match(line):
        return None
    first, last = _COUNT_FIRST.fullmatch(line), _COUNT_LAST.fullmatch(line)
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


def split_blocks(cards: list[_CardLine]) -> list[_CardLine]:
    """Return the cards of a list without headings, in which a blank line may part main deck and sideboard.

    One or two cards that complete 100 are commanders.
    """
    sizes = [sum(card.count for card in cards if card.block == block) for block in (0, 1)]
    if {card.block for card in cards} != {0, 1}:
        return cards
    second = SIDEBOARD
    if sum(sizes) == COMMANDER_DECK and min(sizes) <= MAX_COMMANDERS:
        second = COMMANDER
    elif sizes[0] < MIN_BLOCK and sizes[1] > MAX_SECOND_BLOCK:
        return cards
    moved = sizes.index(min(sizes)) if second == COMMANDER else 1
    return [
        _CardLine(second if card.block == moved else MAIN, card.block, card.name, card.count)
        for card in cards
    ]


def merge_cards(cards: list[_CardLine]) -> tuple[tuple[str, tuple[CardCount, ...]], ...]:
    """Return the sections with each card once, whatever the case of its letters."""
    counts, names = {section: {} for section in (*SECTIONS, COMPANION)}, {}
    for card in cards:
        key = card.name.casefold()
        names.setdefault(key, card.name)
        counts[card.section][key] = counts[card.section].get(key, 0) + card.count
    # Exports of MTG Arena list a companion twice.
    counts[SIDEBOARD] = counts.pop(COMPANION) | counts[SIDEBOARD]
    return tuple(
        (section, tuple(CardCount(names[key], count) for key, count in counts[section].items()))
        for section in SECTIONS
        if counts[section]
    )
