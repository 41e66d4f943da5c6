"""One change of a club: one transaction, one log entry, one new version of the club."""

import inspect
from collections.abc import Callable
from contextlib import contextmanager
from functools import wraps

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from ..models import Club, ClubLogEntry
from ..rules.errors import RuleViolation
from .change import CHANGED_AGO, CHANGED_NOW, Actor, DuplicateRequest
from .registry import Action, club_changed, register


class ClubChange:
    """The changes of one action: path of a row → values of the changed columns before and after."""

    def __init__(self, club: Club, actor: Actor, action: Action):
        self.club, self.actor, self.action = club, actor, action
        self.now = actor.now or timezone.now()
        # Path → [values before, values after], as JSON; None for a row that did not exist, or does no more.
        self.changes = {}
        # Numbers and ids for the sentence of the log, never names.
        self.values = {}

    def edit(self, row: Model, **columns):
        """Set columns of the club, or of a row of it, store them and log what differs.

        Raises RuleViolation if somebody else has changed the row since the page was loaded.
        """
        before = {name: getattr(row, name) for name in columns}
        differing = {name: value for name, value in columns.items() if value != before[name]}
        if not differing:
            return
        path = path_of(row)
        self.check_edit_conflict(path)
        for name, value in differing.items():
            setattr(row, name, value)
        row.save(update_fields=list(differing))
        self.changes[path] = [{name: before[name] for name in differing}, differing]

    def check_edit_conflict(self, path: str):
        if self.actor.seen_version is None:
            return
        later = self.club.log.filter(version__gt=self.actor.seen_version).order_by("-id")
        for entry in later:
            if path in entry.changes:
                minutes = int((self.now - entry.at).total_seconds() // 60)
                raise RuleViolation(
                    CHANGED_AGO if minutes > 0 else CHANGED_NOW, who=entry.who, minutes=minutes
                )

    def save(self):
        """Store the new version and the log entry."""
        self.club.version += 1
        self.club.save(update_fields=["version"])
        ClubLogEntry.objects.create(
            club=self.club,
            version=self.club.version,
            at=self.now,
            who=self.actor.who,
            user=self.actor.user,
            source=self.actor.source,
            action=self.action.name,
            key=self.actor.key,
            changes=self.changes,
            values=self.values,
        )


def path_of(row: Model) -> str:
    """Return the path of a row in the log: “club”, or the kind of row with its number, “clubstaff:7”."""
    return "club" if isinstance(row, Club) else f"{row._meta.model_name}:{row.pk}"


@contextmanager
def record_club_action(club: Club, actor: Actor, action: Action):
    """Open the transaction of an action on this club; its ClubChange is saved at the end.

    Raises DuplicateRequest if the request's key is known. Any error leaves the club unchanged.
    """
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        if actor.key and locked.log.filter(key=actor.key).exclude(key="").exists():
            raise DuplicateRequest
        change = ClubChange(locked, actor, action)
        yield change
        change.save()
        club_changed.send(ClubChange, change=change)


def club_action(permission: str | None, **facts):
    """Register a function as an action on a club; `function(change, …)` becomes `function(club, actor, …)`.

    `permission` is one of access.clubs, and the other `facts` are those of registry.Action.
    """

    def decorate(function: Callable) -> Callable:
        registered = register(name=function.__name__, permission=permission, **facts)

        @wraps(function)
        def run(club: Club, actor: Actor, *args, **kwargs):
            with record_club_action(club, actor, registered) as change:
                return function(change, *args, **kwargs)

        own, outer = inspect.signature(function), inspect.signature(run, follow_wrapped=False)
        parameters = [*list(outer.parameters.values())[:2], *list(own.parameters.values())[1:]]
        run.__signature__ = own.replace(parameters=parameters)
        run.action, run.permission = registered, permission
        return run

    return decorate
