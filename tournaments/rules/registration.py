"""Reads a table of players with contact data: a pasted or uploaded CSV file with a header."""

import csv
from io import StringIO

from ..errors import RuleViolation, _
from ..history.registration import RegistrationSettings
from ..players.roster_parser import MAX_PLAYERS
from ..players.roster_table import DELIMITERS, FORMULA_STARTS, HEADERS, MAX_COLUMNS
from .entries import PLAYER_ID, RegistrationEntry

NAME, CLUB, DIVISION, EMAIL = "name", "club", "division", "email"
# What other programs call these columns, in lower case, beside those of a player list.
EMAIL_HEADERS = ("e-mail", "email", "e-mail address", "email address", "mail")
OTHER_HEADERS = {
    **dict.fromkeys(EMAIL_HEADERS, EMAIL),
    **dict.fromkeys(("player id", "player number", "id", "dci", "konami id", "pop id"), PLAYER_ID),
}
FIELDS = (NAME, CLUB, DIVISION, EMAIL, PLAYER_ID)
# Text from spreadsheets: an apostrophe keeps a cell from being a formula.
ESCAPED_STARTS = tuple(f"'{sign}" for sign in FORMULA_STARTS)


def read_entries(
    text: str, settings: RegistrationSettings, labels: dict[str, str]
) -> tuple[list[tuple[int, RegistrationEntry]], list[str]]:
    """Return the entries of a table with their line numbers, and the headers that were not read.

    `labels` are further names of the columns in FIELDS, in the user's language. Own fields go by their label.
    Raises RuleViolation without a header with names, or if a column occurs twice.
    """
    rows = read_rows(text)
    own = {field.label.casefold(): field.key for field in settings.fields}
    known = {**HEADERS, **OTHER_HEADERS, **{label.casefold(): key for key, label in labels.items()}, **own}
    columns = [known.get(cell.casefold(), "") for cell in rows[0][1]]
    readable = {*FIELDS, *own.values()}
    columns = [column if column in readable else "" for column in columns]
    if NAME not in columns:
        raise RuleViolation(_("The first line must name the columns; one of them must be “Name”."))
    named = [column for column in columns if column]
    if len(set(named)) < len(named):
        raise RuleViolation(_("Two columns have the same meaning. Leave out one of them."))
    ignored = [cell for cell, column in zip(rows[0][1], columns, strict=True) if cell and not column]
    return [(number, entry_of(columns, cells)) for number, cells in rows[1:]], ignored


def read_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with the numbers of their lines."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = next((one for one in DELIMITERS if one in first), ",")
    reader = csv.reader(StringIO(text), delimiter=delimiter)
    rows = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((reader.line_num, [clean_cell(cell) for cell in cells]))
            if len(rows) > MAX_PLAYERS + 1 or len(cells) > MAX_COLUMNS:
                text = _("The table is too large: at most {rows} players and {columns} columns.")
                raise RuleViolation(text, rows=MAX_PLAYERS, columns=MAX_COLUMNS)
    except csv.Error:
        raise RuleViolation(_("Line {number} isn’t CSV."), number=reader.line_num + 1) from None
    if len(rows) < 2:
        raise RuleViolation(_("Enter a line with the names of the columns, then one line for each player."))
    return rows


def clean_cell(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell.startswith(ESCAPED_STARTS) else cell


def entry_of(columns: list[str], cells: list[str]) -> RegistrationEntry:
    values = {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}
    shared = {key: values.pop(key, "") for key in (NAME, CLUB, DIVISION, EMAIL)}
    return RegistrationEntry(**shared, answers=values)
