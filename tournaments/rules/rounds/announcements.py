"""Text of the organiser's announcements."""

from ..errors import RuleViolation, _

MAX_ANNOUNCEMENT_LENGTH = 200


def clean_announcement(text: str) -> str:
    """Return the text on one line, without unprintable characters. RuleViolation if it is too long."""
    line = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    if len(line) > MAX_ANNOUNCEMENT_LENGTH:
        words = _("An announcement has at most {most} characters, this one {count}.")
        raise RuleViolation(words, most=MAX_ANNOUNCEMENT_LENGTH, count=len(line))
    return line
