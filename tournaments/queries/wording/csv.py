"""Text for cells of a spreadsheet."""

from ...rules.players.roster_table import FORMULA_STARTS


def escape_formula(text: str) -> str:
    """Return text that no spreadsheet runs as a formula, even after spaces and control characters."""
    stripped = text.lstrip().lstrip("\t\r\n\x00\ufeff\u200b")
    return f"'{text}" if stripped.startswith(FORMULA_STARTS) or text[:1] in ("\t", "\r", "\n") else text
