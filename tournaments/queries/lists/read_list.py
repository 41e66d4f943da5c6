"""A list as pages show it: its cards by section, their numbers, and what is wrong with it."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.lists.decklist import CardCount, Decklist, parse_decklist
from ...rules.lists.limits import ListLimits, check_limits
from ...rules.lists.sections import COMMANDER, MAIN, SIDEBOARD
from ..wording.formats import message_text
from ..wording.lists import SECTION_NAMES


@dataclass(frozen=True)
class ListSection:
    """A section of a list: its name, number of cards, and cards."""

    name: str
    count: int
    cards: tuple[CardCount, ...]


@dataclass(frozen=True)
class ReadList:
    """A list of cards by section, or, without `sections`, its text alone.

    `unread` are lines that are no cards; `size` is “60 and 15 cards”; `warnings` are sentences.
    """

    text: str
    sections: tuple[ListSection, ...]
    unread: tuple[str, ...]
    size: str
    warnings: tuple[str, ...]

    @property
    def unread_text(self) -> str:
        return "\n".join(self.unread)

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the lines of the text that are not empty."""
        return tuple(line for line in self.text.splitlines() if line.strip())


def read_list(text: str, limits: ListLimits) -> ReadList:
    """Read a list of an event with these limits; 35 lines take about 0.3 ms."""
    if not limits.counts_cards:
        return ReadList(text, (), (), "", ())
    decklist = parse_decklist(text)
    main, side = decklist.count(MAIN, COMMANDER), decklist.count(SIDEBOARD)
    size = ngettext("{n} card", "{n} cards", main).format(n=main)
    if side:
        size = gettext("{main} and {side} cards").format(main=main, side=side)
    return ReadList(
        text=text,
        sections=tuple(
            ListSection(gettext(SECTION_NAMES[section]), decklist.count(section), cards)
            for section, cards in decklist.sections
        ),
        unread=decklist.unread,
        size=size,
        warnings=warning_texts(decklist, limits),
    )


def warning_texts(decklist: Decklist, limits: ListLimits) -> tuple[str, ...]:
    return tuple(message_text(warning) for warning in check_limits(decklist, limits))
