"""Parses pasted lists of players."""

from dataclasses import dataclass
from unicodedata import category

from ..errors import RuleViolation, _
from ..settings.validators import LARGEST

LONGEST = 200
# Hangul fillers and the blank Braille cell.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"
MOST = 20_000


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One player of a pasted list."""

    name: str
    club: str = ""
    rating: float | None = None
    division: str = ""


def parse(text: str) -> tuple[RosterLine, ...]:
    """Parse one player per line: name, club, rating and division, separated by tabs or semicolons.

    Empty lines are skipped. RuleViolation, naming the line, for a repeated name, one longer than 200
    characters or with control characters; and for a list without a name.
    """
    lines, first_lines = [], {}
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip():
            continue
        line = parse_line(raw, number)
        if line.name.casefold() in first_lines:
            raise RuleViolation(
                _("Line {number}: “{name}” stands in line {first} already; tell the two apart."),
                number=number,
                name=line.name,
                first=first_lines[line.name.casefold()],
            )
        first_lines[line.name.casefold()] = number
        lines.append(line)
    if not lines:
        raise RuleViolation(_("Type or paste at least one name, one a line."))
    if len(lines) > MOST:
        raise RuleViolation(
            _("{count} names are more than one event can hold ({most})."), count=len(lines), most=MOST
        )
    return tuple(lines)


def parse_line(raw: str, number: int) -> RosterLine:
    parts = [part.strip() for part in raw.replace("\t", ";").split(";")] + [""] * 3
    name, club, rating, division, *more = parts
    if any(more):
        words = _("Line {number}: a line holds a name, a club, a rating and a division.")
        raise RuleViolation(words, number=number)
    try:
        check_name(name)
        check_text(club)
        check_text(division)
    except RuleViolation as wrong:
        raise RuleViolation(_("Line {number}: {wrong}"), number=number, wrong=str(wrong)) from None
    return RosterLine(name, club, rating_of(rating, number), division)


def check_name(name: str):
    """Raise RuleViolation unless the name has 1 to 200 characters, all printable."""
    if not can_be_seen(name):
        raise RuleViolation(_("A player needs a name."))
    check_text(name)


def can_be_seen(text: str) -> bool:
    """Return whether the text has visible characters, not only spaces, zero-width marks and blank letters."""
    return any(category(letter)[0] in "LNPS" and letter not in BLANK_LETTERS for letter in text)


def check_text(text: str):
    if len(text) > LONGEST:
        raise RuleViolation(_("At most {most} characters fit here."), most=LONGEST)
    if any(ord(letter) < 32 or 127 <= ord(letter) < 160 or 0xD800 <= ord(letter) < 0xE000 for letter in text):
        raise RuleViolation(_("There are characters in it that cannot be shown."))


def rating_of(text: str, number: int) -> float | None:
    if not text:
        return None
    if not text.replace(".", "", 1).isascii() or not text.replace(".", "", 1).isdigit() or len(text) > 9:
        raise RuleViolation(
            _("Line {number}: “{text}” is no rating; a rating is a number."), number=number, text=text[:40]
        )
    if float(text) > LARGEST:
        raise RuleViolation(
            _("Line {number}: the rating {text} is higher than {most}."),
            number=number,
            text=text,
            most=LARGEST,
        )
    return float(text) if "." in text else int(text)
