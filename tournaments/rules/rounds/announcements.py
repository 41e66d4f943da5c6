"""What the organiser says to everybody in the hall."""

from ..errors import RuleViolation, _

LONGEST = 200


def one_line(text: str) -> str:
    """The words in one line, nothing that cannot be printed in it. RuleViolation where they are too long."""
    line = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    if len(line) > LONGEST:
        words = _("An announcement has at most {most} characters, this one {count}.")
        raise RuleViolation(words, most=LONGEST, count=len(line))
    return line
