"""Text for cells of a spreadsheet."""

# Wide ones, too: a spreadsheet of Japan or China reads them alike.
FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "|", "%")


def safe(text: str) -> str:
    """Text that no spreadsheet runs as a formula; spaces and control characters before one do not hide it."""
    stripped = text.lstrip().lstrip("\t\r\n\x00\ufeff\u200b")
    return f"'{text}" if stripped.startswith(FORMULA_STARTS) or text[:1] in ("\t", "\r", "\n") else text
