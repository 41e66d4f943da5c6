"""Database models."""

from .event import Event, Phase, Seal
from .kept import PublishedStandings, RemovedLink, Snapshot
from .log import LogEntry, Message, Report
from .play import Match, Round, Seat
from .player import Player
from .staff import Invitation, Staff

__all__ = [
    "Event",
    "Invitation",
    "LogEntry",
    "Match",
    "Message",
    "Phase",
    "Player",
    "PublishedStandings",
    "RemovedLink",
    "Report",
    "Round",
    "Seal",
    "Seat",
    "Snapshot",
    "Staff",
]
