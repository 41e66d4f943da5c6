"""What is stored."""

from .event import Event, Phase, Seal, Staff
from .log import LogEntry, Message, Report, Snapshot
from .play import Match, Round, Seat
from .player import Player

__all__ = [
    "Event",
    "LogEntry",
    "Match",
    "Message",
    "Phase",
    "Player",
    "Report",
    "Round",
    "Seal",
    "Seat",
    "Snapshot",
    "Staff",
]
