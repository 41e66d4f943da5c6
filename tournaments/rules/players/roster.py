"""Recognises the columns of a pasted or uploaded table of players."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import RuleViolation, _

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

    Cells are separated by what the first line has, else any line: tabs, else semicolons, else commas.
    RuleViolation for too many columns.
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
    return RosterTable(tuple(rows), _guess_columns(rows), has_header=False)


def to_list(rows: Iterable[tuple[str, ...]], columns: tuple[str, ...]) -> str:
    """Return the rows as a list that `roster_parser.parse` reads, by the field of each column ("": ignored).

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
