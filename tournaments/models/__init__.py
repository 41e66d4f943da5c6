"""What is stored."""

from .event import Event, Phase, Staff
from .log import LogEntry, Report, Snapshot
from .play import Match, Round, Seat
from .player import Player

__all__ = ["Event", "LogEntry", "Match", "Phase", "Player", "Report", "Round", "Seat", "Snapshot", "Staff"]
