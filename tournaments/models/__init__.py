"""Database models."""

from .accounts import AccountMail, AccountTrust
from .chances import CutChances
from .event import Event, Phase, Seal
from .lists import DeckCheck, ListVersion
from .log import LogEntry, Message, Report
from .player import Pick, Player
from .registration import Mail, Registration, SentMail
from .rounds import Match, Round, Seat
from .simulations import SimulationBatch, SimulationRun
from .snapshots import PublishedStandings, Snapshot
from .staff import Invitation, Staff
from .tasks import WorkerHeartbeat

__all__ = [
    "AccountMail",
    "AccountTrust",
    "CutChances",
    "DeckCheck",
    "Event",
    "Invitation",
    "ListVersion",
    "LogEntry",
    "Mail",
    "Match",
    "Message",
    "Phase",
    "Pick",
    "Player",
    "PublishedStandings",
    "Registration",
    "Report",
    "Round",
    "Seal",
    "Seat",
    "SentMail",
    "SimulationBatch",
    "SimulationRun",
    "Snapshot",
    "Staff",
    "WorkerHeartbeat",
]
