"""The name of an event that is repeated: a date or a number in it goes on."""

import re
from datetime import date, timedelta

DATE = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
# "#14", "No. 14", "Week 3": the number stands at the end, or has a word before it that counts events.
NUMBER = re.compile(
    r"(?<![\w.])(#\s?|(?:no\.?|nr\.?|week|round|day|matchday|night|evening|season|event|part|vol\.?)\s)(\d{1,6})(?![\w.])",
    re.IGNORECASE,
)


def next_name(name: str, days: int) -> str:
    """Return the name of the event so many days later: "FNM #14" → "FNM #15", a date goes on by the days.

    Of several numbers the last one counts; a name without a date and a number stays.
    """
    if DATE.search(name):
        return DATE.sub(lambda found: move_date(found, days), name)
    numbers = list(NUMBER.finditer(name))
    if not numbers:
        return name
    start, end = numbers[-1].span(2)
    return f"{name[:start]}{int(name[start:end]) + 1:0{end - start}d}{name[end:]}"


def move_date(found: re.Match, days: int) -> str:
    """Return a date of a name so many days later; the text stays if it is no date."""
    try:
        return (date(*map(int, found.groups())) + timedelta(days=days)).isoformat()
    except (ValueError, OverflowError):
        return found[0]
