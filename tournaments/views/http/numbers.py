"""Numbers in URLs and forms."""


def parse_whole_number(text, digits=5):
    """Return the whole number in a text, or None for anything else and for more digits."""
    is_one = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_one else None
