"""Timestamps in the event file's format, in UTC."""

from datetime import UTC, datetime


def format_utc(at: datetime) -> str:
    """Format a time of any time zone: `2017-02-25T09:00:00Z`."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def format_utc_seconds(at: datetime) -> str:
    """Like `format_utc`, without fractions of a second."""
    return format_utc(at.replace(microsecond=0))
