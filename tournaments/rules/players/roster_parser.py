"""Parses pasted lists of players."""

from dataclasses import dataclass
from unicodedata import category

from ..errors import RuleViolation, _
from ..settings.validators import MAX_VALUE

MAX_TEXT_LENGTH = 200
MAX_PLAYERS = 20_000
# Hangul fillers and the blank Braille cell.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One player of a pasted list."""

    name: str
    club: str = ""
    rating: float | None = None
    division: str = ""
    seed: float | None = None


def parse_roster(text: str) -> tuple[RosterLine, ...]:
    """Parse one player per line: name, club, rating, division and seed, separated by tabs or semicolons.

    Empty lines are skipped. RuleViolation, naming the line, for a repeated name, one longer than 200
    characters or with control characters; and for a list without a name.
    """
    lines, first_lines = [], {}
    for number, line_text in enumerate(text.splitlines(), 1):
        if not line_text.strip():
            continue
        line = parse_line(line_text, number)
        first = first_lines.setdefault(line.name.casefold(), number)
        if first != number:
            words = _("Line {number}: “{name}” is already on line {first}. Add something to tell them apart.")
            raise RuleViolation(words, number=number, name=line.name, first=first)
        lines.append(line)
    if not lines:
        raise RuleViolation(_("Enter at least one name, one per line."))
    if len(lines) > MAX_PLAYERS:
        words = _("{count} names are too many. An event can have at most {most} players.")
        raise RuleViolation(words, count=len(lines), most=MAX_PLAYERS)
    return tuple(lines)


def parse_line(line_text: str, number: int) -> RosterLine:
    fields = [field.strip() for field in line_text.replace("\t", ";").split(";")] + [""] * 4
    name, club, rating, division, seed, *more = fields
    if any(more):
        words = _("Line {number}: too many columns. Use name; club; rating; division; seed.")
        raise RuleViolation(words, number=number)
    try:
        check_name(name)
        check_text(club)
        check_text(division)
    except RuleViolation as error:
        raise RuleViolation(_("Line {number}: {wrong}"), number=number, wrong=str(error)) from None
    return RosterLine(name, club, parse_number(rating, number), division, parse_number(seed, number))


def check_name(name: str):
    """Raise RuleViolation unless the name has 1 to 200 characters, all printable."""
    if not has_visible_characters(name):
        raise RuleViolation(_("Enter a name."))
    check_text(name)


def has_visible_characters(text: str) -> bool:
    """Return whether the text has visible characters, not only spaces, zero-width marks and blank letters."""
    return any(category(letter)[0] in "LNPS" and letter not in BLANK_LETTERS for letter in text)


def check_text(text: str):
    """Raise RuleViolation for text above 200 characters, or with control characters or lone surrogates."""
    if len(text) > MAX_TEXT_LENGTH:
        raise RuleViolation(_("Use at most {most} characters."), most=MAX_TEXT_LENGTH)
    if any(category(letter) in ("Cc", "Cs") for letter in text):
        raise RuleViolation(_("Remove the characters that can’t be displayed."))


def parse_number(text: str, number: int) -> float | None:
    if not text:
        return None
    digits = text.replace(".", "", 1)
    if not digits.isascii() or not digits.isdigit() or len(text) > 9:
        words = _("Line {number}: “{text}” isn’t a number. Ratings and seeds must be numbers.")
        raise RuleViolation(words, number=number, text=text[:40])
    if float(text) > MAX_VALUE:
        words = _("Line {number}: {text} is too large. The maximum is {most}.")
        raise RuleViolation(words, number=number, text=text, most=MAX_VALUE)
    return float(text) if "." in text else int(text)
