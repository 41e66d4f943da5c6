"""Timestamps in the event file's format, in UTC."""

from datetime import UTC, datetime


def in_utc(at: datetime) -> str:
    """Format a time of any time zone: `2017-02-25T09:00:00Z`."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def to_the_second(at: datetime) -> str:
    """Like `in_utc`, without fractions of a second."""
    return in_utc(at.replace(microsecond=0))
