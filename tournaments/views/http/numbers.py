"""Numbers in addresses and forms."""


def whole(text, digits=5):
    """The whole number that is written there; None for anything else, and for one with more digits."""
    is_one = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_one else None
