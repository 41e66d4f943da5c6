"""Database models."""

from .accounts import AccountMail, AccountTrust
from .chances import CutChances
from .event import Event, NextSeed, Phase
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
    "NextSeed",
    "Phase",
    "Pick",
    "Player",
    "PublishedStandings",
    "Registration",
    "RestorePoint",
    "ResultRevision",
    "Round",
    "Seat",
    "SentMail",
    "SimulationBatch",
    "SimulationRun",
    "Staff",
    "WorkerHeartbeat",
]
