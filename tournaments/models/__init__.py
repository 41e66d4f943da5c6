"""Database models."""

from .club import Club
from .event import Event, NextSeed, Phase
from .keys import SiteKey
from .lists import DeckCheck, ListVersion
from .log import ClubLogEntry, LogEntry, Message, PublishedStandings, RestorePoint, ResultRevision
from .person import Person, PersonAnswer, PersonIdentifier, PersonMail, PersonName, PersonRequest
from .player import Pick, Player
from .previews import Preview
from .push import Notice, PushSubscription
from .ratings import PersonRating, RatedEvent, RatingList
from .registration import Mail, Registration, SentMail
from .results import PlayerResult
from .rounds import Match, Round, Seat
from .series import AchievementTick, ElsewhereResult, Series, SeriesEntry, SeriesMember
from .staff import AccountMail, AccountTrust, ClubStaff, Invitation, Staff
from .tasks import CutChances, SimulationBatch, SimulationRun, WorkerHeartbeat

__all__ = [
    "AccountMail",
    "AccountTrust",
    "AchievementTick",
    "Club",
    "ClubLogEntry",
    "ClubStaff",
    "CutChances",
    "DeckCheck",
    "ElsewhereResult",
    "Event",
    "Invitation",
    "ListVersion",
    "LogEntry",
    "Mail",
    "Match",
    "Message",
    "NextSeed",
    "Notice",
    "Person",
    "PersonAnswer",
    "PersonIdentifier",
    "PersonMail",
    "PersonName",
    "PersonRating",
    "PersonRequest",
    "Phase",
    "Pick",
    "Player",
    "PlayerResult",
    "Preview",
    "PublishedStandings",
    "PushSubscription",
    "RatedEvent",
    "RatingList",
    "Registration",
    "RestorePoint",
    "ResultRevision",
    "Round",
    "Seat",
    "SentMail",
    "Series",
    "SeriesEntry",
    "SeriesMember",
    "SimulationBatch",
    "SimulationRun",
    "SiteKey",
    "Staff",
    "WorkerHeartbeat",
]
