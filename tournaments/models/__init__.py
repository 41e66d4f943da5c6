"""Database models."""

from .accounts import AccountMail, AccountTrust
from .chances import CutChances
from .event import Event, Phase, NextSeed
from .lists import DeckCheck, ListVersion
from .log import LogEntry, Message, ResultRevision
from .player import Pick, Player
from .registration import Mail, Registration, SentMail
from .rounds import Match, Round, Seat
from .simulations import SimulationBatch, SimulationRun
from .snapshots import PublishedStandings, RestorePoint
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
    "ResultRevision",
    "Round",
    "NextSeed",
    "Seat",
    "SentMail",
    "SimulationBatch",
    "SimulationRun",
    "RestorePoint",
    "Staff",
    "WorkerHeartbeat",
]
