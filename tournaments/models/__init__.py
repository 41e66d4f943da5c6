"""Database models."""

from .event import Event, Phase, Seal
from .log import LogEntry, Message, Report
from .player import Pick, Player
from .rounds import Match, Round, Seat
from .snapshots import PublishedStandings, RemovedLink, Snapshot
from .staff import Invitation, Staff

__all__ = [
    "Event",
    "Invitation",
    "LogEntry",
    "Match",
    "Message",
    "Phase",
    "Pick",
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
