"""Text of the organiser's announcements."""

from ..errors import RuleViolation, _

MAX_ANNOUNCEMENT_LENGTH = 200


def clean_announcement(text: str) -> str:
    """Return the text on one line, without unprintable characters. RuleViolation if it is too long."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if len(line) > MAX_ANNOUNCEMENT_LENGTH:
        message = _("Shorten the announcement to at most {most} characters. It has {count}.")
        raise RuleViolation(message, most=MAX_ANNOUNCEMENT_LENGTH, count=len(line))
    return line
