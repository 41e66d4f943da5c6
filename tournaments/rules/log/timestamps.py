"""How a moment is spelt: as the event file has it, in UTC."""

from datetime import UTC, datetime


def in_utc(at: datetime) -> str:
    """`2017-02-25T09:00:00Z`, of a moment in any time zone."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def to_the_second(at: datetime) -> str:
    """The same without the fractions that a clock has no use for."""
    return in_utc(at.replace(microsecond=0))
