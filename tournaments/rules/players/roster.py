"""Reads pasted lists of players."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import category

from ..errors import RuleViolation, _
from ..history.players import PlayerFacts
from ..settings.fields import MAX_VALUE

MAX_TEXT_LENGTH = 200
MAX_PLAYERS = 20_000
# Hangul fillers and the blank Braille cell.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"


@dataclass(frozen=True, slots=True)
class RosterLine(PlayerFacts):
    """One player of a pasted list."""

    rating: float | None = None
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
        words = _("Line {number}: too many columns. Use name; team; rating; division; seed.")
        raise RuleViolation(words, number=number)
    try:
        check_name(name)
        check_text(club)
        check_text(division)
    except RuleViolation as error:
        raise RuleViolation(_("Line {number}: {wrong}"), number=number, wrong=str(error)) from None
    return RosterLine(
        name=name,
        club=club,
        division=division,
        rating=parse_number(rating, number),
        seed=parse_number(seed, number),
    )


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


NAME, FIRST_NAME, LAST_NAME = "name", "first_name", "last_name"
CLUB, RATING, DIVISION, SEED = OTHER_FIELDS = ("club", "rating", "division", "seed")
DELIMITERS = ("\t", ";", ",")
# What other programs call the columns of their lists, in lower case.
HEADERS = {
    **dict.fromkeys(("name", "player", "player name", "full name", "display name", "nickname"), NAME),
    **dict.fromkeys(("first name", "firstname", "given name"), FIRST_NAME),
    **dict.fromkeys(("last name", "lastname", "surname", "family name"), LAST_NAME),
    **dict.fromkeys(("club", "team", "store", "city"), CLUB),
    **dict.fromkeys(("rating", "elo"), RATING),
    **dict.fromkeys(("division", "age division", "category"), DIVISION),
    **dict.fromkeys(("seed", "seeding"), SEED),
}
MAX_COLUMNS = 30
# Spreadsheets run cells with these as formulas; those of East Asia full-width characters, too.
FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "|", "%")


@dataclass(frozen=True, slots=True)
class RosterTable:
    """A table of players: all rows of cells, and a guess of each column's field.

    `columns` has a field for each column, or "" for one to ignore. `has_header`: the first row named them.
    """

    all_rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...]
    has_header: bool

    @property
    def rows(self):
        """The rows without the header."""
        return self.all_rows[1:] if self.has_header else self.all_rows


def read_table(text: str) -> RosterTable | None:
    """Return the table that the text holds; None if it is a plain list of one name per line.

    Cells are separated by what the first line has, else any line: tabs, else semicolons, else commas. A few
    commas are parts of names: most lines of a table without header have one. RuleViolation for too many
    columns.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    places = (*lines[:1], text)
    delimiter = next((one for place in places for one in DELIMITERS if one in place), None)
    if delimiter is None:
        return None
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=delimiter)]
    width = max(map(len, rows))
    if width > MAX_COLUMNS:
        raise RuleViolation(_("A player list can have at most {most} columns."), most=MAX_COLUMNS)
    rows = [(*row, *[""] * (width - len(row))) for row in rows]
    header = [HEADERS.get(cell.casefold(), "") for cell in rows[0]]
    if NAME in header or {FIRST_NAME, LAST_NAME}.issubset(header):
        return RosterTable(tuple(rows), tuple(header), has_header=True)
    if delimiter == "," and sum("," in line for line in lines) * 2 <= len(lines):
        return None
    return RosterTable(tuple(rows), _guess_columns(rows), has_header=False)


def to_list(rows: Iterable[tuple[str, ...]], columns: tuple[str, ...]) -> str:
    """Return the rows as a list that `parse_roster` reads, by the field of each column ("": ignored).

    RuleViolation if no column holds the names, or two hold the same field.
    """
    fields = [field for field in columns if field]
    if len(set(fields)) < len(fields):
        raise RuleViolation(_("Two columns have the same meaning. Change or leave out one of them."))
    if NAME not in fields and not {FIRST_NAME, LAST_NAME} & set(fields):
        raise RuleViolation(_("Choose the column with the names."))
    lines = []
    for row in rows:
        cells = {field: cell.replace(";", ",") for field, cell in zip(columns, row, strict=True)}
        name = cells.get(NAME) or f"{cells.get(FIRST_NAME, '')} {cells.get(LAST_NAME, '')}".strip()
        lines.append("; ".join([name, *(cells.get(field, "") for field in OTHER_FIELDS)]))
    return "\n".join(lines)


def _guess_columns(rows) -> tuple[str, ...]:
    """Return a field for each column of a table without header.

    Words are name, club, division in this order; of numbers, places from 1 are seeds and others a rating.
    """
    texts, columns = iter((NAME, CLUB, DIVISION)), []
    for cells in zip(*rows, strict=True):
        filled = [cell for cell in cells if cell]
        if not all(_is_number(cell) for cell in filled):
            columns.append(next(texts, ""))
        elif filled and {float(cell) for cell in filled} == set(range(1, len(rows) + 1)):
            columns.append(SEED if SEED not in columns else "")
        else:
            columns.append(RATING if filled and RATING not in columns else "")
    return tuple(columns)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isascii() and text.replace(".", "", 1).isdigit()
